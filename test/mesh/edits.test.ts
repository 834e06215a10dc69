import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  buildMesh,
  inheritPositions,
  MeshError,
  Pieces,
  redo,
  triangleAreas,
  undo,
  uvAreas,
  validate,
  type EdgeSplit,
  type TopologyEdit,
  type TriangleMesh,
} from "../../src/mesh/index.js";
import { anyMesh, hexagon, randomEdit } from "../meshes.js";
import { countPieces, floodFill } from "../oracles.js";
import { runs } from "../runs.js";

/** All data of a mesh, for bit-exact comparison. */
function snapshot(mesh: TriangleMesh): Record<string, unknown> {
  const { vertexCount, edgeCount, triangleCount, editCount } = mesh;
  return {
    vertexCount,
    edgeCount,
    triangleCount,
    editCount,
    halfedgeVertices: mesh.halfedgeVertices.slice(0, 3 * triangleCount),
    halfedgeEdges: mesh.halfedgeEdges.slice(0, 3 * triangleCount),
    nextOnEdge: mesh.nextOnEdge.slice(0, 3 * triangleCount),
    nextAtVertex: mesh.nextAtVertex.slice(0, 3 * triangleCount),
    uvs: mesh.uvs.slice(0, 6 * triangleCount),
    vertexHalfedges: mesh.vertexHalfedges.slice(0, vertexCount),
    vertexOrigins: mesh.vertexOrigins.slice(0, 2 * vertexCount),
    originWeights: mesh.originWeights.slice(0, vertexCount),
    edgeHalfedges: mesh.edgeHalfedges.slice(0, edgeCount),
  };
}

const sum = (numbers: Float64Array): number => numbers.reduce((total, x) => total + x, 0);
const sumOfSizes = (numbers: Float64Array): number => sum(numbers.map(Math.abs));

/** Two vertices are in the same piece if and only if a flood fill connects them. */
function expectTruePieces(pieces: Pieces, mesh: TriangleMesh): void {
  expect(pieces.count).toBe(countPieces(mesh));
  const roots = floodFill(mesh);
  const pieceOfRoot = new Map<number, number>();
  const wrong: number[] = []; // vertices
  for (let v = 0; v < mesh.vertexCount; v++) {
    const isLoose = mesh.vertexHalfedges[v] === -1;
    const known = isLoose ? -1 : pieceOfRoot.get(roots[v]!);
    if (known === undefined) pieceOfRoot.set(roots[v]!, pieces.pieceOf(v));
    else if (pieces.pieceOf(v) !== known) wrong.push(v);
  }
  expect(wrong).toEqual([]);
  expect(new Set(pieceOfRoot.values()).size).toBe(pieceOfRoot.size);
}

/** Each corner has its original uv, or one interpolated at `t` between two. */
function expectTrueUvs(
  before: Float64Array,
  mesh: TriangleMesh,
  edits: readonly EdgeSplit[],
): void {
  // Replays the splits on a list of corners, each with its vertex and its uv, without halfedges.
  const triangles = Array.from({ length: before.length / 6 }, (_, t) =>
    [0, 2, 4].map((i) => Array.from(before.slice(6 * t + i, 6 * t + i + 2))),
  );
  for (const edit of edits) {
    for (const [i, triangle] of edit.triangles.entries()) {
      const corners = triangles[triangle]!;
      const moved = edit.movedCorners[i]! % 3;
      const start = [0, 1, 2].find((k) => k !== moved && k !== farOf(edit, i))!;
      const far = corners[farOf(edit, i)]!;
      const center = [0, 1].map((k) => {
        const [a, b] = [corners[start]![k]!, corners[moved]![k]!];
        return a + edit.t * (b - a);
      });
      const added: number[][] = [];
      added[0] = corners[moved]!;
      added[edit.newCorners[i]! % 3] = center;
      added[3 - (edit.newCorners[i]! % 3)] = far;
      triangles[edit.newTriangles[i]!] = added;
      corners[moved] = center;
    }
  }
  expect([...mesh.uvs.slice(0, 6 * mesh.triangleCount)]).toEqual(triangles.flat(2));

  /** The new triangle has the same winding, so the far corner follows the moved one if it precedes the new one. */
  function farOf(edit: EdgeSplit, i: number): number {
    const moved = edit.movedCorners[i]! % 3;
    return edit.newCorners[i]! % 3 === 2 ? (moved + 1) % 3 : (moved + 2) % 3;
  }
}

