import { describe, expect, test } from "vitest";
import {
  buildMesh,
  generateGrid,
  separateEdge,
  splitEdge,
  splitVertex,
  type TriangleMesh,
} from "../../src/mesh/index.js";
import { Damage } from "../../src/tearing/index.js";
import { BOW_TIE, hexagon, meshData } from "../meshes.js";

/** Three triangles around vertex 0, over the vertices a, b and c. */
function cone(a: number, b: number, c: number): number[][] {
  return [
    [0, a, b],
    [0, b, c],
    [0, c, a],
  ];
}

const HEXAGON = [0, 1, 2, 3, 4, 5].map((k) => [0, 1 + k, 1 + ((k + 1) % 6)]);

describe("one-point connections of an input mesh", () => {
  test.each([
    { name: "two triangles", triangles: BOW_TIE },
    { name: "two cones on one apex", triangles: [...cone(1, 2, 3), ...cone(4, 5, 6)] },
    { name: "a cone, then a triangle on its apex", triangles: [...cone(1, 2, 3), [0, 4, 5]] },
    { name: "a triangle, then a cone on its corner", triangles: [[0, 4, 5], ...cone(1, 2, 3)] },
    {
      name: "three pages and a triangle apart from them",
      triangles: [
        [0, 2, 1],
        [0, 1, 3],
        [1, 0, 4],
        [0, 5, 6],
      ],
    },
  ])("$name: weak from the start", ({ triangles }) => {
    const damage = new Damage(buildMesh(meshData(triangles)));
    expect(damage.isOnePoint(0)).toBe(true);
    expect(damage.weakVertices()).toEqual([0]);
    expect(damage.isTorn(0)).toBe(false); // nothing has separated
  });

  test.each([
    { name: "a hexagon", triangles: HEXAGON },
    { name: "a lone triangle", triangles: [[0, 1, 2]] },
    // Where the mesh branches, all triangles are still connected, for any start of the walk around the vertex.
    {
      name: "three pages, from the spine on",
      triangles: [
        [0, 1, 2],
        [0, 1, 3],
        [1, 0, 4],
      ],
    },
    {
      name: "three pages, from a side on",
      triangles: [
        [0, 2, 1],
        [0, 1, 3],
        [1, 0, 4],
      ],
    },
    { name: "a hexagon with a flap on its first spoke", triangles: [...HEXAGON, [0, 1, 7]] },
    { name: "a hexagon with a flap on another spoke", triangles: [...HEXAGON, [0, 4, 7]] },
    { name: "a flap on a spoke of a hexagon", triangles: [[0, 1, 7], ...HEXAGON] },
    { name: "vertices without triangles", triangles: [[1, 2, 4]] },
  ])("$name: none", ({ triangles }) => {
    const damage = new Damage(buildMesh(meshData(triangles)));
    expect(damage.weakVertices()).toEqual([]);
  });

  test("one that is strengthened from code is not weak for tears", () => {
    const damage = new Damage(buildMesh(meshData(BOW_TIE)));
    damage.setWeak(0, false);
    expect(damage.isOnePoint(0)).toBe(false);
    damage.setWeak(0, true);
    expect(damage.isOnePoint(0)).toBe(true);
  });
});

/**
 * A grid of 4 × 4 cells with a tear from the center of its left side: crack faces 10 and its copy 25, tip 11.
 */
function tornGrid(): { mesh: TriangleMesh; damage: Damage } {
  const mesh = buildMesh(generateGrid({ size: [4, 4], segments: [4, 4], diagonals: "one-way" }));
  const damage = new Damage(mesh);
  const above = mesh.trianglesOf(10).filter((t) => mesh.cornersIn(t).some((v) => v > 14));
  damage.replay(splitVertex(mesh, 10, above));
  return { mesh, damage };
}

function tornOf(mesh: TriangleMesh, damage: Damage): number[] {
  return Array.from({ length: mesh.vertexCount }, (_, v) => v).filter((v) => damage.isTorn(v));
}

