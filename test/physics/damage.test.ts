import { describe, expect, test } from "vitest";
import { ripsOf } from "../../bench/rips.js";
import { generateIrregular } from "../../src/generate/index.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid, type MeshData } from "../../src/mesh/index.js";
import { World, totalsOf } from "../../src/sim/index.js";
import { sample } from "../runs.js";

const SIDE = 0.5;
const SOFT = { density: 0.3, stiffness: 200, bendStiffness: 1, damping: 0.4, shear: 20 };
const SEEDS = sample([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [1, 2]);

/** Pulls a sheet of random strength apart, with few tears per step. Returns the number of rips. */
function ripsWith(mesh: MeshData, seed: number, damage: number): number {
  const { positions } = mesh;
  const pins = [-1, 1].map((sign) => ({
    select: {
      ids: Array.from({ length: positions.length / 3 }, (_, v) => v).filter(
        (v) => sign * positions[3 * v]! > SIDE / 2 - 1e-6,
      ),
    },
    motion: [
      { time: 0, translation: [0, 0, 0] as Vec3Tuple },
      { time: 4, translation: [0.2 * sign, 0, 0] as Vec3Tuple },
    ],
  }));
  const strengthMap = { noise: { amount: 0.4, size: 0.06 } };
  const tearing = {
    limit: 1.3,
    maxTearsPerStep: 2,
    path: "plane",
    starts: "any",
    heldZone: 0,
    damage,
  } as const;
  const world = new World({
    gravity: [0, 0, 0],
    cloths: [{ mesh, material: SOFT, pins, strengthMap, tearing }],
    solver: { substeps: 30 },
    seed,
  });
  while (world.time < 4 && totalsOf(world).pieces === 1) world.step();
  return ripsOf(world.cloths[0]!).length;
}

const SHEETS: Record<string, (seed: number) => MeshData> = {
  "a grid": () => generateGrid({ size: [SIDE, SIDE], segments: [20, 20] }),
  "an irregular mesh": (seed) => generateIrregular({ size: [SIDE, SIDE], spacing: 0.025, seed }),
};

describe.each(Object.entries(SHEETS))("on %s", (_, mesh) => {
  test("tears that weaken the cloth around them propagate instead of starting anew: less than half as many rips", () => {
    const sum = (damage: number): number =>
      SEEDS.reduce((rips, seed) => rips + ripsWith(mesh(seed), seed, damage), 0);
    expect(sum(0.6)).toBeLessThan(0.5 * sum(0));
  });
});
