import { expect, test } from "vitest";
import { Random } from "../../src/math/random.js";
import { generateGrid, separateEdge, splitVertex, type VertexSplit } from "../../src/mesh/index.js";
import { Candidates, order, tear, resolveTearing } from "../../src/tearing/index.js";
import { hexagon } from "../meshes.js";
import { surfaceOf, tearNow, loadedEdges, loadedVertex } from "./surfaces.js";

test("severest: by descending severity, then by ascending edge", () => {
  const surface = surfaceOf(hexagon());
  const list: [number, number][] = [
    [1, 1.5],
    [2, 3],
    [4, 1.5],
    [7, 2],
    [9, 1.5],
  ];
  const candidates = loadedEdges(surface, ...list);
  order(candidates, "severest", surface, new Random(1));
  const edges = [...candidates.sequence.slice(0, 5)].map((i) => candidates.edges[i]);
  expect(edges).toEqual([2, 7, 1, 4, 9]);
});

test("seam-first: an edge with an end on a tear goes first, and that end splits, for any masses", () => {
  const surface = surfaceOf(generateGrid({ size: [8, 8], segments: [8, 8], diagonals: "one-way" }));
  const { mesh, damage } = surface;
  const at = (row: number, column: number): number => 9 * row + column;
  // A tear up the center from the lower border, two edges long: its tip is (2, 4), its crack faces (0, 4) and (1, 4).
  for (const row of [0, 1]) {
    const right = mesh
      .trianglesOf(at(row, 4))
      .filter((t) => mesh.cornersIn(t).some((v) => v % 9 > 4 && v < 81));
    damage.replay(splitVertex(mesh, at(row, 4), right));
  }
  expect(damage.isTorn(at(2, 4))).toBe(true);
  const onSeam = mesh.findEdge(at(2, 4), at(2, 5));
  const inside = mesh.findEdge(at(6, 1), at(6, 2));
  const list: [number, number][] = [
    [inside, 3],
    [onSeam, 1.1],
  ];
  surface.triangleWeights = surface.triangleWeights.map((weight, t) =>
    mesh.cornersIn(t).includes(at(2, 5)) ? 10 * weight : weight,
  );
  const splits = (how: "severest" | "seam-first"): number[] => {
    const copy = loadedEdges(surface, ...list);
    order(copy, how, surface, new Random(1));
    return [...copy.sequence.slice(0, 2)].map((i) => copy.edges[i]!);
  };
  expect(splits("severest")).toEqual([inside, onSeam]);
  expect(splits("seam-first")).toEqual([onSeam, inside]);
  const { tears } = tearNow(surface, { order: "seam-first" }, loadedEdges(surface, ...list));
  expect(tears[0]!.severity).toBe(1.1);
  expect(tears[0]!.edits[0]).toMatchObject({ type: "split-vertex", vertex: at(2, 4) });
});

test("seam-first: the severest on a seam, then the severest of the others, then by number", () => {
  const surface = surfaceOf(generateGrid({ size: [4, 4], segments: [4, 4], diagonals: "one-way" }));
  const { mesh, damage } = surface;
  // A slit inside the cloth, with the ends 11 and 12.
  for (const edit of separateEdge(mesh, mesh.findEdge(11, 12))) damage.replay(edit);
  const [starting, ending, other] = [
    [12, 13],
    [10, 11],
    [7, 12],
  ].map(([a, b]) => mesh.findEdge(a!, b!));
  const far = [
    [0, 1],
    [2, 3],
    [20, 21],
    [22, 23],
  ].map(([a, b]) => mesh.findEdge(a!, b!));
  // A seam at its start or at its end: both count.
  expect(damage.isTorn(mesh.edgeStart(starting!))).not.toBe(damage.isTorn(mesh.edgeEnd(starting!)));
  expect(damage.isTorn(mesh.edgeStart(ending!))).not.toBe(damage.isTorn(mesh.edgeEnd(ending!)));
  expect(damage.isTorn(mesh.edgeStart(starting!))).not.toBe(damage.isTorn(mesh.edgeStart(ending!)));
  const severities = new Map([
    [starting!, 1.1],
    [ending!, 1.3],
    [other!, 1.2],
    [far[0]!, 2],
    [far[1]!, 4],
    [far[2]!, 3],
    [far[3]!, 3],
  ]);
  const list = [...severities].toSorted(([a], [b]) => a - b);
  const candidates = loadedEdges(surface, ...list);
  order(candidates, "seam-first", surface, new Random(1));
  const edges = [...candidates.sequence.slice(0, 7)].map((i) => candidates.edges[i]);
  const equal = [far[2]!, far[3]!].toSorted((a, b) => a - b);
  expect(edges).toEqual([ending, other, starting, far[1], ...equal, far[0]]);
});

