import { expect, test } from "vitest";
import { buildMesh, generateGrid, Pieces, splitVertex, undo } from "../../src/mesh/index.js";

// A piece that was found by reading the piece count stayed a pending event after its split was undone.
test("a reconnected piece is no longer a pending event", () => {
  const mesh = buildMesh(generateGrid({ size: [1, 1], segments: [1, 1], diagonals: "one-way" }));
  const pieces = new Pieces(mesh);
  const shared = [0, 1, 2, 3].filter((v) => mesh.trianglesOf(v).length === 2);
  const edits = shared.map((v) => splitVertex(mesh, v, [0]));
  for (const edit of edits) pieces.replay(edit);
  expect(pieces.count).toBe(2);
  for (const edit of edits.toReversed()) {
    undo(mesh, edit);
    pieces.undo(edit);
  }
  expect(pieces.count).toBe(1);
  expect(pieces.update()).toEqual([]);
});
