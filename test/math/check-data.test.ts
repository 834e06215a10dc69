import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ContainerError,
  finite,
  list,
  map,
  numbers,
  oneOf,
  pair,
  record,
  rising,
  describeValue,
  whole,
  type Check,
} from "../../src/math/check-data.js";
import { runs } from "../runs.js";

const check: Check = record(
  { kind: oneOf("a", "b"), steps: list(pair(finite, whole(1))), body: numbers(Float64Array, 2) },
  { ids: rising(whole(0, 9)), files: map(whole()) },
);
const good = { kind: "a", steps: [[0.5, 1]], body: Float64Array.of(1, 2) };

describe("data of a file", () => {
  test("that is valid passes", () => {
    expect(() => check(good, "")).not.toThrow();
    expect(() => check({ ...good, ids: [1, 3], files: { x: 1 } }, "")).not.toThrow();
  });

  test.each<[string, unknown]>([
    ["it: expected an object, got null", null],
    ["kind: it is missing", {}],
    ['kind: expected "a" or "b", got "c"', { ...good, kind: "c" }],
    ["steps.0.1: expected a whole number of 1 or more, got 0", { ...good, steps: [[1, 0]] }],
    ["steps.0: expected a list of 2, got a list of 3", { ...good, steps: [[1, 1, 1]] }],
    ["body: expected 2 numbers, got 1", { ...good, body: Float64Array.of(1) }],
    ["body: expected numbers (Float64Array), got a list of 2", { ...good, body: [1, 2] }],
    ["body.1: expected a finite number, got NaN", { ...good, body: Float64Array.of(1, NaN) }],
    ["ids.1: expected a number over 3, got 3", { ...good, ids: [3, 3] }],
    ["ids.0: expected a whole number from 0 to 9, got 10", { ...good, ids: [10] }],
    [
      'files."\\u001b[2J": expected a whole number of 0 or more, got true',
      { ...good, files: { "\u001B[2J": true } },
    ],
    ['it: unknown field "toString"', { ...good, toString: 1 }],
  ])("is refused: %s", (message, value) => {
    expect(() => check(value, "")).toThrow(new ContainerError(message));
  });

  test("of any kind passes or is refused in one line", () => {
    fc.assert(
      fc.property(fc.anything({ withTypedArray: true, withNullPrototype: true }), (value) => {
        try {
          check(value, "");
        } catch (error) {
          expect(error).toBeInstanceOf(ContainerError);
          expect((error as Error).message).not.toMatch(/[\p{Cc}\u2028\u2029]|undefined/u);
        }
        expect(describeValue(value).length).toBeLessThan(300);
      }),
      runs(61, 300),
    );
  });
});
