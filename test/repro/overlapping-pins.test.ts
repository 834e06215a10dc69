import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

// A pin that was activated while another one held its particles had forgotten them when the other one was released.
test("a pin pins its selection again once no other pin holds it", () => {
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
