import type { Vector3 } from "../math/vector.js";
import { splitVertex, type TriangleMesh, type VertexSplit } from "../mesh/index.js";
import type { Candidates } from "./candidates.js";
import type { TearingOptions } from "./options.js";
import { trianglesBelowPlane } from "./plane-path.js";
import type { TearableSurface } from "./surface.js";

/** One split that a tense edge has caused. */
export interface Tear {
  /** What the mesh did; stores replay it. */
  edit: VertexSplit;
  /** The edge that was over the limit. */
  edge: number;
  /** How far over: 1 is at the limit. */
  severity: number;
  /** Where, m. */
  position: Vector3;
  /** Unit vector along the tense edge; the tear runs across it. */
  axis: Vector3;
}

/** What one call of `tear` did. */
export interface TearResult {
  tears: Tear[];
  /** Splits that the cap of a step has put off. */
  putOff: number;
}

const NOTHING: TearResult = { tears: [], putOff: 0 };

/**
 * Splits particles until no edge over the limit can split (Robson), in the order of the candidates: for
 * each the heavier end first, then the other. Held particles never split.
 *
 * A split lets go of the edges at its particle: what was measured there holds no longer, and only the next
 * solve can tell what they carry. Until then they do not count as over the limit. Without this, an edge
 * would be cut off at both ends in the same instant, and a tear would leave a trail of loose triangles.
 */
export function tear(
  surface: TearableSurface,
  options: Pick<TearingOptions, "maxTearsPerStep">,
  candidates: Candidates,
): TearResult {
  if (candidates.count === 0) return NOTHING;
  const { mesh, positions } = surface;
  const vertexCountBefore = mesh.vertexCount;
  const letGo = new Set<number>();
  const result: TearResult = { tears: [], putOff: 0 };

  for (let i = 0; i < candidates.count; i++) {
    const edge = candidates.edges[i]!;
    const start = mesh.edgeStart(edge);
    const end = mesh.edgeEnd(edge);
    if (letGo.has(start) || letGo.has(end)) continue;
    const startFirst = isHeavier(surface, start, end);
    if (tryToSplit(startFirst ? start : end, startFirst ? end : start, i)) continue;
    tryToSplit(startFirst ? end : start, startFirst ? start : end, i);
  }
  return result;

  /** A vertex made in this very call has no position of its own yet; it stands where its original stands. */
  function placeOf(vertex: number): number {
    let place = vertex;
    while (place >= vertexCountBefore) place = mesh.vertexOrigins[2 * place]!;
    return place;
  }

  function tryToSplit(vertex: number, other: number, candidate: number): boolean {
    if (surface.isHeld(vertex)) return false;
    const from = 3 * placeOf(vertex);
    const to = 3 * placeOf(other);
    const x = positions[to]! - positions[from]!;
    const y = positions[to + 1]! - positions[from + 1]!;
    const z = positions[to + 2]! - positions[from + 2]!;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length === 0) return false;
    const axis: Vector3 = [x / length, y / length, z / length];
    const below = trianglesBelowPlane(surface, vertex, placeOf, ...axis);
    if (below === null) return false;
    if (result.tears.length >= options.maxTearsPerStep) {
      result.putOff++;
      letGo.add(vertex); // counted once
      return true;
    }
    const edit = splitVertex(mesh, vertex, below);
    letGo.add(edit.vertex).add(edit.newVertex);
    result.tears.push({
      edit,
      edge: candidates.edges[candidate]!,
      severity: candidates.severities[candidate]!,
      position: [positions[from]!, positions[from + 1]!, positions[from + 2]!],
      axis,
    });
    return true;
  }
}

/** Weights closer than this count as equal: what is left is the rounding of their sums. */
const EQUAL_WEIGHT = 1e-9;

/** Whether `a` weighs more than `b`; equal ones go by their number. */
function isHeavier(surface: TearableSurface, a: number, b: number): boolean {
  const weightA = weightOf(surface.mesh, surface.triangleWeights, a);
  const weightB = weightOf(surface.mesh, surface.triangleWeights, b);
  if (Math.abs(weightA - weightB) <= EQUAL_WEIGHT * weightA) return a < b;
  return weightA > weightB;
}

function weightOf(mesh: TriangleMesh, triangleWeights: Float64Array, vertex: number): number {
  let weight = 0;
  for (const corner of mesh.cornersOf(vertex)) weight += triangleWeights[mesh.triangleOf(corner)]!;
  return weight;
}
