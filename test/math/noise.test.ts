import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addCurlNoise,
  deriveSeed,
  lineNoise,
  valueNoise,
  type CurlNoise,
} from "../../src/math/noise.js";
import { Random } from "../../src/math/random.js";
import { runs } from "../runs.js";

type Place = [number, number, number];

function flow(seed: number, place: Place, change: Partial<CurlNoise> = {}): number[] {
  const out = new Float64Array(3);
  const noise = { seed, size: 1, shift: new Float64Array(3), weight: 1, ...change };
  addCurlNoise(out, Float64Array.from(place), 1, noise);
  return [...out];
}

/** A point moved by `h` along an axis. */
function moved(place: Place, axis: number, h: number): Place {
  return place.map((x, k) => (k === axis ? x + h : x)) as Place;
}

/** The derivative of component `k` along an axis, from one side. */
function slope(seed: number, place: Place, axis: number, h: number, k: number): number {
  return (flow(seed, moved(place, axis, h))[k]! - flow(seed, place)[k]!) / h;
}

const seeds = fc.nat(0xffffffff);
const coordinate = fc.double({ min: -1000, max: 1000, noNaN: true });
const places = fc.tuple(coordinate, coordinate, coordinate);

describe("value noise in space", () => {
  test("is between 0 and 1, uses most of the range and has the mean ½", () => {
    let [sum, low, high] = [0, 1, 0];
    const count = 100_000;
    for (let i = 0; i < count; i++) {
      const value = valueNoise(5, 0.37 * i, 0.11 * i, -0.05 * i);
      sum += value;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    expect(low).toBeGreaterThanOrEqual(0);
    expect(low).toBeLessThan(0.05);
    expect(high).toBeLessThanOrEqual(1);
    expect(high).toBeGreaterThan(0.95);
    expect(sum / count).toBeCloseTo(0.5, 2);
  });

  test("is smooth, reproducible by its seed, and different for another seed", () => {
    fc.assert(
      fc.property(seeds, places, fc.nat(2), (seed, place, axis) => {
        const value = valueNoise(seed, ...place);
        expect(valueNoise(seed, ...place)).toBe(value);
        // The slope of a fade is at most 1.875.
        const near = valueNoise(seed, ...moved(place, axis, 1e-4));
        expect(Math.abs(near - value)).toBeLessThan(1.9e-4);
      }),
      runs(13, 500),
    );
    const at = (seed: number): number[] =>
      [0.5, 1.5, 2.5, 3.5].map((x) => valueNoise(seed, x, 0.2, 0.1));
    expect(at(1)).not.toEqual(at(2));
  });
});

describe("noise along a line", () => {
  test("is between −1 and 1, uses most of the range and has the mean 0", () => {
    let [sum, low, high] = [0, 0, 0];
    const count = 200_000;
    for (let i = 0; i < count; i++) {
      const value = lineNoise(5, 0.05 * i);
      sum += value;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    expect(low).toBeGreaterThanOrEqual(-1);
    expect(high).toBeLessThanOrEqual(1);
    expect(low).toBeLessThan(-0.8);
    expect(high).toBeGreaterThan(0.8);
    expect(Math.abs(sum / count)).toBeLessThan(0.02);
  });

  test("is continuous at integers, with its first and second derivative", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: -1000, max: 1000 }), (seed, x) => {
        const h = 1e-3;
        const at = (steps: number): number => lineNoise(seed, x + steps * h);
        expect(Math.abs(at(1e-6) - at(-1e-6))).toBeLessThan(1e-8);
        expect(Math.abs(at(1) - at(0) - (at(0) - at(-1))) / h).toBeLessThan(0.01);
        const [right, left] = [at(2) - 2 * at(1) + at(0), at(0) - 2 * at(-1) + at(-2)];
        expect(Math.abs(right - left) / (h * h)).toBeLessThan(0.5); // a cubic fade jumps by several units
      }),
      runs(41, 200),
    );
  });

  test("is not the same at every integer", () => {
    const values = new Set(Array.from({ length: 100 }, (_, i) => lineNoise(1, i)));
    expect(values.size).toBeGreaterThan(95);
  });
});

