import { describe, expect, test } from "vitest";
import { ripsOf } from "../../bench/rips.js";
import { generateIrregular } from "../../src/generate/index.js";
import {
  cleanMesh,
  closestPoint,
  cutAlong,
  generateGrid,
  type MeshData,
} from "../../src/mesh/index.js";
import { World, type WorldCloth, totalsOf } from "../../src/sim/index.js";
import { CRITERIA, PATHS, type TearingOptions } from "../../src/tearing/index.js";
import { combinations, sample } from "../runs.js";
import { pulledApart } from "./sheets.js";

const SIDE = 0.5;
const SPACING = 0.025;
const LIMITS = { tension: 2.5, stretch: 1.25, "separation-tensor": 0.25 };
const IRREGULAR_SEEDS = sample([1, 2, 3, 4, 5, 6, 7, 8], [1, 2]);

const sheets: Record<string, () => MeshData> = {
  "a grid along the pull": () => generateGrid({ size: [SIDE, SIDE], segments: [20, 20] }),
  "a grid at a slant of 20°": () => slantedGrid(20),
};
for (const seed of IRREGULAR_SEEDS) {
  sheets[`the irregular mesh ${seed}`] = () =>
    generateIrregular({ size: [SIDE, SIDE], spacing: SPACING, seed });
}

/** A square cut out of a larger grid at an angle, so that its lines are not along the load. Its sides are jagged. */
function slantedGrid(degrees: number): MeshData {
  const grid = generateGrid({ size: [2 * SIDE, 2 * SIDE], segments: [40, 40] });
  const { positions, triangles, uvs } = grid;
  const [cos, sin] = [Math.cos, Math.sin].map((of) => of((degrees * Math.PI) / 180));
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y] = [positions[i]!, positions[i + 1]!];
    positions.set([cos! * x - sin! * y, sin! * x + cos! * y], i);
  }
  const isInside = (v: number): boolean =>
    [0, 1].every((k) => Math.abs(positions[3 * v + k]!) <= SIDE / 2);
  const kept = new Set<number>();
  for (let t = 0; t < triangles.length / 3; t++) {
    if (triangles.subarray(3 * t, 3 * t + 3).every(isInside)) kept.add(t);
  }
  return cleanMesh({
    positions,
    triangles: triangles.filter((_, corner) => kept.has(Math.floor(corner / 3))),
    uvs: uvs.filter((_, i) => kept.has(Math.floor(i / 6))),
  }).data;
}

/** Pulls a sheet with a notch in its lower side apart, slowly and with one tear per step, until a piece separates. */
function pullApart(mesh: MeshData, tearing: Partial<TearingOptions>): WorldCloth {
  const { positions } = mesh;
  const pins = pulledApart(mesh, SIDE / 2 - 1.2 * SPACING, 0.1);
  const world = new World({
    gravity: [0, 0, 0],
    cloths: [{ mesh, tearing: { ...tearing, maxTearsPerStep: 1 }, pins }],
    solver: { substeps: 40 },
  });
  const cloth = world.cloths[0]!;
  const notch = [-0.5, -0.3].map((y) => closestPoint(cloth.mesh, positions, [0, y * SIDE, 0])!);
  for (const edit of cutAlong(cloth.mesh, positions, notch).edits) cloth.replay(edit);
  while (world.time < 4 && totalsOf(world).pieces === 1) world.step();
  expect(world.stats.tears).toBeGreaterThan(8);
  return cloth;
}

/**
 * The total extent of all rips across the load, relative to that along it. 1: no direction. A rip may zigzag.
 */
function acrossOverAlong(cloth: WorldCloth): number {
  const rips = ripsOf(cloth);
  const sum = (axis: "x" | "y"): number => rips.reduce((total, rip) => total + rip[axis], 0);
  return sum("y") / sum("x");
}

describe("tears run across the load", () => {
  test.each(combinations({ sheet: Object.keys(sheets), criterion: CRITERIA, path: PATHS }))(
    "on $sheet, by $criterion, $path",
    ({ sheet, criterion, path }) => {
      const cloth = pullApart(sheets[sheet]!(), { criterion, path, limit: LIMITS[criterion] });
      expect(acrossOverAlong(cloth)).toBeGreaterThan(1.5);
    },
  );
});
