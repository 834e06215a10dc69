import { expect, test } from "vitest";
import { AXIS, Cloth, AxisPlaneConstraints, MATERIALS, PLANE } from "../../src/cloth/index.js";
import { referenceKernels as kernels } from "../../src/kernels/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import type { World } from "../../src/sim/index.js";
import { substepXpbd } from "../xpbd-substep.js";
import { sample } from "../runs.js";
import { hangingSheet } from "../worlds.js";

/** A sheet of 1 m that hangs from its top row, after it has settled. */
function restingSheet(substeps: number, segments: number): World {
  const world = hangingSheet(segments, { substeps });
  for (let i = 0; i < 300; i++) world.step();
  return world;
}

test("the springs below the pins carry the weight of the sheet", () => {
  const world = restingSheet(20, 12);
  const cloth = world.cloths[0]!;
  const { particles, positions, springs, bendSprings } = cloth;
  let carried = 0;
  for (const { count, particles: ends, impulses } of [springs, bendSprings]) {
    for (let i = 0; i < count; i++) {
      const [a, b] = [ends[2 * i]!, ends[2 * i + 1]!];
      if (a === -1 || particles.pinned[a] === particles.pinned[b]) continue;
      const [dx, dy, dz] = [0, 1, 2].map((k) => positions[3 * a + k]! - positions[3 * b + k]!);
      carried +=
        (impulses[i]! / cloth.forces.duration) * (Math.abs(dy!) / Math.hypot(dx!, dy!, dz!));
    }
  }
  let hangingMass = 0;
  for (let p = 0; p < particles.count; p++) {
    if (particles.pinned[p] === 0) hangingMass += particles.masses[p]!;
  }
  expect(carried / (9.81 * hangingMass)).toBeCloseTo(1, 3);
});

test.each(sample([6, 12], [6]))(
  "smaller substeps approach the elastic solution, with %i² cells",
  (segments) => {
    // The spring sheet has E = 400 N/m along its edges only approximately; the error must decrease.
    const sag = (substeps: number): number => {
      const { positions } = restingSheet(substeps, segments).cloths[0]!;
      return -positions.reduce((low, x, i) => (i % 3 === 1 ? Math.min(low, x) : low), 0) - 0.5;
    };
    const exact = sag(160);
    const [coarse, fine] = [Math.abs(sag(5) - exact), Math.abs(sag(20) - exact)];
    expect(fine).toBeLessThan(0.3 * coarse);
    expect(exact).toBeGreaterThan(0);
    expect(exact).toBeLessThan(0.01);
  },
);

test("a substep keeps constrained particles on their line or plane, in position and velocity", () => {
  const cloth = new Cloth(generateGrid({ size: [1, 1], segments: [2, 2] }), MATERIALS.cotton);
  const { positions, velocities } = cloth.particles;
  const constraints = new AxisPlaneConstraints();
  constraints.add(6, AXIS, [1, 0, 0]);
  constraints.add(8, PLANE, [0, 1, 0]);
  constraints.setVelocity(6, [0, 0.5, 0]);
  const dt = 1 / 500;
  for (let i = 0; i < 100; i++) {
    kernels.clearForces(cloth.particles);
    kernels.addGravity(cloth.particles, [3, -10, 2]);
    kernels.applyForces(cloth.particles, dt);
    substepXpbd(kernels, cloth, [], constraints, dt);
  }
  expect(positions[3 * 6 + 1]).toBeCloseTo(0.5 + 0.5 * 0.2, 12);
  expect(positions[3 * 6 + 2]).toBe(0);
  expect(positions[3 * 8 + 1]).toBeCloseTo(0.5, 12);
  expect(velocities[3 * 6 + 1]).toBeCloseTo(0.5, 9);
  expect(velocities[3 * 8 + 1]).toBeCloseTo(0, 9);
  expect(positions[3 * 6]).toBeGreaterThan(-0.5);
  expect(positions[3 * 8 + 2]).toBeGreaterThan(0.01);
});
