import type { ClothMesh } from "tatter/three";
import type { Intersection } from "three";
import { aim } from "../stage/aim.js";
import type { Stage } from "../stage/stage.js";
import type { Place } from "./pointer-tool.js";

/** What is under a pointer. */
export interface ClothHit extends Intersection<ClothMesh> {
  /** Index of the cloth. */
  cloth: number;
}

/**
 * Returns the nearest point of a cloth under a pointer. Null: there is no cloth.
 *
 * @param cloths In the order of the simulation.
 */
export function clothAt(
  { renderer, camera }: Stage,
  cloths: readonly ClothMesh[],
  at: Place,
): ClothHit | null {
  const [hit] = aim(renderer.domElement, camera, at).intersectObjects<ClothMesh>([...cloths]);
  return hit === undefined ? null : { ...hit, cloth: cloths.indexOf(hit.object) };
}
