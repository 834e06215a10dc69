import { describe, expect, test } from "vitest";
import { generateGrid, validate, type VertexSplit } from "../../src/mesh/index.js";
import type { TearableSurface } from "../../src/tearing/index.js";
import { meshData } from "../meshes.js";
import { fan, tearEdge, tornSpokes, WEAK_POINT } from "./onal.js";
import {
  measureAndTear,
  surfaceOf,
  tearNow,
  loadedEdges,
  trianglesAt,
  weakOf,
} from "./surfaces.js";

// The configurations of Önal's figures, as the text of chapter 3 describes them.

describe("weak points (Önal 3.2.2)", () => {
  // Around the weak point, from the gap on: a torn edge, s1, the loaded edge, s2, s3, s4, s5, the other torn edge. The
  // gap is on the right of the tension, which points up.
  const ANGLES = [8, 45, 90, 160, 215, 265, 350, 353];
  const [S1, LOADED, S2, S3, S4, S5] = [2, 3, 4, 5, 6, 7];

  function weakFan(): TearableSurface {
    const surface = surfaceOf(fan(ANGLES));
    surface.damage.setWeak(0, true);
    // s4 is stretched most, s3 somewhat: s4 resists most.
    surface.restLengths[surface.mesh.findEdge(0, S4)] = 0.7;
    surface.restLengths[surface.mesh.findEdge(0, S3)] = 0.9;
    return surface;
  }

  test("figures 3.13 to 3.16: the tear continues along s2", () => {
    const surface = weakFan();
    const { mesh } = surface;
    const { tears } = tearEdge(surface, 0, LOADED);
    const edit = tears[0]!.edits[0] as VertexSplit;
    expect(edit.vertex).toBe(0);
    // s5 is closer to the perpendicular (10° compared to 20°), but is on the side of the gap.
    const torn = edit.dividedEdges.map((e) => mesh.edgeStart(e) + mesh.edgeEnd(e));
    expect(torn).toEqual([S2]);
    expect(trianglesAt(mesh, 0)).toEqual([0, 1, 2]); // with s1 and the loaded edge
    expect(trianglesAt(mesh, edit.newVertex)).toEqual([3, 4, 5, 6]);
    expect(mesh.findEdge(0, S1)).not.toBe(-1);
    expect(mesh.findEdge(edit.newVertex, S5)).not.toBe(-1);
    expect(validate(mesh)).toBeNull();
  });

  test("another resistance gives another side and another edge", () => {
    const surface = weakFan();
    // Now the neighborhood of s5 carries most: reverse the tension, towards s4, with the loaded edge and s1 resisting.
    surface.restLengths.fill(1);
    surface.restLengths[surface.mesh.findEdge(0, LOADED)] = 0.6;
    const { tears } = tearEdge(surface, 0, S4);
    const edit = tears[0]!.edits[0] as VertexSplit;
    const torn = edit.dividedEdges.map((e) => surface.mesh.edgeStart(e) + surface.mesh.edgeEnd(e));
    // Between s4 and the loaded edge are s3 (215°) and s2 (160°); the tension points to 265°: 160° is 15° off its
    // perpendicular.
    expect(torn).toEqual([S2]);
    expect(trianglesAt(surface.mesh, 0)).toEqual([3, 4, 5, 6]); // the side of the tension keeps the point
  });

  // Önal's figure 3.14: several edges resist, and the projection of their forces on the axis of the tension decides.
  const RESISTING = [-95, -40, 10, 60, 90, 130, 200, 230];
  const FORCES = new Map([
    [1, 0.2], // at 265° it is most opposite to the tension, but 0.2 · cos 5° = 0.20
    [7, 1], // at 200° it carries most, but 1 · cos 70° = 0.34
    [8, 0.6], // at 230°: 0.6 · cos 40° = 0.46, the largest
  ]);

  test.each(["stretch", "unlimited lengths", "tension"] as const)(
    "figure 3.14: the largest projected force resists, not the largest or straightest (%s)",
    (measuredBy) => {
      const surface = surfaceOf(fan(RESISTING));
      const { mesh } = surface;
      surface.damage.setWeak(0, true);
      const forces = new Float64Array(mesh.edgeCount);
      for (const [rim, force] of FORCES) forces[mesh.findEdge(0, rim)] = force;
      if (measuredBy === "stretch") {
        surface.restLengths = surface.restLengths.map((length, e) => length / (1 + forces[e]!));
      } else if (measuredBy === "tension") surface.tensionOf = (edge) => forces[edge]!;
      else {
        surface.unlimitedLengths = surface.restLengths.map(
          (length, e) => length * (1 + forces[e]!),
        );
      }
      const criterion = measuredBy === "tension" ? "tension" : "stretch";
      const loaded = loadedEdges(surface, [mesh.findEdge(0, 5), 1.9]);
      const { tears } = tearNow(surface, { ...WEAK_POINT, criterion }, loaded);
      // Between the loaded edge and the one at 230°, that at 200° is closest to the perpendicular. If the one at 265°
      // resisted, that at 10° would have torn on the other side; if the one at 200° did, that at 130°.
      expect(tornSpokes(surface, tears[0])).toEqual([7]);
      expect(trianglesAt(mesh, mesh.vertexCount - 1)).toEqual([6]);
    },
  );

  test.each([
    { name: "no force", loads: [0, 0] },
    { name: "pressure alone", loads: [-0.3, -0.1] },
  ])("under $name the edge most opposite to the tension resists", ({ loads }) => {
    const angles = [-80, 10, 90, 150, 230];
    for (const isMirrored of [false, true]) {
      const own = isMirrored ? angles.map((angle) => 180 - angle).toReversed() : angles;
      const place = (i: number): number => (isMirrored ? 6 - i : i);
      const surface = surfaceOf(fan(own));
      const { mesh, restLengths } = surface;
      surface.damage.setWeak(0, true);
      for (const [i, rim] of [1, 5].entries()) {
        restLengths[mesh.findEdge(0, place(rim))] = 1 / (1 + loads[i]!);
      }
      const { tears } = tearEdge(surface, 0, place(3), 1.9);
      expect(tornSpokes(surface, tears[0])).toEqual([place(2)]); // on the side of the one at −80°
    }
  });

  test.each([
    { name: "open", angles: [20, 90, 230, 250], isClosed: false },
    { name: "closed", angles: [20, 90, 200, 270, 340], isClosed: true },
  ])("nothing tears if no edge is between the loaded and the resisting one ($name fan)", (of) => {
    for (const isMirrored of [false, true]) {
      const { angles, isClosed } = of;
      const own = isMirrored ? angles.map((angle) => 180 - angle).toReversed() : angles;
      const place = (i: number): number => (isMirrored ? angles.length + 1 - i : i);
      const surface = surfaceOf(fan(own, isClosed));
      const { mesh, restLengths } = surface;
      surface.damage.setWeak(0, true);
      restLengths[mesh.findEdge(0, place(3))] = 0.5;
      expect(tearEdge(surface, 0, place(2), 1.9).tears).toEqual([]);
    }
  });

  test("nothing tears if nothing resists", () => {
    const surface = surfaceOf(fan([30, 90, 150]));
    surface.damage.setWeak(0, true);
    expect(tearEdge(surface, 0, 2, 1.9).tears).toEqual([]);
  });

  test("where the mesh branches the plane decides", () => {
    const rim = [0, 60, 120, 180, 240, 300].map((a) => [
      Math.cos((a * Math.PI) / 180),
      Math.sin((a * Math.PI) / 180),
      0,
    ]);
    const triangles = [0, 1, 2, 3, 4, 5].map((k) => [0, 1 + k, 1 + ((k + 1) % 6)]);
    const flap = [0, 1, 7];
    const surface = surfaceOf(meshData([...triangles, flap], [[0, 0, 0], ...rim, [0.5, 0, 1]]));
    surface.damage.setWeak(0, true);
    const { tears } = tearEdge(surface, 0, 1, 1.9);
    expect(tears.map(({ kind }) => kind)).toEqual(["vertex"]);
    expect(trianglesAt(surface.mesh, 0)).toEqual([0, 5, 6]);
    // Centers on the plane count as below.
    expect(trianglesAt(surface.mesh, 8)).toEqual([1, 2, 3, 4]);
  });

  test("figure 3.12: the triangles on the other side of the tear move to a copy of the point", () => {
    const surface = weakFan();
    const { mesh } = surface;
    const before = mesh.edgeCount;
    tearEdge(surface, 0, LOADED);
    expect(mesh.vertexCount).toBe(ANGLES.length + 2);
    expect(mesh.edgeCount).toBe(before + 1); // s2, twice
    expect(mesh.triangleCount).toBe(ANGLES.length - 1); // no new triangle
    expect(mesh.findEdges(0, S2)).toHaveLength(1);
    expect(mesh.findEdges(mesh.vertexCount - 1, S2)).toHaveLength(1);
  });

  test("figure 3.17: neither the point nor its copy is weak any more, the far end of the torn edge is", () => {
    const surface = weakFan();
    tearEdge(surface, 0, LOADED);
    expect(weakOf(surface)).toEqual([S2]);
  });

  test("figure 3.20: every triangle keeps its uvs", () => {
    const surface = weakFan();
    const uvs = surface.mesh.uvs.slice();
    tearEdge(surface, 0, LOADED);
    expect(surface.mesh.uvs).toEqual(uvs);
  });

  test("a weak point tears at a fraction of the strength, an intact edge does not", () => {
    const surface = weakFan();
    const { mesh, positions, restLengths } = surface;
    for (const spoke of [S3, S4]) restLengths[mesh.findEdge(0, spoke)] = 1;
    const tense = positions.slice(3 * LOADED, 3 * LOADED + 3);
    const tearsAt = (strain: number): number => {
      positions.set(
        tense.map((x) => (1 + strain) * x),
        3 * LOADED,
      );
      const options = { ...WEAK_POINT, limit: 1.5, weakStrength: 0.6 };
      return measureAndTear(surface, options).tears.length;
    };
    expect(tearsAt(0.29)).toBe(0);
    surface.damage.setWeak(0, false);
    expect(tearsAt(0.45)).toBe(0);
    surface.damage.setWeak(0, true);
    expect(tearsAt(0.31)).toBe(1);
  });

  test("a pinned weak point does not split; the edge is torn in its center if it is over the whole limit", () => {
    const surface = weakFan();
    surface.isHeld = (vertex) => vertex === 0;
    expect(tearEdge(surface, 0, LOADED, 1.9).tears).toEqual([]); // 0.95 of the whole limit
    expect(tearEdge(surface, 0, LOADED, 2.1).tears.map(({ kind }) => kind)).toEqual(["edge"]);
  });

  test("relaxes the edges at the ends of its tear and at the far end of the loaded edge", () => {
    const data = generateGrid({ size: [4, 4], segments: [4, 4], diagonals: "one-way" });
    const tearsWith = (a: number, b: number): number => {
      const surface = surfaceOf(data);
      const { mesh } = surface;
      surface.damage.setWeak(12, true);
      const list = loadedEdges(surface, [mesh.findEdge(12, 13), 3], [mesh.findEdge(a, b), 2.5]);
      return tearNow(surface, WEAK_POINT, list).tears.length;
    };
    expect(tearsWith(17, 22)).toBe(1); // 17 and 7 are the ends of the tear
    expect(tearsWith(2, 7)).toBe(1);
    expect(tearsWith(13, 14)).toBe(1);
    expect(tearsWith(3, 4)).toBe(2); // far from it
  });

  test("the stronger of two weak ends withstands up to its own threshold", () => {
    // Vertex 0 connects two triangles and is pinned; vertex 1 is weak, and at 1 the edge 1–3 resists.
    const places = [
      [0, 0, 0],
      [1, 0, 0],
      [0.5, 0.8, 0],
      [-1, 0.5, 0],
      [-1, -0.5, 0],
      [1.2, 0.8, 0],
      [2, 0, 0],
    ];
    const triangles = [
      [0, 1, 2],
      [1, 5, 2],
      [1, 6, 5],
      [0, 3, 4],
    ];
    const tearsAt = (load: number): number => {
      const surface = surfaceOf(meshData(triangles, places), { isHeld: (v) => v === 0 });
      const { mesh, damage } = surface;
      damage.setWeak(1, true);
      const options = { ...WEAK_POINT, onePointStrength: 0.25 };
      const tense = loadedEdges(surface, [mesh.findEdge(0, 1), load / 0.25]);
      return tearNow(surface, options, tense).tears.length;
    };
    expect(tearsAt(0.4)).toBe(0);
    expect(tearsAt(0.6)).toBe(1);
  });

  test("around a vertex without a gap one edge tears on each side", () => {
    const grid = generateGrid({ size: [4, 4], segments: [4, 4], diagonals: "one-way" });
    const surface = surfaceOf(grid);
    surface.damage.setWeak(12, true);
    const { tears } = tearEdge(surface, 12, 13);
    const edit = tears[0]!.edits[0] as VertexSplit;
    const far = edit.newEdges.map(
      (e) => surface.mesh.edgeStart(e) + surface.mesh.edgeEnd(e) - edit.newVertex,
    );
    expect(far.toSorted((a, b) => a - b)).toEqual([7, 17]); // perpendicular to the load
    expect(validate(surface.mesh)).toBeNull();
  });
});
