import { expect, test } from "vitest";
import { pulledSheet } from "../worlds.js";

// Listeners were called in the middle of the counting: one that threw left the counts behind the mesh.
test("a listener that throws does no harm to the counts", () => {
  const world = pulledSheet();
  world.on("tear", () => {
    throw new Error("not my fault");
  });
  for (let i = 0; i < 30; i++) {
    try {
      world.step();
    } catch {
      // the listener's error is its user's to see
    }
  }
  expect(world.tally.tears).toBeGreaterThan(0);
  expect(world.tally.tears).toBe(world.cloths[0]!.edits.length);
  expect(world.tally.steps).toBe(30);
});
