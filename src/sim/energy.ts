import { appliedEnergy, elasticEnergy } from "../cloth/index.js";
import { toTuple, type Vec3, type Vec3Tuple } from "../math/vec3.js";
import type { WorldCloth } from "./cloth/world-cloth.js";

interface Cloths {
  readonly cloths: readonly WorldCloth[];
}

/** A world, as far as its energy is concerned. */
export interface EnergySource extends Cloths {
  readonly gravity: Vec3Tuple;
  /** @internal */
  readonly solverModule: { readonly hasTrueStrain: boolean };
}

/** Energy of the cloths of a world, J. */
export interface Energy {
  /** Kinetic energy. */
  kinetic: number;
  /** Potential energy of gravity, relative to a given point. */
  gravity: number;
  /** Energy of stretch, shear and bending. */
  elastic: number;
}

/**
 * The energy of all cloths now, J. Without damping, air and grabs the sum is constant, as far as the solver conserves
 * it. Balls are not included. O(elements).
 *
 * The elastic part is that of the current positions; with XPBD it is that of the forces in the latest step, because
 * XPBD leaves errors in the positions.
 *
 * @param from Where cloth has no energy of gravity, m.
 *
 * @example
 * import { energyOf, generateGrid, World } from "tatter";
 * const world = new World({ cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [10, 10] }) }] });
 * world.step();
 * const { kinetic, gravity, elastic } = energyOf(world);
 * console.log(kinetic + gravity + elastic); // J
 */
export function energyOf(world: EnergySource, from: Vec3 = [0, 0, 0]): Energy {
  const origin = toTuple(from);
  const energy: Energy = { kinetic: 0, gravity: 0, elastic: 0 };
  for (const cloth of world.cloths) {
    addMotionAndHeight(cloth, world.gravity, origin, energy);
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

/**
 * The center of mass of all cloths, m.
 *
 * @example
 * import { centerOfMass, energyOf, generateGrid, World } from "tatter";
 * const world = new World({ cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [10, 10] }) }] });
 * const start = centerOfMass(world);
 * world.step();
 * console.log(energyOf(world, start).gravity); // J, relative to the start
 */
export function centerOfMass({ cloths }: Cloths): Vec3Tuple {
  const center: [number, number, number] = [0, 0, 0];
  let mass = 0;
  for (const { particles } of cloths) {
    for (let p = 0; p < particles.count; p++) {
      const own = particles.masses[p]!;
      mass += own;
      for (const k of [0, 1, 2] as const) center[k] += own * particles.positions[3 * p + k]!;
    }
  }
  return mass === 0 ? center : [center[0] / mass, center[1] / mass, center[2] / mass];
}
