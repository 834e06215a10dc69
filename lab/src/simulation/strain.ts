import type { WorldCloth } from "tatter";

/** The data of a cloth that its strain depends on. */
export type StrainSource = Pick<WorldCloth, "mesh" | "positions"> & {
  rest: Pick<WorldCloth["rest"], "positions">;
};

/** Numbers per drawn direction: center of the triangle, then a vector and a strain for each principal axis. */
export const DIRECTION_SIZE = 11;
/** More lines would hide the cloth. */
export const MAX_DIRECTIONS = 2000;

/** The two principal strains of a triangle, the larger one first, and the present unit vectors of their axes. */
export interface PrincipalStrains {
  readonly strains: Float64Array;
  readonly axes: Float64Array;
  /** Unstressed area, m². */
  area: number;
}

/**
 * Measures the strain of a cloth per triangle: the present pose against the unstressed sheet. It depends on nothing
 * else, so it has the same meaning for every model and solver. 0.1 is 10 % longer, −0.1 is 10 % shorter. Rotation and
 * bending cause no strain.
 */
export class StrainMeter {
  readonly #one: PrincipalStrains = {
    strains: new Float64Array(2),
    axes: new Float64Array(6),
    area: 0,
  };
  /** Sums over the triangles of each vertex: area, area × larger strain, area × smaller strain. */
  #sums = new Float64Array(0);
  /** The largest strain of any triangle. */
  largest = 0;
  /** The vertex with the largest mean strain of its triangles (−1: none), that strain, and its unit vector. */
  peakVertex = -1;
  peakStrain = 0;
  readonly peakAxis = new Float64Array(3);

  /**
   * Measures a cloth.
   *
   * @param strains Output, one value per vertex: the mean over its triangles of the larger principal strain. If
   * compression is larger than stretch, the mean of the smaller one, which is negative.
   */
  measure(source: StrainSource, strains: Float32Array): void {
    const { vertexCount, triangleCount, halfedgeVertices } = source.mesh;
    if (this.#sums.length < 3 * vertexCount) this.#sums = new Float64Array(6 * vertexCount);
    const sums = this.#sums.fill(0, 0, 3 * vertexCount);
    this.largest = 0;
    for (let triangle = 0; triangle < triangleCount; triangle++) {
      const { strains: both, area } = this.of(source, triangle);
      if (area === 0) continue;
      this.largest = Math.max(this.largest, both[0]!);
      for (let h = 3 * triangle; h < 3 * triangle + 3; h++) {
        const at = 3 * halfedgeVertices[h]!;
        sums[at]! += area;
        sums[at + 1]! += area * both[0]!;
        sums[at + 2]! += area * both[1]!;
      }
    }
    this.peakVertex = -1;
    this.peakStrain = 0;
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const area = sums[3 * vertex]! || 1;
      const [larger, smaller] = [sums[3 * vertex + 1]! / area, sums[3 * vertex + 2]! / area];
      strains[vertex] = larger >= -smaller ? larger : smaller;
      if (!(larger > this.peakStrain)) continue;
      this.peakStrain = larger;
      this.peakVertex = vertex;
    }
    this.#findPeakAxis(source);
  }

  /** Sets the axis to that of the most strained triangle at the vertex. */
  #findPeakAxis(source: StrainSource): void {
    if (this.peakVertex === -1) return;
    let largest = -Infinity;
    for (const triangle of source.mesh.trianglesOf(this.peakVertex)) {
      const { strains, axes, area } = this.of(source, triangle);
      if (area === 0 || !(strains[0]! > largest)) continue;
      largest = strains[0]!;
      this.peakAxis.set(axes.subarray(0, 3));
    }
  }

  /**
   * Writes principal strains and axes of some triangles, evenly chosen and the same from frame to frame.
   *
   * @param into Space for `MAX_DIRECTIONS` × `DIRECTION_SIZE` numbers.
   * @returns The number of triangles.
   */
  directions(source: StrainSource, into: Float32Array): number {
    const { triangleCount, halfedgeVertices } = source.mesh;
    const { positions } = source;
    const stride = Math.max(1, Math.ceil(triangleCount / MAX_DIRECTIONS));
    let count = 0;
    for (let triangle = 0; triangle < triangleCount; triangle += stride) {
      const { strains, axes, area } = this.of(source, triangle);
      if (area === 0) continue;
      const at = DIRECTION_SIZE * count++;
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let n = 0; n < 3; n++) sum += positions[3 * halfedgeVertices[3 * triangle + n]! + k]!;
        into[at + k] = sum / 3;
        into[at + 3 + k] = axes[k]!;
        into[at + 7 + k] = axes[3 + k]!;
      }
      into[at + 6] = strains[0]!;
      into[at + 10] = strains[1]!;
    }
    return count;
  }

  /**
   * Returns the strains of one triangle. Two perpendicular unit vectors of the unstressed triangle become w = (w_u,
   * w_v). The principal stretches are the square roots of the eigenvalues of wᵀw. The next call overwrites the result.
   */
  of({ mesh, positions, rest }: StrainSource, triangle: number): PrincipalStrains {
    const [a, b, c] = mesh.cornersIn(triangle);
    const r = rest.positions;
    const one = this.#one;
    let [along, onto, squared] = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const first = r[3 * b + k]! - r[3 * a + k]!;
      const second = r[3 * c + k]! - r[3 * a + k]!;
      along += first * first;
      onto += first * second;
      squared += second * second;
    }
    const width = Math.sqrt(along);
    const lean = onto / width;
    const height = Math.sqrt(Math.max(0, squared - lean * lean));
    one.area = (width * height) / 2;
    if (!(one.area > 1e-14)) {
      one.area = 0;
      return one;
    }
    const { axes, strains } = one;
    let [uu, uv, vv] = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const u = (positions[3 * b + k]! - positions[3 * a + k]!) / width;
      const v = (positions[3 * c + k]! - positions[3 * a + k]! - lean * u) / height;
      axes[k] = u;
      axes[3 + k] = v;
      uu += u * u;
      uv += u * v;
      vv += v * v;
    }
    const [mean, half] = [(uu + vv) / 2, (uu - vv) / 2];
    const radius = Math.sqrt(half * half + uv * uv);
    strains[0] = Math.sqrt(mean + radius) - 1;
    strains[1] = Math.sqrt(Math.max(0, mean - radius)) - 1;
    // Eigenvector of the larger eigenvalue, in the form without cancellation. Arbitrary if both are equal.
    let [cosine, sine] = half > 0 ? [half + radius, uv] : [uv, radius - half];
    const norm = Math.hypot(cosine, sine);
    if (norm > 0) [cosine, sine] = [cosine / norm, sine / norm];
    else [cosine, sine] = [1, 0];
    for (let k = 0; k < 3; k++) {
      const [u, v] = [axes[k]!, axes[3 + k]!];
      axes[k] = (cosine * u + sine * v) / (1 + strains[0]);
      axes[3 + k] = (cosine * v - sine * u) / (1 + strains[1] || 1);
    }
    return one;
  }
}
