import fc from "fast-check";
import { expect, test } from "vitest";
import { Random } from "../../src/math/random.js";
import { generateGrid, separateEdge, type TriangleMesh } from "../../src/mesh/index.js";
import {
  Candidates,
  keepTips,
  measure,
  order,
  resolveTearing,
  tear,
  type TearableSurface,
  type TearingOptions,
} from "../../src/tearing/index.js";
import { runs } from "../runs.js";
import { loadedEdges, surfaceOf, weakOf } from "./surfaces.js";

const SIDE = 8;

function at(row: number, column: number): number {
  return (SIDE + 1) * row + column;
}

function sheet(change: Partial<TearableSurface> = {}): TearableSurface {
  const mesh = generateGrid({ size: [1, 1], segments: [SIDE, SIDE], diagonals: "one-way" });
  return surfaceOf(mesh, change);
}

/** A slit of one edge in the middle, with the tips (4, 4) and (4, 5). */
function slitSheet(change: Partial<TearableSurface> = {}): TearableSurface {
  const surface = sheet(change);
  const { mesh, damage } = surface;
  for (const edit of separateEdge(mesh, mesh.findEdge(at(4, 4), at(4, 5)))) damage.replay(edit);
  return surface;
}

/** Vertical edges of a sheet under load; where they are, the cloth would split along a row. */
function loadAt(
  surface: TearableSurface,
  ...places: [row: number, column: number, severity: number][]
): Candidates {
  const { mesh } = surface;
  return loadedEdges(
    surface,
    ...places.map(([row, column, severity]): [number, number] => [
      mesh.findEdge(at(row, column), at(row + 1, column)),
      severity,
    ]),
  );
}

function splitVertices(
  surface: TearableSurface,
  options: Partial<TearingOptions>,
  candidates: Candidates,
): number[] {
  const resolved = resolveTearing({ limit: 1.1, ...options });
  order(candidates, resolved.order, surface, new Random(1));
  return tear(surface, resolved, candidates).tears.flatMap(({ edits }) =>
    edits.flatMap((edit) => (edit.type === "split-vertex" ? [edit.vertex] : [])),
  );
}

test("without a tear the severest place alone starts one; with `any` all of them do", () => {
  const places: [number, number, number][] = [
    [1, 2, 1.5],
    [5, 6, 2],
  ];
  const surface = sheet();
  const single = splitVertices(surface, {}, loadAt(surface, ...places));
  expect(single).toHaveLength(1);
  expect([at(5, 6), at(6, 6)]).toContain(single[0]);
  const other = sheet();
  expect(splitVertices(other, { starts: "any" }, loadAt(other, ...places))).toHaveLength(2);
});

test("both tips of a slit go first, however severe other loads are, and whichever end of an edge is heavier", () => {
  const surface = slitSheet();
  expect(weakOf(surface)).toEqual([at(4, 4), at(4, 5)]);
  surface.triangleWeights = surface.triangleWeights.map((weight, t) =>
    surface.mesh.cornersIn(t).some((v) => v === at(5, 4) || v === at(5, 5)) ? 9 * weight : weight,
  );
  const candidates = loadAt(surface, [4, 4, 1.1], [4, 5, 1.2], [1, 1, 5]);
  expect(splitVertices(surface, {}, candidates).toSorted((a, b) => a - b)).toEqual([
    at(4, 4),
    at(4, 5),
  ]);
});

test("a new tear starts if no tip can split", () => {
  const surface = slitSheet({ isHeld: (v) => v === at(4, 4) });
  const candidates = loadAt(surface, [4, 4, 2], [1, 7, 1.1]);
  const [vertex, ...others] = splitVertices(surface, { heldZone: 0 }, candidates);
  expect(others).toEqual([]);
  // The other end of the loaded edge is not held.
  expect(vertex).toBe(at(5, 4));
});

test.each([0, 2])(
  "a tip that is stronger than its load holds, with a heldZone of %i",
  (heldZone) => {
    const surface = slitSheet();
    const values = new Float64Array(surface.mesh.vertexCount).fill(1);
    values[at(4, 4)] = 10;
    surface.strengths = { values };
    // Severities are relative to the weaker end: 2 at (5, 4) is 0.2 of what the tip bears.
    const places: [number, number, number][] = [
      [4, 4, 2],
      [1, 7, 1.1],
    ];
    const [vertex] = splitVertices(surface, { heldZone }, loadAt(surface, ...places));
    expect(vertex).toBe(at(5, 4));
  },
);

test("a capped tip defers new tears too", () => {
  const surface = slitSheet();
  const candidates = loadAt(surface, [4, 4, 2], [1, 7, 3]);
  const options = resolveTearing({ limit: 1.1 });
  const result = tear(surface, options, candidates, 0);
  expect(result.tears).toEqual([]);
  expect(result.deferred).toBe(1);
});

test("keepTips leaves the candidates at tips, or all if there is none", () => {
  const surface = slitSheet();
  const candidates = loadAt(surface, [4, 4, 2], [1, 7, 3], [3, 5, 4]);
  keepTips(surface, candidates);
  expect([...candidates.severities.subarray(0, candidates.count)]).toEqual([2, 4]);
  const others = loadAt(surface, [1, 7, 3], [1, 1, 2]);
  keepTips(surface, others);
  expect(others.count).toBe(2);
});

