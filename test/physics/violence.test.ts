import { describe, expect, test } from "vitest";
import { MATERIALS, MODELS, type Model } from "../../src/cloth/index.js";
import { Random } from "../../src/math/random.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type Grab, type SolverOptions, type WorldCloth } from "../../src/sim/index.js";
import { combinations, SOAK } from "../runs.js";
import { kineticEnergy, storedEnergy } from "./sheets.js";
import { SOFT } from "./soft.js";

/** m: hands stay in a cube of twice this. */
const REACH = 2;
/** m: from a hand at its farthest, a sheet of 1 m is thrown on by its diagonal and half as much again. */
const FARTHEST = REACH + 1.5 * Math.SQRT2;
/** m/s, along each axis. */
const SPEED = 100;

interface Case {
  model: Model;
  solver: Partial<SolverOptions>;
  segments: number;
  seed: number;
  tears: boolean;
}

/** A sheet that hangs from its top row, in the hands of madmen. */
class Violence {
  readonly world: World;
  readonly cloth: WorldCloth;
  /** Most energy of motion while the hands raged, J. */
  mostViolent = 0;
  readonly #random: Random;
  #hands: { grab: Grab; point: number[]; velocity: number[] }[] = [];

  constructor({ model, solver, segments, seed, tears }: Case) {
    this.world = new World({
      solver,
      cloths: [
        {
          mesh: generateGrid({ size: [1, 1], segments: [segments, segments] }),
          model,
          material: solver.type === "xpbd" ? MATERIALS.cotton : SOFT,
          pins: [{ select: { group: "top" } }],
          tearing: tears ? { limit: 1.3 } : null,
        },
      ],
    });
    this.cloth = this.world.cloths[0]!;
    this.#random = new Random(seed);
  }

  /** Three hands take hold anywhere, every ten steps anew, and jerk about. */
  rage(steps: number): void {
    const random = this.#random;
    for (let i = 0; i < steps; i++) {
      if (i % 10 === 0) this.#regrab();
      for (const hand of this.#hands) {
        if (random.next() < 0.3)
          hand.velocity = hand.velocity.map(() => random.between(-SPEED, SPEED));
        hand.point = hand.point.map((x, k) =>
          Math.max(-REACH, Math.min(REACH, x + hand.velocity[k]! / 60)),
        );
        hand.grab.moveTo(hand.point as unknown as Vec3Tuple);
      }
      this.step();
      this.mostViolent = Math.max(this.mostViolent, kineticEnergy(this.cloth));
    }
    this.release();
  }

  #regrab(): void {
    this.release();
    for (let n = 0; n < 3; n++) {
      const p = Math.floor(this.#random.next() * this.cloth.particles.count);
      const point = [...this.cloth.positions.subarray(3 * p, 3 * p + 3)];
      const grab = this.world.grab({ point: point as unknown as Vec3Tuple });
      if (grab !== null) this.#hands.push({ grab, point, velocity: [0, 0, 0] });
    }
  }

