import { describe, expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { ContainerError, pack, unpack, World, type WorldOptions } from "../../src/sim/index.js";
import type { OpenWorldState } from "../forged-state.js";

const options = (): WorldOptions => ({
  cloths: [
    {
      mesh: generateGrid({ size: [1, 1], segments: [4, 4] }),
      pins: [{ select: { group: "top" } }],
    },
  ],
});

const STATE = { name: "state", version: 7 };

/** A file with a valid digest and invalid content. */
function forged(forge: (contents: { of: unknown; state: OpenWorldState }) => unknown): Uint8Array {
  const world = new World(options());
  world.cut({
    line: [
      [-0.6, 0, 0],
      [0.6, 0, 0],
    ],
  });
  world.step();
  const contents = unpack(STATE, world.save()) as { of: unknown; state: OpenWorldState };
  return pack(STATE, forge(contents) ?? contents);
}

// It was partly loaded before the first missing value was found, or completely, with old numbers in place of missing
// ones.
describe("a file without a valid world is refused, and the world is unchanged", () => {
  test.each<[string, (contents: { of: unknown; state: OpenWorldState }) => unknown]>([
    ["nothing", () => 17],
    ["no state", ({ of }) => ({ of })],
    ["no origin", ({ state }) => ({ state })],
    ["no time", ({ state }) => void (state.time = NaN)],
    ["a cloth less", ({ state }) => void state.cloths.pop()],
    ["a cloth more", ({ state }) => void state.cloths.push(state.cloths[0]!)],
    [
      "too few positions",
      ({ state: { cloths } }) => void (cloths[0]!.particles.positions = new Float64Array(3)),
    ],
    [
      "too few velocities",
      ({ state: { cloths } }) => void (cloths[0]!.particles.velocities = new Float64Array(3)),
    ],
    ["other edits", ({ state: { cloths } }) => void (cloths[0]!.edits = cloths[0]!.edits.slice(1))],
    ["no edits", ({ state: { cloths } }) => void (cloths[0]!.edits = [])],
    ["an unknown kind of numbers", () => ({ of: { $array: ["Strange", 0, 1] } })],
    ["numbers behind the end", () => ({ of: { $array: ["Float64Array", 0, 1e6] } })],
  ])("%s", (_, forge) => {
    const world = new World(options());
    world.step();
    const before = world.hash();
    expect(() => {
      world.load(forged(forge));
    }).toThrow(ContainerError);
    expect(world.hash()).toBe(before);
    expect(world.stats.steps).toBe(1);
  });

  test("a world without its seam", () => {
    const [cloth] = options().cloths;
    const seams = [{ select: { ids: [7, 12] }, openTime: 1 }];
    const world = new World({ cloths: [{ ...cloth!, seams }] });
    expect(() => {
      world.load(new World(options()).save());
    }).toThrow("expected a state of a world with the same seams, 1, got 0");
  });
});
