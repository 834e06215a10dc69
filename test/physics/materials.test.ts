import { describe, expect, test } from "vitest";
import { MATERIALS, MODELS, type MaterialName, type Model } from "../../src/cloth/index.js";
import { Random } from "../../src/math/random.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type SolverName } from "../../src/sim/index.js";
import { combinations, SOAK } from "../runs.js";
import { kineticEnergy, storedEnergy } from "./sheets.js";

const NAMES = Object.keys(MATERIALS) as MaterialName[];

/** s, until a square sheet tears whose two sides are pulled apart at the same speed. */
function tearOnset(name: MaterialName, model: Model): number {
  const [size, distance] = [0.3, 1]; // m
  const away = (sign: number): { time: number; translation: Vec3Tuple }[] => [
    { time: 0, translation: [0, 0, 0] },
    { time: 2, translation: [sign * distance, 0, 0] },
  ];
  const world = new World({
    gravity: [0, 0, 0],
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

test.each(["springs", "membrane"] as const)(
  "under the same pull, %s of paper tears first, then cotton, denim and rubber",
  (model) => {
    const order = ["paper", "cotton", "denim", "rubber"] as const;
    const onsets = order.map((name) => tearOnset(name, model));
    for (let i = 1; i < order.length; i++) {
      expect(onsets[i]! - onsets[i - 1]!, `${order[i - 1]} and ${order[i]}`).toBeGreaterThan(0);
    }
    expect(onsets.at(-1)).toBeLessThan(2); // rubber tears too
    expect(onsets[3]).toBeGreaterThan(3 * onsets[2]!);
  },
);

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
