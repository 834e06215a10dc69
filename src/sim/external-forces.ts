import { BlowUpError } from "./blow-up.js";
import type { World } from "./world.js";
import type { WorldCloth } from "./world-cloth.js";

/** Sets the air at the particles of a cloth for a step: the wind, and what fields add to it. */
export function setWinds(world: World, cloth: WorldCloth): void {
  const { fields, time } = world;
  const { winds } = cloth.particles;
  world.windField.blow(world.wind, cloth.particles);
  if (fields.length === 0) return;
  const wasFinite = isFiniteSum(winds, cloth);
  for (let i = 0; i < fields.length; i++) {
    fields[i]!.addWinds?.(cloth, winds, time);
    if (wasFinite && !isFiniteSum(winds, cloth)) blame(world, cloth, i, "air", winds, "m/s", time);
  }
}

/**
 * Gathers in `forces` of the particles all that acts on a cloth from outside: gravity, air and fields. The same for
 * every solver. `after` is the time since the start of the substep, s. `dt` is the time over which the forces will be applied
 * at once, which keeps any drag stable; 0 for integrators that evaluate them several times a step.
 */
export function addExternalForces(
  world: World,
  cloth: WorldCloth,
  after: number,
  dt: number,
): void {
  const { kernels, fields } = world;
  const { forces } = cloth.particles;
  kernels.clearForces(cloth.particles);
  kernels.addGravity(cloth.particles, world.gravity);
  kernels.addAir(cloth, world.windField.drag, dt);
  if (fields.length === 0) return;
  const { substeps } = world;
  substeps.instant = world.substepTime + after;
  const wasFinite = isFiniteSum(forces, cloth); // else the fault is not theirs
  for (let i = 0; i < fields.length; i++) {
    fields[i]!.addForces?.(cloth, forces, substeps.instant);
    if (wasFinite && !isFiniteSum(forces, cloth)) {
      blame(world, cloth, i, "force", forces, "N", substeps.instant);
    }
  }
}

/** Any NaN or infinity makes the sum one; the price is one addition a number. */
function isFiniteSum(vectors: Float64Array, { particles }: WorldCloth): boolean {
  let sum = 0;
  for (let i = 0; i < 3 * particles.count; i++) sum += vectors[i]!;
  return Number.isFinite(sum);
}

/** Names the first particle to which a field gave what is no number; none when only the sum ran over. */
function blame(
  world: World,
  cloth: WorldCloth,
  field: number,
  what: string,
  vectors: Float64Array,
  unit: string,
  time: number,
): void {
  for (let p = 0; p < cloth.particles.count; p++) {
    const vector = vectors.slice(3 * p, 3 * p + 3);
    if (vector.every(Number.isFinite)) continue;
    const number = world.cloths.indexOf(cloth);
    throw new BlowUpError(
      `fields.${field}: expected finite numbers, but it made the ${what} at particle ${p} of cloth ` +
        `${number} (${vector.join(", ")}) ${unit} at ${time} s`,
      time,
      number,
    );
  }
}
