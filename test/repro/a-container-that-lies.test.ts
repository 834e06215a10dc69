import { expect, test } from "vitest";
import { ContainerError, pack, unpack } from "../../src/sim/index.js";
import { container } from "../fuzz/mutate-bytes.js";

const KIND = { name: "state", version: 7 };

/** What a file says whose text is this, and whose digest is right. */
function read(contents: unknown): unknown {
  return unpack(KIND, pack(KIND, contents));
}

const numbers = Float64Array.of(1, 2, 3);
const behind = (length: number): unknown => ({ $array: ["Float64Array", 0, length] });

// Text and numbers are apart in a file, and the text says which numbers it means: it was believed.
test.each<[string, unknown, string]>([
  ["numbers twice", { a: numbers, b: behind(3) }, "b: expected at most 0 numbers at byte 24"],
  ["more numbers than there are", { a: behind(1e9) }, "a: expected at most 0 numbers at byte 0"],
  ["half a number", { a: { $array: ["Int32Array", 0, 0.5] } }, "a: expected at most 0 numbers"],
  [
    "numbers of no kind",
    { a: { $array: ["constructor", 0, 1] } },
    'a: expected numbers of a known kind, got "constructor"',
  ],
  ["no reference", { a: { $array: null } }, "a: expected numbers of a known kind, got nothing"],
  [
    "no number",
    { a: { $number: { valueOf: 1 } } },
    "a: expected NaN, Infinity, -Infinity, -0 as a $number, got an object",
  ],
  [
    "another name than ours",
    JSON.parse('{ "a": { "__proto__": { "time": 1 } } }'),
    "a.__proto__: that is no field name",
  ],
  ["a text that a terminal obeys", { "\u001B[2J": behind(7) }, '"\\u001b[2J": expected at most 0'],
])("a file with %s is refused", (_, contents, message) => {
  expect(() => read(contents)).toThrow(ContainerError);
  expect(() => read(contents)).toThrow(message);
});

test("a file of brackets alone is refused", () => {
  let contents: unknown = [];
  for (let i = 0; i < 1000; i++) contents = [contents];
  expect(() => read(contents)).toThrow(
    "its text has more than 64 lists and objects inside one another",
  );
});

test("numbers that no field names are refused", () => {
  const bytes = container("state 6", '{"a":{"$array":["Float64Array",0,1]}}', new Uint8Array(24));
  expect(() => unpack(KIND, bytes)).toThrow("the last 16 bytes of its arrays belong to no field");
});

test("what is packed comes back, whatever numbers it holds", () => {
  const value = {
    a: numbers,
    b: [NaN, -0, Infinity, -Infinity, 1.5],
    c: Int32Array.of(-1),
    d: null,
  };
  expect(read(value)).toEqual(value);
});
