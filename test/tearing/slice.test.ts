import { describe, expect, test } from "vitest";
import { Pieces, validate, type MeshData, type VertexSplit } from "../../src/mesh/index.js";
import type { Tear, TearableSurface } from "../../src/tearing/index.js";
import { meshData } from "../meshes.js";
import { surfaceOf, tearNow, tenseVertex, trianglesAt } from "./surfaces.js";

// The configurations of Phillips' figures 36 to 39, as the text of III.C.2 describes them.

/**
 * Spokes from vertex 0 at these angles (degrees), with a triangle between each and the next; closed: all the way round.
 * With a second ring the ends of the spokes, 1, 2, …, lie inside the cloth.
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
  const candidates = tenseVertex(vertex, axis);
  return tearNow(surface, { criterion: "separation-tensor", path: "slice" }, candidates).tears[0];
}

function firstSplit(tear: Tear | undefined): VertexSplit {
  return tear!.edits[0] as VertexSplit;
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
  test("figure 36: the two edges nearest to the slice line are taken, one in each direction", () => {
    // The pull at 100° makes a slice line from 10° to 190°: the spokes at 0° and 180° are nearest.
    const surface = surfaceOf(wheel(EIGHT, { rings: 2 }));
    const tear = slice(surface, 0, along(100));
    const edit = firstSplit(tear);
    expect(slicedAlong(surface, edit)).toEqual([1, 5]);
    // Figure 37: a new vertex, two new edges, four faces and three edges that go over to it.
    expect(tear!.edits).toHaveLength(1);
    expect(edit.newEdges).toHaveLength(2);
    expect(edit.movedCorners).toHaveLength(4);
    expect(trianglesAt(surface.mesh, edit.newVertex)).toEqual([4, 5, 6, 7]); // the side away from the pull
    expect(trianglesAt(surface.mesh, 0)).toEqual([0, 1, 2, 3]);
    const moved = surface.mesh
      .edgesOf(edit.newVertex)
      .filter((edge) => !edit.newEdges.includes(edge));
    expect(moved).toHaveLength(3);
    // Both ends of the slice are inside the cloth: they hold, and the tear goes on from them.
    expect([1, 5].every((v) => surface.damage.isWeak(v))).toBe(true);
    expect(validate(surface.mesh)).toBeNull();
  });

  test("figure 36: what counts is the angle, however unevenly the edges lie", () => {
    const surface = surfaceOf(wheel([20, 75, 120, 150, 205, 250, 340]));
    const edit = firstSplit(slice(surface, 0, along(85))); // the slice runs from −5° to 175°
    expect(slicedAlong(surface, edit)).toEqual([4, 7]); // 150° is 25° off, 205° 30°; 340° is 15° off, 20° is 25°
  });

  test("figure 38: a tear that starts on the border has one new edge; one face and one edge go over", () => {
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

  test("figure 39: a tear that ends on the border breaks the last vertex too", () => {
    const surface = surfaceOf(wheel([180, 240, 300, 360], { isClosed: false }));
    // Vertex 2, at the end of the sliced edge, lies on the border as well: nothing but itself held both parts together.
    const tear = slice(surface, 0, along(-20))!;
    expect(tear.edits).toHaveLength(2);
    expect(tear.edits[1]).toMatchObject({ type: "split-vertex", vertex: 2, newEdges: [] });
    expect(new Pieces(surface.mesh).count).toBe(2);
    expect(tear.moves).toEqual([]); // both halves stay where they were
    expect(validate(surface.mesh)).toBeNull();
  });

  test("a slice along the border parts nothing", () => {
    const surface = surfaceOf(wheel([180, 240, 300, 360], { isClosed: false }));
    expect(slice(surface, 0, [0, -1, 0])).toBeUndefined();
  });

  test("a vertex where the mesh branches is parted by the plane", () => {
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
});
