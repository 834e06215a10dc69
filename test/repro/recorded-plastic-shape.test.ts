import { expect, test } from "vitest";
import { MATERIALS } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { applyInput, Recorder, World, type WorldOptions } from "../../src/sim/index.js";

const options = (): WorldOptions => ({
  cloths: [
    {
      mesh: generateGrid({ size: [1, 1], segments: [6, 6] }),
      pins: [{ select: { group: "top" } }],
      material: { ...MATERIALS.cotton, yield: 0.02, bendYield: 0.5 },
    },
  ],
});

// The lists of a cloth's data were inconsistent: a recorder did not include plastic shapes, so that a replay of a run
// in which a program had set one diverged.
test("a plastic shape set from code is recorded", () => {
  const world = new World(options());
  const again = new World(options());
  const recorder = new Recorder(world);
  for (let step = 0; step < 12; step++) {
    const cloth = world.cloths[0]!;
    if (step === 5) {
      const state = cloth.plasticState!;
      for (let edge = 0; edge < cloth.mesh.edgeCount; edge += 3) state.stretches[edge] = 1.05;
      cloth.plasticState = state;
    }
    world.step();
    for (const { step: at, input } of recorder.log.inputs) {
      if (at === step) applyInput(again, input);
    }
    again.step();
    expect(again.hash()).toBe(world.hash());
  }
  expect(recorder.log.inputs.map(({ step }) => step)).toEqual([5]);
});

// The rewind buffer took more memory than allowed: plastic shapes were not counted.
test("the memory of a state includes plastic shapes", () => {
  const world = new World(options());
  const { mesh } = world.cloths[0]!;
  const rigid = new World({ cloths: [{ ...options().cloths[0]!, material: MATERIALS.cotton }] });
  const numbers = 2 * mesh.edgeCount + 4 * mesh.triangleCount;
  const more = world.capture().size - rigid.capture().size;
  expect(more).toBeGreaterThanOrEqual(8 * numbers);
  expect(more).toBeLessThan(8 * numbers + 100);
});
