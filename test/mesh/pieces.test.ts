import fc from "fast-check";
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
import { anyMesh, meshData, randomEdit } from "../meshes.js";
import { countPieces, floodFill } from "../oracles.js";
import { runs } from "../runs.js";

/** A grid, and the edges of its column `x` from the bottom up. */
function column(n: number, x: number): { mesh: TriangleMesh; edges: number[] } {
  const mesh = buildMesh(generateGrid({ size: [1, 1], segments: [n, n] }));
  const edges = Array.from({ length: n }, (_, row) =>
    mesh.findEdge(row * (n + 1) + x, (row + 1) * (n + 1) + x),
  );
  return { mesh, edges };
}

describe("pieces", () => {
  test("report which part separated, from which piece, and its vertices", () => {
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

  test("of several components and isolated vertices are right at the start and after an undo", () => {
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

  test("report nothing for a split that was undone before an update, even if its number is reused", () => {
    const { mesh } = column(4, 2);
    const pieces = new Pieces(mesh);
    for (const edge of column(4, 2).edges) {
      for (const edit of separateEdge(mesh, edge)) pieces.replay(edit);
    }
    expect(pieces.update()).toHaveLength(1);
    const [left, right] = [mesh.findEdge(5, 6), mesh.findEdge(8, 9)];
    const taken = separateEdge(mesh, left);
    for (const edit of taken) pieces.replay(edit);
    for (const edit of taken.toReversed()) {
      undo(mesh, edit);
      pieces.undo(edit);
    }
    const edits = separateEdge(mesh, right);
    for (const edit of edits) pieces.replay(edit);
    const newVertices = (list: TopologyEdit[]): number[] =>
      list.flatMap((edit) => (edit.type === "separate-edge" ? [] : [edit.newVertex]));
    expect(newVertices(edits)).toEqual(newVertices(taken));
    expect(newVertices(edits)).not.toEqual([]);
    expect(pieces.update()).toEqual([]);
    expect(pieces.count).toBe(2);
  });

  /** The number of reads of a vertex's corners during an update of the pieces. */
  function looks(mesh: TriangleMesh, pieces: Pieces): number {
    let count = 0;
    const real = mesh.vertexHalfedges;
    mesh.vertexHalfedges = new Proxy(real, {
      get(target, key) {
        count++;
        return Reflect.get(target, key, target) as unknown;
      },
    });
    pieces.update();
    mesh.vertexHalfedges = real;
    return count;
  }

  test("cost as much as the smaller part: the far side of a large sheet is never read", () => {
    const cost = (n: number, x: number, from: number, to: number): number => {
      const { mesh, edges } = column(n, x);
      const pieces = new Pieces(mesh);
      for (const edge of edges.slice(from, to)) {
        for (const edit of separateEdge(mesh, edge)) pieces.replay(edit);
      }
      return looks(mesh, pieces);
    };
    // A tear from the border that frees nothing, and one that frees a strip of two columns of a large sheet.
    expect(cost(80, 40, 0, 5)).toBeLessThanOrEqual(cost(10, 5, 0, 5) + 20);
    const strip = cost(60, 1, 0, 60);
    expect(strip).toBeGreaterThan(2 * 61);
    expect(strip).toBeLessThan(6 * 61); // of 3,721 vertices
  });

  test("of distant tears cost no more than of each alone", () => {
    const n = 60;
    const mesh = buildMesh(generateGrid({ size: [1, 1], segments: [n, n] }));
    const pieces = new Pieces(mesh);
    const row = n + 1;
    for (const [a, b] of [
      [10, 10 + row],
      [50 * row, 50 * row + 1],
      [30 * row + 30, 30 * row + 31],
    ] as const) {
      for (const edit of separateEdge(mesh, mesh.findEdge(a, b))) pieces.replay(edit);
    }
    expect(looks(mesh, pieces)).toBeLessThan(60);
    expect(pieces.count).toBe(1);
  });

  test("find both ends when the part between them separates", () => {
    const n = 40;
    const mesh = buildMesh(generateGrid({ size: [1, 1], segments: [n, 2] }));
    const pieces = new Pieces(mesh);
    for (const x of [19, 21]) {
      for (const [a, b] of [
        [x, x + n + 1],
        [x + n + 1, x + 2 * (n + 1)],
      ] as const) {
        for (const edit of separateEdge(mesh, mesh.findEdge(a, b))) pieces.replay(edit);
      }
    }
    const sizes = pieces.update().map(({ vertices }) => vertices.length);
    expect(sizes).toHaveLength(2);
    expect(pieces.count).toBe(3);
    expect(new Set([0, 20, 40].map((v) => pieces.pieceOf(v))).size).toBe(3);
  });

  test("are right after many edits with one update, and after each of them", () => {
    fc.assert(
      fc.property(
        anyMesh,
        fc.array(fc.nat({ max: 2 ** 30 }), { minLength: 2, maxLength: 25 }),
        fc.integer({ min: 1, max: 30 }),
        (data, choices, updateEvery) => {
          const mesh = buildMesh(data);
          const pieces = new Pieces(mesh);
          for (const [i, choice] of choices.entries()) {
            for (const edit of randomEdit(mesh, data.positions, choice)) pieces.replay(edit);
            if (i % updateEvery === updateEvery - 1) pieces.update();
          }
          expect(pieces.count).toBe(countPieces(mesh));
          const roots = floodFill(mesh);
          const seen = new Map<number, number>();
          for (let v = 0; v < mesh.vertexCount; v++) {
            if (mesh.vertexHalfedges[v] === -1) continue;
            const piece = pieces.pieceOf(v);
            expect(seen.get(roots[v]!) ?? piece).toBe(piece);
            seen.set(roots[v]!, piece);
          }
          expect(new Set(seen.values()).size).toBe(seen.size);
        },
      ),
      runs(61, 250, 30_000),
    );
  });

  test("refuse to update while the mesh has edits that were not replayed", () => {
    const { mesh, edges } = column(4, 2);
    const pieces = new Pieces(mesh);
    const edits = separateEdge(mesh, edges[0]!);
    expect(() => pieces.count).toThrow("expected 2 replayed edits as in the mesh, got 0");
    for (const edit of edits) pieces.replay(edit);
    expect(pieces.count).toBe(1);
    undo(mesh, edits[1]!);
    expect(() => pieces.pieceOf(0)).toThrow("expected 1 replayed edits as in the mesh, got 2");
    pieces.undo(edits[1]!);
    expect(pieces.count).toBe(1);
  });
});
