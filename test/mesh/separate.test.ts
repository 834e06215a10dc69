import { describe, expect, test } from "vitest";
import {
  boundaryLoops,
  buildMesh,
  eulerCharacteristic,
  fansOf,
  generateGrid,
  separateEdge,
  separateVertex,
  splitEdge,
  validate,
  type TriangleMesh,
} from "../../src/mesh/index.js";
import { BOW_TIE, hexagon, meshData } from "../meshes.js";
import { countPieces } from "../oracles.js";

const grid = (n: number): TriangleMesh =>
  buildMesh(generateGrid({ size: [1, 1], segments: [n, n], diagonals: "one-way" }));

describe("separateEdge", () => {
  test("between two inner vertices leaves a slit: two edges between the same vertices, and a search finds both", () => {
    const mesh = grid(4);
    const [a, b] = [6, 7];
    const edge = mesh.findEdge(a, b);
    const edits = separateEdge(mesh, edge);
    expect(edits).toMatchObject([{ type: "separate-edge", edge, newEdges: [mesh.edgeCount - 1] }]);
    expect(mesh.vertexCount).toBe(25);
    expect(mesh.findEdges(a, b)).toEqual([edge, mesh.edgeCount - 1]);
    expect(mesh.findEdges(b, a)).toEqual([edge, mesh.edgeCount - 1]);
    expect(mesh.findEdge(a, b)).toBe(edge);
    expect(mesh.findEdges(a, a)).toEqual([]);
    expect(mesh.edgesOf(a)).toHaveLength(7);
    expect(fansOf(mesh, a)).toHaveLength(1);
    expect(eulerCharacteristic(mesh)).toBe(0);
    expect(boundaryLoops(mesh).map(({ vertices }) => vertices.length)).toEqual([16, 2]);
    expect(validate(mesh)).toBeNull();
    // Both crack faces are borders: each can be split with only one triangle.
    const face = splitEdge(mesh, mesh.edgeCount - 1, 0.5);
    expect(face.newTriangles).toHaveLength(1);
    expect(validate(mesh)).toBeNull();
  });

  test("that reaches the border splits the end there (Phillips fig. 38)", () => {
    const mesh = grid(4);
    const edits = separateEdge(mesh, mesh.findEdge(2, 7));
    expect(edits.map(({ type }) => type)).toEqual(["separate-edge", "split-vertex"]);
    expect(edits[1]).toMatchObject({ vertex: 2, newVertex: 25, dividedEdges: [] });
    expect(mesh.findEdges(2, 7)).toHaveLength(1);
    expect(mesh.findEdges(25, 7)).toHaveLength(1);
    expect(eulerCharacteristic(mesh)).toBe(1);
    expect(validate(mesh)).toBeNull();
  });

  test("continues from a slit: the vertex between splits, and the last edge separates the sheet (fig. 37, 39)", () => {
    const mesh = grid(4);
    const column = [2, 7, 12, 17, 22];
    const edges = [1, 2, 0, 3].map((i) => mesh.findEdge(column[i]!, column[i + 1]!));
    const splits = edges.map(
      (edge) => separateEdge(mesh, edge).filter(({ type }) => type === "split-vertex").length,
    );
    // A slit 7–12; on to 17: 12 splits; on to the border 2: 2 and 7 split; on to the border 22: 17 and 22.
    expect(splits).toEqual([0, 1, 2, 2]);
    expect(mesh.vertexCount).toBe(25 + 5);
    expect(countPieces(mesh)).toBe(2);
    expect(validate(mesh)).toBeNull();
  });

  test("separates every page from the spine of a book", () => {
    const mesh = buildMesh(
      meshData([
        [0, 1, 2],
        [1, 0, 3],
        [0, 1, 4],
      ]),
    );
    const edits = separateEdge(mesh, mesh.findEdge(0, 1));
    expect(edits).toHaveLength(1 + 2 + 2);
    expect(countPieces(mesh)).toBe(3);
    expect(validate(mesh)).toBeNull();
  });

  test("leaves other fans of its ends alone", () => {
    // Two triangles on edge 0–1, and one attached only to vertex 0.
    const mesh = buildMesh(
      meshData([
        [0, 1, 2],
        [1, 0, 3],
        [0, 4, 5],
      ]),
    );
    separateEdge(mesh, mesh.findEdge(0, 1));
    expect(countPieces(mesh)).toBe(2);
    expect(mesh.trianglesOf(0)).toEqual([0, 2]);
  });

  test("refuses a border edge", () => {
    const mesh = grid(2);
    const border = mesh.findEdge(0, 1);
    expect(() => separateEdge(mesh, border)).toThrow(`edge ${border} is already on the border`);
    expect(() => separateEdge(mesh, 99)).toThrow("separateEdge: edge 99 does not exist");
    expect(mesh.editCount).toBe(0);
  });
});

describe("separateVertex", () => {
  test("gives every fan its own vertex", () => {
    const mesh = buildMesh(meshData([...BOW_TIE, [5, 0, 6], [6, 0, 7]]));
    expect(fansOf(mesh, 0)).toEqual([[0], [1], [2, 3]]);
    const edits = separateVertex(mesh, 0);
    expect(edits.map(({ newVertex }) => newVertex)).toEqual([8, 9]);
    expect(mesh.trianglesOf(9)).toEqual([2, 3]);
    expect(countPieces(mesh)).toBe(3);
    expect(validate(mesh)).toBeNull();
  });

  test("does nothing to a vertex with at most one fan", () => {
    const mesh = buildMesh(hexagon());
    expect(separateVertex(mesh, 0)).toEqual([]);
    expect(separateVertex(mesh, 3)).toEqual([]);
    expect(() => separateVertex(mesh, 7)).toThrow("vertex 7 does not exist (0 to 6)");
  });
});
