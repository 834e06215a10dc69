import fc from "fast-check";
import { expect, test } from "vitest";
import { Random } from "../../src/math/random.js";
import { buildMesh, edgePath, generateGrid, type TriangleMesh } from "../../src/mesh/index.js";
import { runs } from "../runs.js";

/** The edges between consecutive vertices. */
function edgesBetween(mesh: TriangleMesh, vertices: readonly number[]): number[] {
  return vertices.slice(1).map((vertex, i) => mesh.findEdge(vertices[i]!, vertex));
}

test("edges are sorted from the lower end, in any input order", () => {
  const mesh = buildMesh(generateGrid({ size: [1, 1], segments: [5, 5] }));
  fc.assert(
    fc.property(fc.nat({ max: 100_000 }), (seed) => {
      const random = new Random(seed);
      const walk = [Math.floor(random.next() * mesh.vertexCount)];
      for (let i = 0; i < 8; i++) {
        const choices = mesh
          .edgesOf(walk.at(-1)!)
          .map((edge) => mesh.otherEnd(edge, walk.at(-1)!))
          .filter((vertex) => !walk.includes(vertex));
        if (choices.length > 0) walk.push(choices[Math.floor(random.next() * choices.length)]!);
      }
      if (walk[0]! > walk.at(-1)!) walk.reverse();
      const row = edgesBetween(mesh, walk);
      const shuffled = row.toSorted((a, b) => ((a * 7919) % 101) - ((b * 7919) % 101));
      expect(edgePath(mesh, shuffled)).toEqual({ edges: row, count: 1, branch: -1 });
      const upper = edgePath(mesh, shuffled, (a, b) => a > b);
      expect(upper.edges).toEqual(row.toReversed());
    }),
    runs(5, 200),
  );
});

test("a ring starts at its lowest vertex; branches and separate paths are reported", () => {
  const mesh = buildMesh(generateGrid({ size: [1, 1], segments: [3, 3], diagonals: "one-way" }));
  const ring = edgesBetween(mesh, [5, 6, 10, 9, 5]);
  const { edges, count, branch } = edgePath(mesh, ring.toReversed());
  expect([count, branch, edges.length]).toEqual([1, -1, 4]);
  expect([mesh.edgeStart(edges[0]!), mesh.edgeEnd(edges[0]!)]).toContain(5);
  expect(edges.toSorted((a, b) => a - b)).toEqual(ring.toSorted((a, b) => a - b));
  for (const [i, edge] of edges.entries()) {
    const next = edges[(i + 1) % 4]!;
    const ends = new Set([edge, next].flatMap((e) => [mesh.edgeStart(e), mesh.edgeEnd(e)]));
    expect(ends.size).toBe(3);
  }
  const apart = edgePath(mesh, [...edgesBetween(mesh, [12, 13]), ...edgesBetween(mesh, [0, 1, 2])]);
  expect(apart).toEqual({ edges: edgesBetween(mesh, [0, 1, 2]), count: 2, branch: -1 });
  expect(edgePath(mesh, [...edgesBetween(mesh, [4, 5, 6]), mesh.findEdge(5, 9)]).branch).toBe(5);
});
