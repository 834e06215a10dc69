import { describe, expect, test } from "vitest";
import { Pieces, type VertexSplit } from "../../src/mesh/index.js";
import type { TearableSurface } from "../../src/tearing/index.js";
import { meshData } from "../meshes.js";
import { tearEdge, twoSheetMesh, twoTriangles, WEAK_POINT } from "./onal.js";
import {
  measureAndTear,
  surfaceOf,
  tearNow,
  loadedEdges,
  trianglesAt,
  weakOf,
} from "./surfaces.js";

// The configurations of Önal's figures, as the text of chapter 3 describes them.

describe("one-point connections (Önal 3.2.3)", () => {
  /** Two sheets connected only by vertex 0; the upper one is pulled up by its edge 0–2. */
  function twoSheets(isTurned = false): TearableSurface {
    const surface = surfaceOf(twoSheetMesh(isTurned));
    surface.positions.set([0, 1.25, 0], 6);
    surface.damage.setWeak(0, true);
    return surface;
  }

  test("figures 3.18 and 3.19: the parts separate directly, and the loaded edge is short again", () => {
    const surface = twoSheets();
    const { mesh } = surface;
    const { tears } = tearEdge(surface, 0, 2, 1.2);
    expect(tears.map(({ kind }) => kind)).toEqual(["one-point"]);
    const edit = tears[0]!.edits[0] as VertexSplit;
    expect(tears[0]!.edits).toHaveLength(1);
    expect(edit.newEdges).toEqual([]); // no spring is torn
    expect(trianglesAt(mesh, edit.newVertex)).toEqual([0, 1]); // p′: the part with the tension
    expect(trianglesAt(mesh, 0)).toEqual([2, 3]);
    expect(tears[0]!.moves).toEqual([{ vertex: edit.newVertex, position: [0, 0.25, 0] }]);
    expect(new Pieces(mesh).count).toBe(2);
    expect(weakOf(surface)).toEqual([]);
  });

  test.each(["plane", "slice", "weak-point"] as const)(
    "report their original position and the load from there on, and relax the loaded edge (%s)",
    (path) => {
      for (const isTurned of [false, true]) {
        const surface = twoSheets(isTurned);
        const { mesh, positions } = surface;
        for (let i = 0; i < positions.length; i++) positions[i]! += 1 + (i % 3);
        const loaded = mesh.findEdge(0, 2);
        expect(mesh.edgeStart(loaded)).toBe(isTurned ? 2 : 0);
        const list = loadedEdges(surface, [loaded, 4], [mesh.findEdge(1, 2), 3]);
        const { tears } = tearNow(surface, { ...WEAK_POINT, path }, list);
        expect(tears).toHaveLength(1); // 1–2 is at the end of the loaded edge: it is deferred
        const { kind, severity, position, axis, moves } = tears[0]!;
        expect([kind, severity]).toEqual(["one-point", 4]);
        expect(position).toEqual([1, 2, 3]);
        expect(axis.map((x) => x + 0)).toEqual([0, 1, 0]);
        expect(moves).toEqual([{ vertex: 7, position: [1, 2.25, 3] }]);
      }
    },
  );

  /**
   * Two parts at vertex 0: one with these spokes, angle, length and rest length of each, and a triangle at the left;
   * then one more vertex at (1, 1), in a triangle with the ends of the first two spokes.
   */
  function partWith(spokes: [degrees: number, length: number, rest: number][]): TearableSurface {
    const count = spokes.length;
    const rim = spokes.map(([degrees, length]) => [
      length * Math.cos((degrees * Math.PI) / 180),
      length * Math.sin((degrees * Math.PI) / 180),
      0,
    ]);
    const places = [[0, 0, 0], ...rim, [-1, 0.2, 0], [-1, -0.2, 0], [1, 1, 0]];
    const triangles = spokes.slice(1).map((_, i) => [0, i + 1, i + 2]);
    triangles.push([0, count + 1, count + 2], [1, 2, count + 3]);
    const surface = surfaceOf(meshData(triangles, places));
    for (const [i, [, , rest]] of spokes.entries()) {
      surface.restLengths[surface.mesh.findEdge(0, i + 1)] = rest;
    }
    return surface;
  }

  test("an edge that was already long, and does not get longer, does not prevent the retraction", () => {
    const surface = partWith([
      [20, 1, 0.5],
      [90, 1.25, 1],
    ]);
    const { tears } = tearEdge(surface, 0, 2);
    expect(tears[0]!.moves).toHaveLength(1);
    expect(tears[0]!.moves[0]!.position[1]).toBeCloseTo(0.25, 12);
  });

  test("a part that any retraction would stretch is not moved, for later tears too", () => {
    // The last spoke is opposite to the load and already has twice its length.
    const surface = partWith([
      [90, 1.25, 1],
      [0, 1, 1],
      [-1, 0.6, 0.6],
      [-90, 1, 0.5],
    ]);
    const { mesh } = surface;
    const list = loadedEdges(surface, [mesh.findEdge(0, 1), 4], [mesh.findEdge(2, 7), 2]);
    const { tears } = tearNow(surface, { path: "plane" }, list);
    expect(tears.map(({ kind }) => kind)).toEqual(["one-point", "vertex"]);
    expect(tears[0]!.moves).toEqual([]);
    expect(trianglesAt(mesh, 0)).toEqual([3]);
    // At the end of the second spoke, pulled up, the triangle of the second and the third is just below the plane; with
    // the copy moved up by as little as an eighth it would be above.
    expect(tears[1]!.edits[0]).toMatchObject({ type: "split-vertex", vertex: 2 });
    expect(trianglesAt(mesh, (tears[1]!.edits[0] as VertexSplit).newVertex)).toEqual([1]);
  });

  test("can have their own strength", () => {
    const surface = twoSheets();
    surface.positions.set([0, 1.1, 0], 6);
    const tearsBy = (onePointStrength: number): number =>
      measureAndTear(surface, { ...WEAK_POINT, limit: 1.5, onePointStrength }).tears.length;
    expect(tearsBy(0.25)).toBe(0); // a strain of 0.1 is 0.2 of the limit
    expect(tearsBy(0.15)).toBe(1);
  });

  test("a pinned one does not separate", () => {
    const surface = twoSheets();
    surface.isHeld = (vertex) => vertex === 0;
    expect(tearEdge(surface, 0, 2, 1.2).tears).toEqual([]);
  });

  test("appear where a tear reaches the border, and are weak", () => {
    const { surface } = twoTriangles();
    tearEdge(surface, 0, 1);
    expect(weakOf(surface)).toEqual([2, 3]);
    expect(surface.damage.isOnePoint(2)).toBe(true);
  });
});
