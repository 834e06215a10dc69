import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { applyInput, Recorder, World, type WorldOptions } from "../../src/sim/index.js";

const options = (): WorldOptions => ({
  cloths: [
    {
      mesh: generateGrid({ size: [1, 1], segments: [6, 6] }),
      pins: [
        { select: { group: "top" } },
        {
          select: { group: "bottom" },
          motion: [
            { time: 0, translation: [0, 0, 0] },
            { time: 0.2, translation: [0, -0.8, 0] },
          ],
        },
      ],
      tearing: { limit: 1.15, path: "weak-point", starts: "any", heldZone: 0, resolve: "substep" },
    },
  ],
  solver: { type: "xpbd", substeps: 6 },
});

// It left no trace in the edits, but it cleared the tear hysteresis, and only in the recorded run.
test("a recording contains a cut that was undone before the next step", () => {
  const world = new World(options());
  const recorder = new Recorder(world);
  const again = new World(options());
  for (let step = 0; step < 20; step++) {
    if (step % 2 === 1) {
      world.cut({ edge: 40 });
      world.cut({
        line: [
          [-0.6, 0.4, 0],
          [0.6, 0.4, 0],
        ],
      });
      while (world.undo());
    }
    world.step();
    for (const { step: at, input } of recorder.log.inputs)
      if (at === step) applyInput(again, input);
    again.step();
    expect(again.hash()).toBe(world.hash());
  }
  expect(world.stats.tears).toBeGreaterThan(10);
  expect(recorder.log.inputs.some(({ input }) => input.cloths?.[0]?.stores?.["hysteresis"])).toBe(
    true,
  );
});
