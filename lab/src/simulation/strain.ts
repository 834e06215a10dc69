import type { WorldCloth } from "tatter";

/** What of a cloth its strain depends on. */
export type StrainSource = Pick<WorldCloth, "mesh" | "positions"> & {
  rest: Pick<WorldCloth["rest"], "positions">;
};

/** Numbers of a direction that is drawn: the middle of its triangle, then a vector and a strain for each principal axis. */
export const DIRECTION_SIZE = 11;
/** More lines would hide the cloth. */
export const MAX_DIRECTIONS = 2000;

/** The two principal strains of a triangle, the larger one first, and the unit vectors that they go along by now. */
export interface PrincipalStrains {
  readonly strains: Float64Array;
  readonly axes: Float64Array;
  /** Area without load, m². */
  area: number;
}

/**
 * How far a cloth is strained: the unstressed sheet of the start against the pose of now, triangle by triangle. It asks for
 * nothing but these two, so it means the same for every model and every solver: 0.1 is a tenth longer than at the start, −0.1 a
 * tenth shorter, and turning or bending the cloth is no strain.
 */
export class StrainMeter {
  readonly #one: PrincipalStrains = {
    strains: new Float64Array(2),
    axes: new Float64Array(6),
    area: 0,
  };
  /** Sums over the triangles around each vertex: area, area × larger strain, area × smaller strain. */
  #sums = new Float64Array(0);
  /** The largest strain of any triangle. */
  largest = 0;
  /** The vertex whose triangles are strained the most in the mean, −1: none; how much that is, and along which unit vector. */
  mostVertex = -1;
  mostStrain = 0;
  readonly mostAxis = new Float64Array(3);

  /**
   * Measures a cloth.
   *
   * @param strains One a vertex: the mean over its triangles, of the largest strain; where they are pressed together more than
   * they are drawn out, of the smallest, which is negative.
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
    this.mostVertex = -1;
    this.mostStrain = 0;
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const area = sums[3 * vertex]! || 1;
      const [larger, smaller] = [sums[3 * vertex + 1]! / area, sums[3 * vertex + 2]! / area];
      strains[vertex] = larger >= -smaller ? larger : smaller;
      if (!(larger > this.mostStrain)) continue;
      this.mostStrain = larger;
      this.mostVertex = vertex;
    }
    this.#findMostAxis(source);
  }

  /** That of the most strained triangle at the vertex. */
  #findMostAxis(source: StrainSource): void {
    if (this.mostVertex === -1) return;
    let most = -Infinity;
    for (const triangle of source.mesh.trianglesOf(this.mostVertex)) {
      const { strains, axes, area } = this.of(source, triangle);
      if (area === 0 || !(strains[0]! > most)) continue;
      most = strains[0]!;
      this.mostAxis.set(axes.subarray(0, 3));
    }
  }

  /**
   * Principal strains and their axes in some of the triangles, evenly chosen and the same ones from frame to frame.
   *
   * @param into For `MAX_DIRECTIONS` times `DIRECTION_SIZE` numbers.
   * @returns How many triangles that are.
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
   * One triangle. With w = (w_u, w_v) what two unit vectors of the unstressed triangle, square to each other, have become, the
   * principal stretches are the roots of the eigenvalues of wᵀw. The next call writes over what it gives.
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
    const [middle, half] = [(uu + vv) / 2, (uu - vv) / 2];
    const radius = Math.sqrt(half * half + uv * uv);
    strains[0] = Math.sqrt(middle + radius) - 1;
    strains[1] = Math.sqrt(Math.max(0, middle - radius)) - 1;
    // The eigenvector of the larger one, of its two forms the one that loses no digits; any where both are equal.
    let [cosine, sine] = half > 0 ? [half + radius, uv] : [uv, radius - half];
    const size = Math.hypot(cosine, sine);
    if (size > 0) [cosine, sine] = [cosine / size, sine / size];
    else [cosine, sine] = [1, 0];
    for (let k = 0; k < 3; k++) {
      const [u, v] = [axes[k]!, axes[3 + k]!];
      axes[k] = (cosine * u + sine * v) / (1 + strains[0]);
      axes[3 + k] = (cosine * v - sine * u) / (1 + strains[1] || 1);
    }
    return one;
  }
}
