import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseNumber, positionOf, valueAt, type Scale } from "../../lab/src/controls/scale.js";

const STIFFNESS: Scale = { min: 10, max: 100_000, isLog: true };
const BENDING: Scale = { min: 0.1, max: 1000, isLog: true, hasZero: true };
const WEAVE: Scale = { min: 0, max: 1, step: 0.05 };
const ANGLE: Scale = { min: -90, max: 90, step: 1 };
const scale = fc.constantFrom(STIFFNESS, BENDING, WEAVE, ANGLE);
const part = fc.double({ min: 0, max: 1, noNaN: true });

describe("the scales of the lab's sliders", () => {
  test("a logarithmic scale has the geometric mean in its center", () => {
    expect([0, 0.25, 0.5, 0.75, 1].map((way) => valueAt(STIFFNESS, way))).toEqual([
      10, 100, 1000, 10_000, 100_000,
    ]);
    expect(positionOf(STIFFNESS, 1000)).toBeCloseTo(0.5, 12);
  });

  test("a logarithmic scale with zero starts with 0, then its minimum", () => {
    expect([valueAt(BENDING, 0), valueAt(BENDING, 0.01)]).toEqual([0, 0]);
    expect([valueAt(BENDING, 0.03), valueAt(BENDING, 1)]).toEqual([0.1, 1000]);
    expect([positionOf(BENDING, 0), positionOf(BENDING, 1000)]).toEqual([0, 1]);
  });

  test("a linear scale snaps to its steps", () => {
    expect([valueAt(WEAVE, 0.333), valueAt(ANGLE, 0.501), valueAt(ANGLE, 0)]).toEqual([
      0.35, 0, -90,
    ]);
  });

  test("value to position and back is exact", () => {
    fc.assert(
      fc.property(scale, part, (scale, way) => {
        const value = valueAt(scale, way);
        expect(valueAt(scale, positionOf(scale, value))).toBe(value);
      }),
    );
  });

  test("values increase with the position and stay in the range", () => {
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

  test("values outside of the range are clamped", () => {
    expect([positionOf(STIFFNESS, 1), positionOf(STIFFNESS, 1e9), positionOf(WEAVE, -1)]).toEqual([
      0, 1, 0,
    ]);
  });

  test("parses numbers with a point, a comma or an exponent", () => {
    expect([" 0.5 ", "0,5", "1e-5", "-3"].map(parseNumber)).toEqual([0.5, 0.5, 1e-5, -3]);
    expect(["", "  ", "off", "5 N", "1/0", "Infinity"].map(parseNumber)).toEqual(
      Array.from({ length: 6 }, () => null),
    );
  });
});
