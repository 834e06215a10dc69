import { expect, test } from "vitest";
import { planarUvs } from "../../src/io/index.js";

const TRIANGLE = Int32Array.of(0, 1, 2);

function uvs(...positions: number[][]): number[][] {
  const flat = planarUvs(Float64Array.from(positions.flat()), TRIANGLE);
  return [0, 1, 2].map((h) => Array.from(flat.subarray(2 * h, 2 * h + 2)));
}

test.each([
  ["x and y", [10, 20, 5], [14, 21, 5], [10, 22, 5.5]],
  ["x and z", [10, 5, 20], [14, 5, 21], [10, 5.5, 22]],
  ["y and z", [5, 10, 20], [5, 14, 21], [5.5, 10, 22]],
])("projects onto the two widest axes: %s", (_, ...positions) => {
  expect(uvs(...positions)).toEqual([
    [0, 0],
    [1, 0.5],
    [0, 1],
  ]);
});

test("prefers the earlier of equally wide axes", () => {
  expect(uvs([0, 0, 0], [1, 0.5, 1], [0, 1, 0.25])).toEqual([
    [0, 0],
    [1, 0.5],
    [0, 1],
  ]);
});

test("a mesh without extent has zeros, and the largest numbers do not overflow", () => {
  expect(uvs([1, 1, 1], [1, 1, 1], [1, 1, 1]).flat()).toEqual([0, 0, 0, 0, 0, 0]);
  expect(uvs([-1e308, 0, 0], [1e308, 0, 0], [0, 0, 0]).flat()).toEqual([0, 0, 1, 0, 0.5, 0]);
});

test("a vertex without a triangle does not count", () => {
  expect(uvs([0, 0, 0], [1, 0, 0], [0, 1, 0], [100, 100, 100]).flat()).toEqual([0, 0, 1, 0, 0, 1]);
});
