import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  boundaryLoops,
  buildMesh,
  closestPoint,
  cornerAngles,
  eulerCharacteristic,
  generateGrid,
  inheritPositions,
  positionOf,
  rayHit,
  separateEdge,
  splitEdge,
  splitVertex,
  triangleAreas,
  uvAreas,
  type MeshData,
  type TriangleMesh,
} from "../../src/mesh/index.js";
import { anyMesh, BOW_TIE, hexagon, meshData } from "../meshes.js";
import { rising } from "../oracles.js";
import { runs } from "../runs.js";

type Point = [number, number, number];

describe("boundary loops", () => {
  test("go once around a sheet, and once around each hole", () => {
    const mesh = buildMesh(generateGrid({ size: [1, 1], segments: [4, 4] }));
    const [outer, ...none] = boundaryLoops(mesh);
    expect(none).toEqual([]);
    expect(outer).toMatchObject({ closed: true });
    expect(outer!.edges).toHaveLength(16);
    expect(outer!.vertices).toHaveLength(16);
    separateEdge(mesh, mesh.findEdge(6, 7));
    expect(rising(boundaryLoops(mesh)[1]!.vertices)).toEqual([6, 7]);
  });

  test("of two fans in one vertex stay separate", () => {
    const loops = boundaryLoops(buildMesh(meshData(BOW_TIE)));
    expect(loops.map(({ vertices }) => rising(vertices))).toEqual([
      [0, 1, 2],
      [0, 3, 4],
    ]);
  });

  test("that end in a branching edge are open lines", () => {
    const loops = boundaryLoops(
      buildMesh(
        meshData([
          [0, 1, 2],
          [1, 0, 3],
          [0, 1, 4],
        ]),
      ),
    );
    expect(loops).toHaveLength(3);
    for (const { closed, edges, vertices } of loops) {
      expect(closed).toBe(false);
      expect(edges).toHaveLength(2);
      expect(rising([vertices[0]!, vertices[2]!])).toEqual([0, 1]);
    }
  });

  test("contain every border edge of any mesh once, in order, and nothing else", () => {
    fc.assert(
      fc.property(anyMesh, (data) => {
        const mesh = buildMesh(data);
        const loops = boundaryLoops(mesh);
        const borders = Array.from({ length: mesh.edgeCount }, (_, e) => e).filter(
          (e) => mesh.edgeTriangleCount(e) === 1,
        );
        expect(loops.flatMap(({ edges }) => edges).toSorted((a, b) => a - b)).toEqual(borders);
        for (const { edges, vertices, closed } of loops) {
          expect(vertices).toHaveLength(edges.length + (closed ? 0 : 1));
          for (const [i, edge] of edges.entries()) {
            const ends = rising([mesh.edgeStart(edge), mesh.edgeEnd(edge)]);
            expect(rising([vertices[i]!, vertices[(i + 1) % vertices.length]!])).toEqual(ends);
          }
        }
      }),
      runs(21, 100, 30_000),
    );
  });
});

describe("measures", () => {
  test("of a sheet: areas, uv areas, angles, Euler characteristic", () => {
    const data = generateGrid({ size: [2, 3], segments: [2, 3] });
    const mesh = buildMesh(data);
    for (const area of triangleAreas(mesh, data.positions)) expect(area).toBeCloseTo(0.5, 14);
    for (const area of uvAreas(mesh)) expect(area).toBeCloseTo(1 / 12, 14);
    const angles = cornerAngles(mesh, data.positions);
    for (let t = 0; t < 12; t++) {
      expect(
        [...angles.slice(3 * t, 3 * t + 3)].toSorted((a, b) => a - b).map((x) => x.toFixed(9)),
      ).toEqual(["45.000000000", "45.000000000", "90.000000000"]);
    }
    expect(eulerCharacteristic(mesh)).toBe(1);
    const tetrahedron = buildMesh(
      meshData([
        [0, 1, 2],
        [0, 3, 1],
        [1, 3, 2],
        [2, 3, 0],
      ]),
    );
    expect(eulerCharacteristic(tetrahedron)).toBe(2);
    expect(boundaryLoops(tetrahedron)).toEqual([]);
  });
});

const anyNumber = (size: number): fc.Arbitrary<number> =>
  fc.integer({ min: -1000 * size, max: 1000 * size }).map((n) => n / 1000);

