import { expect, test } from "vitest";
import { ContainerError, pack, unpack } from "../../src/sim/index.js";
import { container } from "../fuzz/mutate-bytes.js";

const KIND = { name: "state", version: 7 };

/** The error for a file with this text and a valid digest. */
function read(contents: unknown): unknown {
  return unpack(KIND, pack(KIND, contents));
}

const numbers = Float64Array.of(1, 2, 3);
const behind = (length: number): unknown => ({ $array: ["Float64Array", 0, length] });

// Text and numbers are separate in a file, and the text refers to its numbers: the references were not checked.
test.each<[string, unknown, string]>([
  ["numbers twice", { a: numbers, b: behind(3) }, "b: expected at most 0 numbers at byte 24"],
  ["more numbers than there are", { a: behind(1e9) }, "a: expected at most 0 numbers at byte 0"],
  ["half a number", { a: { $array: ["Int32Array", 0, 0.5] } }, "a: expected at most 0 numbers"],
  [
    "numbers of no kind",
    { a: { $array: ["constructor", 0, 1] } },
    'a: expected a known type of array, got "constructor"',
  ],
  ["no reference", { a: { $array: null } }, "a: expected a known type of array, got nothing"],
  [
    "no number",
    { a: { $number: { valueOf: 1 } } },
    "a: expected NaN, Infinity, -Infinity, -0 as a $number, got an object",
  ],
  [
    "another name than ours",
    JSON.parse('{ "a": { "__proto__": { "time": 1 } } }'),
    "a.__proto__: expected another field name",
  ],
  ["a text that a terminal obeys", { "\u001B[2J": behind(7) }, '"\\u001b[2J": expected at most 0'],
])("a file with %s is refused", (_, contents, message) => {
  expect(() => read(contents)).toThrow(ContainerError);
  expect(() => read(contents)).toThrow(message);
});

test("a file of brackets only is refused", () => {
  let contents: unknown = [];
  for (let i = 0; i < 1000; i++) contents = [contents];
  expect(() => read(contents)).toThrow("expected at most 64 nested lists and objects, got more");
});

test("numbers that no field refers to are refused", () => {
  const bytes = container("state 7", '{"a":{"$array":["Float64Array",0,1]}}', new Uint8Array(24));
  expect(() => unpack(KIND, bytes)).toThrow("no field refers to the last 16 bytes");
});

test("packed data is restored, with any numbers", () => {
  const value = {
    a: numbers,
    b: [NaN, -0, Infinity, -Infinity, 1.5],
    c: Int32Array.of(-1),
    d: null,
  };
  expect(read(value)).toEqual(value);
});