describe("damage after edits", () => {
  test("a split: both crack faces and the tip are on the seam, only the tip is weak", () => {
    const { mesh, damage } = tornGrid();
    expect(tornOf(mesh, damage)).toEqual([10, 11, 25]);
    expect(damage.weakVertices()).toEqual([11]);
  });

  test("a split that leaves parts connected at one vertex: it is weak", () => {
    const mesh = buildMesh(hexagon());
    const damage = new Damage(mesh);
    const edit = splitVertex(mesh, 0, [0, 2]); // neighbors of neither: the copy has two fans
    damage.replay(edit);
    expect(damage.isOnePoint(edit.newVertex)).toBe(true);
    expect(damage.isTorn(edit.newVertex)).toBe(true);
  });

  test("a vertex on an edge of the seam is on it too, but not weak", () => {
    const { mesh, damage } = tornGrid();
    for (const lip of [10, 25]) {
      const { newVertex, ...edit } = splitEdge(mesh, mesh.findEdge(lip, 11), 0.5);
      damage.replay({ ...edit, newVertex });
      expect(damage.isTorn(newVertex)).toBe(true);
      expect(damage.isWeak(newVertex)).toBe(false);
    }
  });

  test.each([
    { name: "inside the cloth, between two ends of seams", a: 11, b: 12 },
    { name: "on the border, beside a seam", a: 5, b: 10 },
    { name: "on the border, beside a seam, on the other lip", a: 15, b: 25 },
    { name: "on the border, far from any seam", a: 2, b: 3 },
  ])("a vertex on an edge $name is not on a seam", ({ a, b }) => {
    const { mesh, damage } = tornGrid();
    const rest = mesh.trianglesOf(14).filter((t) => mesh.cornersIn(t).some((v) => v > 14));
    // The same from the right side: the tips are 11 and 13.
    damage.replay(splitVertex(mesh, 14, rest));
    const slit = mesh.trianglesOf(13).filter((t) => mesh.cornersIn(t).some((v) => v > 14));
    damage.replay(splitVertex(mesh, 13, slit)); // and one further: now they are 11 and 12
    expect([11, 12].every((v) => damage.isTorn(v))).toBe(true);
    const edit = splitEdge(mesh, mesh.findEdge(a, b), 0.5);
    damage.replay(edit);
    expect(damage.isTorn(edit.newVertex)).toBe(false);
  });

  test("an edge that is opened inside: both ends are on a seam and weak", () => {
    const mesh = buildMesh(generateGrid({ size: [4, 4], segments: [4, 4] }));
    const damage = new Damage(mesh);
    const edits = separateEdge(mesh, mesh.findEdge(11, 12));
    expect(edits.map(({ type }) => type)).toEqual(["separate-edge"]);
    for (const edit of edits) damage.replay(edit);
    expect(tornOf(mesh, damage)).toEqual([11, 12]);
    expect(damage.weakVertices()).toEqual([11, 12]);
  });

  test("replaying an edit twice changes nothing", () => {
    const mesh = buildMesh(generateGrid({ size: [4, 4], segments: [4, 4] }));
    const damage = new Damage(mesh);
    const edits = [mesh.findEdge(6, 7), mesh.findEdge(16, 17)].flatMap((edge) =>
      separateEdge(mesh, edge),
    );
    for (const edit of edits) damage.replay(edit);
    expect(damage.weakVertices()).toEqual([6, 7, 16, 17]);
    for (const vertex of [6, 7, 16, 17]) damage.setWeak(vertex, false);
    for (const edit of edits) damage.replay(edit);
    expect(damage.weakVertices()).toEqual([]);
  });

  test("edits from before its creation are ignored", () => {
    const mesh = buildMesh(generateGrid({ size: [4, 4], segments: [4, 4] }));
    const edit = separateEdge(mesh, mesh.findEdge(11, 12))[0]!;
    const damage = new Damage(mesh);
    damage.replay(edit);
    expect(tornOf(mesh, damage)).toEqual([]);
  });
});
