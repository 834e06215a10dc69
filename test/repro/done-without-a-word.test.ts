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

// Neither states nor recordings knew of particles that were pinned without a pin.
test("particles that were pinned by hand are kept in a state, and let go in one without", () => {
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

test("particles that are pinned and let go by hand are recorded", () => {
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

// The recording went on, and its replay another way.
test("masses that were set by hand are not recorded, and the recorder says so", () => {
  const { world } = recorded();
  world.cloths[0]!.particles.setMass(0, 5);
  expect(() => world.step()).toThrow("record: the mass of particle 0 was changed");
});

test("a state of the same time is another course of events, and the recorder says so", () => {
  const { world } = recorded();
  const other = new World(options());
  other.step();
  world.restore(other.capture());
  expect(() => world.step()).toThrow("record: the world was put to another time");
});