test("seam-first: vertices on a tear go first too", () => {
  const surface = surfaceOf(generateGrid({ size: [4, 4], segments: [4, 4] }));
  const { mesh, damage } = surface;
  for (const edit of separateEdge(mesh, mesh.findEdge(11, 12))) damage.replay(edit);
  const candidates = loadedVertex(6, [1, 0, 0], 4);
  for (const [vertex, severity] of [
    [11, 1.1],
    [12, 1.2],
    [18, 5],
  ] as const) {
    candidates.add(-1, vertex, severity, [1, 0, 0]);
  }
  order(candidates, "seam-first", surface, new Random(1));
  const vertices = [...candidates.sequence.slice(0, 4)].map((i) => candidates.vertices[i]);
  expect(vertices).toEqual([12, 11, 18, 6]);
});

test("without the priority the heavier end splits", () => {
  const surface = surfaceOf(generateGrid({ size: [4, 4], segments: [4, 4], diagonals: "one-way" }));
  const { mesh } = surface;
  surface.triangleWeights = surface.triangleWeights.map((weight, t) =>
    mesh.cornersIn(t).includes(12) ? 10 * weight : weight,
  );
  const edge = mesh.findEdge(11, 12);
  const { tears } = tearNow(surface, { order: "severest" }, loadedEdges(surface, [edge, 2]));
  expect(tears[0]!.edits[0]).toMatchObject({ vertex: 12 });
});

test("weights that differ only by rounding are equal: the lower number splits", () => {
  const splits = (more: number): number => {
    const data = generateGrid({ size: [4, 4], segments: [4, 4], diagonals: "one-way" });
    const surface = surfaceOf(data);
    const { mesh } = surface;
    surface.triangleWeights = surface.triangleWeights.map((weight, t) =>
      mesh.cornersIn(t).includes(12) && !mesh.cornersIn(t).includes(11) ? weight + more : weight,
    );
    const edge = mesh.findEdge(11, 12);
    const { tears } = tearNow(surface, { order: "severest" }, loadedEdges(surface, [edge, 2]));
    return (tears[0]!.edits[0] as VertexSplit).vertex;
  };
  expect(splits(1e-13)).toBe(11);
  expect(splits(1e-6)).toBe(12);
});

test("random: every sequence occurs, and the same seed gives the same one", () => {
  const surface = surfaceOf(hexagon());
  const seen = new Map<string, number>();
  for (let seed = 0; seed < 600; seed++) {
    const sequenceOf = (): string => {
      const candidates = loadedEdges(surface, [0, 5], [1, 4], [2, 3]);
      order(candidates, "random", surface, new Random(seed));
      return candidates.sequence.slice(0, 3).join("");
    };
    const sequence = sequenceOf();
    expect(sequenceOf()).toBe(sequence);
    seen.set(sequence, (seen.get(sequence) ?? 0) + 1);
  }
  expect(seen.size).toBe(6);
  for (const count of seen.values()) expect(count).toBeGreaterThan(60);
});

test("nothing tears if nothing is over the limit", () => {
  const surface = surfaceOf(hexagon());
  expect(tear(surface, resolveTearing({}), new Candidates())).toEqual({
    tears: [],
    deferred: 0,
    relaxed: [],
  });
});
