import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateIrregular } from "../../src/generate/index.js";
import { Random } from "../../src/math/random.js";
import {
  boundaryLoops,
  buildMesh,
  closestPoint,
  cornerAngles,
  CUT_DEFAULTS,
  cutAlong,
  eulerCharacteristic,
  generateGrid,
  GRID_DIAGONALS,
  inheritPositions,
  Pieces,
  separateEdge,
  triangleAreas,
  undo,
  validate,
  type CutResult,
  type MeshData,
  type TriangleMesh,
} from "../../src/mesh/index.js";
import { runs } from "../runs.js";

type Point = [number, number, number];

const sheet = (n: number, diagonals = GRID_DIAGONALS[0]): MeshData =>
  generateGrid({ size: [1, 1], segments: [n, n], diagonals });

/** Cuts along a line through points in space near the mesh. */
function cut(mesh: TriangleMesh, positions: Float64Array, line: readonly Point[]): CutResult {
  const now = inheritPositions(mesh, positions);
  return cutAlong(
    mesh,
    now,
    line.map((point) => closestPoint(mesh, now, point)!),
  );
}

/** Two meshes in one, the second one translated. */
function joined(a: MeshData, b: MeshData, [x, y, z]: Point): MeshData {
  const moved = b.positions.map((value, i) => value + [x, y, z][i % 3]!);
  const base = a.positions.length / 3;
  return {
    positions: Float64Array.from([...a.positions, ...moved]),
    triangles: Int32Array.from([...a.triangles, ...b.triangles.map((v) => v + base)]),
    uvs: Float64Array.from([...a.uvs, ...b.uvs]),
  };
}

/** Distance of a point to a polyline. */
function distanceFromLine(point: Point, line: readonly Point[]): number {
  let best = Infinity;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!];
    const d = b.map((x, k) => x - a[k]!);
    const squared = d.reduce((sum, x) => sum + x * x, 0);
    const along = d.reduce((sum, x, k) => sum + x * (point[k]! - a[k]!), 0);
    const t = Math.min(1, Math.max(0, along / squared));
    best = Math.min(best, Math.hypot(...d.map((x, k) => a[k]! + t * x - point[k]!)));
  }
  return best;
}

