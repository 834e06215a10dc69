import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { advanceFrame, frameSteps } from "../../src/scene/index.js";
import { MATERIALS } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import { runs } from "../runs.js";

// Frames that the step does not divide ended with a step of the remainder: 1e-5 s at 59.94 frames per second. XPBD
// leaves edges stretched far beyond their forces; in a substep a thousand times as short it corrects all of it, and the
// cloth is accelerated extremely.
describe("frames that the step does not divide", () => {
  test("are divided evenly, by steps at most 1 % longer than the step", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-4, max: 0.1, noNaN: true }),
        fc.double({ min: 1, max: 1000, noNaN: true }),
        (step, frameRate) => {
          const steps = [...frameSteps(step, frameRate)];
          expect(new Set(steps).size).toBe(1);
          expect(steps.length * steps[0]! * frameRate).toBeCloseTo(1, 5);
          expect(steps[0]).toBeLessThan(1.0101 * step);
          if (steps.length > 1) expect(steps[0]).toBeGreaterThan(0.5 * step);
        },
      ),
      runs(1, 200),
    );
  });

  /** Paper, which XPBD makes many times too soft, stretched to twice its length. */
  function drawn(frameRate: number): { stretch: number; speed: number } {
    const world = new World({
      cloths: [
        {
          mesh: generateGrid({ size: [0.4, 0.4], segments: [8, 8] }),
          model: "membrane",
          material: MATERIALS.paper,
          pins: [
            { select: { group: "top" } },
            {
              select: { group: "bottom" },
              motion: [
                { time: 0, translation: [0, 0, 0] },
                { time: 0.3, translation: [0, -0.1, 0.05] },
              ],
            },
          ],
        },
      ],
    });
    let speed = 0;
    while (world.time < 0.5) {
      advanceFrame(world, frameRate);
      for (const v of world.cloths[0]!.particles.velocities) speed = Math.max(speed, Math.abs(v));
    }
    return { stretch: world.stats.maxStretch, speed };
  }

  test.each([23.976, 25, 29.97, 59.94, 120])(
    "have the same result at %f per second",
    (frameRate) => {
      const [usual, other] = [drawn(30), drawn(frameRate)];
      expect(other.stretch / usual.stretch).toBeGreaterThan(0.97);
      expect(other.stretch / usual.stretch).toBeLessThan(1.03);
      expect(other.speed).toBeLessThan(2 * usual.speed);
    },
  );
});

test("a step of another length has substeps of the same length", () => {
  const cloths = [{ mesh: generateGrid({ size: [1, 1], segments: [2, 2] }) }];
  const world = new World({ cloths, solver: { type: "xpbd" } });
  for (const [dt, substeps] of [
    [1 / 60, 20],
    [1 / 59.94, 20],
    [1 / 120, 10],
    [1 / 30, 40],
    [1 / 71.928, 17],
    [1e-5, 1],
  ] as const) {
    world.step(dt);
    expect(world.stats.substeps).toBe(substeps);
  }
  expect(() => world.step(1000)).toThrow("step: 1000 s would take 1200000 substeps of 0.000833 s");
});
