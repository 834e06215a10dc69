import type { TriangleMesh } from "../../mesh/index.js";
import { fanAt } from "../fan.js";
import type { TearPose } from "../tear-pose.js";
import type { SeamDirection } from "../seam-direction.js";
import { sideBelow } from "./slice.js";

/** sin² of 45°: the pull is as much across the seam as along it. */
const HALF_ACROSS = 0.5;

/**
 * True if a vertex splits along its seam, for any path:
 *
 * - if only the seam makes it fail;
 * - if the load is over the strength of the cloth too, but the pull is more across the seam than along it;
 * - or if the seam fails first: under a pull p the seam bears p sin² α across it, and fails first if that, over the
 *   strength of the seam, is more than p over the strength of the cloth.
 *
 * @param isOver True if the load is over what the vertex bears without a seam.
 */
export function splitsAlongSeam(
  { first, strength, across }: SeamDirection,
  isOver: boolean,
): boolean {
  if (first === -1 || strength >= 1) return false;
  return !isOver || across > Math.min(HALF_ACROSS, strength);
}

/**
 * The triangles of a vertex on the side of its seam away from the pull: as for the path `slice`, but along the edges of
 * the seam.
 *
 *            │ pull                inside: both edges of the seam separate
 *       ╲    │    ╱                on a border or a tear: one
 *     ━━━━━━ v ━━━━━━ seam
 *       ╱    │    ╲                these go to the copy
 *
 * @returns null if the vertex does not have two sides.
 */
export function trianglesBesideSeam(
  mesh: TriangleMesh,
  pose: TearPose,
  vertex: number,
  axis: Float64Array,
  { first, second }: SeamDirection,
): number[] | null {
  const fan = fanAt(mesh, vertex, first);
  if (fan === null || fan.isClosed !== (second !== -1)) return null;
  if (!fan.isClosed) return sideBelow(mesh, pose, vertex, fan, axis, 0, fan.edges.indexOf(first));
  const to = fan.edges.indexOf(second); // a closed fan starts with `first`
  return to === -1 ? null : sideBelow(mesh, pose, vertex, fan, axis, 0, to);
}
