import { expect, test } from "vitest";
import { MATERIALS } from "../../../src/cloth/index.js";
import { generateGrid } from "../../../src/mesh/index.js";
import { World } from "../../../src/sim/index.js";

/** A sheet that falls onto a sphere with its default solver. */
function drape(): World {
  return new World({
    colliders: [{ type: "sphere", center: [0, 0, 0], radius: 0.25 }],
    cloths: [
      {
        mesh: generateGrid({ size: [0.9, 0.9], segments: [14, 14] }),
        transform: { position: [0, 0.3, 0], rotation: [-90, 0, 0] },
      },
    ],
  });
}

test("cloth takes 16 substeps of multigrid while something touches it, and its forces are trusted", () => {
  const world = drape();
  expect(world.solver).toMatchObject({ type: "implicit", linear: "multigrid" });
  world.step();
  expect(world.stats.substeps).toBe(4); // it still falls
  for (let i = 0; i < 90; i++) world.step();
  expect(world.stats.substeps).toBe(16);
  const before = world.stats.untrustedSteps;
  for (let i = 0; i < 90; i++) world.step();
  expect(world.stats.untrustedSteps).toBe(before);
  const other = drape();
  other.restore(world.capture()); // the number follows from the state
  for (const own of [world, other]) own.step();
  expect(other.stats.substeps).toBe(16);
  expect(other.hash()).toBe(world.hash());
});

// A substep that does not converge forgets its history. Such cloth took four substeps from then on, none of which
// converged.
test.each(["paper", "foil"] as const)("stiff %s that falls on a sphere can be trusted", (name) => {
  const world = new World({
    colliders: [{ type: "sphere", center: [0, 0, 0], radius: 0.1 }],
    cloths: [
      {
        mesh: generateGrid({ size: [0.4, 0.4], segments: [20, 20] }),
        material: MATERIALS[name],
        transform: { position: [0, 0.12, 0], rotation: [-90, 0, 0] },
      },
    ],
  });
  for (let i = 0; i < 90; i++) world.step();
  expect(world.stats.substeps).toBe(16);
  expect(world.stats.untrustedSteps).toBeLessThan(10);
});

test("draped cloth comes to rest", () => {
  const world = drape();
  for (let i = 0; i < 300; i++) world.step();
  const { particles } = world.cloths[0]!;
  const before = particles.positions.slice(0, 3 * particles.count);
  for (let i = 0; i < 30; i++) world.step();
  let squares = 0;
  for (let i = 0; i < before.length; i++) {
    squares += (particles.positions[i]! - before[i]!) ** 2;
  }
  const speed = Math.sqrt(squares / particles.count) / 0.5;
  expect(speed).toBeLessThan(8e-3); // m/s; 0.015 with four substeps
});
