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
  expect(world.stats.tears).toBeGreaterThan(0);
  const unheard = pulledSheet();
  for (let i = 0; i < 30; i++) unheard.step();
  expect(world.stats).toEqual(unheard.stats);
});

// It also kept the news from the listeners after it, and from those of other events until the next step.
test("a listener that throws does not keep the news from others", () => {
  const heard = (isInTheWay: boolean): [number[], number[]] => {
    const world = pulledSheet();
    const [tears, pieces]: [number[], number[]] = [[], []];
    if (isInTheWay) {
      world.on("tear", () => {
        throw new Error("not my fault");
      });
    }
    world.on("tear", ({ time, vertices }) => tears.push(time, ...vertices));
    world.on("piece", ({ time, piece }) => pieces.push(time, piece));
    let errors = 0;
    for (let i = 0; i < 40; i++) {
      try {
        world.step();
      } catch (error) {
        expect((error as Error).message).toBe("not my fault");
        errors++;
      }
    }
    expect(errors > 0).toBe(isInTheWay);
    expect(pieces.length).toBeGreaterThan(0);
    return [tears, pieces];
  };
  expect(heard(true)).toEqual(heard(false));
});
