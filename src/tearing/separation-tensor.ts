import { withRoom } from "../math/grow.js";
import { symmetricEigen } from "../math/symmetric-eigen.js";
import type { Candidates } from "./candidates.js";
import { thresholdAt } from "./limit.js";
import type { TearingOptions } from "./options.js";
import { seamThreshold } from "./seam-direction.js";
import type { TearableSurface } from "./surface.js";
import { followWeave, weaveOf } from "./weave.js";

const tensor = new Float64Array(6);
const values = new Float64Array(3);
const vectors = new Float64Array(9);
const axis = new Float64Array(3);
const pull = new Float64Array(4);

/** Numbers a vertex: Σ ε (3) and Σ M(ε) (xx, xy, xz, yy, yz, zz). */
const SIZE = 9;

/**
 * The strain at each vertex, from the strains of its edges (Phillips III.C.1, after O'Brien and Hodgins 1999). Each
 * stretched edge is a vector ε along the edge, away from the vertex, as long as its strain, and M(ε) = ε εᵀ / |ε| has ε as
 * its only eigenvector with an eigenvalue:
 *
 *     ς = ½ ( Σ M(ε) − M(Σ ε) )
 *
 * Phillips' eq. 30 prints a plus and no half. With O'Brien's form a vertex drawn apart by two edges in line, of strain s
 * each, reads s; one that is drawn in one direction alone, as at the end of a loose thread, reads nothing.
 *
 * Edges under pressure do not count. The largest eigenvalue is compared with the strength; its eigenvector is the axis of
 * the pull, and the cloth parts across it.
 */
export class SeparationTensors {
  #sums = new Float64Array(0);
  #bound = Infinity;

  /** @param bound What `isOver` asks for. */
  begin(vertexCount: number, bound = Infinity): void {
    this.#bound = bound;
    const length = SIZE * vertexCount;
    this.#sums = withRoom(this.#sums, length);
    this.#sums.fill(0, 0, length);
  }

  /** Counts a stretched edge at both of its ends: from each it goes away. `pull` is its way x, y, z and its strain. */
  add(from: number, to: number, pull: Float64Array): void {
    this.addAt(from, pull, 1);
    this.addAt(to, pull, -1);
  }

  /** Counts a stretched edge at one vertex, from which it goes away, if `sign` is 1, or to which it comes, if it is −1. */
  addAt(vertex: number, pull: Float64Array, sign: 1 | -1): void {
    const sums = this.#sums;
    const x = sign * pull[0]!;
    const y = sign * pull[1]!;
    const z = sign * pull[2]!;
    const strain = pull[3]!;
    const squared = x * x + y * y + z * z;
    const scale = strain / Math.sqrt(squared);
    const factor = strain / squared;
    const at = SIZE * vertex;
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
    const at = SIZE * vertex;
    const x = sums[at]!;
    const y = sums[at + 1]!;
    const z = sums[at + 2]!;
    const size = Math.sqrt(x * x + y * y + z * z);
    const factor = size > 0 ? 1 / size : 0;
    into[0] = 0.5 * (sums[at + 3]! - factor * x * x);
    into[1] = 0.5 * (sums[at + 4]! - factor * x * y);
    into[2] = 0.5 * (sums[at + 5]! - factor * x * z);
    into[3] = 0.5 * (sums[at + 6]! - factor * y * y);
    into[4] = 0.5 * (sums[at + 7]! - factor * y * z);
    into[5] = 0.5 * (sums[at + 8]! - factor * z * z);
  }

  /** Whether the strain at a vertex is over the bound. */
  isOver(vertex: number): boolean {
    this.read(vertex, tensor);
    return !isBelow(tensor, this.#bound);
  }

  /** Makes candidates of the vertices over the limit. */
  collect(
    surface: TearableSurface,
    options: TearingOptions,
    limit: number,
    candidates: Candidates,
  ): void {
    for (let vertex = 0; vertex < surface.mesh.vertexCount; vertex++) {
      this.read(vertex, tensor);
      const threshold = thresholdAt(surface, options, vertex);
      const seams = surface.seamStrengths;
      const least = seams?.isNear(vertex) === true ? threshold * seams.least : threshold;
      if (isBelow(tensor, limit * least)) continue;
      const severity = severityOfTensor(surface, options, limit, vertex) / threshold;
      if (severity > 1) candidates.add(-1, vertex, severity, axis);
    }
  }
}

const one = new SeparationTensors();

/** The severity of one vertex, by its edges alone; writes the axis of the pull. O(valence). */
export function vertexSeverity(
  surface: TearableSurface,
  options: TearingOptions,
  limit: number,
  vertex: number,
  axisOut: Float64Array,
): number {
  const { mesh, positions, restLengths, unlimitedLengths } = surface;
  one.begin(1);
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
    if (strain > 0 && length > 0) one.addAt(0, pull, 1);
  }
  one.read(0, tensor);
  const load = severityOfTensor(surface, options, limit, vertex);
  axisOut.set(axis);
  return load / thresholdAt(surface, options, vertex);
}

/**
 * The strain in `tensor` as a part of the limit, as far as the weave feels it; writes its axis to `axis`. On a seam a smaller
 * strain across it may be worse than the largest one along it.
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
  let most = -Infinity;
  for (let k = 0; k < 3; k++) {
    const load = severityAlong(surface, options, limit, vertex, k);
    const severity = load / seamThreshold(surface, vertex, axis);
    if (!(severity > most)) continue;
    most = severity;
    worst = k;
  }
  severityAlong(surface, options, limit, vertex, worst); // its axis
  return most;
}

/** The same of one of its principal strains, whatever the seams. */
function severityAlong(
  surface: TearableSurface,
  options: TearingOptions,
  limit: number,
  vertex: number,
  which: number,
): number {
  axis.set(vectors.subarray(3 * which, 3 * which + 3));
  const load = values[which]! / limit;
  const weave = weaveOf(surface, options);
  if (weave === 0) return load;
  return load * followWeave(surface, surface.mesh.trianglesOf(vertex), weave, axis, vertex);
}

/** Whether all eigenvalues of a symmetric matrix are below a bound: bound · I − M has positive leading minors (Sylvester). */
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
