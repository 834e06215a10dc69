import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Collider, type MeshCollider } from "../../src/collision/index.js";
import {
  closestOnTriangle,
  ClosestPoints,
} from "../../src/collision/narrow-phase/closest-points.js";
import { Box } from "../../src/collision/shapes/box.js";
import { World } from "../../src/sim/index.js";
import { runs } from "../runs.js";
import { distanceFrom } from "./distance-from.js";
import { boxMesh, icosphere, sheet, tetrahedron, unwelded, type Surface } from "./solid-meshes.js";

const normal = new Float64Array(3);
const other = new Float64Array(3);

function collider(surface: Surface, more: Partial<MeshCollider> = {}): Collider {
  return new Collider({ type: "mesh", ...surface, ...more });
}

const near = fc.double({ min: -1, max: 1, noNaN: true });
const point = fc.tuple(near, near, near).map((place) => Float64Array.from(place));

/** The smallest distance to all triangles, by brute force. */
function bruteForce({ positions, triangles }: Surface, at: Float64Array): number {
  const closest = new ClosestPoints();
  const points = Float64Array.from([...at, ...positions]);
  let min = Infinity;
  for (let f = 0; f < triangles.length; f += 3) {
    const [a, b, c] = [triangles[f]!, triangles[f + 1]!, triangles[f + 2]!];
    closestOnTriangle(points, 0, 3 * a + 3, 3 * b + 3, 3 * c + 3, closest);
    min = Math.min(min, closest.distance);
  }
  return min;
}

describe("the distance from a mesh", () => {
  test("of a box is that of the box, inside and outside, welded or not", () => {
    const size = [0.8, 0.5, 0.9] as const;
    const box = new Box(size);
    for (const surface of [boxMesh(size), unwelded(boxMesh(size))]) {
      const { solid } = collider(surface);
      fc.assert(
        fc.property(point, (at) => {
          const expected = distanceFrom(box, at, other);
          const distance = solid.distanceAt(at, normal);
          expect(Math.abs(distance - expected)).toBeLessThan(1e-9);
          // The outward direction: moving by the distance leads to the surface.
          for (let k = 0; k < 3; k++) at[k]! -= distance * normal[k]!;
          expect(Math.abs(distanceFrom(box, at, other))).toBeLessThan(1e-9);
        }),
        runs(1, 300),
      );
    }
  });

  test("matches brute force, with a sign if there is an inside", () => {
    const surfaces = [
      { surface: tetrahedron(0.5), closed: true },
      { surface: icosphere(0.6, 2), closed: true },
      { surface: sheet(1.5, 12, (x, z) => x * x - z * z), closed: false },
    ];
    for (const { surface, closed } of surfaces) {
      const { solid } = collider(surface);
      fc.assert(
        fc.property(point, (at) => {
          const distance = solid.distanceAt(at, normal);
          expect(Math.abs(Math.abs(distance) - bruteForce(surface, at))).toBeLessThan(1e-12);
          if (!closed) expect(distance).toBeGreaterThanOrEqual(0);
        }),
        runs(2, 100),
      );
    }
  });

  test("of a ball of many triangles is close to that of a ball; inverted it is a cavity", () => {
    const { solid } = collider(icosphere(0.5, 3));
    const room = collider({
      ...icosphere(0.5, 3),
      triangles: icosphere(0.5, 3).triangles.toReversed(),
    });
    fc.assert(
      fc.property(point, (at) => {
        const ball = Math.sqrt(at[0]! * at[0]! + at[1]! * at[1]! + at[2]! * at[2]!) - 0.5;
        const distance = solid.distanceAt(at, normal);
        expect(Math.abs(distance - ball)).toBeLessThan(0.004);
        expect(room.solid.distanceAt(at, other)).toBeCloseTo(-distance, 12);
      }),
      runs(3, 100),
    );
  });

  test("follows the motion and deformation of the mesh", () => {
    const small = boxMesh([0.2, 0.2, 0.2]);
    const moved = collider(small, {
      transform: { position: [1, 0, 0], rotation: [0, 0, 45] },
      shapes: [
        { time: 1, positions: small.positions },
        { time: 3, positions: boxMesh([0.4, 0.4, 0.4]).positions },
      ],
      motion: [
        { time: 0, translation: [0, 0, 0] },
        { time: 2, translation: [0, 2, 0] },
      ],
    });
    const at = Float64Array.of(2, 2, 0);
    moved.place(Float64Array.of(0, 0));
    expect(moved.solid.distanceAt(Float64Array.of(2, 0, 0), normal)).toBeCloseTo(
      1 - 0.1 * Math.SQRT2,
      12,
    );
    moved.place(Float64Array.of(1.9, 2));
    expect(moved.solid.distanceAt(at, normal)).toBeCloseTo(1 - 0.15 * Math.SQRT2, 12);
    moved.place(Float64Array.of(3.9, 4));
    expect(moved.solid.distanceAt(at, normal)).toBeCloseTo(1 - 0.2 * Math.SQRT2, 12);
    expect(normal[0]).toBeCloseTo(1, 12);
  });
});

