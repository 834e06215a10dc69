import fc from "fast-check";
import { expect, test } from "vitest";
import { readObj } from "../../src/io/index.js";
import { runs } from "../runs.js";

type Point = readonly number[];

/** Points or triangles, written as in "0,0 1,0 1,1". */
function points(text: string): number[][] {
  return text.split(" ").map((point) => point.split(",").map(Number));
}

/** An OBJ file with one face; the uv of each corner contains its index. */
function faceText(points: readonly Point[]): string {
  const vertices = points.map((point) => `v ${point.join(" ")}`);
  const uvs = points.map((_, i) => `vt ${i} ${2 * i}`);
  return [...vertices, ...uvs, `f ${points.map((_, i) => `${i + 1}/${i + 1}`).join(" ")}`].join(
    "\n",
  );
}

/** The triangles of a polygon from the reader; checks that the uvs follow their corners. */
function cut(points: readonly Point[]): [number, number, number][] {
  const { triangles, uvs } = readObj(faceText(points)).data;
  for (const [h, corner] of triangles.entries()) {
    expect([uvs[2 * h], uvs[2 * h + 1]]).toEqual([corner, 2 * corner]);
  }
  return Array.from(
    { length: triangles.length / 3 },
    (_, t) => [...triangles.slice(3 * t, 3 * t + 3)] as [number, number, number],
  );
}

/**
 * True if triangles cover a polygon without gaps and overlaps: every side of the polygon is a side of one triangle, and
 * every other side is between two triangles that use it in opposite directions. If no triangle is flipped, there is no
 * overlap.
 */
function expectTiling(triangles: readonly (readonly number[])[], count: number): void {
  expect(triangles).toHaveLength(count - 2);
  const sides = new Set<string>();
  for (const corners of triangles) {
    for (let k = 0; k < 3; k++) {
      const side = `${corners[k]} ${corners[(k + 1) % 3]}`;
      expect(sides.has(side)).toBe(false);
      sides.add(side);
    }
  }
  for (let i = 0; i < count; i++) expect(sides.delete(`${i} ${(i + 1) % count}`)).toBe(true);
  for (const side of sides) {
    expect(sides.has(side.split(" ").toReversed().join(" "))).toBe(true);
  }
}

/** Twice the signed area of a triangle in the plane, positive if counterclockwise. */
function rotation([a, b, c]: readonly Point[]): number {
  return (b![0]! - a![0]!) * (c![1]! - a![1]!) - (b![1]! - a![1]!) * (c![0]! - a![0]!);
}

/** Twice the area of a polygon in the plane. */
function area(points: readonly Point[]): number {
  return points.reduce((sum, point, i) => {
    const next = points[(i + 1) % points.length]!;
    return sum + point[0]! * next[1]! - point[1]! * next[0]!;
  }, 0);
}

/** Steps of 1/100, because shrinking a polygon of arbitrary doubles takes too long. */
function hundredths(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min, max }).map((whole) => whole / 100);
}

/** Transforms points of the plane z = 0 to a plane in space, and optionally reverses them. */
interface Placing {
  turns: number[];
  shift: number[];
  scale: number;
  reversed: boolean;
}

const anyPlacing: fc.Arbitrary<Placing> = fc.record({
  turns: fc.array(hundredths(-400, 400), { minLength: 3, maxLength: 3 }),
  shift: fc.array(hundredths(-500, 500), { minLength: 3, maxLength: 3 }),
  scale: fc.constantFrom(1e-6, 1, 1000),
  reversed: fc.boolean(),
});

function place(points: readonly Point[], { turns: rotations, shift, scale }: Placing): number[][] {
  return points.map((point) => {
    const placed = [point[0]!, point[1]!, 0];
    for (const [axis, angle] of rotations.entries()) {
      const [i, j] = [(axis + 1) % 3, (axis + 2) % 3] as [number, number];
      const [x, y] = [placed[i]!, placed[j]!];
      placed[i] = x * Math.cos(angle) - y * Math.sin(angle);
      placed[j] = x * Math.sin(angle) + y * Math.cos(angle);
    }
    return placed.map((coordinate, axis) => scale * (coordinate + shift[axis]!));
  });
}

/** Triangulates a counterclockwise polygon in space, and checks the coverage and the winding of each triangle. */
function expectCovered(points: readonly Point[], placing: Placing, smallest: number): void {
  const corners = points.map((_, i) => i);
  if (placing.reversed) corners.reverse();
  const flat = corners.map((corner) => points[corner]!);
  const triangles = cut(place(flat, placing));
  expectTiling(triangles, points.length);
  const sign = placing.reversed ? -1 : 1;
  let sum = 0;
  for (const triangle of triangles) {
    const doubled = sign * rotation(triangle.map((corner) => flat[corner]!));
    expect(doubled).toBeGreaterThan(smallest);
    sum += doubled;
  }
  expect(sum / area(points)).toBeCloseTo(1, 12);
}

