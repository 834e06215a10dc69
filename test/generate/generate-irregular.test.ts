import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateIrregular, type IrregularOptions } from "../../src/generate/index.js";
import { MeshError } from "../../src/mesh/index.js";
import { runs } from "../runs.js";
import {
  areaOf,
  buildValid,
  edgeLengths,
  eulerCharacteristic,
  smallestAngles,
  polygon,
  signedAreas,
  type Corners,
} from "./quality.js";
import { SHAPES } from "./shapes.js";

/** Invariants of every mesh: it covers the pattern exactly, and all triangles face +z. */
function expectValid(options: IrregularOptions): ReturnType<typeof generateIrregular> {
  const data = generateIrregular(options);
  const { size, outline, holes = [] } = options;
  const expected =
    (size ? size[0] * size[1] : areaOf(outline as Corners)) -
    holes.reduce((sum, hole) => sum + areaOf(hole as Corners), 0);
  const areas = signedAreas(data);
  expect(Math.min(...areas)).toBeGreaterThan(0);
  const area = areas.reduce((sum, value) => sum + value, 0);
  expect(Math.abs(area / expected - 1)).toBeLessThan(1e-9);
  expect(eulerCharacteristic(buildValid(data))).toBe(1 - holes.length);
  expect(data.positions.every((value, i) => i % 3 !== 2 || value === 0)).toBe(true);
  return data;
}

describe("patterns of all kinds, with any seed", () => {
  test.each(Object.entries(SHAPES))(
    "%s: valid, with all angles over 20° and almost all over 30°",
    (_, options) => {
      let angles: number[] = [];
      fc.assert(
        fc.property(fc.nat(), (seed) => {
          const own = smallestAngles(expectValid({ ...options, seed }));
          expect(Math.min(...own)).toBeGreaterThan(20);
          angles = [...angles, ...own];
        }),
        runs(11, 8),
      );
      const share = angles.filter((angle) => angle > 30).length / angles.length;
      expect(share).toBeGreaterThan(0.995);
    },
  );

  test("random outlines with random holes have 99 % of their angles over 20° and all over 10°", () => {
    const settings = runs(12, 25, 6000);
    let count = 0;
    fc.assert(
      fc.property(patterns(), ({ spacing, seed, ...pattern }) => {
        let data;
        try {
          data = expectValid({ ...pattern, spacing, seed });
        } catch (error) {
          // Random holes may intersect; such patterns must be refused.
          if (error instanceof MeshError && error.message.startsWith("holes")) return;
          throw error;
        }
        count++;
        const angles = smallestAngles(data).filter((_, t) => !isAtSharpCorner(pattern, data, t));
        expect(Math.min(...angles)).toBeGreaterThan(10);
        expect(angles.filter((angle) => angle < 20).length).toBeLessThanOrEqual(
          angles.length / 100,
        );
      }),
      settings,
    );
    expect(count).toBeGreaterThan(0.4 * settings.numRuns);
  });
});

interface Pattern {
  outline: Corners;
  holes: Corners[];
}

/** Star-shaped polygons with corners of any angle. */
function patterns(): fc.Arbitrary<Pattern & { spacing: number; seed: number }> {
  const unit = fc.double({ min: 0, max: 1, noNaN: true });
  const loop = (
    maxSides: number,
  ): fc.Arbitrary<(x: number, y: number, radius: number) => Corners> =>
    fc.array(fc.tuple(unit, unit), { minLength: 3, maxLength: maxSides }).chain((corners) =>
      fc.double({ min: 0, max: 0.9, noNaN: true }).map(
        (roughness) => (x, y, radius) =>
          corners.map(([rotation, depth], i) => {
            const angle = (2 * Math.PI * (i + 0.8 * rotation)) / corners.length;
            const away = radius * (1 - roughness * depth);
            return [x + away * Math.cos(angle), y + away * Math.sin(angle)];
          }),
      ),
    );
  const hole = fc
    .tuple(loop(8), unit, unit, fc.double({ min: 0.02, max: 0.25, noNaN: true }))
    .map(([corners, x, y, radius]) => corners(x - 0.5, y - 0.5, radius));
  return fc.record({
    outline: loop(20).map((corners) => corners(0, 0, 1)),
    holes: fc.array(hole, { maxLength: 2 }),
    spacing: fc.double({ min: 0.07, max: 0.3, noNaN: true }),
    seed: fc.nat(),
  });
}

/** True if a triangle is in a corner of the pattern that is itself sharper than 55°. */
function isAtSharpCorner(
  { outline, holes }: Pattern,
  { positions, triangles }: { positions: Float64Array; triangles: Int32Array },
  triangle: number,
): boolean {
  return [outline, ...holes].some((loop) =>
    loop.some((corner, i) => {
      const [before, after] = [
        loop[(i + loop.length - 1) % loop.length]!,
        loop[(i + 1) % loop.length]!,
      ];
      const [u, v] = [before, after].map((end) => [end[0] - corner[0], end[1] - corner[1]]) as [
        [number, number],
        [number, number],
      ];
      const cosine = (u[0] * v[0] + u[1] * v[1]) / (Math.hypot(...u) * Math.hypot(...v));
      if (cosine < 0.57) return false;
      return [0, 1, 2].some((k) => {
        const vertex = triangles[3 * triangle + k]!;
        return positions[3 * vertex] === corner[0] && positions[3 * vertex + 1] === corner[1];
      });
    }),
  );
}

