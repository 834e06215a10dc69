import type { TriangleMesh } from "../../mesh/index.js";
import { fanAt } from "../fan.js";
import type { TearPose } from "../tear-pose.js";
import type { SeamDirection } from "../seam-direction.js";
import { sideBelow } from "./slice.js";

/** Such a pull goes as much across a seam as along it: sin² of 45°. */
const HALF_ACROSS = 0.5;

/**
 * Whether a vertex parts along its seam, by any path: where nothing else would make it give way, and where the pull, though
 * strong enough for the cloth too, goes more across the seam than along it, or is worse for the seam: of a pull p the seam
 * bears p sin² α across it, and tears there first where that is more, of its strength, than p of the strength of the cloth.
 *
 * @param isOver Whether the load is over what the vertex would bear without a seam.
 */
export function partsAlongSeam(
  { first, strength, across }: SeamDirection,
  isOver: boolean,
): boolean {
  if (first === -1 || strength >= 1) return false;
  return !isOver || across > Math.min(HALF_ACROSS, strength);
}

/**
 * The triangles of a vertex on the far side of its seam, seen from where it is pulled to: as with the path `slice`, but with
 * the edges of the seam.
 *
 *            │ pull                inside: both edges of the seam part
 *       ╲    │    ╱                on a border or a tear: one
 *     ━━━━━━ v ━━━━━━ seam
 *       ╱    │    ╲                these go to the copy
 *
 * @returns null where the vertex has not the two sides that it takes.
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
  const to = fan.edges.indexOf(second); // a closed fan starts with the first
  return to === -1 ? null : sideBelow(mesh, pose, vertex, fan, axis, 0, to);
}
