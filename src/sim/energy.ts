import { appliedEnergy, elasticEnergy } from "../cloth/index.js";
import type { Vec3Tuple } from "../math/vec3.js";
import type { WorldCloth } from "./cloth/world-cloth.js";

/** What has the energy. */
interface Cloths {
  readonly cloths: readonly WorldCloth[];
}

/** Energy of the cloths of a world, J. */
export interface Energy {
  /** Of their motion. */
  kinetic: number;
  /** Of their height: what gravity has to give until their mass is at a given place. */
  gravity: number;
  /** Of all that is stretched, sheared or bent. */
  elastic: number;
}

/**
 * The energy of all cloths as they are now. Without damping, air and hands the sum stays what it is, as far as the solver
 * keeps it; balls have an energy of their own, which is not in it. O(elements).
 *
 * The elastic part is that of the pose; with xpbd that of the forces in the latest step, because its poses are rough.
 *
 * @param from Where cloth has no energy of gravity, m.
 */
export function energyOf(
  world: Cloths & {
    readonly gravity: Vec3Tuple;
    readonly solverModule: { readonly hasTrueStrain: boolean };
  },
  from: Vec3Tuple = [0, 0, 0],
): Energy {
  const energy: Energy = { kinetic: 0, gravity: 0, elastic: 0 };
  for (const cloth of world.cloths) {
    addMotionAndHeight(cloth, world.gravity, from, energy);
    const { elements, positions, forces } = cloth;
    for (const kind of elements) {
      energy.elastic += world.solverModule.hasTrueStrain
        ? elasticEnergy(kind, positions)
        : appliedEnergy(kind, forces.duration);
    }
  }
  return energy;
}

function addMotionAndHeight(
  { particles: { positions, velocities, masses, count } }: WorldCloth,
  gravity: Vec3Tuple,
  from: Vec3Tuple,
  energy: Energy,
): void {
  let kinetic = 0;
  let height = 0;
  for (let p = 0; p < count; p++) {
    const i = 3 * p;
    const [u, v, w] = [velocities[i]!, velocities[i + 1]!, velocities[i + 2]!];
    kinetic += 0.5 * masses[p]! * (u * u + v * v + w * w);
    height -=
      masses[p]! *
      ((positions[i]! - from[0]) * gravity[0] +
        (positions[i + 1]! - from[1]) * gravity[1] +
        (positions[i + 2]! - from[2]) * gravity[2]);
  }
  energy.kinetic += kinetic;
  energy.gravity += height;
}

/** The middle of the mass of all cloths, m: a place to count the energy of gravity from. */
export function centerOfMass({ cloths }: Cloths): Vec3Tuple {
  const middle: [number, number, number] = [0, 0, 0];
  let mass = 0;
  for (const { particles } of cloths) {
    for (let p = 0; p < particles.count; p++) {
      const own = particles.masses[p]!;
      mass += own;
      for (const k of [0, 1, 2] as const) middle[k] += own * particles.positions[3 * p + k]!;
    }
  }
  return mass === 0 ? middle : [middle[0] / mass, middle[1] / mass, middle[2] / mass];
}
