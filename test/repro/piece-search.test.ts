import { expect, test } from "vitest";
import { buildMesh, Pieces } from "../../src/mesh/index.js";
import { bowTie, randomEdit } from "../meshes.js";
import { countPieces } from "../oracles.js";

// A flood fill for pieces that had met all its targets stopped, and did not continue when another one joined it that
// had not: both sides of a split could stop, and a separated part was not found.
test("a separated part is found although both sides had met their first targets", () => {
  const data = bowTie(3, 3);
  const mesh = buildMesh(data);
  const pieces = new Pieces(mesh);
  for (const choice of [933122939, 913489524, 0]) {
    for (const edit of randomEdit(mesh, data.positions, choice)) pieces.replay(edit);
    expect(pieces.count).toBe(countPieces(mesh));
  }
  expect(pieces.count).toBe(3);
});