  release(): void {
    for (const { grab } of this.#hands.splice(0)) grab.release();
  }

  /** One step, after which everything is where it can be. */
  step(): void {
    this.world.step();
    // What is torn off flies on: no faster than 60 N make the lightest particle in the sixth of a second of a grab.
    const { density } = this.cloth.material;
    const lightest = (density * this.cloth.rest.areas[0]!) / 3;
    const flown = this.world.stats.tears > 0 ? (60 / 6 / lightest) * this.world.time : 0;
    const { positions, particles } = this.cloth;
    let farthest = 0;
    for (let i = 0; i < 3 * particles.count; i++) {
      const distance = Math.abs(positions[i]!);
      if (!(distance <= farthest)) farthest = distance; // NaN too
    }
    expect(farthest).toBeLessThan(FARTHEST + flown);
  }

  /** J, of motion, stretch and height. */
  energy(): number {
    const { positions, particles } = this.cloth;
    let energy = kineticEnergy(this.cloth) + storedEnergy(this.cloth);
    for (let p = 0; p < particles.count; p++) {
      energy += 9.81 * particles.masses[p]! * positions[3 * p + 1]!;
    }
    return energy;
  }

  /** The part of the edges that is longer than `ratio` times their rest length. */
  partOver(ratio: number): number {
    const { mesh, positions, restLengths } = this.cloth.tears.surface;
    let over = 0;
    for (let edge = 0; edge < mesh.edgeCount; edge++) {
      const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
      const way = [0, 1, 2].map((k) => positions[3 * a + k]! - positions[3 * b + k]!);
      if (Math.hypot(...way) > ratio * restLengths[edge]!) over++;
    }
    return over / mesh.edgeCount;
  }
}

/** Steps after which a cloth that is whole is at rest. */
const LONG_REST = 180;

/**
 * Rages for some steps, then sees the cloth lose energy all the while that nobody touches it, and come to rest if that is long
 * enough; or what is torn off fly without gaining anything.
 */
function endure(given: Case, rageSteps: number, restSteps: number): void {
  const violence = new Violence(given);
  violence.rage(rageSteps);
  expect(violence.mostViolent).toBeGreaterThan(10);
  violence.cloth.tearing = null; // a tear gives the copies of springs the energy of their originals once more
  const before = violence.energy();
  const raging = kineticEnergy(violence.cloth);
  for (let i = 0; i < restSteps; i++) violence.step();
  expect(violence.energy()).toBeLessThan(before);
  if (given.tears) expect(violence.world.stats.tears).toBeGreaterThan(10);
  if (given.tears || restSteps < LONG_REST) return;
  expect(kineticEnergy(violence.cloth)).toBeLessThan(1e-3 * raging);
  // Nothing keeps a sheet without collisions from staying folded into itself, where a few edges carry what many should.
  expect(violence.partOver(1.1)).toBeLessThan(0.01);
  expect(violence.partOver(1.3)).toBe(0);
}

const SEEDS = SOAK ? [1, 2] : [1];
const EXPLICIT = ["midpoint", "rk4", "euler"] as const;

describe.each(combinations({ model: MODELS, tears: [false, true] }))(
  "with XPBD a sheet of $model (tearing: $tears)",
  ({ model, tears }) => {
    const solver = { type: "xpbd" } as const;
    const cells = SOAK || model === "springs" ? 64 : 32;

    test(`endures hands at 100 m/s in ${cells} × ${cells} cells`, () => {
      const [rage, rest] = SOAK ? [60, LONG_REST] : [15, 10];
      for (const seed of SEEDS) endure({ model, solver, segments: cells, seed, tears }, rage, rest);
    });

    test("comes back to rest", () => {
      const segments = SOAK ? 20 : 12;
      for (const seed of SEEDS) endure({ model, solver, segments, seed, tears }, 60, LONG_REST);
    });
  },
);

test.each(EXPLICIT)("with %s a sheet of springs endures hands at 100 m/s", (type) => {
  const segments = SOAK ? 32 : 14;
  endure({ model: "springs", solver: { type }, segments, seed: 2, tears: false }, 20, 10);
});

const segmentsOf = (model: Model): number => (SOAK ? 32 : model === "springs" ? 12 : 8);

test.each(combinations({ model: MODELS, type: EXPLICIT }))(
  "with $type a sheet of $model comes back to rest",
  ({ model, type }) => {
    const segments = segmentsOf(model);
    endure({ model, solver: { type }, segments, seed: 1, tears: false }, 60, LONG_REST);
  },
);

test.each(combinations({ model: MODELS, type: EXPLICIT.toReversed() }))(
  "with $type a sheet of $model endures them when it tears",
  ({ model, type }) => {
    const segments = segmentsOf(model);
    endure({ model, solver: { type }, segments, seed: 1, tears: true }, 60, 60);
  },
);
