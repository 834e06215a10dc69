import fc from "fast-check";
import { generateIrregular } from "../src/generate/index.js";
import { Random } from "../src/math/random.js";
import {
  cutAlong,
  generateGrid,
  GRID_DIAGONALS,
  inheritPositions,
  separateEdge,
  separateVertex,
  splitEdge,
  splitVertex,
  type MeshData,
  type SurfacePoint,
  type TopologyEdit,
  type TriangleMesh,
  type VertexSplit,
} from "../src/mesh/index.js";

/** A mesh from triples, with separate uvs for each corner. */
export function meshData(triangles: number[][], positions?: number[][]): MeshData {
  const flat = triangles.flat();
  const vertexCount = flat.reduce((max, v) => Math.max(max, v), -1) + 1;
  const places = positions ?? Array.from({ length: vertexCount }, (_, i) => [i, i * i, 0]);
  return {
    positions: Float64Array.from(places.flat()),
    triangles: Int32Array.from(flat),
    uvs: Float64Array.from(flat.flatMap((_, h) => [h / 100, 1 - h / 100])),
  };
}

/** Two fans that meet only in vertex 0: a classic halfedge walk cannot cross it. */
export const BOW_TIE = [
  [0, 1, 2],
  [0, 3, 4],
];

/** Six triangles around vertex 0, in the plane z = 0. */
export function hexagon(): MeshData {
  const rim = [0, 1, 2, 3, 4, 5].map((k) => [
    Math.cos((k * Math.PI) / 3),
    Math.sin((k * Math.PI) / 3),
    0,
  ]);
  const triangles = [0, 1, 2, 3, 4, 5].map((k) => [0, 1 + k, 1 + ((k + 1) % 6)]);
  return meshData(triangles, [[0, 0, 0], ...rim]);
}

/** Any triangle soup: branching edges, mixed winding, repeated triangles, isolated vertices. */
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

/** Splits any vertex that has at least two triangles; `choices` selects where and how. */
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

/** A small grid, sometimes perturbed out of its plane, with some triangles flipped. */
const anyGrid: fc.Arbitrary<MeshData> = fc
  .record({
    columns: fc.integer({ min: 1, max: 6 }),
    rows: fc.integer({ min: 1, max: 6 }),
    diagonals: fc.constantFrom(...GRID_DIAGONALS),
    shake: fc.constantFrom(0, 0.3),
    seed: fc.nat({ max: 1000 }),
  })
  .map(({ columns, rows, diagonals, shake, seed }) => {
    const data = generateGrid({ size: [columns, rows], segments: [columns, rows], diagonals });
    if (shake === 0) return data;
    const random = new Random(seed);
    data.positions = data.positions.map((x) => x + random.uniform(-shake, shake));
    for (let t = 0; t < data.triangles.length; t += 3) if (random.next() < 0.3) flipped(data, t);
    return data;
  });

function flipped({ triangles, uvs }: MeshData, corner: number): void {
  const [b, c] = [corner + 1, corner + 2];
  [triangles[b], triangles[c]] = [triangles[c]!, triangles[b]!];
  for (let k = 0; k < 2; k++) {
    [uvs[2 * b + k], uvs[2 * c + k]] = [uvs[2 * c + k]!, uvs[2 * b + k]!];
  }
}

/** An irregular sheet, sometimes with a hole. */
const anyIrregular: fc.Arbitrary<MeshData> = fc
  .record({ seed: fc.nat({ max: 1000 }), spacing: fc.constantFrom(0.3, 0.4), hole: fc.boolean() })
  .map(({ seed, spacing, hole }) =>
    generateIrregular({
      size: [1.2, 1],
      holes: hole
        ? [
            [
              [-0.2, -0.1],
              [0.2, -0.1],
              [0, 0.2],
            ],
          ]
        : [],
      spacing,
      seed,
    }),
  );

