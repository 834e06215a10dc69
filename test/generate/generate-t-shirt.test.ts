import fc from "fast-check";
import { expect, test } from "vitest";
import { generateTShirt, type TShirtOptions } from "../../src/generate/index.js";
import { MeshError, Pieces, type TriangleMesh } from "../../src/mesh/index.js";
import { runs } from "../runs.js";
import { buildValid, eulerCharacteristic, smallestAngles, signedAreas } from "./quality.js";

/** The number of closed loops of border edges. */
function countOpenings(mesh: TriangleMesh): number {
  const next = new Map<number, number>();
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    if (mesh.edgeTriangleCount(edge) === 1) next.set(mesh.edgeStart(edge), mesh.edgeEnd(edge));
  }
  let openings = 0;
  while (next.size > 0) {
    openings++;
    let at = next.keys().next().value!;
    while (next.has(at)) {
      const to = next.get(at)!;
      next.delete(at);
      at = to;
    }
  }
  return openings;
}

test("is one piece with four openings, for any seed and spacing", () => {
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0.02, max: 0.052, noNaN: true }), (seed, spacing) => {
      const data = generateTShirt({ seed, spacing });
      const mesh = buildValid(data);
      expect(new Pieces(mesh).count).toBe(1);
      expect(countOpenings(mesh)).toBe(4);
      expect(eulerCharacteristic(mesh)).toBe(2 - 4);
      expect(Math.min(...smallestAngles(data))).toBeGreaterThan(12);
    }),
    runs(21, 5, 1200),
  );
});

test("every inner edge is used once in each direction, so that all faces point outward", () => {
  const data = generateTShirt();
  const mesh = buildValid(data);
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const h = mesh.edgeHalfedges[edge]!;
    const other = mesh.nextOnEdge[h]!;
    if (other !== h) expect(mesh.halfedgeVertices[other]).toBe(mesh.endOf(h));
  }
  const areas = signedAreas(data);
  for (const [triangle, area] of areas.entries()) {
    const corners = [0, 1, 2].map((k) => data.triangles[3 * triangle + k]!);
    const z = corners.reduce((sum, vertex) => sum + data.positions[3 * vertex + 2]!, 0);
    if (area * z <= 0) expect.fail(`triangle ${triangle} looks inwards`);
  }
});

test("front and back fill their halves of the texture, and meet in shared vertices", () => {
  const { positions, triangles, uvs } = generateTShirt();
  const sides = new Map<number, Set<string>>();
  for (const [h, vertex] of triangles.entries()) {
    const back = h >= triangles.length / 2;
    const u = uvs[2 * h]!;
    expect(u >= (back ? 0.5 : 0) && u <= (back ? 1 : 0.5)).toBe(true);
    sides.set(vertex, (sides.get(vertex) ?? new Set()).add(back ? "back" : "front"));
  }
  const shared = [...sides].filter(([, both]) => both.size === 2).map(([vertex]) => vertex);
  expect(shared.length).toBeGreaterThan(60);
  for (const [vertex, both] of sides) expect(positions[3 * vertex + 2] === 0).toBe(both.size === 2);
  expect([Math.min(...uvs), Math.max(...uvs)]).toEqual([0, 1]);
});

test("has the requested size and a volume inside", () => {
  const { positions } = generateTShirt({ width: 0.4, length: 0.5, depth: 0.2, spacing: 0.03 });
  const extent = (axis: number): number => {
    const own = positions.filter((_, i) => i % 3 === axis);
    return Math.max(...own) - Math.min(...own);
  };
  expect(extent(1)).toBeCloseTo(0.5, 12);
  expect(extent(2)).toBeGreaterThan(0.8 * 0.2);
  expect(extent(2)).toBeLessThanOrEqual(0.2);
});

test("is finer at the armpits", () => {
  const data = generateTShirt();
  const mesh = buildValid(data);
  const lengths: { near: number[]; far: number[] } = { near: [], far: [] };
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const [a, b] = [3 * mesh.edgeStart(edge), 3 * mesh.edgeEnd(edge)];
    const [x, y] = [data.positions[a]!, data.positions[a + 1]!];
    const flat = Math.hypot(data.positions[b]! - x, data.positions[b + 1]! - y);
    if (Math.hypot(Math.abs(x) - 0.26, y - (0.36 - 0.46 * 0.52)) < 0.03) lengths.near.push(flat);
    if (Math.abs(x) < 0.15 && y < 0) lengths.far.push(flat);
  }
  const mean = (values: number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;
  expect(mean(lengths.near) / mean(lengths.far)).toBeLessThan(0.65);
});

test("the same seed gives the same bits, another seed another mesh", () => {
  expect(generateTShirt({ seed: 3 })).toEqual(generateTShirt({ seed: 3 }));
  expect(generateTShirt({ seed: 3 }).positions).not.toEqual(generateTShirt({ seed: 4 }).positions);
});

test.each<[TShirtOptions, RegExp]>([
  [{ width: 0 }, /^width: .*got 0/],
  [{ length: -1 }, /^length: .*got -1/],
  [{ length: 0.2 }, /^length: .*0\.7 times/],
  [{ depth: Number.NaN }, /^depth: /],
  [{ spacing: Infinity }, /^spacing: /],
  [{ spacing: 0.2 }, /^spacing: .*tenth/],
])("%o is refused", (options, message) => {
  expect(() => generateTShirt(options)).toThrow(MeshError);
  expect(() => generateTShirt(options)).toThrow(message);
});