/** Random triangles in space. */
const anyTriangles: fc.Arbitrary<MeshData> = fc
  .array(fc.tuple(...(Array(9).fill(anyNumber(2)) as fc.Arbitrary<number>[])), {
    minLength: 1,
    maxLength: 8,
  })
  .map((triangles) =>
    meshData(
      triangles.map((_, t) => [3 * t, 3 * t + 1, 3 * t + 2]),
      triangles.flatMap((t) => [t.slice(0, 3), t.slice(3, 6), t.slice(6, 9)]),
    ),
  );

const anyPoint = fc.tuple(
  ...(Array(3).fill(anyNumber(3)) as [
    fc.Arbitrary<number>,
    fc.Arbitrary<number>,
    fc.Arbitrary<number>,
  ]),
);

function distanceBetween(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
}

/** The distance to a point, by sampling every triangle with successive refinement. */
function searchedDistance(mesh: TriangleMesh, positions: Float64Array, point: Point): number {
  let best = Infinity;
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    let center = [1 / 3, 1 / 3];
    for (let reach = 1, round = 0; round < 40; round++, reach *= 0.6) {
      let found = center;
      let nearest = Infinity;
      for (let i = -3; i <= 3; i++) {
        for (let j = -3; j <= 3; j++) {
          const u = Math.min(1, Math.max(0, center[0]! + (reach * i) / 3));
          const v = Math.min(1 - u, Math.max(0, center[1]! + (reach * j) / 3));
          const at = positionOf(mesh, positions, { triangle, weights: [1 - u - v, u, v] });
          const distance = distanceBetween(at, point);
          if (distance < nearest) [nearest, found] = [distance, [u, v]];
        }
      }
      center = found;
      best = Math.min(best, nearest);
    }
  }
  return best;
}

describe("closest point", () => {
  test("is on the mesh, and no other point is closer", () => {
    fc.assert(
      fc.property(anyTriangles, anyPoint, (data, point) => {
        const mesh = buildMesh(data);
        const hit = closestPoint(mesh, data.positions, point)!;
        expect(hit.weights.every((w) => w >= 0)).toBe(true);
        expect(hit.weights[0] + hit.weights[1] + hit.weights[2]).toBeCloseTo(1, 12);
        expect(distanceBetween(positionOf(mesh, data.positions, hit), hit.position)).toBeLessThan(
          1e-12,
        );
        expect(hit.distance).toBeCloseTo(distanceBetween(hit.position, point), 9);
        expect(hit.distance).toBeLessThanOrEqual(
          searchedDistance(mesh, data.positions, point) + 1e-9,
        );
      }),
      runs(22, 35, 10_000),
    );
  });

  test("of a mesh without triangles is null", () => {
    const empty = buildMesh(meshData([]));
    expect(closestPoint(empty, new Float64Array(0), [0, 0, 0])).toBeNull();
    expect(rayHit(empty, new Float64Array(0), [0, 0, 0], [1, 0, 0])).toBeNull();
  });
});

