import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Box } from "../../src/collision/shapes/box.js";
import { Capsule } from "../../src/collision/shapes/capsule.js";
import { HalfSpace } from "../../src/collision/shapes/half-space.js";
import { castPoint, NO_HIT, PointCast } from "../../src/collision/shapes/point-cast.js";
import type { Shape } from "../../src/collision/shapes/shape.js";
import { Sphere } from "../../src/collision/shapes/sphere.js";
import { runs } from "../runs.js";
import { distanceFrom } from "./distance-from.js";

const coordinate = fc.oneof(
  fc.double({ min: -3, max: 3, noNaN: true }),
  fc.constantFrom(0, 1, -1, 0.5, -0.5, 1e-9, -1e-9, 0.5 + 1e-12),
);
const point = fc.tuple(coordinate, coordinate, coordinate).map((xyz) => Float64Array.from(xyz));
const length = fc.oneof(fc.double({ min: 0.01, max: 2, noNaN: true }), fc.constantFrom(1e-4, 1));
const direction = point.filter((way) => Math.hypot(...way) > 1e-6);

type Vector = [number, number, number];
const vector = (numbers: Float64Array): Vector => [numbers[0]!, numbers[1]!, numbers[2]!];

/** A shape with an independent distance function. */
interface Case {
  shape: Shape;
  distance: (point: readonly number[]) => number;
}

const sphere = length.map((radius): Case => ({
  shape: new Sphere(radius),
  distance: (at) => Math.hypot(...at) - radius,
}));

/** The distance from a line by a search for its closest point, not by a projection. */
const capsule = fc.tuple(direction, length).map(([half, radius]): Case => {
  const gap = (at: readonly number[], t: number): number =>
    Math.hypot(...at.map((x, k) => x - t * half[k]!));
  return {
    shape: new Capsule(vector(half), radius),
    distance: (at) => {
      let [low, high] = [-1, 1];
      for (let i = 0; i < 60; i++) {
        const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
        if (gap(at, a) < gap(at, b)) high = b;
        else low = a;
      }
      return Math.min(gap(at, low), gap(at, -1), gap(at, 1)) - radius;
    },
  };
});

/** Outside: the closest point by clamping; inside: the closest of the six faces. */
const box = fc.tuple(length, length, length).map((size): Case => ({
  shape: new Box(size),
  distance: (at) => {
    const nearest = at.map((x, k) => Math.min(Math.max(x, -size[k]! / 2), size[k]! / 2));
    const apart = Math.hypot(...at.map((x, k) => x - nearest[k]!));
    if (apart > 0) return apart;
    const faces = at.flatMap((x, k) => [size[k]! / 2 - x, size[k]! / 2 + x]);
    return -Math.min(...faces);
  },
}));

const halfSpace = direction.map((way): Case => {
  const size = Math.hypot(...way);
  const normal = vector(way.map((x) => x / size));
  return {
    shape: new HalfSpace(normal),
    distance: (at) => at[0]! * normal[0] + at[1]! * normal[1] + at[2]! * normal[2],
  };
});

const shapes = fc.oneof(sphere, capsule, box, halfSpace);

describe("the distance from a shape", () => {
  const normal = new Float64Array(3);

  test("matches an independent method, and the normal is a unit vector along which it increases", () => {
    fc.assert(
      fc.property(shapes, point, ({ shape, distance }, at) => {
        const found = distanceFrom(shape, at, normal);
        expect(Math.abs(found - distance([...at]))).toBeLessThan(1e-7);
        expect(Math.abs(Math.hypot(...normal) - 1)).toBeLessThan(1e-12);
        const farther = [...at].map((x, k) => x + 1e-3 * normal[k]!);
        if (found >= 0) expect(distance(farther) - found).toBeCloseTo(1e-3, 7);
      }),
      runs(91, 2000, 1_000_000),
    );
  });

  test("moving back along the normal by the distance leads to the surface", () => {
    fc.assert(
      fc.property(shapes, point, ({ shape, distance }, at) => {
        const found = distanceFrom(shape, at, normal);
        const onSurface = [...at].map((x, k) => x - found * normal[k]!);
        expect(Math.abs(distance(onSurface))).toBeLessThan(1e-7);
      }),
      runs(92, 2000, 1_000_000),
    );
  });
});

describe("a point cast at a shape", () => {
  const cast = new PointCast();

  /**
   * The smallest distance along a path, and the first time at which it is within `offset`; intervals that cannot
   * contain it are skipped.
   */
  function search(
    { distance }: Case,
    start: Float64Array,
    end: Float64Array,
    offset: number,
  ): { least: number; first: number } {
    const gap = (t: number): number => distance([...start].map((x, k) => x + t * (end[k]! - x)));
    // The distance from a convex solid is convex along a line: a ternary search finds its minimum.
    let [low, high] = [0, 1];
    for (let i = 0; i < 60; i++) {
      const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
      if (gap(a) < gap(b)) high = b;
      else low = a;
    }
    const bottom = [0, low, 1].reduce((a, b) => (gap(b) < gap(a) ? b : a));
    if (gap(0) <= offset) return { least: gap(bottom), first: 0 };
    let [before, after] = [0, bottom];
    for (let i = 0; i < 50; i++) {
      const midpoint = (before + after) / 2;
      if (gap(midpoint) <= offset) after = midpoint;
      else before = midpoint;
    }
    return { least: gap(bottom), first: after };
  }

  const offsets = fc.constantFrom(0, 1e-4, 0.002, 0.1);

  test("hits it if and only if the path does", () => {
    let [met, missed] = [0, 0];
    fc.assert(
      fc.property(shapes, point, point, offsets, (each, start, end, offset) => {
        const { least: min, first } = search(each, start, end, offset);
        cast.offset = offset;
        castPoint(each.shape, start, end, cast);
        const { time } = cast;
        // no misses, and no hits of anything farther than a micrometer
        if (min < offset - 1e-7) expect(time).not.toBe(NO_HIT);
        if (time === NO_HIT) {
          missed++;
          return;
        }
        met++;
        expect(min).toBeLessThan(offset + 1e-6);
        const way = Math.hypot(...start.map((x, k) => end[k]! - x));
        const at = [...start].map((x, k) => x + time * (end[k]! - x));
        expect(each.distance(at)).toBeLessThan(offset + 1e-6);
        if (min < offset - 1e-7) expect((time - first) * way).toBeLessThan(1e-6);
      }),
      runs(93, 700, 1_000_000),
    );
    expect(met).toBeGreaterThan(100);
    expect(missed).toBeGreaterThan(100);
  });

  test("hits a sheet of 0.1 mm at any speed", () => {
    const plate = new Box([1, 1e-4, 1]);
    for (const speed of [1, 100, 1e5]) {
      const start = Float64Array.of(0.1, 0.5, 0.1);
      const end = Float64Array.of(0.1, 0.5 - speed, 0.1);
      cast.offset = 1e-4;
      castPoint(plate, start, end, cast);
      expect(cast.time * speed).toBeCloseTo(0.5 - 1.5e-4, 6);
      expect([...cast.normal]).toEqual([0, 1, 0]);
    }
  });
});
