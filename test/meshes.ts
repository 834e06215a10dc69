import fc from "fast-check";
import {
  splitVertex,
  type MeshData,
  type TriangleMesh,
  type VertexSplit,
} from "../src/mesh/index.js";

/** A mesh from triples, every corner with a uv of its own. */
export function meshData(triangles: number[][], positions?: number[][]): MeshData {
  const flat = triangles.flat();
  const vertexCount = Math.max(-1, ...flat) + 1;
  const places = positions ?? Array.from({ length: vertexCount }, (_, i) => [i, i * i, 0]);
  return {
    positions: Float64Array.from(places.flat()),
    triangles: Int32Array.from(flat),
    uvs: Float64Array.from(flat.flatMap((_, h) => [h / 100, 1 - h / 100])),
  };
}

/** Two fans that meet in vertex 0 only: the case that a classic halfedge walk cannot cross. */
export const BOW_TIE = [
  [0, 1, 2],
  [0, 3, 4],
];

/** Six triangles round vertex 0, in the plane z = 0. */
export function hexagon(): MeshData {
  const rim = [0, 1, 2, 3, 4, 5].map((k) => [
    Math.cos((k * Math.PI) / 3),
    Math.sin((k * Math.PI) / 3),
    0,
  ]);
  const triangles = [0, 1, 2, 3, 4, 5].map((k) => [0, 1 + k, 1 + ((k + 1) % 6)]);
  return meshData(triangles, [[0, 0, 0], ...rim]);
}

/** Any triangle soup: branching edges, mixed winding, repeated triangles, lone vertices. */
export const anySoup: fc.Arbitrary<MeshData> = fc.integer({ min: 3, max: 9 }).chain((vertexCount) =>
  fc
    .array(
      fc
        .uniqueArray(fc.nat({ max: vertexCount - 1 }), { minLength: 3, maxLength: 3 })
        .map((corners) => corners),
      { minLength: 1, maxLength: 24 },
    )
    .map((triangles) => {
      const places = Array.from({ length: vertexCount }, (_, i) => [i, (i * 7) % 5, (i * 3) % 4]);
      return meshData(triangles, places);
    }),
);

/** Splits any vertex that has two triangles or more, `choices` deciding which and how. */
export function randomSplits(mesh: TriangleMesh, choices: readonly number[]): VertexSplit[] {
  const edits: VertexSplit[] = [];
  for (const choice of choices) {
    const vertex = choice % mesh.vertexCount;
    const triangles = mesh.trianglesOf(vertex);
    const moving = triangles.filter((_, i) => (choice >> (i % 20)) & 1);
    if (moving.length === 0 || moving.length === triangles.length) continue;
    edits.push(splitVertex(mesh, vertex, moving));
  }
  return edits;
}

export const anyChoices = fc.array(fc.nat({ max: 2 ** 30 }), { minLength: 1, maxLength: 40 });
