import { expect, test } from "vitest";
import { FileFormatError, readObj } from "../../src/io/index.js";

const SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

test.each([
  ["v 1 two 3", 'line 1: expected three numbers after v, got "v 1 two 3"'],
  ["v 1 2", 'line 1: expected three numbers after v, got "v 1 2"'],
  ["\n# x\n\tv  1  2 # y", 'line 3: expected three numbers after v, got "v 1 2 # y"'],
  ["v", 'line 1: expected three numbers after v, got "v"'],
  ["v 1 2 3 red", 'line 1: expected three numbers after v, got "v 1 2 3 red"'],
  ["vt", 'line 1: expected one to three numbers after vt, got "vt"'],
  ["vt 1 2 3 4", 'line 1: expected one to three numbers after vt, got "vt 1 2 3 4"'],
  ["vt 0,5 1", 'line 1: expected one to three numbers after vt, got "vt 0,5 1"'],
  [
    `${SQUARE}f 1 2 3\nf 1 2 99`,
    "line 6: face 2 names vertex 99, but only 4 vertices are defined above it",
  ],
  ["v 0 0 0\nf 1 2 3", "line 2: face 1 names vertex 2, but only 1 vertex is defined above it"],
  ["f 1 2 3", "line 1: face 1 names vertex 1, but only 0 vertices are defined above it"],
  [`${SQUARE}f 1 2 -5`, "line 5: face 1 names vertex -5, but only 4 vertices are defined above it"],
  [
    `${SQUARE}f 1 2 99999999999999999999999999`,
    "line 5: face 1 names vertex 99999999999999999999, but only 4 vertices are defined above it",
  ],
  [`${SQUARE}f 0 1 2`, "line 5: face 1 names vertex 0, but OBJ counts from 1"],
  [`${SQUARE}f 1 2 -0`, "line 5: face 1 names vertex 0, but OBJ counts from 1"],
  [`${SQUARE}vt 0 0\nf 1/1 2/0 3/1`, "line 6: face 1 names uv 0, but OBJ counts from 1"],
  [
    `${SQUARE}vt 0 0\nf 1/1 2/2 3/1`,
    "line 6: face 1 names uv 2, but only 1 uv is defined above it",
  ],
  [`${SQUARE}f 1 2`, "line 5: face 1 has 2 corners, but needs at least three"],
  [`${SQUARE}f 1`, "line 5: face 1 has 1 corner, but needs at least three"],
  [`${SQUARE}f`, "line 5: face 1 has 0 corners, but needs at least three"],
  [`${SQUARE}f 1 2 3 2`, "line 5: face 1 names vertex 2 a second time; remove one of them"],
  [`${SQUARE}f 1 2 -3`, "line 5: face 1 names vertex 2 a second time; remove one of them"],
  ["", 'no face in this file: expected lines like "f 1 2 3"'],
  [SQUARE, 'no face in this file: expected lines like "f 1 2 3"'],
  [
    "ply\nformat ascii 1.0",
    'no face in this file: expected lines like "f 1 2 3"; line 1 does not start with an OBJ keyword',
  ],
])("%j", (text, message) => {
  expect(() => readObj(text)).toThrow(new FileFormatError(message));
});

test.each(["x", "1.0", "1e0", "/1", "1/x", "1/1/x", "1/1/1/1", "1//1/", "-", "1/-", "0x1", "1\\2"])(
  "a corner %s is invalid",
  (corner) => {
    const message = `line 5: face 1: expected corners like 1, 1/2, 1//3 or 1/2/3, got "${corner}"`;
    expect(() => readObj(`${SQUARE.replace("v 0 1 0", "vt 0 1 0")}f ${corner} 2 3`)).toThrow(
      new FileFormatError(message),
    );
  },
);

test.each("0x10 1e NaN Infinity -Infinity 1e999 . + - e5 1.2.3 1_000 1e+ ١ 1n true 0b1".split(" "))(
  "%s is not a number",
  (word) => {
    expect(() => readObj(`v 1 ${word} 3\nf 1 2 3`)).toThrow(
      new FileFormatError(`line 1: expected three numbers after v, got "v 1 ${word} 3"`),
    );
  },
);

test("a long line is quoted in part, and a joined line is named by its start", () => {
  const text = `\nv 1 \\\n ${"x".repeat(200)}`;
  expect(() => readObj(text)).toThrow(
    `line 2: expected three numbers after v, got "v 1 \\ ${"x".repeat(54)}…"`,
  );
});
