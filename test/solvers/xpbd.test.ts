import { expect, test } from "vitest";
import type { World } from "../../src/sim/index.js";
import { hangingSheet } from "../worlds.js";

/** A sheet of 1 m that hangs from its top row, after it has come to rest. */
function restingSheet(substeps: number): World {
  const world = hangingSheet(12, { substeps });
  for (let i = 0; i < 300; i++) world.step();
  return world;
}

test("the springs below the pins carry the weight of the sheet", () => {
  const world = restingSheet(20);
  const cloth = world.cloths[0]!;
  const { particles, positions, springs, bendSprings } = cloth;
  let carried = 0;
  for (const { count, particles: ends, impulses } of [springs, bendSprings]) {
    for (let i = 0; i < count; i++) {
      const [a, b] = [ends[2 * i]!, ends[2 * i + 1]!];
      if (a === -1 || particles.pinned[a] === particles.pinned[b]) continue;
      const [dx, dy, dz] = [0, 1, 2].map((k) => positions[3 * a + k]! - positions[3 * b + k]!);
      carried += (impulses[i]! / cloth.stepDuration) * (Math.abs(dy!) / Math.hypot(dx!, dy!, dz!));
    }
  }
  let hangingMass = 0;
  for (let p = 0; p < particles.count; p++) {
    if (particles.pinned[p] === 0) hangingMass += particles.masses[p]!;
  }
  expect(carried / (9.81 * hangingMass)).toBeCloseTo(1, 3);
});

test("smaller substeps come nearer to the elastic solution", () => {
  // The spring sheet has E = 400 N/m along its edges only roughly; what counts is that the error falls.
  const sag = (substeps: number): number => {
    const { positions } = restingSheet(substeps).cloths[0]!;
    return -positions.reduce((low, x, i) => (i % 3 === 1 ? Math.min(low, x) : low), 0) - 0.5;
  };
  const exact = sag(160);
  const [coarse, fine] = [Math.abs(sag(5) - exact), Math.abs(sag(20) - exact)];
  expect(fine).toBeLessThan(0.3 * coarse);
  expect(exact).toBeGreaterThan(0);
  expect(exact).toBeLessThan(0.01);
});
