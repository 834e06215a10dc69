import { expect, test } from "vitest";
import { generateTube } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import type { ImplicitState } from "../../src/solvers/implicit/implicit.js";

// A tube as high as it is wide, of one ring of thin triangles, was divided along that ring: half of all particles were
// in the separator, as one dense block of the equations. With 2 × 65,536 particles that took seconds to find and too
// much memory to solve.
test("a tube of slivers is divided across its ring", () => {
  const mesh = generateTube({ radius: 0.2, height: 0.4, segments: [1000, 1] });
  const world = new World({ solver: { type: "implicit", linear: "direct" }, cloths: [{ mesh }] });
  const { pattern } = world.cloths[0]!.solver.store!.state as ImplicitState;
  const { dissection } = pattern;
  const largest = Math.max(...dissection!.own.map((own) => own.length));
  expect(largest).toBeLessThan(100); // was 1000
  world.step();
  expect(world.isFinite()).toBe(true);
});
