import { grown, grownCapacity } from "../math/grow.js";
import { symmetricEigen } from "../math/symmetric-eigen.js";
import type { Candidates } from "./candidates.js";
import { thresholdAt } from "./limit.js";
import type { TearingOptions } from "./options.js";
import type { TearableSurface } from "./surface.js";
import { followWeave, weaveOf } from "./weave.js";

const tensor = new Float64Array(6);
const values = new Float64Array(3);
const vectors = new Float64Array(9);
const axis = new Float64Array(3);

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

  begin(vertexCount: number): void {
    const length = SIZE * vertexCount;
    this.#sums = grown(this.#sums, grownCapacity(this.#sums.length, length));
    this.#sums.fill(0, 0, length);
  }

  /** Counts a stretched edge, which goes by (x, y, z), at both of its ends: from each it goes away. */
  add(from: number, to: number, x: number, y: number, z: number, strain: number): void {
    this.addAt(from, x, y, z, strain);
    this.addAt(to, -x, -y, -z, strain);
  }

  /** Counts a stretched edge at one vertex, from which it goes away by (x, y, z). */
  addAt(vertex: number, x: number, y: number, z: number, strain: number): void {
    const sums = this.#sums;
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
      if (isBelow(tensor, limit * threshold)) continue;
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
    if (strain > 0 && length > 0) one.addAt(0, x, y, z, strain);
  }
  one.read(0, tensor);
  const load = severityOfTensor(surface, options, limit, vertex);
  axisOut.set(axis);
  return load / thresholdAt(surface, options, vertex);
}

/** The strain in `tensor` as a part of the limit, as far as the weave feels it; writes its axis to `axis`. */
function severityOfTensor(
  surface: TearableSurface,
  options: TearingOptions,
  limit: number,
  vertex: number,
): number {
  symmetricEigen(tensor, values, vectors);
  axis.set(vectors.subarray(0, 3));
  const load = values[0]! / limit;
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