describe("the corners and edges that can pierce cloth", () => {
  const features = (surface: Surface): [number, number] => {
    const { corners, edges } = collider(surface).solid.features;
    return [corners.length, edges.length / 2];
  };

  test("are those of a box, without diagonals", () => {
    expect(features(boxMesh([1, 2, 3]))).toEqual([8, 12]);
    expect(features(unwelded(boxMesh([1, 2, 3])))).toEqual([8, 12]);
  });

  test("are the vertices of a fine ball, and the border of a flat sheet", () => {
    expect(features(icosphere(1, 2))).toEqual([162, 0]);
    for (const roundness of collider(icosphere(0.7, 2)).solid.features.roundness) {
      expect(Math.abs(roundness - 0.7)).toBeLessThan(0.05);
    }
    expect(features(sheet(1, 4, () => 0))).toEqual([16, 16]);
  });

  test("are only convex ones", () => {
    const [corners, edges] = features(sheet(1, 2, (x) => Math.abs(x)));
    expect([corners, edges]).toEqual([9, 10]); // an open valley is a ridge from below
    const room = boxMesh([1, 1, 1]);
    expect(features({ ...room, triangles: room.triangles.toReversed() })).toEqual([0, 0]);
  });

  test("are the tip of a cone, whose edges are blunt", () => {
    const n = 32;
    const rim = Array.from({ length: n }, (_, i) => (2 * Math.PI * i) / n);
    const positions = [0, 2, 0, ...rim.flatMap((a) => [Math.cos(a), 0, -Math.sin(a)])];
    const cone = rim.flatMap((_, i) => [0, 1 + i, 1 + ((i + 1) % n)]);
    const { corners } = collider({ positions, triangles: cone }).solid.features;
    expect(corners).toContain(0);
  });
});

test("errors name the field", () => {
  const box = boxMesh([1, 1, 1]);
  const wrong: [string, Partial<MeshCollider>][] = [
    ["positions: expected three numbers per vertex, got 4 numbers", { positions: [0, 0, 0, 1] }],
    ["positions.1: expected a finite number", { positions: [0, Number.NaN, 0] }],
    ["triangles: expected three vertex indices per triangle, got 2 numbers", { triangles: [0, 1] }],
    ["triangles: expected three vertex indices per triangle, got 0 numbers", { triangles: [] }],
    ["triangles.2: expected a vertex index from 0 to 7, got 8", { triangles: [0, 1, 8] }],
    ["triangles.0: expected a vertex index from 0 to 7, got -1", { triangles: [-1, 1, 2] }],
    ["triangles.1: expected a vertex index from 0 to 7, got 0.5", { triangles: [0, 0.5, 2] }],
    ["triangles: expected at least one triangle with an area, got none", { triangles: [0, 1, 1] }],
    ["shapes.0.time: expected a time in s", { shapes: [{ ...box, time: Number.NaN }] }],
    [
      "shapes.1.time: expected keyframes with rising times, got 1",
      {
        shapes: [
          { ...box, time: 1 },
          { ...box, time: 1 },
        ],
      },
    ],
    [
      "shapes.0.positions: expected 24 numbers, as in positions, got 3",
      { shapes: [{ time: 0, positions: [0, 0, 0] }] },
    ],
    [
      "shapes.0.positions.3: expected a finite number, got Infinity",
      { shapes: [{ time: 0, positions: box.positions.with(3, Infinity) }] },
    ],
  ];
  for (const [message, change] of wrong) {
    const colliders = [{ type: "mesh" as const, ...box, ...change }];
    const make = (): World => new World({ cloths: [], colliders });
    expect(make).toThrow(RangeError);
    expect(make).toThrow(`colliders.0.${message}`);
  }
});
