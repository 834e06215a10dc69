import { describe, expect, test } from "vitest";
import { Pieces, validate, type MeshData, type VertexSplit } from "../../src/mesh/index.js";
import type { Tear, TearableSurface } from "../../src/tearing/index.js";
import { trianglesBesideSlice } from "../../src/tearing/paths/slice.js";
import { TearPose } from "../../src/tearing/tear-pose.js";
import { hexagon, meshData } from "../meshes.js";
import { surfaceOf, tearNow, loadedVertex, trianglesAt } from "./surfaces.js";

// The configurations of Phillips' figures 36 to 39, as the text of III.C.2 describes them.

/**
 * Spokes from vertex 0 at these angles (degrees), with a triangle between each and the next; closed: all the way
 * around. With a second ring the ends of the spokes, 1, 2, …, are inside the cloth.
 */
function wheel(angles: readonly number[], { isClosed = true, rings = 1 } = {}): MeshData {
  const count = angles.length;
  const places = [[0, 0, 0]];
  for (let ring = 1; ring <= rings; ring++) {
    for (const angle of angles) {
      const radians = (angle * Math.PI) / 180;
      places.push([ring * Math.cos(radians), ring * Math.sin(radians), 0]);
    }
  }
  const triangles: number[][] = [];
  const gaps = Array.from({ length: isClosed ? count : count - 1 }, (_, i) => [i, (i + 1) % count]);
  for (const [i, j] of gaps) triangles.push([0, i! + 1, j! + 1]);
  if (rings === 2) {
    for (const [i, j] of gaps) {
      triangles.push([i! + 1, i! + 1 + count, j! + 1], [j! + 1, i! + 1 + count, j! + 1 + count]);
    }
  }
  return meshData(triangles, places);
}

function along(degrees: number): number[] {
  return [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180), 0];
}

const EIGHT = [0, 45, 90, 135, 180, 225, 270, 315];

function slice(surface: TearableSurface, vertex: number, axis: number[]): Tear | undefined {
  const candidates = loadedVertex(vertex, axis);
  return tearNow(surface, { criterion: "separation-tensor", path: "slice" }, candidates).tears[0];
}

function firstSplit(tear: Tear | undefined): VertexSplit {
  return tear!.edits[0] as VertexSplit;
}

/**
 * The triangles of vertex 0 on the far side of the slice, for a loaded spoke to a vertex of the rim.
 */
function besideSlice(data: MeshData, rim: number, axis: number[]): number[] | null {
  const { mesh, positions } = surfaceOf(data);
  const pose = new TearPose();
  pose.begin(positions, mesh.vertexCount);
  const loaded = mesh.findEdge(0, rim);
  const side = trianglesBesideSlice(mesh, pose, 0, loaded, Float64Array.from(axis));
  return side?.toSorted((a, b) => a - b) ?? null;
}

/** The spokes that a split has divided; their far ends may have split since. */
function slicedAlong({ mesh }: TearableSurface, { dividedEdges, vertex }: VertexSplit): number[] {
  return dividedEdges
    .map((edge) => {
      const far = mesh.edgeStart(edge) === vertex ? mesh.edgeEnd(edge) : mesh.edgeStart(edge);
      return mesh.vertexOrigins[2 * far] === -1 ? far : mesh.vertexOrigins[2 * far]!;
    })
    .toSorted((a, b) => a - b);
}

