import { Random } from "../../src/math/random.js";
import {
  elasticEnergy,
  type Cloth,
  type ClothMaterial,
  type Model,
} from "../../src/cloth/index.js";
import { generateGrid, type MeshData } from "../../src/mesh/index.js";
import { World, type Field, type PinOptions, type SolverOptions } from "../../src/sim/index.js";
import {
  euler,
  forwardEuler,
  implicit,
  midpoint,
  rk4,
  xpbd,
  type SolverModule,
} from "../../src/solvers/index.js";
import { Substeps } from "../../src/solvers/substeps.js";

/** All element kinds, with damping, at a stiffness that explicit solvers can handle. */
export const RICH: ClothMaterial = {
  density: 0.2,
  stiffness: 60,
  shear: 12,
  poisson: 0.25,
  bending: 2e-4,
  bendStiffness: 6,
  damping: 0.05,
  shearDamping: 0.02,
  bendDamping: 1e-6,
};

/** The same without damping. */
export const UNDAMPED: ClothMaterial = { ...RICH, damping: 0, shearDamping: 0, bendDamping: 0 };

export { SOAK } from "../runs.js";

/** A free sheet without external forces. */
export function freeSheet(
  model: Model,
  solver: Partial<SolverOptions>,
  material: ClothMaterial = RICH,
  mesh: MeshData = generateGrid({ size: [0.5, 0.4], segments: [5, 4] }),
): World {
  return new World({
    gravity: [0, 0, 0],
    wind: { drag: 0 },
    solver,
    cloths: [{ mesh, model, material, imperfection: 0 }],
  });
}

/** Moves every particle randomly by up to `shift` m, with up to `speed` m/s. */
export function shake(world: World, seed: number, shift: number, speed: number): void {
  const random = new Random(seed);
  const { positions, velocities, count } = world.cloths[0]!.particles;
  for (let i = 0; i < 3 * count; i++) {
    positions[i]! += random.uniform(-shift, shift);
    velocities[i] = random.uniform(-speed, speed);
  }
}

export interface Momentum {
  /** kg·m/s. */
  linear: number[];
  /** About the origin, kg·m²/s. */
  angular: number[];
}

export function momentumOf({ particles }: Cloth): Momentum {
  const { positions: x, velocities: v, masses, count } = particles;
  const linear = [0, 0, 0];
  const angular = [0, 0, 0];
  for (let p = 0; p < count; p++) {
    for (let k = 0; k < 3; k++) {
      const [i, j] = [3 * p + ((k + 1) % 3), 3 * p + ((k + 2) % 3)];
      linear[k]! += masses[p]! * v[3 * p + k]!;
      angular[k]! += masses[p]! * (x[i]! * v[j]! - x[j]! * v[i]!);
    }
  }
  return { linear, angular };
}

/** The sums of magnitudes for both momenta: the scale of rounding. */
export function momentumScale({ particles }: Cloth): { linear: number; angular: number } {
  const { positions, velocities, masses, count } = particles;
  let [linear, angular] = [0, 0];
  for (let p = 0; p < count; p++) {
    const speed = Math.hypot(...velocities.subarray(3 * p, 3 * p + 3));
    linear += masses[p]! * speed;
    angular += masses[p]! * speed * Math.hypot(...positions.subarray(3 * p, 3 * p + 3));
  }
  return { linear, angular };
}

/** J. */
export function kineticEnergy({ particles }: Cloth): number {
  const { velocities, masses, count } = particles;
  let energy = 0;
  for (let p = 0; p < count; p++) {
    for (let k = 0; k < 3; k++) energy += 0.5 * masses[p]! * velocities[3 * p + k]! ** 2;
  }
  return energy;
}

/** J, of all elements. */
export function storedEnergy(cloth: Cloth, positions = cloth.particles.positions): number {
  return cloth.elements.reduce((sum, kind) => sum + elasticEnergy(kind, positions), 0);
}

export function distanceBetween(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2;
  return Math.sqrt(sum);
}

/** Orders of convergence: log2 of the ratio of consecutive values. */
export function slopesOf(errors: readonly number[]): number[] {
  return errors.slice(1).map((error, i) => Math.log2(errors[i]! / error));
}

/** Makes an explicit solver take the given steps without checks. */
export function withoutGuard({ options }: World): World {
  const unguarded = (module: SolverModule): SolverModule => ({
    ...module,
    defaultSubsteps: 1,
    substepsOf: (context) => new Substeps(context),
  });
  const explicit = [euler, midpoint, rk4, forwardEuler].map(unguarded);
  return new World({ ...options, solvers: [xpbd, implicit, ...explicit] });
}

/** A viscous fluid that slows everything down at a rate in 1/s, without gravity: it brings cloth to rest. */
export function bath(rate: number): Field {
  return {
    addForces({ particles: { count, velocities, masses } }, forces) {
      for (let i = 0; i < 3 * count; i++) {
        forces[i]! -= rate * masses[Math.floor(i / 3)]! * velocities[i]!;
      }
    },
  };
}

/**
 * Pins of the left and right side of a sheet, of all particles farther from its center than `from`. Each moves outward
 * over 4 s, m.
 */
export function pulledApart({ positions }: MeshData, from: number, by: number): PinOptions[] {
  const vertices = Array.from({ length: positions.length / 3 }, (_, vertex) => vertex);
  return [-1, 1].map((sign) => ({
    select: { ids: vertices.filter((vertex) => sign * positions[3 * vertex]! > from) },
    motion: [
      { time: 0, translation: [0, 0, 0] },
      { time: 4, translation: [by * sign, 0, 0] },
    ],
  }));
}
