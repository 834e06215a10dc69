import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

// The ball came closer to the floor than the cloth between them allows. Each particle under it pushed the ball again
// and again, and it rolled away on a horizontal floor with increasing speed.
test("a ball on cloth on a horizontal floor stays at rest", () => {
  for (const [mass, radius, segments] of [
    [0.1, 0.02, 16],
    [0.5, 0.1, 10],
  ] as const) {
    const world = new World({
      cloths: [
        {
          mesh: generateGrid({ size: [1, 1], segments: [segments, segments] }),
          transform: { position: [0, 0.002, 0], rotation: [-90, 0, 0] },
        },
      ],
      colliders: [{ type: "half-space", point: [0, 0, 0], normal: [0, 1, 0] }],
      balls: [{ position: [0.03, radius + 0.006, 0.02], radius, mass }],
    });
    for (let i = 0; i < 120; i++) world.step();
    const { position, velocity, angularVelocity } = world.balls[0]!;
    expect(Math.hypot(position[0]! - 0.03, position[2]! - 0.02)).toBeLessThan(1e-4);
    expect(Math.hypot(...velocity)).toBeLessThan(1e-4);
    expect(Math.hypot(...angularVelocity)).toBeLessThan(1e-3);
  }
});