describe("slice snapped to edges (Phillips III.C.2)", () => {
  test("figure 36: the two edges closest to the slice line are selected, one in each direction", () => {
    // The load at 100° gives a slice line from 10° to 190°: the spokes at 0° and 180° are closest.
    const surface = surfaceOf(wheel(EIGHT, { rings: 2 }));
    const tear = slice(surface, 0, along(100));
    const edit = firstSplit(tear);
    expect(slicedAlong(surface, edit)).toEqual([1, 5]);
    // Figure 37: a new vertex, two new edges, four faces and three edges that move to it.
    expect(tear!.edits).toHaveLength(1);
    expect(edit.newEdges).toHaveLength(2);
    expect(edit.movedCorners).toHaveLength(4);
    expect(trianglesAt(surface.mesh, edit.newVertex)).toEqual([4, 5, 6, 7]); // the side away from the load
    expect(trianglesAt(surface.mesh, 0)).toEqual([0, 1, 2, 3]);
    const moved = surface.mesh
      .edgesOf(edit.newVertex)
      .filter((edge) => !edit.newEdges.includes(edge));
    expect(moved).toHaveLength(3);
    // Both ends of the slice are inside the cloth: they do not split, and the tear continues from them.
    expect([1, 5].every((v) => surface.damage.isWeak(v))).toBe(true);
    expect(validate(surface.mesh)).toBeNull();
  });

  test("figure 36: the angle decides, for any distribution of edges", () => {
    const surface = surfaceOf(wheel([20, 75, 120, 150, 205, 250, 340]));
    const edit = firstSplit(slice(surface, 0, along(85))); // the slice runs from −5° to 175°
    expect(slicedAlong(surface, edit)).toEqual([4, 7]); // 150° is 25° off, 205° 30°; 340° is 15° off, 20° is 25°
  });

  test("figure 38: a tear that starts on the border has one new edge; one face and one edge move", () => {
    const surface = surfaceOf(wheel([180, 240, 300, 360], { isClosed: false, rings: 2 }));
    const tear = slice(surface, 0, along(-20)); // the slice runs to 250°; at 70° there is no cloth
    const edit = firstSplit(tear);
    expect(tear!.edits).toHaveLength(1);
    expect(edit.newEdges).toHaveLength(1);
    expect(slicedAlong(surface, edit)).toEqual([2]);
    expect(trianglesAt(surface.mesh, edit.newVertex)).toEqual([0]);
    const moved = surface.mesh
      .edgesOf(edit.newVertex)
      .filter((edge) => !edit.newEdges.includes(edge));
    expect(moved).toHaveLength(1); // the border edge at 180°
  });

  test("figure 39: a tear that ends on the border splits the last vertex too", () => {
    const surface = surfaceOf(wheel([180, 240, 300, 360], { isClosed: false }));
    // Vertex 2, at the end of the sliced edge, is on the border too: only this vertex connected both parts.
    const tear = slice(surface, 0, along(-20))!;
    expect(tear.edits).toHaveLength(2);
    expect(tear.edits[1]).toMatchObject({ type: "split-vertex", vertex: 2, newEdges: [] });
    expect(new Pieces(surface.mesh).count).toBe(2);
    expect(tear.moves).toEqual([]); // both halves stay in place
    expect(validate(surface.mesh)).toBeNull();
  });

  test("a slice along the border separates nothing", () => {
    const surface = surfaceOf(wheel([180, 240, 300, 360], { isClosed: false }));
    expect(slice(surface, 0, [0, -1, 0])).toBeUndefined();
  });

  test("a vertex where the mesh branches is split by the plane", () => {
    // Three pages on the spine 0–1.
    const places = [
      [0, 0, 0],
      [0, 1, 0],
      [1, 0.5, 0],
      [-1, 0.5, 0.3],
      [-1, 0.5, -0.3],
    ];
    const pages = [
      [0, 1, 2],
      [0, 1, 3],
      [1, 0, 4],
    ];
    const surface = surfaceOf(meshData(pages, places));
    const edit = firstSplit(slice(surface, 0, [1, 0, 0]));
    expect(trianglesAt(surface.mesh, edit.newVertex)).toEqual([1, 2]);
    expect(validate(surface.mesh)).toBeNull();
  });

  test.each([
    { line: 72, snapped: 2 }, // 70° is 2° off, 260° is 8° off the other way
    { line: 79, snapped: 5 }, // 70° is 9° off, 260° is 1° off
  ])("on a tear the closer of two inner edges opens, for a slice at $line°", (given) => {
    for (const rotation of [90, -90]) {
      const surface = surfaceOf(wheel([10, 70, 140, 200, 260, 340], { isClosed: false }));
      const edit = firstSplit(slice(surface, 0, along(given.line + rotation)));
      expect(slicedAlong(surface, edit)).toEqual([given.snapped]);
    }
  });

  test("the side away from the load is determined by the mean height of its triangles", () => {
    // A tear at the right, from 300° to 320°. The load at 90° slices at 355°: one low triangle on one side; on the
    // other six that reach from above all the way around: less low in the mean, but lower in their sum.
    const data = wheel([320, 355, 420, 480, 560, 610, 640, 660], { isClosed: false });
    expect(besideSlice(data, 1, [0, 1, 0])).toEqual([0]);
  });

  test("the slice line is in the surface, all the way around the vertex", () => {
    // The corner of a cube, loaded along one of its edges: perpendicular to it and to the mean normal is (0, 1, −1).
    const places = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    for (const [a, b, c] of [
      [1, 2, 3],
      [2, 3, 1],
      [3, 1, 2],
      [1, 3, 2],
    ] as [number, number, number][]) {
      const triangles = [
        [0, a, b],
        [0, b, c],
        [0, c, a],
      ];
      const surface = surfaceOf(meshData(triangles, places));
      const edit = firstSplit(slice(surface, 0, [1, 0, 0]));
      expect(slicedAlong(surface, edit)).toEqual([2, 3]);
      expect(edit.movedCorners).toHaveLength(1); // the face perpendicular to the load
    }
  });

  test("if the load is normal to the cloth, the plane decides", () => {
    // A saddle: the mean normal is the z axis. The triangles around 90° and 270° are below.
    const data = hexagon();
    for (let k = 0; k < 6; k++) {
      data.positions[3 * (k + 1) + 2] = 0.5 * Math.cos((2 * k * Math.PI) / 3);
    }
    expect(besideSlice(data, 1, [0, 0, 1])).toEqual([1, 4]);
  });

  test("if two parts share the vertex, the one with the loaded edge is sliced", () => {
    const places = [[0, 0, 0], ...[20, 90, 160, 200, 270, 340].map(along)];
    const triangles = [
      [0, 1, 2],
      [0, 2, 3],
      [0, 4, 5],
      [0, 5, 6],
    ];
    const data = meshData(triangles, places);
    for (const rim of [1, 2, 3]) expect(besideSlice(data, rim, [1, 0, 0])).toEqual([1]);
    for (const rim of [4, 5, 6]) expect(besideSlice(data, rim, [1, 0, 0])).toEqual([2]);
  });

  test.each([true, false])(
    "edges with equal angles to the slice separate nothing (closed: %s)",
    (isClosed) => {
      // Vertex 1 has the position of vertex 0; the two remaining edges have equal angles to the slice line, the x axis.
      const places = [
        [0, 0, 0],
        [0, 0, 0],
        [12, 5, 0],
        [12, -5, 0],
      ];
      const triangles = [
        [0, 1, 2],
        [0, 2, 3],
        [0, 3, 1],
      ];
      const data = meshData(isClosed ? triangles : triangles.slice(0, 2), places);
      expect(slice(surfaceOf(data), 0, [0, 1, 0])).toBeUndefined();
      expect(slice(surfaceOf(data), 0, [0, -1, 0])).toBeUndefined();
    },
  );
});
