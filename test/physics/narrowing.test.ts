import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkScene, createWorld } from "../../src/scene/index.js";
import type { SolverOptions, World } from "../../src/sim/index.js";

/** Half the length, m, of the part in the middle whose width is measured. */
const MIDDLE = 0.05;

function openScene(name: string, solver?: Partial<SolverOptions>): World {
  const text = readFileSync(new URL(`../../scenes/${name}.json`, import.meta.url), "utf8");
  const scene = JSON.parse(text) as { solver?: Partial<SolverOptions> };
  delete scene.solver; // the default
  if (solver) scene.solver = solver;
  return createWorld(checkScene(scene));
}

/** By how much the middle of a sheet has narrowed, as a fraction: the slope of heights over those at the start. */
function narrowingOf(world: World, start: Float64Array): number {
  const { positions } = world.cloths[0]!.particles;
  const ids = [...Array(start.length / 3).keys()].filter((i) => Math.abs(start[3 * i]!) < MIDDLE);
  const mean = (of: Float64Array): number =>
    ids.reduce((sum, i) => sum + of[3 * i + 1]!, 0) / ids.length;
  const [from, to] = [mean(start), mean(positions)];
  let [product, square] = [0, 0];
  for (const i of ids) {
    const height = start[3 * i + 1]! - from;
    product += height * (positions[3 * i + 1]! - to);
    square += height * height;
  }
  return 1 - product / square;
}

function pull(world: World, steps: number): number {
  const { particles } = world.cloths[0]!;
  const start = particles.positions.slice(0, 3 * particles.count);
  for (let i = 0; i < steps; i++) world.step();
  expect(world.stats.tears).toBe(0);
  return narrowingOf(world, start);
}

// A strip narrows by its Poisson ratio, a clamped sheet of rubber by a third. With XPBD both hardly do.
test.each([
  ["membrane-pull", 30, 0.05],
  ["rubber-pull", 50, 0.3],
] as const)("%s narrows as with the converged solver", (name, steps, least) => {
  const actual = pull(openScene(name), steps);
  const expected = pull(
    openScene(name, {
      type: "implicit",
      linear: "direct",
      integrator: "bdf2",
      tolerance: 1e-6,
      iterations: 30,
      substeps: 8,
    }),
    steps,
  );
  expect(expected).toBeGreaterThan(least);
  expect(actual / expected).toBeGreaterThan(0.95);
  expect(actual / expected).toBeLessThan(1.05);
});
