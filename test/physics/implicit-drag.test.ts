import { describe, expect, test } from "vitest";
import { upsample } from "../../bench/upsample.js";
import type { World } from "../../src/sim/index.js";
import {
  CONVERGED,
  copyState,
  errorOfMostLoaded,
  sceneWorld,
  splitAtRandom,
  tensionsOf,
} from "./implicit.js";
import { sample, SOAK } from "../runs.js";

/** Cells per side of the coarse sheet that provides the initial state. */
const coarseCells = (segments: number): number => Math.min(16, segments / 2);

/**
 * Sets the state of a finer sheet from a coarse one at a time. The coarse sheet takes long steps of one substep each,
 * which is accurate enough for an initial state.
 */
function startAt(world: World, segments: number, time: number): void {
  const cells = coarseCells(segments);
  const coarse = sceneWorld("corner-drag", cells, { substeps: 1 });
  while (coarse.time < time - 1e-9) coarse.step(Math.min(1 / 15, time - coarse.time));
  const [from, to] = [coarse, world].map(({ cloths }) => cloths[0]!.particles);
  upsample(from!, cells, to!, segments);
  world.time = time;
  world.step(); // the finer sheet settles into its own shape
}

/**
 * Steps a world, and sometimes solves the same step from the same state with Newton's method to convergence. Returns
 * the largest error of the most loaded edges.
 */
function largestError(world: World, converged: World, frames: number, every: number): number {
  let largest = 0;
  for (let i = 1; i <= frames; i++) {
    const isChecked = i % every === 0;
    if (isChecked) copyState(world, converged);
    world.step();
    expect(world.stats.untrustedSteps).toBe(0);
    if (!isChecked) continue;
    converged.step();
    expect(converged.stats.residual).toBeLessThan(CONVERGED.tolerance);
    // With all second derivatives in later iterations it converges quadratically.
    expect(converged.stats.iterations / converged.stats.substeps).toBeLessThan(20);
    const [found, expected] = [world, converged].map(({ cloths }) => tensionsOf(cloths[0]!));
    largest = Math.max(largest, errorOfMostLoaded(found!, expected!));
  }
  return largest;
}

/** s: when the corner moves freely, when it is about to pull, and when the cloth is taut. */
const STARTS = [0.5, 1.7, 2.5];
/** A coarse sheet is enough; the finest takes a minute for a single frame. */
const COARSE_RUNS = STARTS.map((start) => ({ segments: 16, start, frames: 10 }));
const RUNS = [
  ...COARSE_RUNS,
  ...STARTS.map((start) => ({ segments: 32, start, frames: 10 })),
  { segments: 32, start: 0, frames: 180 },
  { segments: 64, start: 0, frames: 180 },
];

describe("a sheet with a corner dragged at 0.3 m/s", () => {
  const every = 5;

  test.each(sample(RUNS, COARSE_RUNS))(
    "of $segments² cells has the forces of the converged step, to 3 % on each of the most loaded edges, from $start s on",
    ({ segments, start, frames }) => {
      const world = sceneWorld("corner-drag", segments);
      const converged = sceneWorld("corner-drag", segments, CONVERGED);
      if (start > 0) startAt(world, segments, start);
      expect(largestError(world, converged, frames, every)).toBeLessThan(0.03);
    },
  );

  test.each(sample([16, 32, 64], [16]))(
    "of %i² cells has them after 50 random splits during the run too",
    (segments) => {
      const world = sceneWorld("corner-drag", segments);
      const converged = sceneWorld("corner-drag", segments, CONVERGED);
      startAt(world, segments, 2.2);
      for (const { cloths } of [world, converged]) splitAtRandom(cloths[0]!, 50, 11);
      expect(largestError(world, converged, SOAK ? 48 : 10, every)).toBeLessThan(0.03);
    },
  );
});

/** The largest strain of any edge in a run. */
function largestStrain(world: World, splits: number): number {
  for (let i = 0; i < 60; i++) {
    if (i === 12) splitAtRandom(world.cloths[0]!, splits, 13);
    world.step();
  }
  return world.stats.maxStretch - 1;
}

describe("a sheet whose corner moves back and forth at 6 m/s", () => {
  test.each([
    ...sample([8, 16, 32], [8]).map((segments) => ({ segments, splits: 0 })),
    ...sample([10, 16, 32], [10]).map((segments) => ({ segments, splits: 50 })),
  ])(
    "of $segments² cells has the strain of the converged one, to a fifth, with $splits random splits during the run",
    ({ segments, splits }) => {
      const found = largestStrain(sceneWorld("violent-drag", segments), splits);
      const expected = largestStrain(sceneWorld("violent-drag", segments, CONVERGED), splits);
      expect(expected).toBeGreaterThan(0.5);
      expect(Math.abs(found / expected - 1)).toBeLessThan(0.2);
    },
  );

  // Straight steps would give twice the strain, and length corrections that also affect velocities would cause
  // vibration.
  test.each(sample([12, 16], [12]))(
    "of %i² cells has that strain with a single solve per step too, due to the projection pass",
    (segments) => {
      const hasty = { substeps: 1, tolerance: 0.9, iterations: 4 };
      const found = largestStrain(sceneWorld("violent-drag", segments, hasty), 0);
      const exact = { ...CONVERGED, substeps: 1 };
      const expected = largestStrain(sceneWorld("violent-drag", segments, exact), 0);
      expect(Math.abs(found / expected - 1)).toBeLessThan(0.2);
    },
  );
});
