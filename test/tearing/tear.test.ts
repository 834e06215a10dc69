import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildMesh, generateGrid, validate, type MeshData } from "../../src/mesh/index.js";
import {
  Candidates,
  measure,
  orderBySeverity,
  tear,
  trianglesBelowPlane,
  type TearableSurface,
} from "../../src/tearing/index.js";
import { BOW_TIE, hexagon, meshData } from "../meshes.js";
import { runs } from "../runs.js";

/** A surface as another simulator would hand it in: plain arrays, no solver of ours. */
function surfaceOf(data: MeshData, change: Partial<TearableSurface> = {}): TearableSurface {
  const mesh = buildMesh(data);
  const { positions } = data;
  const restLengths = new Float64Array(mesh.edgeCount);
  for (let e = 0; e < mesh.edgeCount; e++) {
    const [a, b] = [3 * mesh.edgeStart(e), 3 * mesh.edgeEnd(e)];
    restLengths[e] = Math.hypot(...[0, 1, 2].map((k) => positions[a + k]! - positions[b + k]!));
  }
  return {
    mesh,
    positions: positions.slice(),
    restLengths,
    triangleWeights: new Float64Array(mesh.triangleCount).fill(1),
    tensionOf: () => 0,
    isHeld: () => false,
    ...change,
  };
}

function candidatesOf(...list: [edge: number, severity: number][]): Candidates {
  const candidates = new Candidates();
  for (const [edge, severity] of list) candidates.add(edge, severity);
  return candidates;
}

const NO_CAP = { maxTearsPerStep: 1000 };

describe("criteria", () => {
  test("stretch takes the edges longer than the limit; severity 1 is at the limit", () => {
    const surface = surfaceOf(hexagon());
    surface.positions.set([1.5, 0, 0], 3); // the spoke to vertex 1 has 1.5 times its length now
    const candidates = new Candidates();
    const most = measure(surface, { criterion: "stretch", limit: 1.4 }, candidates);
    expect(most).toBeCloseTo(1.5, 12);
    expect([...candidates.edges.slice(0, candidates.count)]).toEqual([surface.mesh.findEdge(0, 1)]);
    expect(candidates.severities[0]).toBeCloseTo(0.5 / 0.4, 12);
    measure(surface, { criterion: "stretch", limit: 1.5000001 }, candidates);
    expect(candidates.count).toBe(0);
  });

  test("tension takes the edges that carry more than the limit, and ignores how long they are", () => {
    const surface = surfaceOf(hexagon(), { tensionOf: (edge) => edge });
    const candidates = new Candidates();
    measure(surface, { criterion: "tension", limit: 8 }, candidates);
    expect([...candidates.edges.slice(0, candidates.count)]).toEqual([9, 10, 11]);
    expect(candidates.severities[2]).toBeCloseTo(11 / 8, 12);
  });

  test("without tearing the stretch is still told", () => {
    const surface = surfaceOf(hexagon());
    surface.positions.set([2, 0, 0], 3);
    const candidates = new Candidates();
    expect(measure(surface, null, candidates)).toBeCloseTo(2, 12);
    expect(candidates.count).toBe(0);
  });
});

test("order is by falling severity, then by rising edge", () => {
  const candidates = candidatesOf([4, 1.5], [2, 3], [9, 1.5], [1, 1.5], [7, 2]);
  orderBySeverity(candidates);
  expect([...candidates.edges.slice(0, 5)]).toEqual([2, 7, 1, 4, 9]);
  expect([...candidates.severities.slice(0, 5)]).toEqual([3, 2, 1.5, 1.5, 1.5]);
});

describe("plane path (Robson)", () => {
  const place = (vertex: number): number => vertex;

  test("takes the triangles whose centre lies below the plane", () => {
    const surface = surfaceOf(hexagon());
    // Across the spoke to vertex 1 (the x axis). The centres of 1 and 4 lie on the plane: they count as below.
    expect(trianglesBelowPlane(surface, 0, place, 1, 0, 0)).toEqual([1, 2, 3, 4]);
  });

  test("gives nothing when one side is empty", () => {
    const surface = surfaceOf(hexagon());
    expect(trianglesBelowPlane(surface, 0, place, 0, 0, 1)).toBeNull(); // all centres on the plane
    expect(trianglesBelowPlane(surface, 1, place, -1, 0, 0)).toBeNull(); // all on the side of the pull
  });
});

