import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { applyInput, Recorder, World, type WorldOptions } from "../../src/sim/index.js";

const options = (): WorldOptions => ({
  cloths: [
    {
      mesh: generateGrid({ size: [1, 1], segments: [4, 4] }),
      pins: [{ select: { group: "top" } }, { select: { ids: [2] }, hold: { axis: [1, 0, 0] } }],
    },
  ],
});

function recorded(): { world: World; recorder: Recorder } {
  const world = new World(options());
  const recorder = new Recorder(world);
  world.step();
  return { world, recorder };
}

// Neither states nor recordings included particles that were pinned without a pin.
test("particles pinned from code are in a state, and released by one without", () => {
  const world = new World(options());
  const before = world.capture();
  world.cloths[0]!.particles.pin(0);
  world.step();
  const other = new World(options());
  other.load(world.save());
  world.step();
  other.step();
  expect(other.hash()).toBe(world.hash());
  other.restore(before);
  expect(other.cloths[0]!.particles.pinned[0]).toBe(0);
  expect(other.hash()).toBe(new World(options()).hash());
});

test("particles pinned and released from code are recorded", () => {
  const { world, recorder } = recorded();
  world.cloths[0]!.particles.pin(0);
  world.cloths[0]!.particles.pin(2);
  world.step();
  world.cloths[0]!.particles.unpin(0);
  world.step();
  const again = new World(options());
  for (let step = 0; step < 3; step++) {
    for (const { step: at, input } of recorder.log.inputs)
      if (at === step) applyInput(again, input);
    again.step();
  }
  expect(again.hash()).toBe(world.hash());
});

// The recording continued, and its replay diverged.
test("masses set from code are not recorded, and the recorder reports it", () => {
  const { world } = recorded();
  world.cloths[0]!.particles.setMass(0, 5);
  expect(() => world.step()).toThrow("record: expected the same mass of particle 0");
});

test("a state of the same time is another history, and the recorder reports it", () => {
  const { world } = recorded();
  const other = new World(options());
  other.step();
  world.restore(other.capture());
  expect(() => world.step()).toThrow("record: expected a world that only moves forward");
});