/** Edges from the nearest held vertex, by breadth-first search over the edge list. */
function ringsFrom(mesh: TriangleMesh, held: ReadonlySet<number>): number[] {
  const rings = Array.from({ length: mesh.vertexCount }, (_, v) => (held.has(v) ? 0 : Infinity));
  for (let round = 0; round < mesh.vertexCount; round++) {
    for (let edge = 0; edge < mesh.edgeCount; edge++) {
      const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
      rings[a] = Math.min(rings[a]!, rings[b]! + 1);
      rings[b] = Math.min(rings[b]!, rings[a] + 1);
    }
  }
  return rings;
}

test("in the zone around held vertices, cloth is heldStrength times as strong, except at tips", () => {
  const someHeld = fc.uniqueArray(fc.nat((SIDE + 1) ** 2 - 1), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      someHeld,
      fc.integer({ min: 0, max: 4 }),
      fc.constantFrom("stretch" as const, "separation-tensor" as const),
      fc.double({ min: 1.3, max: 4, noNaN: true }),
      (list, heldZone, criterion, load) => {
        const held = new Set(list);
        const surface = slitSheet({ isHeld: (v) => held.has(v) });
        surface.restLengths = surface.restLengths.map((length) => length / (1 + 0.1 * load));
        const limit = criterion === "stretch" ? 1.1 : 0.05;
        const found = (zone: number): Map<number, number> => {
          const candidates = new Candidates();
          const options = resolveTearing({ criterion, limit, heldZone: zone, heldStrength: 2 });
          measure(surface, options, candidates);
          const { count, edges, vertices, severities } = candidates;
          const sites = Array.from({ length: count }, (_, i): [number, number] => [
            criterion === "stretch" ? edges[i]! : vertices[i]!,
            severities[i]!,
          ]);
          return new Map(sites);
        };
        const { mesh, damage } = surface;
        const rings = ringsFrom(mesh, held);
        const factorAt = (v: number): number =>
          heldZone > 0 && rings[v]! <= heldZone && !damage.isWeak(v) ? 2 : 1;
        const expected = [...found(0)].flatMap(([site, severity]) => {
          const ends =
            criterion === "stretch" ? [mesh.edgeStart(site), mesh.edgeEnd(site)] : [site];
          const now = severity / Math.min(...ends.map(factorAt));
          return now > 1 ? [[site, now]] : [];
        });
        const zoned = [...found(heldZone)];
        expect(zoned.map(([site]) => site)).toEqual(expected.map(([site]) => site));
        for (const [i, [, severity]] of zoned.entries()) {
          expect(severity).toBeCloseTo(expected[i]![1]!, 9);
        }
      },
    ),
    runs(11, 30),
  );
});

test("of an edge that leads into the zone, the end outside splits", () => {
  const surface = sheet({ isHeld: (v) => v === at(0, 4) });
  // (2, 4) is two edges from the held vertex, (3, 4) three.
  for (const heavy of [at(2, 4), at(3, 4)]) {
    const own = sheet({ isHeld: (v) => v === at(0, 4) });
    own.triangleWeights = surface.triangleWeights.map((weight, t) =>
      own.mesh.cornersIn(t).includes(heavy) ? 9 * weight : weight,
    );
    expect(splitVertices(own, {}, loadAt(own, [2, 4, 1.5]))).toEqual([at(3, 4)]);
  }
});

test("a slice keeps off held vertices: the tip passes a grip, or stops", () => {
  const surface = slitSheet({ isHeld: (v) => v === at(4, 7) });
  // The next vertex along the row, (4, 6), is beside the held one.
  expect(splitVertices(surface, {}, loadAt(surface, [4, 5, 2]))).toEqual([at(4, 5)]);
  const { mesh } = surface;
  const torn = Array.from({ length: mesh.vertexCount }, (_, v) => v).filter((v) =>
    surface.damage.isTorn(v),
  );
  expect(torn).not.toContain(at(4, 6));
  const free = slitSheet({ isHeld: (v) => v === at(4, 7) });
  splitVertices(free, { heldZone: 0 }, loadAt(free, [4, 5, 2]));
  expect(free.damage.isTorn(at(4, 6))).toBe(true);
});

test.each([
  ["single", at(5, 6)],
  ["any", at(4, 6)],
] as const)("with `%s` a slice turns toward a weak place, or keeps straight", (starts, next) => {
  // The edge to (5, 6) is at 45° to the straight one, to (4, 6).
  const surface = slitSheet();
  const values = new Float64Array(surface.mesh.vertexCount).fill(1);
  values[at(5, 6)] = 0.6;
  surface.strengths = { values };
  splitVertices(surface, { starts, heldZone: 0 }, loadAt(surface, [4, 5, 2]));
  const around = [at(3, 5), at(3, 6), at(4, 6), at(5, 6), at(5, 5)];
  expect(around.filter((v) => surface.damage.isTorn(v))).toEqual([next]);
});
