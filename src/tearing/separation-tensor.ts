import { ensureCapacity } from "../math/grow.js";
import { symmetricEigen } from "../math/symmetric-eigen.js";
import type { Candidates } from "./candidates.js";
import { plainThreshold, thresholdAt } from "./limit.js";
import type { TearingOptions } from "./options.js";
import { seamThreshold } from "./seam-direction.js";
import type { TearableSurface } from "./surface.js";
import { followWeave, weaveOf } from "./weave.js";

const tensor = new Float64Array(6);
const values = new Float64Array(3);
const vectors = new Float64Array(9);
const axis = new Float64Array(3);
const pull = new Float64Array(4);

/** Numbers per vertex: Σ ε (3) and Σ M(ε) (xx, xy, xz, yy, yz, zz). */
const STRIDE = 9;

/**
 * The strain at each vertex, from the strains of its edges (Phillips III.C.1, after O'Brien and Hodgins 1999). Each
 * stretched edge is a vector ε along the edge, away from the vertex, whose length is the strain. M(ε) = ε εᵀ / |ε| has
 * ε as its only eigenvector with a nonzero eigenvalue:
 *
 *     ς = ½ ( Σ M(ε) − M(Σ ε) )
 *
 * Phillips' eq. 30 prints a plus and no half. With O'Brien's form, a vertex pulled apart by two edges in line, of
 * strain s each, reads s. A vertex that is pulled in one direction only, as at the end of a loose yarn, reads 0.
 *
 * Compressed edges do not count. The largest eigenvalue is compared with the limit. Its eigenvector is the axis of the
 * pull, and the cloth splits across it.
 */
export class SeparationTensors {
  #sums = new Float64Array(0);
  #bound = Infinity;

  /**
   * Clears the sums for `vertexCount` vertices.
   *
   * @param bound Strain for `isOver`.
   */
  begin(vertexCount: number, bound = Infinity): void {
    this.#bound = bound;
    const length = STRIDE * vertexCount;
    this.#sums = ensureCapacity(this.#sums, length);
    this.#sums.fill(0, 0, length);
  }

  /** Adds a stretched edge at both of its ends. `pull` is the vector x, y, z of the edge, and its strain. */
  add(from: number, to: number, pull: Float64Array): void {
    this.addAt(from, pull, 1);
    this.addAt(to, pull, -1);
  }

  /** Adds a stretched edge at one vertex: `sign` is 1 if it starts there, −1 if it ends there. */
  addAt(vertex: number, pull: Float64Array, sign: 1 | -1): void {
    const sums = this.#sums;
    const x = sign * pull[0]!;
    const y = sign * pull[1]!;
    const z = sign * pull[2]!;
    const strain = pull[3]!;
    const squared = x * x + y * y + z * z;
    const scale = strain / Math.sqrt(squared);
    const factor = strain / squared;
    const at = STRIDE * vertex;
    sums[at]! += scale * x;
    sums[at + 1]! += scale * y;
    sums[at + 2]! += scale * z;
    sums[at + 3]! += factor * x * x;
    sums[at + 4]! += factor * x * y;
    sums[at + 5]! += factor * x * z;
    sums[at + 6]! += factor * y * y;
    sums[at + 7]! += factor * y * z;
    sums[at + 8]! += factor * z * z;
  }

  /** The tensor of a vertex: xx, xy, xz, yy, yz, zz. */
  read(vertex: number, into: Float64Array): void {
    const sums = this.#sums;
    const at = STRIDE * vertex;
    const x = sums[at]!;
    const y = sums[at + 1]!;
    const z = sums[at + 2]!;
    const norm = Math.sqrt(x * x + y * y + z * z);
    const factor = norm > 0 ? 1 / norm : 0;
    into[0] = 0.5 * (sums[at + 3]! - factor * x * x);
    into[1] = 0.5 * (sums[at + 4]! - factor * x * y);
    into[2] = 0.5 * (sums[at + 5]! - factor * x * z);
    into[3] = 0.5 * (sums[at + 6]! - factor * y * y);
    into[4] = 0.5 * (sums[at + 7]! - factor * y * z);
    into[5] = 0.5 * (sums[at + 8]! - factor * z * z);
  }

