import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesOf, applyChange, changeOf, isSame } from "../../src/stores/data.js";
import { ContainerError } from "../../src/math/check-data.js";
import { runs } from "../runs.js";

const number = fc.oneof(fc.double(), fc.constantFrom(0, -0, Infinity, NaN));
const numbers = fc.oneof(
  fc.array(fc.double({ noNaN: true })).map((list) => Float64Array.from(list)),
  fc.array(fc.integer()).map((list) => Int32Array.from(list)),
  fc.array(fc.nat(255)).map((list) => Uint8Array.from(list)),
);
const name = fc.constantFrom("a", "b", "c");
const { data } = fc.letrec((tie) => ({
  data: fc.oneof(
    { maxDepth: 4 },
    number,
    fc.boolean(),
    fc.string(),
    fc.constant(null),
    numbers,
    fc.array(tie("data"), { maxLength: 4 }),
    fc.dictionary(name, tie("data"), { noNullPrototype: true, maxKeys: 3 }),
  ),
}));

describe("the difference between two values of plain data", () => {
  test("transforms one into the other", () => {
    fc.assert(
      fc.property(data, data, (before, after) => {
        const change = changeOf(before, after);
        if (change === null) expect(isSame(before, after)).toBe(true);
        else expect(isSame(applyChange(before, change, "it"), after)).toBe(true);
      }),
      runs(2401, 500),
    );
  });

  test("is empty between equal data", () => {
    fc.assert(
      fc.property(data, (one) => {
        const isNumber = (part: unknown): boolean =>
          typeof part === "number" ? Number.isNaN(part) : false;
        fc.pre(!JSON.stringify(one)?.includes("NaN") && !isNumber(one));
        expect(changeOf(one, structuredClone(one))).toBeNull();
      }),
      runs(2402, 300),
    );
  });

  test("distinguishes 0 and -0", () => {
    expect(changeOf(Float64Array.of(0, 1, 2), Float64Array.of(-0, 1, 2))).toEqual({
      length: 3,
      at: Int32Array.of(0),
      to: Float64Array.of(-0),
    });
  });

  test("contains only changed and new numbers", () => {
    const before = Float64Array.from({ length: 10 }, (_, i) => i);
    const after = Float64Array.from({ length: 12 }, (_, i) => (i === 4 ? -1 : i));
    expect(changeOf(before, after)).toEqual({
      length: 12,
      at: Int32Array.of(4, 10, 11),
      to: Float64Array.of(-1, 10, 11),
    });
  });

  test("keeps unchanged objects identical", () => {
    const before = { options: { a: 1 }, list: [{ b: 2 }, { b: 3 }], number: 1 };
    const change = changeOf(before, { ...structuredClone(before), number: 2 })!;
    expect(change).toEqual({ fields: { number: { whole: 2 } } });
    const after = applyChange(before, change, "it") as typeof before;
    expect(after.options).toBe(before.options);
    expect(after.list).toBe(before.list);
  });

  test.each<[string, unknown, unknown]>([
    ["it: expected a change", 1, { strange: 1 }],
    ["it: expected an object", 1, 7],
    ["it: expected an object", 1, null],
    ["it.fields: expected a change of another kind", 1, { fields: {} }],
    ["it.b: unknown field", { a: 1 }, { fields: { b: { whole: 1 } } }],
    ["it: expected a list", 1, { length: 1, items: {} }],
    ["it.length: expected", [], { length: 1e9, items: {} }],
    [
      "it.items: expected a whole number from 0 to 0, got 5",
      [],
      { length: 1, items: { 5: { whole: 1 } } },
    ],
    ["it.1: it is missing", [1], { length: 2, items: { 0: { whole: 1 } } }],
    ["it: expected a change of another kind", 1, { length: 1, at: [], to: [] }],
    ["it.at", Float64Array.of(1), { length: 1, at: [0], to: Float64Array.of(1) }],
    ["it.to", Float64Array.of(1), { length: 1, at: Int32Array.of(0), to: Int32Array.of(1) }],
    [
      "it.at.0: expected a whole number from 0 to 0, got -1",
      Float64Array.of(1),
      { length: 1, at: Int32Array.of(-1), to: Float64Array.of(1) },
    ],
    [
      "it.length: expected",
      Float64Array.of(1),
      { length: 1e9, at: Int32Array.of(0), to: Float64Array.of(1) },
    ],
  ])("of a file is refused: %s", (message, before, change) => {
    const apply = (): unknown => applyChange(before, change, "it");
    expect(apply).toThrow(ContainerError);
    expect(apply).toThrow(message);
  });
});

test("the size of plain data is the bytes of its arrays plus an overhead", () => {
  expect(bytesOf(new Float64Array(100))).toBe(800);
  expect(bytesOf({ a: new Uint8Array(1000), b: [1, 2, 3] })).toBe(16 + 1000 + 16 + 24);
});