describe("any edits of any mesh", () => {
  test("keep it valid, keep area and uvs, keep pieces right, and can be undone and redone bit-exactly", () => {
    const settings = runs(11, 150, 20_000);
    let editCount = 0;
    const kinds = new Set<string>();
    fc.assert(
      fc.property(
        anyMesh,
        fc.array(fc.nat({ max: 2 ** 30 }), { minLength: 1, maxLength: 12 }),
        (data, choices) => {
          const mesh = buildMesh(data);
          const pieces = new Pieces(mesh);
          const area = sum(triangleAreas(mesh, data.positions));
          const uvArea = sum(uvAreas(mesh));
          const uvSize = sumOfSizes(uvAreas(mesh));
          const edits: TopologyEdit[] = [];
          const snapshots = [snapshot(mesh)];
          for (const choice of choices) {
            const uvs = mesh.uvs.slice(0, 6 * mesh.triangleCount);
            const made = randomEdit(mesh, data.positions, choice);
            for (const edit of made) {
              pieces.replay(edit);
              kinds.add(edit.type);
            }
            if (made.length === 0) continue;
            expect(validate(mesh)).toBeNull();
            const positions = inheritPositions(mesh, data.positions);
            const now = sum(triangleAreas(mesh, positions));
            expect(Math.abs(now - area)).toBeLessThan(1e-11 * (1 + area)); // a soup may have none
            expect(sum(uvAreas(mesh))).toBeCloseTo(uvArea, 10);
            expect(sumOfSizes(uvAreas(mesh))).toBeCloseTo(uvSize, 10);
            expectTrueUvs(
              uvs,
              mesh,
              made.filter((edit) => edit.type === "split-edge"),
            );
            expectTruePieces(pieces, mesh);
            edits.push(...made);
            snapshots.push(snapshot(mesh));
          }
          editCount += edits.length;

          const end = snapshots.at(-1)!;
          for (const edit of edits.toReversed()) {
            undo(mesh, edit);
            pieces.undo(edit);
            const known = snapshots.find((shot) => shot["editCount"] === mesh.editCount);
            if (known !== undefined) expect(snapshot(mesh)).toEqual(known);
          }
          expect(validate(mesh)).toBeNull();
          expectTruePieces(pieces, mesh);
          for (const edit of edits) {
            expect(redo(mesh, edit)).toEqual(edit);
            pieces.replay(edit);
          }
          expect(snapshot(mesh)).toEqual(end);
          expect(validate(mesh)).toBeNull();
          expectTruePieces(pieces, mesh);
        },
      ),
      settings,
    );
    expect(editCount).toBeGreaterThan(10 * settings.numRuns);
    expect(kinds).toEqual(new Set(["split-vertex", "split-edge", "separate-edge"]));
  });
});

describe("undo and redo", () => {
  test("refuse edits out of order and leave the mesh unchanged", () => {
    const mesh = buildMesh(hexagon());
    const first = randomEdit(mesh, hexagon().positions, 1 + 5 * 7)[0]!;
    const second = randomEdit(mesh, hexagon().positions, 1 + 5 * 9)[0]!;
    expect(() => undo(mesh, first)).toThrow(MeshError);
    expect(() => undo(mesh, first)).toThrow(
      "(edit 0) is not the latest edit of this mesh (edit 1)",
    );
    expect(() => redo(mesh, second)).toThrow(
      "(edit 1) does not fit this mesh, whose next edit is 2",
    );
    expect(validate(mesh)).toBeNull();
    undo(mesh, second);
    undo(mesh, first);
    expect(snapshot(mesh)).toEqual(snapshot(buildMesh(hexagon())));
  });

  test("refuse an edit with the right number from another history", () => {
    fc.assert(
      fc.property(
        anyMesh,
        fc.nat({ max: 2 ** 30 }),
        fc.nat({ max: 2 ** 30 }),
        (data, one, other) => {
          const mesh = buildMesh(data);
          const made = randomEdit(mesh, data.positions, one);
          const [first] = made;
          if (first === undefined) return;
          for (const edit of made.toReversed()) undo(mesh, edit);
          const [second] = randomEdit(mesh, data.positions, other);
          if (second === undefined || JSON.stringify(first) === JSON.stringify(second)) return;
          const before = snapshot(mesh);
          if (mesh.editCount !== 1) return;
          expect(() => undo(mesh, first)).toThrow(MeshError);
          expect(snapshot(mesh)).toEqual(before);
        },
      ),
      runs(12, 100, 30_000),
    );
  });
});
