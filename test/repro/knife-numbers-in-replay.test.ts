import { expect, test } from "vitest";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid } from "../../src/mesh/index.js";
import { applyInput, Recorder, World, type WorldOptions } from "../../src/sim/index.js";

const blade = (x: number, y: number): { from: Vec3Tuple; to: Vec3Tuple } => ({
  from: [x, y, -1],
  to: [x, y, 1],
});

const options = (): WorldOptions => ({
  cloths: [
    {
      mesh: generateGrid({ size: [1, 1], segments: [4, 4] }),
      pins: [{ select: { group: "top" } }],
    },
  ],
  knives: [
    {
      motion: [
        { time: 0.05, ...blade(-1, 0) },
        { time: 0.2, ...blade(1, 0) },
      ],
    },
  ],
});

// A replay did not count the knives from code, so that a knife of the options got a number that was in use, and the
// next recorded motion of a knife failed.
test.each([
  ["that stays", 0],
  ["after others that were put away at once", 3],
])(
  "a replay numbers the knives of the options as the recorded run did, beside a knife %s",
  (_, drawn) => {
    const world = new World(options());
    const recorder = new Recorder(world);
    for (let i = 0; i < drawn; i++) world.knife(blade(0.1, 1)).release();
    const knife = drawn > 0 ? null : world.knife(blade(0.1, 1));
    const hashes: string[] = [];
    let grab = knife;
    for (let step = 0; step < 15; step++) {
      if (step === 5) grab ??= world.knife(blade(0.1, 1));
      const { from, to } = blade(0.1, 1 - 0.1 * step);
      grab?.moveTo(from, to);
      world.step();
      hashes.push(world.hash());
    }
    const again = new World(options());
    const { inputs } = recorder.log;
    const replayed = hashes.map((_hash, step) => {
      for (const { step: at, input } of inputs) if (at === step) applyInput(again, input);
      again.step();
      return again.hash();
    });
    expect(replayed).toEqual(hashes);
    expect(again.capture()["knives"]).toEqual(world.capture()["knives"]);
  },
);
