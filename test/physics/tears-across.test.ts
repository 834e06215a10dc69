import { describe, expect, test } from "vitest";
import { generateIrregular } from "../../src/generate/index.js";
import {
  generateGrid,
  splitVertex,
  type MeshData,
  type VertexSplit,
} from "../../src/mesh/index.js";
import { World, type WorldCloth } from "../../src/sim/index.js";
import { CRITERIA, PATHS, type TearingOptions } from "../../src/tearing/index.js";

const SIDE = 0.5;
const SPACING = 0.025;
const LIMITS = { tension: 2.5, stretch: 1.25, "separation-tensor": 0.25 };

const sheets: Record<string, () => MeshData> = {
  grid: () => generateGrid({ size: [SIDE, SIDE], segments: [20, 20] }),
  "irregular mesh": () => generateIrregular({ size: [SIDE, SIDE], spacing: SPACING, seed: 5 }),
};

/** Opens a notch from the middle of the lower side, along the edges nearest to a straight line. */
function notch(cloth: WorldCloth, depth: number): void {
  const { mesh, rest } = cloth;
  const at = (vertex: number, k: number): number => rest.positions[3 * vertex + k]!;
  for (let y = -SIDE / 2; y < -SIDE / 2 + depth; y += SPACING / 2) {
    let nearest = 0;
    for (let v = 0; v < mesh.vertexCount; v++) {
      if (Math.hypot(at(v, 0), at(v, 1) - y) < Math.hypot(at(nearest, 0), at(nearest, 1) - y)) {
        nearest = v;
      }
    }
    const triangles = mesh.trianglesOf(nearest);
    const left = triangles.filter(
      (t) => mesh.cornersIn(t).reduce((sum, v) => sum + at(v, 0) - at(nearest, 0), 0) < 0,
    );
    if (left.length === 0 || left.length === triangles.length) continue;
    cloth.replay(splitVertex(mesh, nearest, left));
  }
}

/** Width and height, in the cloth at rest, of the tear that goes on from the notch: all opened edges that hang together with it. */
function extentOfTear({ edits, mesh, rest }: WorldCloth): { width: number; height: number } {
  // A vertex and its copies lie in one place of the cloth at rest.
  const placeOf = (vertex: number): string =>
    rest.positions.slice(3 * vertex, 3 * vertex + 2).join();
  const neighbours = new Map<string, Set<string>>();
  for (const edit of edits) {
    if (edit.type !== "split-vertex") continue;
    for (const edge of edit.newEdges) {
      const ends = [placeOf(mesh.edgeStart(edge)), placeOf(mesh.edgeEnd(edge))];
      for (const [from, to] of [ends, ends.toReversed()]) {
        if (!neighbours.has(from!)) neighbours.set(from!, new Set());
        neighbours.get(from!)!.add(to!);
      }
    }
  }
  const tear = new Set([placeOf((edits[0] as VertexSplit).newVertex)]);
  for (const place of tear) for (const next of neighbours.get(place) ?? []) tear.add(next);
  const xs = [...tear].map((place) => Number(place.split(",")[0]));
  const ys = [...tear].map((place) => Number(place.split(",")[1]));
  return {
    width: Math.max(...xs) - Math.min(...xs),
    height: Math.max(...ys) - Math.min(...ys),
  };
}

function pullApart(mesh: MeshData, tearing: Partial<TearingOptions>): any {
  const motion = (x: number): { time: number; move: [number, number, number] }[] => [
    { time: 0, move: [0, 0, 0] },
    { time: 2, move: [x, 0, 0] },
  ];
  const world = new World({
    gravity: [0, 0, 0],
    cloths: [
      {
        mesh,
        tearing,
        pins: [
          {
            select: {
              uv: [
                [0, 0],
                [0.001, 1],
              ],
            },
            motion: motion(-0.1),
          },
          {
            select: {
              uv: [
                [0.999, 0],
                [1, 1],
              ],
            },
            motion: motion(0.1),
          },
        ],
      },
    ],
    solver: { substeps: 40 },
  });
  const cloth = world.cloths[0]!;
  notch(cloth, SIDE / 4);
  const before = cloth.edits.length;
  while (world.time < 2 && world.totals().pieces === 1) world.step();
  return {
    ...extentOfTear(cloth),
    tears: cloth.edits.length - before,
    pieces: world.totals().pieces,
  };
}

describe("tears run across the pull", () => {
  for (const [name, sheet] of Object.entries(sheets)) {
    for (const criterion of CRITERIA) {
      test.each(PATHS)(`on a ${name}, by ${criterion}, %s`, (path) => {
        const result = pullApart(sheet(), { criterion, path, limit: LIMITS[criterion] });
        console.log(name, criterion, path, JSON.stringify(result));
        expect(result.height).toBeGreaterThan(0.4);
      });
    }
  }
});