describe("spacing", () => {
  test("edges have the requested length and similar lengths", () => {
    for (const spacing of [0.03, 0.05, 0.11]) {
      const data = generateIrregular({ size: [1, 1.3], spacing });
      const lengths = edgeLengths(data, buildValid(data));
      const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
      expect(mean / spacing).toBeGreaterThan(0.9);
      expect(mean / spacing).toBeLessThan(1.1);
      expect(Math.min(...lengths) / spacing).toBeGreaterThan(0.5);
      expect(Math.max(...lengths) / spacing).toBeLessThan(1.7);
    }
  });

  test("no direction is preferred", () => {
    const data = generateIrregular({ size: [1, 1], spacing: 0.02 });
    const mesh = buildValid(data);
    const sectors = new Array<number>(6).fill(0);
    for (let edge = 0; edge < mesh.edgeCount; edge++) {
      if (mesh.edgeTriangleCount(edge) === 1) continue;
      const [a, b] = [3 * mesh.edgeStart(edge), 3 * mesh.edgeEnd(edge)];
      const angle = Math.atan2(
        data.positions[b + 1]! - data.positions[a + 1]!,
        data.positions[b]! - data.positions[a]!,
      );
      sectors[Math.floor((6 * (angle + Math.PI)) / Math.PI) % 6]!++;
    }
    const mean = sectors.reduce((sum, count) => sum + count, 0) / 6;
    for (const count of sectors) expect(Math.abs(count / mean - 1)).toBeLessThan(0.15);
  });

  test.each([
    ["spacingAt", { spacingAt: (x: number, y: number) => (Math.hypot(x, y) < 0.1 ? 0.02 : 0.1) }],
    ["refine", { refine: [{ at: [0, 0] as const, radius: 0.1, spacing: 0.02 }] }],
  ])("%s refines the mesh only near the given points", (_, options) => {
    const data = expectValid({ size: [1, 1], spacing: 0.1, ...options });
    const mesh = buildValid(data);
    const near: number[] = [];
    const far: number[] = [];
    for (const [edge, length] of edgeLengths(data, mesh).entries()) {
      const start = 3 * mesh.edgeStart(edge);
      const away = Math.hypot(data.positions[start]!, data.positions[start + 1]!);
      if (away < 0.09) near.push(length);
      if (away > 0.45) far.push(length);
    }
    const mean = (values: number[]): number =>
      values.reduce((sum, v) => sum + v, 0) / values.length;
    expect(near.length).toBeGreaterThan(100);
    expect(mean(near)).toBeGreaterThan(0.017);
    expect(mean(near)).toBeLessThan(0.024);
    expect(mean(far)).toBeGreaterThan(0.085);
  });
});

describe("repeatability", () => {
  test("the same seed gives the same bits, another seed another mesh", () => {
    const options = SHAPES["holes"]!;
    const one = generateIrregular({ ...options, seed: 5 });
    expect(generateIrregular({ ...options, seed: 5 })).toEqual(one);
    expect(generateIrregular({ ...options, seed: 6 }).positions).not.toEqual(one.positions);
    expect(generateIrregular(options)).toEqual(generateIrregular({ ...options, seed: 1 }));
  });

  test("clockwise and counterclockwise outlines give the same shape", () => {
    const outline = polygon(7, 1);
    const hole = polygon(5, 0.3);
    for (const rotated of [outline, outline.toReversed()]) {
      for (const turnedHole of [hole, hole.toReversed()]) {
        expectValid({ outline: rotated, holes: [turnedHole], spacing: 0.2 });
      }
    }
  });
});

describe("texture coordinates", () => {
  test("cover the bounding box, exactly from 0 to 1", () => {
    const outline: Corners = [
      [0.1, 0.3],
      [2.3, 0.4],
      [1.9, 1.7],
      [0.2, 1.1],
    ];
    const { positions, triangles, uvs } = generateIrregular({ outline, spacing: 0.2 });
    for (const [h, vertex] of triangles.entries()) {
      expect(uvs[2 * h]).toBeCloseTo((positions[3 * vertex]! - 0.1) / 2.2, 12);
      expect(uvs[2 * h + 1]).toBeCloseTo((positions[3 * vertex + 1]! - 0.3) / 1.4, 12);
    }
    for (const axis of [0, 1]) {
      const own = uvs.filter((_, i) => i % 2 === axis);
      expect([Math.min(...own), Math.max(...own)]).toEqual([0, 1]);
    }
  });

  test("of a sheet by size are 0 and 1 on its border, and the sheet is centered", () => {
    const { positions, triangles, uvs } = generateIrregular({ size: [0.3, 0.7], spacing: 0.05 });
    for (const [h, vertex] of triangles.entries()) {
      const x = positions[3 * vertex]!;
      const y = positions[3 * vertex + 1]!;
      expect(uvs[2 * h] === 0).toBe(x === -0.15);
      expect(uvs[2 * h] === 1).toBe(x === 0.15);
      expect(uvs[2 * h + 1] === 0).toBe(y === -0.35);
      expect(uvs[2 * h + 1] === 1).toBe(y === 0.35);
    }
  });
});

test("repeated points are dropped", () => {
  const outline: Corners = [
    [0, 0],
    [0, 0],
    [1, 0],
    [1, 1],
    [1, 1],
    [0, 1],
    [0, 0],
  ];
  expect(generateIrregular({ outline, spacing: 0.2 })).toEqual(
    generateIrregular({
      outline: [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
      spacing: 0.2,
    }),
  );
});

test("patterns far from the origin, very large and very small ones work too", () => {
  for (const [scale, shift] of [
    [1, 1e5],
    [1e6, 0],
    [1e-6, 0],
  ] as const) {
    const outline = SHAPES["L"]!.outline!.map(([x, y]): [number, number] => [
      scale * x + shift,
      scale * y,
    ]);
    const data = expectValid({ outline, spacing: 0.1 * scale });
    expect(Math.min(...smallestAngles(data))).toBeGreaterThan(25);
  }
});
