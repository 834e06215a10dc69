import { expect, test } from "vitest";
import { MODELS } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type SolverName } from "../../src/sim/index.js";
import { fastest } from "../speeds.js";

const SOFT = { density: 0.2, stiffness: 60, shear: 10, bendStiffness: 1, damping: 0.15 };

// Midpoint gave a fragment that rotates in empty space 64 % more speed per second, and friction on the floor hardly
// slowed it down.
test.each(
  MODELS.flatMap((model) => [20, 50].map((angularVelocity) => [model, angularVelocity] as const)),
)("midpoint: a free sheet of %s that rotates at %s/s gains no speed", (model, spin) => {
  const world = spinning("midpoint", model, spin);
  for (let i = 0; i < 10; i++) world.step(); // until it has stretched
  const before = fastest(world);
  for (let i = 0; i < 60; i++) world.step();
  expect(fastest(world) / before).toBeLessThan(1.03);
  expect(fastest(world) / before).toBeGreaterThan(0.95);
});

function spinning(
  type: SolverName,
  model: (typeof MODELS)[number],
  angularVelocity: number,
): World {
  const world = new World({
    solver: { type },
    gravity: [0, 0, 0],
    wind: { drag: 0 },
    cloths: [{ mesh: generateGrid({ size: [0.1, 0.1], segments: [1, 1] }), model, material: SOFT }],
  });
  const { positions, velocities, count } = world.cloths[0]!.particles;
  for (let p = 0; p < count; p++) {
    velocities[3 * p] = -angularVelocity * positions[3 * p + 1]!;
    velocities[3 * p + 1] = angularVelocity * positions[3 * p]!;
  }
  return world;
}