describe("ray hit", () => {
  test("finds the target point from either side, and the first of several", () => {
    fc.assert(
      fc.property(anyTriangles, anyPoint, fc.nat({ max: 7 }), (data, origin, which) => {
        const mesh = buildMesh(data);
        const triangle = which % mesh.triangleCount;
        const target = positionOf(mesh, data.positions, { triangle, weights: [0.3, 0.45, 0.25] });
        const direction = target.map((x, k) => 2 * (x - origin[k]!)) as Point;
        const reach = distanceBetween(target, origin);
        const hit = rayHit(mesh, data.positions, origin, direction);
        // A triangle without area, or seen edge-on, is skipped.
        const [a, b, c] = mesh
          .cornersIn(triangle)
          .map((v) => data.positions.slice(3 * v, 3 * v + 3));
        const u = b!.map((x, k) => x - a![k]!);
        const v = c!.map((x, k) => x - a![k]!);
        const normal = [
          u[1]! * v[2]! - u[2]! * v[1]!,
          u[2]! * v[0]! - u[0]! * v[2]!,
          u[0]! * v[1]! - u[1]! * v[0]!,
        ];
        const approach = normal.reduce((sum, n, k) => sum + n * direction[k]!, 0);
        fc.pre(Math.abs(approach) > 1e-3 && reach > 1e-3);
        expect(hit).not.toBeNull();
        expect(hit!.distance).toBeLessThanOrEqual(reach + 1e-9);
        if (hit!.triangle === triangle) {
          expect(distanceBetween(hit!.position, target)).toBeLessThan(1e-6);
        }
        // On the ray and on the mesh.
        const along = direction.map(
          (d, k) => origin[k]! + (d * hit!.distance) / (2 * reach),
        ) as Point;
        expect(distanceBetween(along, hit!.position)).toBeLessThan(1e-6);
        expect(closestPoint(mesh, data.positions, along)!.distance).toBeLessThan(1e-6);
      }),
      runs(23, 100, 30_000),
    );
  });

  test("does not pass between two triangles", () => {
    const data = generateGrid({ size: [1, 1], segments: [30, 30] });
    // Tilted, so that no coordinate is round.
    for (let v = 0; v < data.positions.length; v += 3) {
      data.positions[v + 2] = 0.37 * data.positions[v]! - 0.61 * data.positions[v + 1]!;
    }
    const mesh = buildMesh(data);
    let tried = 0;
    for (let edge = 0; edge < mesh.edgeCount; edge++) {
      if (mesh.edgeTriangleCount(edge) === 1) continue;
      for (const t of [0.1, 1 / 3, 0.77]) {
        const target = [0, 1, 2].map((k) => {
          const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)].map(
            (v) => data.positions[3 * v + k]!,
          );
          return a! + t * (b! - a!);
        });
        const origin: Point = [0.3, 0.2, 2];
        const direction = target.map((x, k) => x - origin[k]!) as Point;
        expect(rayHit(mesh, data.positions, origin, direction)).not.toBeNull();
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(7000);
  });

  test("away from the mesh hits nothing", () => {
    const data = hexagon();
    const mesh = buildMesh(data);
    expect(rayHit(mesh, data.positions, [0.1, 0.1, 2], [0, 0, 1])).toBeNull();
    expect(rayHit(mesh, data.positions, [5, 0.1, 2], [0, 0, -1])).toBeNull();
    expect(rayHit(mesh, data.positions, [0.1, 0.1, 2], [0, 0, -3])).toMatchObject({ distance: 2 });
  });
});

describe("lineage", () => {
  test("shows earlier positions with the present topology: the same surface", () => {
    const data = generateGrid({ size: [1, 1], segments: [3, 3] });
    const mesh = buildMesh(data);
    const early = data.positions.map((x, i) => x + Math.sin(i));
    const surface = (positions: Float64Array): number =>
      triangleAreas(mesh, positions).reduce((a, b) => a + b);
    const area = surface(early);
    const split = splitEdge(mesh, mesh.findEdge(5, 6), 0.3);
    splitVertex(mesh, split.newVertex, mesh.trianglesOf(split.newVertex).slice(0, 2));
    const later = inheritPositions(mesh, early);
    expect(later).toHaveLength(3 * 18);
    expect(later.slice(0, 48)).toEqual(early);
    expect(later.slice(51)).toEqual(later.slice(48, 51)); // the copy of an interpolated vertex
    expect(surface(later)).toBeCloseTo(area, 12);
  });

  test("accepts positions with spare capacity if it gets the vertex count", () => {
    const data = generateGrid({ size: [1, 1], segments: [3, 3] });
    const mesh = buildMesh(data);
    const roomy = new Float64Array(90);
    roomy.set(data.positions);
    splitEdge(mesh, mesh.findEdge(5, 6), 0.5);
    expect(inheritPositions(mesh, roomy, 16)).toEqual(inheritPositions(mesh, data.positions));
    expect(() => inheritPositions(mesh, roomy, 99)).toThrow("at most 17, got 99");
    expect(() => inheritPositions(mesh, roomy.slice(0, 30), 16)).toThrow(
      "positions of 16 vertices, got 10",
    );
  });

  test("requires the original positions", () => {
    const mesh = buildMesh(hexagon());
    expect(() => inheritPositions(mesh, new Float64Array(3))).toThrow(
      "vertex 1 is an initial vertex",
    );
    expect(() => inheritPositions(mesh, new Float64Array(24))).toThrow(
      "an earlier time, at most 7, got 8",
    );
  });
});