describe("tear", () => {
  test("splits the heavier end, which keeps the tense edge; the copy takes the far side", () => {
    const surface = surfaceOf(hexagon());
    const { mesh } = surface;
    const spoke = mesh.findEdge(0, 1);
    const { tears } = tear(surface, NO_CAP, candidatesOf([spoke, 2]));
    expect(tears).toHaveLength(1);
    const { edit, axis, position, severity } = tears[0]!;
    expect(edit.vertex).toBe(0); // six triangles against two
    expect(mesh.findEdge(0, 1)).toBe(spoke);
    expect(mesh.trianglesOf(edit.newVertex).every((t) => !mesh.trianglesOf(1).includes(t))).toBe(
      true,
    );
    expect(axis).toEqual([1, 0, 0]);
    expect(position).toEqual([0, 0, 0]);
    expect(severity).toBe(2);
    expect(validate(mesh)).toBeNull();
  });

  test("tries the other end when the heavier one is held, and nothing when both are", () => {
    const data = generateGrid({ size: [4, 4], segments: [4, 4], diagonals: "one-way" });
    const [left, right] = [2 * 5 + 1, 2 * 5 + 2];
    const splitOf = (held: number[]): number[] => {
      const surface = surfaceOf(data, { isHeld: (v) => held.includes(v) });
      const edge = surface.mesh.findEdge(left, right);
      return tear(surface, NO_CAP, candidatesOf([edge, 2])).tears.map(({ edit }) => edit.vertex);
    };
    expect(splitOf([])).toEqual([left]); // equal weights: the lower number
    expect(splitOf([left])).toEqual([right]);
    expect(splitOf([left, right])).toEqual([]);
  });

  test("tries the lighter end when the heavier one has an empty side", () => {
    // Weights make the rim vertex 1 the heavier end, but all its triangles lie towards 0.
    const surface = surfaceOf(hexagon());
    surface.triangleWeights = Float64Array.from([50, 0, 0, 0, 0, 50]);
    const spoke = surface.mesh.findEdge(0, 1);
    surface.triangleWeights[0] = 51;
    const { tears } = tear(surface, NO_CAP, candidatesOf([spoke, 2]));
    expect(tears.map(({ edit }) => edit.vertex)).toEqual([0]);
  });

  test("takes two fans apart that hang together by one vertex", () => {
    const places = [
      [0, 0, 0],
      [1, -1, 0],
      [1, 1, 0],
      [-1, 1, 0],
      [-1, -1, 0],
    ];
    const surface = surfaceOf(meshData(BOW_TIE, places));
    const edge = surface.mesh.findEdge(0, 1);
    expect(tear(surface, NO_CAP, candidatesOf([edge, 2])).tears).toHaveLength(1);
    expect(surface.mesh.trianglesOf(0)).toEqual([0]);
  });

  test("lets the edges of a split particle go until the next solve, and splits the others", () => {
    const data = generateGrid({ size: [8, 2], segments: [8, 2], diagonals: "one-way" });
    const surface = surfaceOf(data);
    const row = (column: number): number => 9 + column;
    const edge = (column: number): number => surface.mesh.findEdge(row(column), row(column + 1));
    const list: [number, number][] = [1, 2, 3, 4, 5, 6].map((column) => [
      edge(column),
      10 - column,
    ]);
    const { tears } = tear(surface, NO_CAP, candidatesOf(...list));
    // 1–2 splits 1; 2–3 splits 2, …: each edge at once, no edge at both ends.
    expect(tears.map(({ edit }) => edit.vertex)).toEqual([1, 2, 3, 4, 5, 6].map(row));
    expect(validate(surface.mesh)).toBeNull();
  });

  test("stops at the cap and counts what it puts off", () => {
    const data = generateGrid({ size: [8, 8], segments: [8, 8] });
    const surface = surfaceOf(data);
    const list: [number, number][] = [2, 4, 6].map((r) => [
      surface.mesh.findEdge(9 * r + 4, 9 * r + 5),
      2,
    ]);
    const { tears, putOff } = tear(surface, { maxTearsPerStep: 2 }, candidatesOf(...list));
    expect(tears).toHaveLength(2);
    expect(putOff).toBe(1);
    expect(tears.map(({ edge }) => edge)).toEqual(list.slice(0, 2).map(([edge]) => edge)); // in order
  });

  test("after it no edge over the limit can split but those let go; the mesh is whole", () => {
    const stretchBy = fc.array(fc.double({ min: 0.5, max: 2.2, noNaN: true }), {
      minLength: 12,
      maxLength: 12,
    });
    fc.assert(
      fc.property(stretchBy, fc.nat(1000), (factors, heldSeed) => {
        const data = generateGrid({ size: [6, 6], segments: [6, 6] });
        const surface = surfaceOf(data, { isHeld: (v) => (v * 7 + heldSeed) % 11 === 0 });
        const { mesh, positions } = surface;
        for (let i = 0; i < positions.length; i++) positions[i]! *= factors[(i * 5) % 12]!;
        const candidates = new Candidates();
        measure(surface, { criterion: "stretch", limit: 1.3 }, candidates);
        orderBySeverity(candidates);
        const over = new Set(candidates.edges.slice(0, candidates.count));
        const vertexCount = mesh.vertexCount;
        const { tears } = tear(surface, NO_CAP, candidates);
        expect(validate(mesh)).toBeNull();
        const split = new Set(tears.flatMap(({ edit }) => [edit.vertex, edit.newVertex]));
        expect(split.size).toBe(2 * tears.length); // every particle at most once
        for (const { edit } of tears) expect(surface.isHeld(edit.vertex)).toBe(false);
        const place = (v: number): number =>
          v < vertexCount ? v : place(mesh.vertexOrigins[2 * v]!);
        for (const edge of over) {
          const pair = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
          if (pair.some((v) => split.has(v))) continue;
          for (const [from, to] of [pair, pair.toReversed()] as [number, number][]) {
            const axis = [0, 1, 2].map(
              (k) => positions[3 * place(to) + k]! - positions[3 * place(from) + k]!,
            );
            const below = trianglesBelowPlane(surface, from, place, axis[0]!, axis[1]!, axis[2]!);
            expect(surface.isHeld(from) || below === null).toBe(true);
          }
        }
      }),
      runs(6, 150),
    );
  });
});
