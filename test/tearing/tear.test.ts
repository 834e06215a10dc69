import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateGrid, Pieces, validate, type VertexSplit } from "../../src/mesh/index.js";
import {
  Candidates,
  measure,
  resolveTearing,
  type TearableSurface,
  type TearResult,
} from "../../src/tearing/index.js";
import { trianglesBelowPlane } from "../../src/tearing/paths/plane.js";
import { TearPose } from "../../src/tearing/tear-pose.js";
import { BOW_TIE, hexagon, meshData } from "../meshes.js";
import { runs } from "../runs.js";
import { fan } from "./onal.js";
import { surfaceOf, tearNow, loadedEdges, loadedVertex, trianglesAt } from "./surfaces.js";

const NO_CAP = { maxTearsPerStep: 1000 };

/** Positions of the vertices of a surface that no tear has changed yet. */
function poseOf({ mesh, positions }: TearableSurface): TearPose {
  const pose = new TearPose();
  pose.begin(positions, mesh.vertexCount);
  return pose;
}

/** The vertices that a result has split, in order. */
function splitsOf({ tears }: TearResult): VertexSplit[] {
  return tears.flatMap(({ edits }) => edits.filter((edit) => edit.type === "split-vertex"));
}

describe("plane path (Robson)", () => {
  test("selects the triangles whose center is below the plane", () => {
    const surface = surfaceOf(hexagon());
    // Perpendicular to the spoke to vertex 1 (the x axis). The centers of 1 and 4 are on the plane: they count as
    // below.
    expect(trianglesBelowPlane(surface.mesh, poseOf(surface), 0, [1, 0, 0])).toEqual([1, 2, 3, 4]);
  });

  test("does nothing if one side is empty", () => {
    const surface = surfaceOf(hexagon());
    const pose = poseOf(surface);
    expect(trianglesBelowPlane(surface.mesh, pose, 0, [0, 0, 1])).toBeNull(); // all centers on the plane
    expect(trianglesBelowPlane(surface.mesh, pose, 1, [-1, 0, 0])).toBeNull(); // all on the side of the load
  });
});

