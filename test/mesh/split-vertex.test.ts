import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildMesh, generateGrid, splitVertex, validate } from "../../src/mesh/index.js";
import { anyChoices, anySoup, BOW_TIE, hexagon, meshData, randomSplits } from "../meshes.js";
import { countPieces } from "../oracles.js";
import { runs } from "../runs.js";

describe("splitVertex", () => {
  test("duplicates the edges between both sides and moves the others", () => {
    const mesh = buildMesh(hexagon());
    const [left, right] = [mesh.findEdge(0, 3), mesh.findEdge(0, 6)];
    const inner = mesh.findEdge(0, 2);
    const edgesBefore = mesh.edgeCount;
    const edit = splitVertex(mesh, 0, [5, 0, 1]); // between the spokes to 6 and to 3
    expect(edit.newVertex).toBe(7);
    expect(new Set(edit.dividedEdges)).toEqual(new Set([left, right]));
    expect(edit.newEdges).toHaveLength(2);
    expect(mesh.edgeCount).toBe(edgesBefore + 2);
    expect(mesh.findEdge(7, 2)).toBe(inner); // moved without a copy
    expect(mesh.findEdge(0, 2)).toBe(-1);
    expect(mesh.edgeTriangleCount(left)).toBe(1);
    expect(mesh.trianglesOf(7)).toEqual([0, 1, 5]);
    expect(mesh.trianglesOf(0)).toEqual([2, 3, 4]);
    expect([...mesh.vertexOrigins.slice(14, 16)]).toEqual([0, 0]);
    expect(validate(mesh)).toBeNull();
  });

  test("separates two fans that meet in one vertex", () => {
    const mesh = buildMesh(meshData(BOW_TIE));
    const edit = splitVertex(mesh, 0, [1]);
    expect(edit.newEdges).toEqual([]);
    expect(countPieces(mesh)).toBe(2);
    expect(validate(mesh)).toBeNull();
  });

  test("refuses triangles that would leave a side empty or are not at the vertex", () => {
    const mesh = buildMesh(hexagon());
    expect(() => splitVertex(mesh, 0, [])).toThrow(/must move, and at least one must stay/);
    expect(() => splitVertex(mesh, 0, [0, 1, 2, 3, 4, 5])).toThrow(
      /must move, and at least one must stay/,
    );
    expect(() => splitVertex(mesh, 1, [2])).toThrow(/triangle 2 is not at vertex 1/);
    expect(() => splitVertex(mesh, 0, [1, 1])).toThrow(/listed twice/);
    expect(validate(mesh)).toBeNull();
    expect(mesh.vertexCount).toBe(7);
  });

  test("any splits of any soup leave a valid mesh with the same triangles and uvs", () => {
    fc.assert(
      fc.property(anySoup, anyChoices, (data, choices) => {
        const mesh = buildMesh(data);
        const uvs = mesh.uvs.slice();
        const ancestorOf = (vertex: number): number =>
          mesh.vertexOrigins[2 * vertex] === -1
            ? vertex
            : ancestorOf(mesh.vertexOrigins[2 * vertex]!);
        for (const choice of choices) {
          const pieces = countPieces(mesh);
          const edits = randomSplits(mesh, [choice]);
          expect(validate(mesh)).toBeNull();
          expect(mesh.vertexCount).toBeLessThanOrEqual(
            data.triangles.length + data.positions.length / 3,
          );
          expect(countPieces(mesh)).toBeGreaterThanOrEqual(pieces);
          for (const edit of edits) {
            expect(mesh.trianglesOf(edit.newVertex)).toHaveLength(edit.movedCorners.length);
          }
        }
        expect(mesh.triangleCount).toBe(data.triangles.length / 3);
        expect(mesh.uvs).toEqual(uvs);
        const ancestors = mesh.halfedgeVertices.slice(0, data.triangles.length).map(ancestorOf);
        expect(ancestors).toEqual(data.triangles);
      }),
      runs(3, 65, 20_000),
    );
  });

  test("costs as much as the valence: it touches only the vertex and its neighbors", () => {
    const mesh = buildMesh(generateGrid({ size: [1, 1], segments: [20, 20] }));
    const vertex = 10 * 21 + 10;
    const near = new Set(mesh.trianglesOf(vertex).flatMap((t) => [3 * t, 3 * t + 1, 3 * t + 2]));
    const before = [
      mesh.halfedgeVertices,
      mesh.halfedgeEdges,
      mesh.nextOnEdge,
      mesh.nextAtVertex,
    ].map((array) => array.slice());
    splitVertex(mesh, vertex, mesh.trianglesOf(vertex).slice(0, 3));
    const after = [mesh.halfedgeVertices, mesh.halfedgeEdges, mesh.nextOnEdge, mesh.nextAtVertex];
    for (const [i, array] of after.entries()) {
      for (let h = 0; h < 3 * mesh.triangleCount; h++) {
        if (!near.has(h)) expect(array[h]).toBe(before[i]![h]);
      }
    }
  });
});