describe("cutAlong", () => {
  test("from border to border separates a sheet along the line", () => {
    for (const diagonals of GRID_DIAGONALS) {
      const data = sheet(12, diagonals);
      const mesh = buildMesh(data);
      const line: Point[] = [
        [-0.5, -0.2, 0],
        [0.5, 0.13, 0],
      ];
      const { complete, edges } = cut(mesh, data.positions, line);
      expect(complete).toBe(true);
      expect(validate(mesh)).toBeNull();
      const pieces = new Pieces(mesh);
      expect(pieces.count).toBe(2);
      expect(eulerCharacteristic(mesh)).toBe(2);
      // The part below the line has the expected area, except for crossings that were snapped to vertices.
      const positions = inheritPositions(mesh, data.positions);
      const areas = triangleAreas(mesh, positions);
      const below = pieces.pieceOf(0);
      let area = 0;
      for (const [t, a] of areas.entries()) {
        if (pieces.pieceOf(mesh.halfedgeVertices[3 * t]!) === below) area += a;
      }
      expect(area).toBeCloseTo(0.5 + (-0.2 + 0.13) / 2, 2);
      for (const edge of edges) {
        for (const v of [mesh.edgeStart(edge), mesh.edgeEnd(edge)]) {
          const at = [...positions.slice(3 * v, 3 * v + 3)] as Point;
          expect(distanceFromLine(at, line)).toBeLessThan(0.5 / 12);
        }
      }
    }
  });

  test("inside a sheet leaves a slit with closed ends", () => {
    const data = sheet(10);
    const mesh = buildMesh(data);
    cut(mesh, data.positions, [
      [-0.21, -0.13, 0],
      [0.24, 0.18, 0],
    ]);
    expect(new Pieces(mesh).count).toBe(1);
    expect(eulerCharacteristic(mesh)).toBe(0);
    expect(boundaryLoops(mesh)).toHaveLength(2);
    expect(validate(mesh)).toBeNull();
  });

  test("along edges of the mesh only adds the vertices of the other side of the cut", () => {
    const data = sheet(8);
    const mesh = buildMesh(data);
    const { edits } = cut(mesh, data.positions, [
      [0, -0.5, 0],
      [0, 0.5, 0],
    ]);
    expect(edits.filter(({ type }) => type === "split-edge")).toEqual([]);
    expect(mesh.vertexCount).toBe(81 + 9);
    expect(new Pieces(mesh).count).toBe(2);
  });

  test("along a closed line cuts out a disc", () => {
    const data = sheet(16);
    const mesh = buildMesh(data);
    const circle = Array.from({ length: 101 }, (_, i): Point => {
      const angle = (2 * Math.PI * i) / 100;
      return [0.3 * Math.cos(angle), 0.3 * Math.sin(angle), 0];
    });
    cut(mesh, data.positions, circle);
    expect(validate(mesh)).toBeNull();
    const pieces = new Pieces(mesh);
    const center = closestPoint(mesh, inheritPositions(mesh, data.positions), [0, 0, 0])!;
    const inner = pieces.pieceOf(mesh.halfedgeVertices[3 * center.triangle]!);
    expect(inner).not.toBe(pieces.pieceOf(0));
    const areas = triangleAreas(mesh, inheritPositions(mesh, data.positions));
    const area = areas.reduce(
      (sum, a, t) => (pieces.pieceOf(mesh.halfedgeVertices[3 * t]!) === inner ? sum + a : sum),
      0,
    );
    expect(area).toBeGreaterThan(0.9 * Math.PI * 0.09);
    expect(area).toBeLessThan(1.1 * Math.PI * 0.09);
  });

  test("continues behind any number of older cuts and holes", () => {
    const data = sheet(12);
    const mesh = buildMesh(data);
    for (const x of [-0.21, 0.01, 0.2])
      cut(mesh, data.positions, [
        [x, -0.5, 0],
        [x, 0.5, 0],
      ]);
    expect(new Pieces(mesh).count).toBe(4);
    const { complete } = cut(mesh, data.positions, [
      [-0.5, 0.03, 0],
      [0.5, 0.05, 0],
    ]);
    expect(complete).toBe(true);
    expect(new Pieces(mesh).count).toBe(8);
    expect(validate(mesh)).toBeNull();

    const holed = generateIrregular({
      size: [1, 1],
      holes: [
        [
          [-0.3, -0.1],
          [-0.1, -0.1],
          [-0.2, 0.15],
        ],
        [
          [0.1, -0.1],
          [0.3, -0.1],
          [0.2, 0.15],
        ],
      ],
      spacing: 0.08,
    });
    const second = buildMesh(holed);
    expect(
      cut(second, holed.positions, [
        [-0.5, 0.02, 0],
        [0.5, -0.03, 0],
      ]).complete,
    ).toBe(true);
    expect(new Pieces(second).count).toBe(2);
  });

  test("stays on its path on a dome with a slit across, and reports if it cannot return to it", () => {
    const dome = (): MeshData => {
      const data = sheet(40);
      for (let v = 0; v < data.positions.length; v += 3) {
        const [x, y] = [data.positions[v]!, data.positions[v + 1]!];
        data.positions[v + 2] = 1.2 * Math.max(0, 0.25 - x * x - y * y);
      }
      return data;
    };
    const at = (x: number, y: number): Point => [x, y, 1.2 * Math.max(0, 0.25 - x * x - y * y)];
    const data = dome();
    const mesh = buildMesh(data);
    cut(mesh, data.positions, [at(0, -0.15), at(0, 0.15)]);
    const line = [at(-0.38, -0.09), at(0.39, 0.14)];
    const { complete, edges } = cut(mesh, data.positions, line);
    expect(complete).toBe(true);
    const positions = inheritPositions(mesh, data.positions);
    const slope = (0.14 + 0.09) / 0.77;
    for (const edge of edges) {
      const v = mesh.edgeStart(edge);
      const [x, y] = [positions[3 * v]!, positions[3 * v + 1]!];
      expect(Math.abs(y - (-0.09 + slope * (x + 0.38)))).toBeLessThan(0.04);
    }
    // A target on another component of the mesh is not reached.
    const two = joined(sheet(4), sheet(4), [3, 0, 0]);
    const apart = buildMesh(two);
    const far = cut(apart, two.positions, [
      [0, 0, 0],
      [3, 0.3, 0],
    ]);
    expect(far.complete).toBe(true); // it is in the same plane, and the line returns there
    const above = joined(sheet(4), sheet(4), [0, 0, 1]);
    const stacked = buildMesh(above);
    expect(
      cut(stacked, above.positions, [
        [-0.3, 0, 0],
        [0.3, 0.1, 1],
      ]).complete,
    ).toBe(false);
    expect(validate(stacked)).toBeNull();
  });

  test("along a border, in either direction, opens nothing and is complete", () => {
    const data = sheet(6);
    const corners: Point[] = [
      [-0.5, -0.5, 0],
      [0.5, -0.5, 0],
      [0.5, 0.5, 0],
      [-0.5, 0.5, 0],
    ];
    for (const [i, corner] of corners.entries()) {
      for (const next of [corners[(i + 1) % 4]!, corners[(i + 3) % 4]!]) {
        const mesh = buildMesh(data);
        expect(cut(mesh, data.positions, [corner, next])).toEqual({
          edits: [],
          edges: [],
          complete: true,
        });
      }
    }
  });

  test("from border to border separates any sheet, within half an edge of a straight line", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -45, max: 45 }),
        fc.integer({ min: -45, max: 45 }),
        fc.boolean(),
        fc.nat({ max: 50 }),
        fc.boolean(),
        (from, to, upright, seed, irregular) => {
          const data = irregular
            ? generateIrregular({ size: [1, 1], spacing: 0.1, seed })
            : sheet(5 + (seed % 9), GRID_DIAGONALS[seed % 3]);
          const mesh = buildMesh(data);
          const point = (along: number, across: number): Point =>
            upright ? [across, along, 0] : [along, across, 0];
          const line = [point(-0.5, from / 100), point(0.5, to / 100)];
          const { complete, edges } = cut(mesh, data.positions, line);
          expect(complete).toBe(true);
          expect(new Pieces(mesh).count).toBe(2);
          const positions = inheritPositions(mesh, data.positions);
          let longest = 0;
          for (let e = 0; e < mesh.edgeCount; e++) {
            const [a, b] = [mesh.edgeStart(e), mesh.edgeEnd(e)].map((v) =>
              positions.slice(3 * v, 3 * v + 3),
            );
            longest = Math.max(longest, Math.hypot(a![0]! - b![0]!, a![1]! - b![1]!));
          }
          for (const edge of edges) {
            const v = mesh.edgeStart(edge);
            const at = [...positions.slice(3 * v, 3 * v + 3)] as Point;
            expect(distanceFromLine(at, line)).toBeLessThan(0.55 * longest);
          }
        },
      ),
      runs(42, 100, 30_000),
    );
  });

  test("follows a curved surface", () => {
    const data = sheet(20);
    for (let v = 0; v < 441; v++) {
      const angle = 2.6 * data.positions[3 * v]!; // a bent sheet, over 150 degrees
      data.positions[3 * v] = Math.sin(angle) / 2.6;
      data.positions[3 * v + 2] = Math.cos(angle) / 2.6;
    }
    const mesh = buildMesh(data);
    const at = (x: number, y: number): Point => [
      Math.sin(2.6 * x) / 2.6,
      y,
      Math.cos(2.6 * x) / 2.6,
    ];
    const { complete } = cut(mesh, data.positions, [at(-0.5, -0.31), at(0.5, 0.27)]);
    expect(complete).toBe(true);
    expect(new Pieces(mesh).count).toBe(2);
    expect(validate(mesh)).toBeNull();
  });

  test("never makes slivers, for any number of crossing cuts", () => {
    const anyLine = fc.array(
      fc
        .tuple(fc.integer({ min: -70, max: 70 }), fc.integer({ min: -70, max: 70 }))
        .map(([x, y]): Point => [x / 140, y / 140, 0]),
      { minLength: 2, maxLength: 5 },
    );
    fc.assert(
      fc.property(
        fc.array(anyLine, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...GRID_DIAGONALS),
        fc.nat({ max: 99 }),
        (lines, diagonals, seed) => {
          const data = sheet(8, diagonals);
          const random = new Random(seed);
          for (let i = 0; i < data.positions.length; i++) {
            if (i % 3 < 2 && Math.abs(data.positions[i]!) < 0.49) {
              data.positions[i]! += random.uniform(-0.02, 0.02);
            }
          }
          const mesh = buildMesh(data);
          const before = Math.min(...cornerAngles(mesh, data.positions));
          expect(before).toBeGreaterThan(CUT_DEFAULTS.minAngle);
          const edits = lines.flatMap((line) => cut(mesh, data.positions, line).edits);
          expect(validate(mesh)).toBeNull();
          const angles = cornerAngles(mesh, inheritPositions(mesh, data.positions));
          expect(Math.min(...angles)).toBeGreaterThanOrEqual(CUT_DEFAULTS.minAngle - 1e-9);
          for (const edit of edits.toReversed()) undo(mesh, edit);
          expect(mesh.triangleCount).toBe(128);
          expect(validate(mesh)).toBeNull();
        },
      ),
      runs(41, 50, 15_000),
    );
  });

  test("moves no crossing more than necessary", () => {
    const data = sheet(10);
    const mesh = buildMesh(data);
    const { edges } = cut(mesh, data.positions, [
      [-0.5, 0.03, 0],
      [0.5, 0.03, 0],
    ]);
    const positions = inheritPositions(mesh, data.positions);
    for (const edge of edges) expect(positions[3 * mesh.edgeStart(edge) + 1]).toBeCloseTo(0.03, 12);
    const near = buildMesh(data);
    const snapped = cut(near, data.positions, [
      [-0.5, 0.1 * (CUT_DEFAULTS.snap - 0.01), 0],
      [0.5, 0.1 * (CUT_DEFAULTS.snap - 0.01), 0],
    ]);
    expect(snapped.edits.some(({ type }) => type === "split-edge")).toBe(false);
    expect(new Pieces(near).count).toBe(2);
  });

  test("of nothing does nothing, and invalid input changes nothing", () => {
    const data = sheet(4);
    const mesh = buildMesh(data);
    const point = { triangle: 3, weights: [0.4, 0.3, 0.3] as const };
    expect(cutAlong(mesh, data.positions, [point, point]).edits).toEqual([]);
    const bad: [RegExp, () => unknown][] = [
      [/two points or more/, () => cutAlong(mesh, data.positions, [point])],
      [
        /point 1: triangle 99 does not exist \(0 to 31\)/,
        () => cutAlong(mesh, data.positions, [point, { ...point, triangle: 99 }]),
      ],
      [
        /point 0: expected weights of 0 or more that add up to 1, got 3, -1, -1/,
        () => cutAlong(mesh, data.positions, [{ triangle: 1, weights: [3, -1, -1] }, point]),
      ],
      [
        /point 0: expected weights/,
        () => cutAlong(mesh, data.positions, [{ triangle: 1, weights: [NaN, 0, 1] }, point]),
      ],
      [
        /positions of 25 vertices, got 1/,
        () => cutAlong(mesh, new Float64Array(3), [point, point]),
      ],
      [
        /snap: expected a number between 0 and 0.5, got 0.7/,
        () => cutAlong(mesh, data.positions, [point, point], { snap: 0.7 }),
      ],
      [
        /minAngle: expected 0 to 30 degrees, got 45/,
        () => cutAlong(mesh, data.positions, [point, point], { minAngle: 45 }),
      ],
    ];
    for (const [message, call] of bad) expect(call).toThrow(message);
    expect(mesh.editCount).toBe(0);
    separateEdge(mesh, mesh.findEdge(6, 7));
    expect(cutAlong(mesh, data.positions, [point, point]).complete).toBe(true);
  });
});
