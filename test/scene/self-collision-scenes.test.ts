import { describe, expect, test } from "vitest";
import { loadSceneFile, openWorld } from "../../src/node/index.js";
import { advanceFrame } from "../../src/scene/index.js";
import type { World } from "../../src/sim/index.js";
import { findCrossings } from "../collision/crossing-counter.js";
import { SOAK } from "../runs.js";

/**
 * The scenes of self-collision, whole in the soak, and coarse in `npm test`. The exact counter judges them after every
 * frame.
 */
interface Case {
  name: string;
  /** Settings of the coarse run. */
  coarse: string[];
  /** End of the coarse run, s. */
  until: number;
  /** Largest number of crossings in any frame of the whole run, with slack; default 0. None may be left at the end. */
  most?: number;
  /** Checks of what one sees, at the end. */
  check?: (world: World) => void;
}

const grid = (cloth: number, x: number, y: number): string =>
  `cloths.${cloth}.mesh.segments=[${x},${y}]`;

/** Center of a cloth, m. */
function centerOf({ cloths }: World, cloth: number): number[] {
  const { positions, particles } = cloths[cloth]!;
  const center = [0, 0, 0];
  for (let p = 0; p < particles.count; p++) {
    for (let k = 0; k < 3; k++) center[k]! += positions[3 * p + k]! / particles.count;
  }
  return center;
}

/** Where the tablecloth and the napkins are: on the floor, or on the table, which is 0.5 m high and 0.8 m wide. */
function checkTable(world: World, napkinsStay: boolean): void {
  expect(Math.abs(centerOf(world, 0)[0]!)).toBeGreaterThan(0.5);
  for (const napkin of [1, 2]) {
    const [x, y] = centerOf(world, napkin);
    expect(y! > 0.49).toBe(napkinsStay);
    expect(Math.abs(x!) < 0.4).toBe(napkinsStay);
  }
  for (const { position } of world.balls) expect(position[1]).toBeGreaterThan(0.5);
}

const napkins = [grid(0, 25, 15), grid(1, 4, 4), grid(2, 4, 4)];

const CASES: readonly Case[] = [
  { name: "twist", coarse: [grid(0, 16, 24), "solver.substeps=10"], until: 3 },
  { name: "folded-drop", coarse: [grid(0, 14, 14)], until: 1.8, most: 10 },
  {
    name: "three-layers",
    coarse: [0, 1, 2].map((cloth) => grid(cloth, 8, 8)),
    until: 1.6,
    most: 10,
  },
  {
    name: "two-rings",
    coarse: [grid(0, 8, 32)],
    until: 2.2,
    most: 10,
    check: (world) => {
      if (SOAK) expect(centerOf(world, 0)[0]).toBeGreaterThan(0); // the rings are at −0.45 and −0.2 m
    },
  },
  {
    name: "funnel",
    coarse: [grid(0, 10, 10)],
    until: 0.8,
    most: 30,
    check: (world) => {
      if (SOAK) expect(centerOf(world, 0)[1]).toBeLessThan(1.1); // m, the lower end of the spout
    },
  },
  {
    name: "ten-sheets",
    coarse: Array.from({ length: 10 }, (_, cloth) => grid(cloth, 4, 4)),
    until: 0.6,
    check: (world) => {
      const heights = world.cloths.map((_, cloth) => centerOf(world, cloth)[1]!);
      expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    },
  },
  {
    name: "heap",
    coarse: ["cloths.0.mesh.spacing=0.06", "solver.substeps=10"],
    until: 2.6,
    check: ({ cloths, stats }) => {
      expect(stats.tears).toBeGreaterThan(3);
      if (SOAK) expect(cloths[0]!.pieces.count).toBeGreaterThan(1);
    },
  },
  { name: "t-shirt-floor", coarse: ["cloths.0.mesh.spacing=0.05"], until: 0.7, most: 10 },
  {
    name: "curtain-aside",
    coarse: [grid(0, 24, 12), "solver.substeps=10"],
    until: 2.5,
    most: 10,
    check: ({ cloths }) => {
      const { positions } = cloths[0]!;
      let right = -Infinity;
      for (let k = 0; k < positions.length; k += 3) right = Math.max(right, positions[k]!);
      if (SOAK) expect(right).toBeLessThan(0.2); // m, 0.8 at the start
    },
  },
  {
    name: "tablecloth-slow",
    coarse: napkins,
    until: 0.9,
    most: 10,
    check: (world) => {
      if (SOAK) checkTable(world, false);
    },
  },
  {
    name: "tablecloth-fast",
    coarse: napkins,
    until: 1.2,
    most: 10,
    check: (world) => {
      if (SOAK) checkTable(world, true);
    },
  },
  {
    name: "outgrown-clothes",
    coarse: ["cloths.1.mesh.spacing=0.056", "solver.substeps=6"],
    until: 0.3,
    check: ({ cloths }) => {
      if (SOAK) for (const { mesh } of cloths) expect(mesh.editCount).toBeGreaterThan(20);
    },
  },
];

describe("cloth does not pass through cloth in", () => {
  test.each(CASES)("$name", async ({ name, coarse, until, most = 0, check }) => {
    const scene = await loadSceneFile(name, SOAK ? [] : coarse);
    const world = await openWorld(scene);
    expect(findCrossings(world.cloths)).toEqual([]);
    const end = SOAK ? scene.duration : until;
    let worst = 0;
    while (world.time < end - 1e-6) {
      advanceFrame(world, scene.frameRate);
      worst = Math.max(worst, findCrossings(world.cloths).length);
    }
    expect(worst).toBeLessThanOrEqual(most);
    expect(findCrossings(world.cloths)).toEqual([]);
    expect(scene.selfCollision).toBe(most === 0 ? "exact" : "fast");
    expect(world.stats.forcedCrossings).toBe(0);
    check?.(world);
  });
});
