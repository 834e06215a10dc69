import { describe, expect, test } from "vitest";
import { generateIrregular } from "../../src/generate/index.js";
import type { Selection } from "../../src/cloth/index.js";
import type { Vector3 } from "../../src/math/vector.js";
import {
  closestPoint,
  cutAlong,
  generateGrid,
  type EdgeSeparation,
  type MeshData,
} from "../../src/mesh/index.js";
import { World, type WorldCloth } from "../../src/sim/index.js";
import { CRITERIA, PATHS, type TearingOptions } from "../../src/tearing/index.js";

const SIDE = 0.5;
const SPACING = 0.025;
const NOTCH = SIDE / 5;
const LIMITS = { tension: 2.5, stretch: 1.25, "separation-tensor": 0.25 };

const sheets: Record<string, () => MeshData> = {
  grid: () => generateGrid({ size: [SIDE, SIDE], segments: [20, 20] }),
  "irregular mesh": () => generateIrregular({ size: [SIDE, SIDE], spacing: SPACING, seed: 5 }),
};

/** Cuts a notch into the middle of the lower side. */
function notch(cloth: WorldCloth): void {
  const { mesh, rest } = cloth;
  const line = [-SIDE / 2, -SIDE / 2 + NOTCH].map((y) =>
    closestPoint(mesh, rest.positions, [0, y, 0])!,
  );
  for (const edit of cutAlong(mesh, rest.positions, line).edits) cloth.replay(edit);
}

/** Width and height, in the cloth at rest, of the tear that goes on from the notch: all opened edges that hang together with it. */
function extentOfTear({ edits, mesh, rest }: WorldCloth): { width: number; height: number } {
  // A vertex and its copies lie in one place of the cloth at rest.
  const placeOf = (vertex: number): string =>
    rest.positions.slice(3 * vertex, 3 * vertex + 2).join();
  const neighbours = new Map<string, Set<string>>();
  for (const edit of edits) {
    if (edit.type === "split-edge") continue;
    for (const edge of edit.newEdges) {
      const ends = [placeOf(mesh.edgeStart(edge)), placeOf(mesh.edgeEnd(edge))];
      for (const [from, to] of [ends, ends.toReversed()]) {
        if (!neighbours.has(from!)) neighbours.set(from!, new Set());
        neighbours.get(from!)!.add(to!);
      }
    }
  }
  const cut = edits.find(({ type }) => type === "separate-edge") as EdgeSeparation;
  const tear = new Set([placeOf(mesh.edgeStart(cut.edge))]);
  for (const place of tear) for (const next of neighbours.get(place) ?? []) tear.add(next);
  const xs = [...tear].map((place) => Number(place.split(",")[0]));
  const ys = [...tear].map((place) => Number(place.split(",")[1]));
  return {
    width: Math.max(...xs) - Math.min(...xs),
    height: Math.max(...ys) - Math.min(...ys),
  };
}

/** Draws a notched sheet apart, slowly and with one tear a step, so that the tip of the tear bears most at any time. */
function pullApart(mesh: MeshData, tearing: Partial<TearingOptions>): WorldCloth {
  const motion = (x: number): { time: number; move: Vector3 }[] => [
    { time: 0, move: [0, 0, 0] },
    { time: 4, move: [x, 0, 0] },
  ];
  const side = (u: number): Selection => ({
    uv: [
      [u - 0.001, 0],
      [u + 0.001, 1],
    ],
  });
  const world = new World({
    gravity: [0, 0, 0],
    cloths: [
      {
        mesh,
        tearing: { ...tearing, maxTearsPerStep: 1 },
        pins: [
          { select: side(0), motion: motion(-0.1) },
          { select: side(1), motion: motion(0.1) },
        ],
      },
    ],
    solver: { substeps: 40 },
  });
  const cloth = world.cloths[0]!;
  notch(cloth);
  while (world.time < 4 && world.totals().pieces === 1) world.step();
  return cloth;
}

describe("tears run across the pull", () => {
  for (const [name, sheet] of Object.entries(sheets)) {
    for (const criterion of CRITERIA) {
      test.each(PATHS)(`on a ${name}, by ${criterion}, %s`, (path) => {
        const cloth = pullApart(sheet(), { criterion, path, limit: LIMITS[criterion] });
        const { width, height } = extentOfTear(cloth);
        expect(height).toBeGreaterThan(2.5 * NOTCH); // it has gone on
        expect(width).toBeLessThan(height / 2);
      });
    }
  }
});
