import type { Vector3 } from "../math/vector.js";
import { addPullOn, AXIS, type HoldMode } from "../cloth/index.js";
import type { WorldCloth } from "./world-cloth.js";

/** A line or a plane that particles are held on: its unit vector, along the one or across the other. */
export interface HeldWay {
  mode: HoldMode;
  direction: Vector3;
}

/**
 * Writes the force that has to be held at a particle, N, to cleared numbers: what the cloth pulls it with, as the mean over
 * the latest step, and its own weight. The part that a line or a plane leaves free does not count.
 */
export function addHeldForce(
  cloth: WorldCloth,
  particle: number,
  way: HeldWay | null,
  into: Float64Array,
): void {
  addPullOn(cloth, particle, cloth.stepPulls, into);
  const mass = cloth.particles.masses[particle]!;
  for (let k = 0; k < 3; k++) into[k]! += mass * cloth.stepGravity[k]!;
  if (way === null) return;
  const { mode, direction } = way;
  const along = into[0]! * direction[0] + into[1]! * direction[1] + into[2]! * direction[2];
  for (let k = 0; k < 3; k++) {
    into[k] = mode === AXIS ? into[k]! - along * direction[k]! : along * direction[k]!;
  }
}