describe("curl noise", () => {
  test("has components from about −1 to 1 with mean 0, and no preferred direction", () => {
    const random = new Random(11);
    const [sums, squares] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    let beyond = 0;
    const count = 50_000;
    for (let i = 0; i < count; i++) {
      const place = [0, 1, 2].map(() => random.uniform(-500, 500)) as Place;
      for (const [k, value] of flow(3, place).entries()) {
        sums[k]! += value;
        squares[k]! += value * value;
        if (Math.abs(value) > 1) beyond++;
      }
    }
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(sums[k]! / count)).toBeLessThan(0.01);
      expect(Math.sqrt(squares[k]! / count)).toBeCloseTo(0.35, 1);
    }
    expect(beyond / (3 * count)).toBeLessThan(0.01);
  });

  test("is about as strong at lattice points as at the centers of cells", () => {
    const strength = (part: number): number => {
      let squares = 0;
      for (let i = 0; i < 5000; i++) {
        const [x, y, z] = flow(3, [i + part, 3 * i + part, 7 * i + part]);
        squares += x! * x! + y! * y! + z! * z!;
      }
      return Math.sqrt(squares / 5000);
    };
    expect(strength(0.5) / strength(0)).toBeGreaterThan(0.8);
    expect(strength(0.5) / strength(0)).toBeLessThan(1.25);
  });

  test("has zero divergence", () => {
    fc.assert(
      fc.property(seeds, places, (seed, place) => {
        const h = 1e-4;
        const divergence = [0, 1, 2].reduce((sum, k) => {
          const ahead = flow(seed, moved(place, k, h))[k]!;
          return sum + (ahead - flow(seed, moved(place, k, -h))[k]!) / (2 * h);
        }, 0);
        expect(Math.abs(divergence)).toBeLessThan(1e-4); // its derivatives are about 1
      }),
      runs(42, 300),
    );
  });

  test("is continuous at lattice planes, with its first derivative", () => {
    fc.assert(
      fc.property(seeds, places, fc.nat(2), (seed, any, axis) => {
        const place = any.map((x, k) => (k === axis ? Math.floor(x) : x)) as Place;
        const h = 1e-5;
        for (let k = 0; k < 3; k++) {
          const [before, after] = [-1e-9, 1e-9].map((d) => flow(seed, moved(place, axis, d))[k]!);
          expect(Math.abs(after! - before!)).toBeLessThan(1e-7);
          const jump = slope(seed, place, axis, h, k) - slope(seed, place, axis, -h, k);
          expect(Math.abs(jump)).toBeLessThan(0.01);
        }
      }),
      runs(43, 300),
    );
  });

  test("changes along each axis", () => {
    for (const axis of [0, 1, 2]) {
      const rotations = [0, 1, 2].map((k) => Math.abs(slope(1, [0.3, 0.4, 0.6], axis, 1e-4, k)));
      expect(Math.max(...rotations)).toBeGreaterThan(0.05);
    }
  });

  test("has the given scale, offset and weight", () => {
    const alone = flow(8, [1.2, 3.4, 5.6]);
    const change = { size: 0.5, shift: Float64Array.of(1, -2, 3), weight: -2 };
    const changed = flow(8, [1.1, 0.7, 4.3], change); // (1.2 + 1) · 0.5 and so on
    for (let k = 0; k < 3; k++) expect(changed[k]).toBeCloseTo(-2 * alone[k]!, 12);
  });

  test("is added to the existing values, for the requested number of points", () => {
    const points = new Float64Array([1.2, 3.4, 5.6, 7.8, 9.1, 2.3, 4, 5, 6]);
    const out = new Float64Array(9).fill(1);
    addCurlNoise(out, points, 2, { seed: 8, size: 1, shift: new Float64Array(3), weight: 1 });
    const expected = [...flow(8, [1.2, 3.4, 5.6]), ...flow(8, [7.8, 9.1, 2.3]), 0, 0, 0];
    expect([...out]).toEqual(expected.map((part) => 1 + part));
  });
});

describe("a seed", () => {
  test("gives the same bits again, and another seed another field", () => {
    fc.assert(
      fc.property(seeds, places, (seed, corner) => {
        // Off the lattice, where a flow has few values.
        const place = corner.map((x) => Math.floor(x) + 0.37) as [number, number, number];
        const other = deriveSeed(seed, 1);
        expect(flow(seed, place)).toEqual(flow(seed, place));
        expect(flow(seed, place)).not.toEqual(flow(other, place));
        expect(lineNoise(seed, place[0])).not.toBe(lineNoise(other, place[0]));
      }),
      runs(44, 200),
    );
  });

  test("always gives these bits", () => {
    expect(deriveSeed(1, 2)).toBe(2788919815);
    expect(lineNoise(1, 2.25)).toBe(0.09440916292343782);
    expect(flow(1, [0.25, -1.5, 3.125])).toEqual([
      0.05757615831680596, -0.04235396161675453, -0.07197481230832636,
    ]);
  });

  test("is uncorrelated with neighboring seeds", () => {
    const derived = new Set<number>();
    for (let seed = 0; seed < 100; seed++) {
      for (let n = -50; n < 50; n++) derived.add(deriveSeed(seed, n));
    }
    expect(derived.size).toBeGreaterThan(9990); // of 10,000; 0.01 random collisions are expected
  });
});