describe("tear", () => {
  test("splits the heavier end, which keeps the loaded edge; the copy gets the far side", () => {
    const surface = surfaceOf(hexagon());
    const { mesh } = surface;
    const spoke = mesh.findEdge(0, 1);
    const result = tearNow(surface, NO_CAP, loadedEdges(surface, [spoke, 2]));
    expect(result.tears).toHaveLength(1);
    const { axis, position, severity, kind, moves } = result.tears[0]!;
    const edit = splitsOf(result)[0]!;
    expect(edit.vertex).toBe(0); // six triangles compared to two
    expect(mesh.findEdge(0, 1)).toBe(spoke);
    expect(mesh.trianglesOf(edit.newVertex).every((t) => !mesh.trianglesOf(1).includes(t))).toBe(
      true,
    );
    expect(axis).toEqual([1, 0, 0]);
    expect(position).toEqual([0, 0, 0]);
    expect(severity).toBe(2);
    expect(kind).toBe("vertex");
    expect(moves).toEqual([]); // nothing is moved apart explicitly
    expect(validate(mesh)).toBeNull();
  });

  test("tries the other end if the heavier one is pinned, and nothing if both are", () => {
    const data = generateGrid({ size: [4, 4], segments: [4, 4], diagonals: "one-way" });
    const [left, right] = [2 * 5 + 1, 2 * 5 + 2];
    const splitOf = (held: number[]): number[] => {
      const surface = surfaceOf(data, { isHeld: (v) => held.includes(v) });
      const edge = surface.mesh.findEdge(left, right);
      return splitsOf(tearNow(surface, NO_CAP, loadedEdges(surface, [edge, 2]))).map(
        (e) => e.vertex,
      );
    };
    expect(splitOf([])).toEqual([left]); // equal weights: the lower number
    expect(splitOf([left])).toEqual([right]);
    expect(splitOf([left, right])).toEqual([]);
  });

  test("tries the lighter end if the heavier one has an empty side", () => {
    // Weights make the rim vertex 1 the heavier end, but all its triangles are towards 0.
    const surface = surfaceOf(hexagon());
    surface.triangleWeights = Float64Array.from([51, 0, 0, 0, 0, 50]);
    const spoke = surface.mesh.findEdge(0, 1);
    const result = tearNow(surface, NO_CAP, loadedEdges(surface, [spoke, 2]));
    expect(splitsOf(result)[0]!.vertex).toBe(0);
  });

  test.each(["plane", "slice", "weak-point"] as const)(
    "separates two parts that are connected by one vertex (%s)",
    (path) => {
      const places = [
        [0, 0, 0],
        [1, -1, 0],
        [1, 1, 0],
        [-1, 1, 0],
        [-1, -1, 0],
      ];
      const surface = surfaceOf(meshData(BOW_TIE, places));
      surface.damage.setWeak(0, true);
      const edge = surface.mesh.findEdge(0, 1);
      const { tears } = tearNow(surface, { ...NO_CAP, path }, loadedEdges(surface, [edge, 2]));
      expect(tears.map(({ kind }) => kind)).toEqual(["one-point"]);
      expect(surface.mesh.trianglesOf(0)).toHaveLength(1);
      expect(validate(surface.mesh)).toBeNull();
    },
  );

  test.each(["falling", "rising"])(
    "no edge is separated at both ends at once (%s severities)",
    (order) => {
      const data = generateGrid({ size: [8, 2], segments: [8, 2], diagonals: "one-way" });
      const surface = surfaceOf(data);
      const row = (column: number): number => 9 + column;
      const columns = [1, 2, 3, 4, 5, 6];
      const edges = columns.map((column) => surface.mesh.findEdge(row(column), row(column + 1)));
      const list = edges.map((edge, i): [number, number] => [
        edge,
        order === "rising" ? 2 + i : 9 - i,
      ]);
      const { tears } = tearNow(surface, NO_CAP, loadedEdges(surface, ...list));
      const split = tears.map(({ edits }) => (edits[0] as VertexSplit).vertex);
      // Every second edge tears at the end that is heavier by its number; those between were relaxed.
      expect(split).toEqual((order === "falling" ? [1, 3, 5] : [6, 4, 2]).map(row));
      for (const column of columns) {
        expect(split.includes(row(column)) && split.includes(row(column + 1))).toBe(false);
      }
      expect(validate(surface.mesh)).toBeNull();
    },
  );

  test.each(["plane", "slice", "weak-point"] as const)(
    "stops at the maximum and counts deferred candidates; the next call tears them (%s)",
    (path) => {
      const data = generateGrid({ size: [8, 8], segments: [8, 8] });
      const surface = surfaceOf(data);
      const { mesh } = surface;
      const list = [2, 4, 6].map((r, i): [number, number] => [
        mesh.findEdge(9 * r + 4, 9 * r + 5),
        4 - i,
      ]);
      const first = tearNow(surface, { path, maxTearsPerStep: 2 }, loadedEdges(surface, ...list));
      expect(first.tears.map(({ severity }) => severity)).toEqual([4, 3]); // in order
      expect(first.deferred).toBe(1);
      const rest = loadedEdges(surface, list[2]!);
      const second = tearNow(surface, { path, maxTearsPerStep: 2 }, rest);
      expect(second.tears.map(({ severity }) => severity)).toEqual([2]);
      expect(second.deferred).toBe(0);
    },
  );

  test.each(["plane", "slice", "weak-point"] as const)(
    "candidates deferred by the maximum count once, with all that they would have relaxed (%s)",
    (path) => {
      const surface = surfaceOf(
        generateGrid({ size: [8, 8], segments: [8, 8], diagonals: "one-way" }),
      );
      const at = (row: number, column: number): number => 9 * row + column;
      const edge = (row: number, column: number): number =>
        surface.mesh.findEdge(at(row, column), at(row, column + 1));
      // One tears; the next is deferred; it would have relaxed the two beside it.
      const list: [number, number][] = [
        [edge(2, 4), 5],
        [edge(6, 4), 4],
        [edge(6, 5), 3],
        [edge(6, 3), 2],
      ];
      const result = tearNow(surface, { path, maxTearsPerStep: 1 }, loadedEdges(surface, ...list));
      expect(result.tears).toHaveLength(1);
      expect(result.deferred).toBe(1);
    },
  );

  test("for a vertex, the load is reported along its closest edge, and that edge is kept", () => {
    // Spokes at 0°, 60°, 120° and 180°; the axis of the load has no sign.
    const data = fan([0, 60, 120, 180]);
    const second = [...data.positions.slice(6, 9)];
    for (const sign of [1, -1]) {
      const surface = surfaceOf(data);
      const along = second.map((x) => sign * x);
      const { tears } = tearNow(surface, NO_CAP, loadedVertex(0, along));
      for (let k = 0; k < 3; k++) expect(tears[0]!.axis[k]).toBeCloseTo(second[k]!, 12);
      expect(trianglesAt(surface.mesh, 0)).toEqual([0, 1]);
      const { newVertex } = tears[0]!.edits[0] as VertexSplit;
      expect(trianglesAt(surface.mesh, newVertex)).toEqual([2]);
    }
  });

  test("parts that a split leaves connected at one vertex, its copy or the rim separate at once", () => {
    // A saddle loaded upward: only two opposite triangles are above the plane, twice two below it.
    const data = hexagon();
    for (const rim of [1, 4]) data.positions[3 * rim + 2] = -0.5;
    for (const rim of [2, 3, 5, 6]) {
      for (let k = 0; k < 2; k++) data.positions[3 * rim + k]! *= 0.3;
      data.positions[3 * rim + 2] = 0.3;
    }
    const surface = surfaceOf(data);
    const { mesh, damage } = surface;
    const { tears } = tearNow(surface, NO_CAP, loadedVertex(0, [0, 0, 1]));
    expect(splitsOf({ tears, deferred: 0, relaxed: [] })[0]!.movedCorners).toHaveLength(4);
    expect(trianglesAt(mesh, 0)).toHaveLength(1);
    for (let v = 0; v < mesh.vertexCount; v++) expect(damage.isOnePoint(v)).toBe(false);
    expect(new Pieces(mesh).count).toBe(4);
    expect(validate(mesh)).toBeNull();
  });

  test("afterwards no edge over the limit can split except relaxed ones; the mesh is valid", () => {
    const stretchBy = fc.array(fc.double({ min: 0.5, max: 2.2, noNaN: true }), {
      minLength: 12,
      maxLength: 12,
    });
    fc.assert(
      fc.property(stretchBy, fc.nat(1000), (factors, heldSeed) => {
        const data = generateGrid({ size: [6, 6], segments: [6, 6] });
        const isHeld = (v: number): boolean => v < 49 && (v * 7 + heldSeed) % 11 === 0;
        const surface = surfaceOf(data, { isHeld });
        const { mesh, positions } = surface;
        for (let i = 0; i < positions.length; i++) positions[i]! *= factors[(i * 5) % 12]!;
        const candidates = new Candidates();
        measure(surface, resolveTearing({ criterion: "stretch", limit: 1.3 }), candidates);
        const over = new Set(candidates.edges.slice(0, candidates.count));
        const vertexCount = mesh.vertexCount;
        const splits = splitsOf(tearNow(surface, NO_CAP, candidates));
        expect(validate(mesh)).toBeNull();
        const letGo = new Set(splits.flatMap(({ vertex, newVertex }) => [vertex, newVertex]));
        // The other end of the edge that caused a tear is relaxed too; it is still its neighbor, or that of its copy.
        for (const edge of over) {
          const pair = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
          if (pair.some((v) => splits.some((s) => s.vertex === v || s.newVertex === v))) {
            for (const v of pair) letGo.add(v);
          }
        }
        for (const { vertex } of splits) expect(surface.isHeld(vertex)).toBe(false);
        // The current positions: copies at their originals.
        const pose = new TearPose();
        const place = (v: number): number =>
          v < vertexCount ? v : place(mesh.vertexOrigins[2 * v]!);
        const all = Float64Array.from({ length: 3 * mesh.vertexCount }, (_, i) => {
          return positions[3 * place(Math.floor(i / 3)) + (i % 3)]!;
        });
        pose.begin(all, mesh.vertexCount);
        for (const edge of over) {
          const pair = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
          if (pair.some((v) => letGo.has(v))) continue;
          for (const [from, to] of [pair, pair.toReversed()] as [number, number][]) {
            const axis = new Float64Array(3);
            if (!pose.direction(from, to, axis)) continue;
            const below = trianglesBelowPlane(mesh, pose, from, axis);
            expect(surface.isHeld(from) || below === null).toBe(true);
          }
        }
      }),
      runs(6, 150),
    );
  });
});
