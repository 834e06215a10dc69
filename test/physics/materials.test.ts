import { describe, expect, test } from "vitest";
import { MATERIALS, MODELS, type MaterialName, type Model } from "../../src/cloth/index.js";
import { Random } from "../../src/math/random.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type SolverName } from "../../src/sim/index.js";
import { combinations, SOAK } from "../runs.js";
import { kineticEnergy, storedEnergy } from "./sheets.js";

const NAMES = Object.keys(MATERIALS) as MaterialName[];
const MEASURED_SOLVERS = ["xpbd", "implicit"] as const;
const MEASURED_MODELS = ["springs", "membrane"] as const;

/** s, until a square sheet tears whose two sides are pulled apart at the same speed. */
function tearOnset(name: MaterialName, type: SolverName, model: Model): number {
  const [size, distance] = [0.3, 0.66]; // m
  const away = (sign: number): { time: number; translation: Vec3Tuple }[] => [
    { time: 0, translation: [0, 0, 0] },
    { time: 2, translation: [sign * distance, 0, 0] },
  ];
  const world = new World({
    gravity: [0, 0, 0],
    solver: { type },
    cloths: [
      {
        mesh: generateGrid({ size: [size, size], segments: [6, 6] }),
        model,
        material: MATERIALS[name],
        pins: [
          { select: { group: "left" }, motion: away(-1) },
          { select: { group: "right" }, motion: away(1) },
        ],
        tearing: {},
      },
    ],
  });
  while (world.stats.tears === 0 && world.time < 2) world.step();
  return world.time;
}

test.each(combinations({ solver: MEASURED_SOLVERS, model: MEASURED_MODELS }))(
  "with $solver and the same load, $model of paper tears first, then cotton, denim and rubber",
  ({ solver, model }) => {
    const order = ["paper", "cotton", "denim", "rubber"] as const;
    const onsets = order.map((name) => tearOnset(name, solver, model));
    for (let i = 1; i < order.length; i++) {
      expect(onsets[i]! - onsets[i - 1]!, `${order[i - 1]} and ${order[i]}`).toBeGreaterThan(0);
    }
    expect(onsets.at(-1)).toBeLessThan(2); // rubber tears too
    expect(onsets[3]).toBeGreaterThan(3 * onsets[2]!);
  },
);

/** A sheet of 1 m that hangs for a while, by clips of 6 cm at two corners or by its top edge. */
function tearsWhileHanging(
  name: MaterialName,
  type: SolverName,
  model: Model,
  segments: number,
  by: "corners" | "edge",
  seconds: number,
): number {
  const clip = (u: number): { select: { uv: [[number, number], [number, number]] } } => ({
    select: {
      uv: [
        [u, 0.94],
        [u + 0.06, 1],
      ],
    },
  });
  const world = new World({
    solver: { type },
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [segments, segments] }),
        model,
        material: MATERIALS[name],
        pins: by === "edge" ? [{ select: { group: "top" } }] : [clip(0), clip(0.94)],
        tearing: {},
      },
    ],
  });
  while (world.time < seconds) world.step();
  return world.stats.tears;
}

describe("a sheet of 1 m hangs without tearing", () => {
  const models = SOAK ? MODELS : MEASURED_MODELS;

  test.each(combinations({ name: NAMES, model: models, solver: MEASURED_SOLVERS }))(
    "of $name, $model, with $solver",
    ({ name, model, solver }) => {
      const isQuick = solver === "xpbd";
      const seconds = SOAK ? (isQuick ? 2 : 0.5) : isQuick ? 0.3 : 0.15;
      const few = [!isQuick ? 10 : model === "springs" ? 32 : 20];
      for (const segments of SOAK ? [20, 32, 40] : few) {
        for (const by of SOAK ? (["corners", "edge"] as const) : (["corners"] as const)) {
          const tears = tearsWhileHanging(name, solver, model, segments, by, seconds);
          expect(tears, `${segments}, by its ${by}`).toBe(0);
        }
      }
    },
  );
});

const SOLVERS = ["xpbd", "implicit", "euler", "midpoint", "rk4"] as const;
/** m: the grab stays in a cube of twice this; a sheet of 0.3 m moves on by its diagonal, and rubber by more. */
const REACH = 0.5;
const FARTHEST = 4;

/** A small sheet that hangs from one side, moved violently by a grab and released. */
function endure(name: MaterialName, type: SolverName, model: Model, seed: number): void {
  // Paper and foil need thousands of explicit substeps.
  const isFast = type === "xpbd" || type === "implicit";
  const segments = SOAK || isFast ? 6 : 4;
  const steps = SOAK ? 20 : isFast ? 6 : 3;
  const world = new World({
    solver: { type },
    cloths: [
      {
        mesh: generateGrid({ size: [0.3, 0.3], segments: [segments, segments] }),
        model,
        material: MATERIALS[name],
        pins: [{ select: { group: "top" } }],
      },
    ],
  });
  const cloth = world.cloths[0]!;
  const random = new Random(seed);
  const grab = world.grab({ point: [0.1, -0.1, 0], radius: 0.08 })!;
  const check = (): void => {
    const { positions, particles } = cloth;
    for (let i = 0; i < 3 * particles.count; i++) {
      if (!(Math.abs(positions[i]!) < FARTHEST)) throw new Error(`${name}: ${positions[i]} m off`);
    }
  };
  for (let i = 0; i < steps; i++) {
    grab.moveTo([0, 1, 2].map(() => random.uniform(-REACH, REACH)) as unknown as Vec3Tuple);
    world.step();
    check();
  }
  grab.release();
  const energy = (): number => {
    let sum = kineticEnergy(cloth) + storedEnergy(cloth);
    const { positions, particles } = cloth;
    for (let p = 0; p < particles.count; p++) {
      sum += 9.81 * particles.masses[p]! * positions[3 * p + 1]!;
    }
    return sum;
  };
  const before = energy();
  for (let i = 0; i < steps; i++) {
    world.step();
    check();
  }
  expect(energy(), `${name}, ${type}, ${model}`).toBeLessThan(before);
}

describe("every material survives a violent grab", () => {
  test.each(combinations({ name: NAMES, type: SOLVERS, model: MODELS }))(
    "$name with $type, $model",
    ({ name, type, model }) => endure(name, type, model, 11),
  );
});
