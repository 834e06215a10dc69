import { expect, test } from "vitest";
import { buildMesh, Pieces } from "../../src/mesh/index.js";
import { bowTie, randomEdit } from "../meshes.js";
import { countPieces } from "../oracles.js";

// A search for pieces that had met all it had to meet rested, and did not wake up when another one joined it that had not:
// then both sides of a split could rest, and a part that had come off was not noticed.
test("a part that comes off is noticed though both of its sides had found what they first looked for", () => {
  const data = bowTie(3, 3);
  const mesh = buildMesh(data);
  const pieces = new Pieces(mesh);
  for (const choice of [933122939, 913489524, 0]) {
    for (const edit of randomEdit(mesh, data.positions, choice)) pieces.replay(edit);
    expect(pieces.count).toBe(countPieces(mesh));
  }
  expect(pieces.count).toBe(3);
});
