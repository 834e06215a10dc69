import { grown, grownCapacity } from "../math/grow.js";
import { symmetricEigen } from "../math/symmetric-eigen.js";
import type { Candidates } from "./candidates.js";
import { leastSeverity, thresholdAt } from "./limit.js";
import type { TearingOptions } from "./options.js";
import type { TearableSurface } from "./surface.js";
import { followWeave } from "./weave.js";

const tensor = new Float64Array(6);
const sum = new Float64Array(3);
const values = new Float64Array(3);
const vectors = new Float64Array(9);
const axis = new Float64Array(3);

/**
 * The strain at a vertex, from the strains of its edges (Phillips III.C.1, after O'Brien and Hodgins 1999). Each stretched
 * edge is a vector ε along the edge, away from the vertex, as long as its strain, and M(ε) = ε εᵀ / |ε| has ε as its only
 * eigenvector with an eigenvalue:
 *
 *     ς = ½ ( Σ M(ε) − M(Σ ε) )
 *
 * Phillips' eq. 30 prints a plus and no half. With O'Brien's form a vertex drawn apart by two edges in line, of strain s
 * each, reads s; one that is drawn in one direction alone, as at the end of a loose thread, reads nothing.
 *
 * Edges under pressure do not count. The largest eigenvalue is compared with the strength; its eigenvector is the axis of
 * the pull, and the cloth parts across it.
 */
export function separationTensor(
  { mesh, positions, restLengths, unlimitedLengths }: TearableSurface,
  vertex: number,
  into: Float64Array,
): void {
  into.fill(0);
  sum.fill(0);
  const home = 3 * vertex;
  for (let h = mesh.vertexHalfedges[vertex]!; h !== -1; h = mesh.nextAtVertex[h]!) {
    addStrain(h, mesh.endOf(h));
    // The edge that comes in belongs to the next triangle as well, unless that is not there, or has the other winding.
    const back = mesh.previous(h);
    addStrain(back, mesh.halfedgeVertices[back]!);
  }
  const size = Math.sqrt(sum[0]! * sum[0]! + sum[1]! * sum[1]! + sum[2]! * sum[2]!);
  if (size > 0) addMatrix(-1 / size, sum[0]!, sum[1]!, sum[2]!);
  for (let k = 0; k < 6; k++) into[k]! *= 0.5;

  /** An edge counts once: at the halfedge of its ring that the edge itself names. */
  function addStrain(halfedge: number, other: number): void {
    const edge = mesh.halfedgeEdges[halfedge]!;
    if (mesh.edgeHalfedges[edge] !== halfedge) return;
    const x = positions[3 * other]! - positions[home]!;
    const y = positions[3 * other + 1]! - positions[home + 1]!;
    const z = positions[3 * other + 2]! - positions[home + 2]!;
    const length = Math.sqrt(x * x + y * y + z * z);
    const strain = (unlimitedLengths?.[edge] ?? length) / restLengths[edge]! - 1;
    if (!(strain > 0 && length > 0)) return;
    const scale = strain / length;
    sum[0]! += scale * x;
    sum[1]! += scale * y;
    sum[2]! += scale * z;
    addMatrix(strain / (length * length), x, y, z);
  }

  function addMatrix(factor: number, x: number, y: number, z: number): void {
    into[0]! += factor * x * x;
    into[1]! += factor * x * y;
    into[2]! += factor * x * z;
    into[3]! += factor * y * y;
    into[4]! += factor * y * z;
    into[5]! += factor * z * z;
  }
}

/** Finds the vertices whose tensors may be over the limit by the sum of their strains alone, and looks at those. */
export class SeparationTensors {
  /** Sum of the tensile strains at each vertex: no eigenvalue is larger than half of it. */
  #strains = new Float64Array(0);

  begin(vertexCount: number): void {
    this.#strains = grown(this.#strains, grownCapacity(this.#strains.length, vertexCount));
    this.#strains.fill(0, 0, vertexCount);
  }

  add(from: number, to: number, strain: number): void {
    this.#strains[from]! += strain;
    this.#strains[to]! += strain;
  }

  collect(
    surface: TearableSurface,
    options: TearingOptions,
    limit: number,
    candidates: Candidates,
  ): void {
    const { mesh, positions } = surface;
    const least = 2 * limit * leastSeverity(options);
    for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
      if (!(this.#strains[vertex]! > least)) continue;
      const threshold = thresholdAt(surface, options, vertex);
      if (!(this.#strains[vertex]! > 2 * limit * threshold)) continue;
      separationTensor(surface, vertex, tensor);
      if (isBelow(tensor, limit * threshold)) continue;
      symmetricEigen(tensor, values, vectors);
      let severity = values[0]! / limit;
      if (!(severity > threshold)) continue;
      axis.set(vectors.subarray(0, 3));
      if (options.weave > 0) {
        const triangles = mesh.trianglesOf(vertex);
        severity *= followWeave(mesh, positions, triangles, options.weave, axis);
      }
      if (severity > threshold) candidates.add(-1, vertex, severity, axis);
    }
  }
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
