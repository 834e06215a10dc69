import { hangingSheet } from "../hanging-sheet.js";

export const title = "a hanging sheet of N × N cells, xpbd with 20 substeps, by resolution";

const STEPS = 40;

function measure(segments) {
  const world = hangingSheet(segments, 20);
  for (let i = 0; i < 10; i++) world.step();
  const before = { ...world.clock.milliseconds };
  const began = performance.now();
  for (let i = 0; i < STEPS; i++) world.step();
  const milliseconds = (performance.now() - began) / STEPS;
  const { springs, bendSprings } = world.cloths[0];
  const phase = (name) => ((world.clock.milliseconds[name] - before[name]) / STEPS).toFixed(2);
  return {
    particles: world.start.particles,
    "ms per step": milliseconds.toFixed(2),
    "ns per spring and substep": (
      (1e6 * phase("solve")) /
      (20 * (springs.count + bendSprings.count))
    ).toFixed(1),
    "forces ms": phase("forces"),
    "solve ms": phase("solve"),
    "measure ms": phase("measure"),
  };
}

export function run() {
  return Object.fromEntries(
    [16, 32, 64, 128].map((segments) => [`N = ${segments}`, measure(segments)]),
  );
}
