import { expect, test } from "vitest";
import { pulledSheet } from "../worlds.js";

// Listeners were called while events were counted: one that threw left the counts behind the mesh.
test("a listener that throws does not affect the counts", () => {
  const world = pulledSheet();
  world.on("tear", () => {
    throw new Error("not my fault");
  });
  for (let i = 0; i < 30; i++) {
    try {
      world.step();
    } catch {
      // the error of the listener is passed on
    }
  }
  expect(world.stats.tears).toBeGreaterThan(0);
  const unheard = pulledSheet();
  for (let i = 0; i < 30; i++) unheard.step();
  expect(world.stats).toEqual(unheard.stats);
});

// It also stopped later listeners, and those of other events until the next step.
test("a listener that throws does not stop other listeners", () => {
  const received = (isInTheWay: boolean): [number[], number[]] => {
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
  expect(received(true)).toEqual(received(false));
});
