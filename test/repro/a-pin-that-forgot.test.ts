import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

// A pin that took hold while another one held its particles had forgotten them when that one let go.
test("a pin takes hold again of what it selected, once no other pin holds it", () => {
  const select = { group: "top" };
  const world = new World({
    cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [2, 2] }), pins: [{ select }] }],
  });
  const [first] = world.cloths[0]!.pins;
  first!.release();
  const second = world.pin({ select })!;
  first!.hold();
  expect(first!.particles).toHaveLength(0);
  second.release();
  first!.release();
  first!.hold();
  expect(first!.particles).toHaveLength(3);
});
