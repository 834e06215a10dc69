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
  const unheard = pulledSheet();
  for (let i = 0; i < 30; i++) unheard.step();
  expect(world.tally).toEqual(unheard.tally);
});