/** Several meshes merged into one, with some vertices of one replaced by vertices of the next. */
function joinMeshes(parts: readonly MeshData[], shared: (v: number) => boolean): MeshData {
  const positions: number[] = [];
  const triangles: number[] = [];
  const vertexAt = new Map<string, number>();
  for (const [i, part] of parts.entries()) {
    const numbers: number[] = [];
    for (let v = 0; 3 * v < part.positions.length; v++) {
      const key = shared(v) ? `shared ${v}` : `${i} ${v}`;
      let vertex = vertexAt.get(key);
      if (vertex === undefined) {
        vertexAt.set(key, (vertex = positions.length / 3));
        const [x, y] = part.positions.slice(3 * v, 3 * v + 2) as unknown as [number, number];
        const angle = (2 * Math.PI * i) / parts.length;
        positions.push((x + 1) * Math.cos(angle), y, (x + 1) * Math.sin(angle));
      }
      numbers.push(vertex);
    }
    triangles.push(...Array.from(part.triangles, (v) => numbers[v]!));
  }
  return {
    positions: Float64Array.from(positions),
    triangles: Int32Array.from(triangles),
    uvs: Float64Array.from(parts.flatMap((part) => [...part.uvs])),
  };
}

/** Square sheets that meet in one vertex. */
export function bowTie(sheets: number, segments: number): MeshData {
  const sheet = generateGrid({ size: [2, 2], segments: [segments, segments] });
  return joinMeshes(Array(sheets).fill(sheet), (v) => v === 0);
}

/** Square sheets that meet along an edge, like the pages of a book: x = 0 and z = 0 there. */
export function book(pages: number, segments: number): MeshData {
  const page = generateGrid({ size: [2, 2], segments: [segments, segments] });
  return joinMeshes(Array(pages).fill(page), (v) => v % (segments + 1) === 0);
}

/** Sheets that meet in one vertex, like a bow-tie, or along an edge, like the pages of a book. */
const anyJoined: fc.Arbitrary<MeshData> = fc
  .record({
    pages: fc.integer({ min: 2, max: 4 }),
    segments: fc.integer({ min: 1, max: 3 }),
    isBook: fc.boolean(),
  })
  .map(({ pages, segments, isBook }) => (isBook ? book : bowTie)(pages, segments));

/** Grids, irregular sheets, bow-ties, books and any soup. */
export const anyMesh: fc.Arbitrary<MeshData> = fc.oneof(anyGrid, anyIrregular, anyJoined, anySoup);

/** One edit of the mesh, selected by `choice`; none if it is not possible. */
export function randomEdit(
  mesh: TriangleMesh,
  startPositions: Float64Array,
  choice: number,
): TopologyEdit[] {
  const random = new Random(choice);
  const pick = (count: number): number => Math.floor(count * random.next());
  switch (choice % 5) {
    case 0: {
      const vertex = pick(mesh.vertexCount);
      const triangles = mesh.trianglesOf(vertex);
      const moving = triangles.filter(() => random.next() < 0.5);
      if (moving.length === 0 || moving.length === triangles.length) return [];
      return [splitVertex(mesh, vertex, moving)];
    }
    case 1:
      return [splitEdge(mesh, pick(mesh.edgeCount), random.uniform(0.05, 0.95))];
    case 2: {
      const edge = pick(mesh.edgeCount);
      return mesh.edgeTriangleCount(edge) === 1 ? [] : separateEdge(mesh, edge);
    }
    case 3:
      return separateVertex(mesh, pick(mesh.vertexCount));
    default: {
      const anyPoint = (): SurfacePoint => {
        const [a, b] = [random.next(), random.next()];
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        return { triangle: pick(mesh.triangleCount), weights: [low, high - low, 1 - high] };
      };
      const points = Array.from({ length: 2 + pick(3) }, anyPoint);
      return cutAlong(mesh, inheritPositions(mesh, startPositions), points).edits;
    }
  }
}