  /** True if the strain at a vertex is over the bound. */
  isOver(vertex: number): boolean {
    this.read(vertex, tensor);
    return !isBelow(tensor, this.#bound);
  }

  /** Adds the vertices over the limit to the candidates. */
  collect(
    surface: TearableSurface,
    options: TearingOptions,
    limit: number,
    candidates: Candidates,
  ): void {
    for (let vertex = 0; vertex < surface.mesh.vertexCount; vertex++) {
      this.read(vertex, tensor);
      const plain = plainThreshold(surface, options, vertex);
      const seams = surface.seamStrengths;
      const minThreshold = seams?.isNear(vertex) === true ? plain * seams.minStrength : plain;
      if (isBelow(tensor, limit * minThreshold)) continue;
      const threshold = thresholdAt(surface, options, vertex);
      const severity = severityOfTensor(surface, options, limit, vertex) / threshold;
      if (severity > 1) candidates.add(-1, vertex, severity, axis);
    }
  }
}

const single = new SeparationTensors();

/** The severity of one vertex, from its edges only. Writes the axis of the pull. O(valence). */
export function vertexSeverity(
  surface: TearableSurface,
  options: TearingOptions,
  limit: number,
  vertex: number,
  axisOut: Float64Array,
): number {
  const { mesh, positions, restLengths, unlimitedLengths } = surface;
  single.begin(1);
  for (const edge of mesh.edgesOf(vertex)) {
    const other = mesh.otherEnd(edge, vertex);
    const x = positions[3 * other]! - positions[3 * vertex]!;
    const y = positions[3 * other + 1]! - positions[3 * vertex + 1]!;
    const z = positions[3 * other + 2]! - positions[3 * vertex + 2]!;
    const length = Math.sqrt(x * x + y * y + z * z);
    const strain = (unlimitedLengths?.[edge] || length) / restLengths[edge]! - 1; // 0: not measured yet
    pull[0] = x;
    pull[1] = y;
    pull[2] = z;
    pull[3] = strain;
    if (strain > 0 && length > 0) single.addAt(0, pull, 1);
  }
  single.read(0, tensor);
  const load = severityOfTensor(surface, options, limit, vertex);
  axisOut.set(axis);
  return load / thresholdAt(surface, options, vertex);
}

/**
 * The strain in `tensor` over the limit, as far as the weave feels it. Writes its axis to `axis`. On a seam, a smaller
 * strain across it can be worse than the largest one along it.
 */
function severityOfTensor(
  surface: TearableSurface,
  options: TearingOptions,
  limit: number,
  vertex: number,
): number {
  symmetricEigen(tensor, values, vectors);
  if (surface.seamStrengths?.isNear(vertex) !== true) {
    return severityAlong(surface, options, limit, vertex, 0);
  }
  let worst = 0;
  let maxSeverity = -Infinity;
  for (let k = 0; k < 3; k++) {
    const load = severityAlong(surface, options, limit, vertex, k);
    const severity = load / seamThreshold(surface, vertex, axis);
    if (!(severity > maxSeverity)) continue;
    maxSeverity = severity;
    worst = k;
  }
  severityAlong(surface, options, limit, vertex, worst); // writes its axis
  return maxSeverity;
}

/** The same for one principal strain, without seams. */
function severityAlong(
  surface: TearableSurface,
  options: TearingOptions,
  limit: number,
  vertex: number,
  principal: number,
): number {
  axis.set(vectors.subarray(3 * principal, 3 * principal + 3));
  const load = values[principal]! / limit;
  const weave = weaveOf(surface, options);
  if (weave === 0) return load;
  return load * followWeave(surface, surface.mesh.trianglesOf(vertex), weave, axis, vertex);
}

/**
 * True if all eigenvalues of a symmetric matrix are below a bound: bound · I − M has positive leading minors
 * (Sylvester).
 */
function isBelow(matrix: Float64Array, bound: number): boolean {
  const a = bound - matrix[0]!;
  const b = matrix[1]!;
  const c = matrix[2]!;
  const d = bound - matrix[3]!;
  const e = matrix[4]!;
  const f = bound - matrix[5]!;
  const minor = a * d - b * b;
  return a > 0 && minor > 0 && minor * f - a * e * e - 2 * b * c * e - d * c * c > 0;
}
