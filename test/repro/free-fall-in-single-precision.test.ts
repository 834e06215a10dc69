import { expect, test } from "vitest";
import { World } from "../../src/index.js";
import { generateGrid } from "../../src/mesh/index.js";

// Velocities were the differences of rounded displacements. Gravity adds the same to them in every substep, so it was
// rounded in the same way each time: at 320 substeps, cloth that fell at 20 m/s accelerated by 10.8 m/s².
test.each([
  { substeps: 8, speed: 0, tolerance: 1e-5 },
  { substeps: 20, speed: -20, tolerance: 1e-5 },
  { substeps: 80, speed: -20, tolerance: 2e-4 },
  { substeps: 320, speed: -20, tolerance: 2e-3 },
])("cloth falls with g in $substeps substeps, from $speed m/s", (own) => {
  const { substeps, speed, tolerance } = own;
  const mesh = generateGrid({ size: [1, 1], segments: [3, 3] });
  const solver = { type: "xpbd", substeps } as const;
  const world = new World({ cloths: [{ mesh }], wind: { drag: 0 }, solver });
  expect(world.solver.kernels).toBe("wasm");
  const { velocities, masses, count } = world.cloths[0]!.particles;
  for (let p = 0; p < count; p++) velocities[3 * p + 1] = speed;
  for (let i = 0; i < 60; i++) world.step();
  let [momentum, mass] = [0, 0];
  for (let p = 0; p < count; p++) {
    momentum += masses[p]! * (velocities[3 * p + 1]! - speed);
    mass += masses[p]!;
  }
  expect(Math.abs(momentum / (mass * world.time) / -9.81 - 1)).toBeLessThan(tolerance);
});
