import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numberIn, partAt, valueAt, type Scale } from "../../lab/src/controls/scale.js";

const STIFFNESS: Scale = { min: 10, max: 100_000, isLog: true };
const BENDING: Scale = { min: 0.1, max: 1000, isLog: true, hasZero: true };
const WEAVE: Scale = { min: 0, max: 1, step: 0.05 };
const ANGLE: Scale = { min: -90, max: 90, step: 1 };
const scale = fc.constantFrom(STIFFNESS, BENDING, WEAVE, ANGLE);
const part = fc.double({ min: 0, max: 1, noNaN: true });

describe("the scales of the lab's sliders", () => {
  test("a scale that multiplies has the geometric mean in the middle", () => {
    expect([0, 0.25, 0.5, 0.75, 1].map((way) => valueAt(STIFFNESS, way))).toEqual([
      10, 100, 1000, 10_000, 100_000,
    ]);
    expect(partAt(STIFFNESS, 1000)).toBeCloseTo(0.5, 12);
  });

  test("one with a zero begins with it, and goes on with its smallest value", () => {
    expect([valueAt(BENDING, 0), valueAt(BENDING, 0.01)]).toEqual([0, 0]);
    expect([valueAt(BENDING, 0.03), valueAt(BENDING, 1)]).toEqual([0.1, 1000]);
    expect([partAt(BENDING, 0), partAt(BENDING, 1000)]).toEqual([0, 1]);
  });

  test("an even one stops at its steps", () => {
    expect([valueAt(WEAVE, 0.333), valueAt(ANGLE, 0.501), valueAt(ANGLE, 0)]).toEqual([
      0.35, 0, -90,
    ]);
  });

  test("a value that a slider stops at is found again where it is, to the last digit", () => {
    fc.assert(
      fc.property(scale, part, (scale, way) => {
        const value = valueAt(scale, way);
        expect(valueAt(scale, partAt(scale, value))).toBe(value);
      }),
    );
  });

  test("further is never less, and all within the ends", () => {
    fc.assert(
      fc.property(scale, part, part, (scale, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)].map((way) =>
          valueAt(scale, way),
        );
        expect(low!).toBeLessThanOrEqual(high!);
        expect(high!).toBeLessThanOrEqual(scale.max);
        expect(low!).toBeGreaterThanOrEqual(scale.hasZero ? 0 : scale.min);
      }),
    );
  });

  test("what lies beyond an end lies at it", () => {
    expect([partAt(STIFFNESS, 1), partAt(STIFFNESS, 1e9), partAt(WEAVE, -1)]).toEqual([0, 1, 0]);
  });

  test("reads numbers with a point, a comma or a power of ten, and nothing else", () => {
    expect([" 0.5 ", "0,5", "1e-5", "-3"].map(numberIn)).toEqual([0.5, 0.5, 1e-5, -3]);
    expect(["", "  ", "off", "5 N", "1/0", "Infinity"].map(numberIn)).toEqual(
      Array.from({ length: 6 }, () => null),
    );
  });
});
