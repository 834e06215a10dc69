import { describe, expect, test } from "vitest";
import {
  buildMesh,
  generateGrid,
  Pieces,
  separateEdge,
  undo,
  type TopologyEdit,
  type TriangleMesh,
} from "../../src/mesh/index.js";
import { meshData } from "../meshes.js";

/** A grid, and the edges of its column `x` from the bottom up. */
function column(n: number, x: number): { mesh: TriangleMesh; edges: number[] } {
  const mesh = buildMesh(generateGrid({ size: [1, 1], segments: [n, n] }));
  const edges = Array.from({ length: n }, (_, row) =>
    mesh.findEdge(row * (n + 1) + x, (row + 1) * (n + 1) + x),
  );
  return { mesh, edges };
}

describe("pieces", () => {
  test("tell which part came off, from which, and its vertices", () => {
    const { mesh, edges } = column(6, 1);
    const pieces = new Pieces(mesh);
    const whole = pieces.pieceOf(0);
    for (const edge of edges) for (const edit of separateEdge(mesh, edge)) pieces.replay(edit);
    const off = pieces.update();
    expect(off).toHaveLength(1);
    expect(off[0]).toMatchObject({ from: whole });
    expect(off[0]!.vertices).toHaveLength(14); // the narrow side, not the wide one
    expect(off[0]!.vertices.every((v) => pieces.pieceOf(v) === off[0]!.piece)).toBe(true);
    expect(pieces.count).toBe(2);
    expect(pieces.update()).toEqual([]);
  });

  test("of parts and lone vertices at the start, and after an undo", () => {
    const mesh = buildMesh(
      meshData([
        [0, 1, 2],
        [4, 5, 6],
      ]),
    ); // vertex 3 has no triangle
    const pieces = new Pieces(mesh);
    expect(pieces.count).toBe(2);
    expect(pieces.pieceOf(3)).toBe(-1);
    const { mesh: sheet, edges } = column(4, 2);
    const parts = new Pieces(sheet);
    const edits: TopologyEdit[] = [];
    for (const edge of edges) edits.push(...separateEdge(sheet, edge));
    for (const edit of edits) parts.replay(edit);
    expect(parts.count).toBe(2);
    for (const edit of edits.toReversed()) {
      undo(sheet, edit);
      parts.undo(edit);
    }
    expect(parts.count).toBe(1);
    expect(parts.pieceOf(0)).toBe(parts.pieceOf(24));
  });

  test("cost by the smaller part: the far side of a large sheet is never looked at", () => {
    const looks = (n: number): number => {
      const { mesh, edges } = column(n, 1);
      const pieces = new Pieces(mesh);
      for (const edge of edges.slice(0, 5))
        separateEdge(mesh, edge).forEach((e) => pieces.replay(e));
      let count = 0;
      const real = mesh.vertexHalfedges;
      mesh.vertexHalfedges = new Proxy(real, {
        get(target, key) {
          count++;
          return Reflect.get(target, key, target) as unknown;
        },
      });
      expect(pieces.count).toBe(1);
      mesh.vertexHalfedges = real;
      return count;
    };
    expect(looks(10)).toBeGreaterThan(5);
    expect(looks(80)).toBeLessThanOrEqual(looks(10) + 20);
  });
});