test.each([
  ["a square along its first diagonal", points("0,0 1,0 1,1 0,1"), points("0,1,2 0,2,3")],
  ["a quad along the shorter diagonal", points("0,0 2,0 2.5,1 0.5,1"), points("0,1,3 1,2,3")],
  [
    "a quad so that the worse triangle is as good as can be",
    points("0,0 1,0 0.5,0.87 0.24,0.45"),
    points("0,1,3 1,2,3"),
  ],
  ["a dart from its notch", points("0,0 2,1 0,2 0.5,1"), points("0,1,3 1,2,3")],
  ["a dart from its notch, at another corner", points("0.5,1 0,0 2,1 0,2"), points("0,1,2 0,2,3")],
  ["a triangle with a corner on a side", points("0,0 1,0 2,0 0,2"), points("0,1,3 1,2,3")],
])("triangulates %s", (_, points, triangles) => {
  const sorted = cut(points.map((point) => [...point, 0])).map((t) => t.toSorted((a, b) => a - b));
  expect(sorted.toSorted((a, b) => a.join().localeCompare(b.join()))).toEqual(triangles);
});

test("a rotated grid of squares has parallel diagonals", () => {
  const placing = { turns: [0.3, 1.1, 2], shift: [0.1, 0.2, 0.3], scale: 1, reversed: false };
  for (let i = 0; i < 200; i++) {
    const [x, y] = [(i % 20) / 20, Math.floor(i / 20) / 20] as [number, number];
    const square = [
      [x, y],
      [x + 0.05, y],
      [x + 0.05, y + 0.05],
      [x, y + 0.05],
    ];
    expect(cut(place(square, placing))).toEqual(points("0,1,2 0,2,3"));
  }
});

test("star-shaped polygons are covered exactly, in any plane and winding", () => {
  const spoke = fc.record({
    wobble: hundredths(-40, 40),
    radius: hundredths(5, 200),
  });
  fc.assert(
    fc.property(fc.array(spoke, { minLength: 4, maxLength: 30 }), anyPlacing, (spokes, placing) => {
      const points = spokes.map(({ wobble, radius }, i) => {
        const angle = (2 * Math.PI * (i + wobble)) / spokes.length;
        return [radius * Math.cos(angle), radius * Math.sin(angle)];
      });
      expectCovered(points, placing, 0);
    }),
    runs(31, 100, 30_000),
  );
});

test("skylines with collinear corners are covered without degenerate triangles", () => {
  const heights = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(heights, fc.boolean(), anyPlacing, (heights, cornersBelow, placing) => {
      const points: number[][] = [];
      for (const [i, height] of heights.entries()) {
        if (height !== heights[i - 1]) points.push([-i, height]);
        points.push([-i - 1, height]);
      }
      points.push([-heights.length, 0]);
      if (cornersBelow) for (let i = heights.length - 1; i > 0; i--) points.push([-i, 0]);
      points.push([0, 0]);
      expect(area(points)).toBeGreaterThan(0);
      expectCovered(points, placing, 0.5); // integer coordinates, so at least 1
    }),
    runs(32, 65, 20_000),
  );
});

test("a spiral of two hundred corners is covered", () => {
  const arm = (radius: number): number[][] =>
    Array.from({ length: 100 }, (_, i) => {
      const angle = 0.2 * i;
      const away = radius + 0.05 * angle;
      return [away * Math.cos(angle), away * Math.sin(angle)];
    });
  const points = [...arm(0.4), ...arm(0.2).toReversed()];
  expectCovered(points, { turns: [1, 2, 3], shift: [0, 0, 0], scale: 1, reversed: false }, 1e-9);
});

test("a bent quad is split without a fold", () => {
  const triangles = cut(points("0,0,0 1,0,0.4 1,1,0 0,1,0.4"));
  expectTiling(triangles, 4);
});

test.each([
  ["all corners on one line", points("0,0,0 1,1,1 3,3,3 2,2,2")],
  ["all corners in one place", points("1,1,1 1,1,1 1,1,1 1,1,1 1,1,1")],
  ["a polygon that crosses itself", points("0,0,0 1,1,0 1,0,0 0,1,0")],
  ["a five-pointed star in one stroke", points("0,1,0 0.6,-0.8,0 -1,0.3,0 1,0.3,0 -0.6,-0.8,0")],
  ["the largest numbers", points("-1e308,-1e308,0 1e308,-1e308,0 1e308,1e308,0 -1e308,1e308,0")],
  ["the smallest numbers", points("0,0,0 5e-324,0,0 5e-324,5e-324,0 0,5e-324,0")],
])("%s still gives the expected number of triangles", (_, points) => {
  expectTiling(cut(points), points.length);
});

test("a hole connected to the rim by a double edge stays open", () => {
  const radii = fc.array(hundredths(100, 200), { minLength: 3, maxLength: 9 });
  const ring = (radii: number[], size: number, from: number): number[][] =>
    radii.map((radius, i) => {
      const angle = from + (2 * Math.PI * i) / radii.length;
      return [size * radius * Math.cos(angle), size * radius * Math.sin(angle)];
    });
  fc.assert(
    fc.property(
      radii,
      radii,
      hundredths(0, 50),
      anyPlacing,
      (outside, inside, rotation, placing) => {
        const rim = ring(outside, 5, 0);
        const hole = ring(inside, 0.5, rotation).toReversed();
        expectCovered([...rim, rim[0]!, ...hole, hole[0]!], placing, 0);
      },
    ),
    runs(33, 35, 10_000),
  );
});
