import { describe, expect, test } from "vitest";
import { MATERIALS, MODELS, type Model } from "../../src/cloth/index.js";
import { Random } from "../../src/math/random.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type Grab, type SolverOptions, type WorldCloth } from "../../src/sim/index.js";
import { combinations, SOAK } from "../runs.js";
import { kineticEnergy, storedEnergy } from "./sheets.js";
import { SOFT } from "./soft.js";

/** m: grabs stay in a cube of twice this. */
const REACH = 2;
/** m: from the farthest grab, a sheet of 1 m moves on by its diagonal and half of it. */
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

/** A sheet that hangs from its top row, pulled violently by grabs. */
class Violence {
  readonly world: World;
  readonly cloth: WorldCloth;
  /** Maximum kinetic energy while the grabs are active, J. */
  mostViolent = 0;
  readonly #random: Random;
  #grabs: { grab: Grab; point: number[]; velocity: number[] }[] = [];

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

  /** Three grabs at random particles, new ones every ten steps, with random motion. */
  rage(steps: number): void {
    const random = this.#random;
    for (let i = 0; i < steps; i++) {
      if (i % 10 === 0) this.#regrab();
      for (const pull of this.#grabs) {
        if (random.next() < 0.3)
          pull.velocity = pull.velocity.map(() => random.uniform(-SPEED, SPEED));
        pull.point = pull.point.map((x, k) =>
          Math.max(-REACH, Math.min(REACH, x + pull.velocity[k]! / 60)),
        );
        pull.grab.moveTo(pull.point as unknown as Vec3Tuple);
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
      if (grab !== null) this.#grabs.push({ grab, point, velocity: [0, 0, 0] });
    }
  }

  release(): void {
    for (const { grab } of this.#grabs.splice(0)) grab.release();
  }

  /** One step, after which everything must be in its bounds. */
  step(): void {
    this.world.step();
    // Separated fragments fly on: at most as fast as 60 N make the lightest particle in the sixth of a second of a
    // grab.
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

  /** Kinetic, elastic and potential energy, J. */
  energy(): number {
    const { positions, particles } = this.cloth;
    let energy = kineticEnergy(this.cloth) + storedEnergy(this.cloth);
    for (let p = 0; p < particles.count; p++) {
      energy += 9.81 * particles.masses[p]! * positions[3 * p + 1]!;
    }
    return energy;
  }

  /** The fraction of edges longer than `ratio` times their rest length. */
  partOver(ratio: number): number {
    const { mesh, positions, restLengths } = this.cloth.tears.surface;
    let over = 0;
    for (let edge = 0; edge < mesh.edgeCount; edge++) {
      const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
      const offset = [0, 1, 2].map((k) => positions[3 * a + k]! - positions[3 * b + k]!);
      if (Math.hypot(...offset) > ratio * restLengths[edge]!) over++;
    }
    return over / mesh.edgeCount;
  }
}

/** Steps after which an intact cloth is at rest. */
const LONG_REST = 180;

/**
 * Pulls violently for some steps. After the release, the cloth must lose energy and come to rest if there is enough
 * time; separated fragments must not gain energy.
 */
function endure(given: Case, violentStepCount: number, restSteps: number): void {
  const violence = new Violence(given);
  violence.rage(violentStepCount);
  expect(violence.mostViolent).toBeGreaterThan(10);
  violence.cloth.tearing = null; // a tear duplicates the energy of the springs
  const before = violence.energy();
  const violentSteps = kineticEnergy(violence.cloth);
  for (let i = 0; i < restSteps; i++) violence.step();
  expect(violence.energy()).toBeLessThan(before);
  if (given.tears) expect(violence.world.stats.tears).toBeGreaterThan(10);
  if (given.tears || restSteps < LONG_REST) return;
  expect(kineticEnergy(violence.cloth)).toBeLessThan(1e-3 * violentSteps);
  // Without self-collision a sheet may stay folded into itself, where a few edges carry the load of many.
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

    test(`survives grabs at 100 m/s in ${cells} × ${cells} cells`, () => {
      const [moveViolently, rest] = SOAK ? [60, LONG_REST] : [15, 10];
      for (const seed of SEEDS)
        endure({ model, solver, segments: cells, seed, tears }, moveViolently, rest);
    });

    test("comes back to rest", () => {
      const segments = SOAK ? 20 : 12;
      for (const seed of SEEDS) endure({ model, solver, segments, seed, tears }, 60, LONG_REST);
    });
  },
);

test.each(EXPLICIT)("with %s a sheet of springs survives grabs at 100 m/s", (type) => {
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
  "with $type a sheet of $model survives them when it tears",
  ({ model, type }) => {
    const segments = segmentsOf(model);
    endure({ model, solver: { type }, segments, seed: 1, tears: true }, 60, 60);
  },
);
