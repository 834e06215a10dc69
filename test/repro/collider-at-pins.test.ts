import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import { fastest } from "../speeds.js";

// A contact near a pinned particle divided by the mobility of the free ones, which is almost zero there. To keep the
// cloth off the sphere at the pin, they got an arbitrary speed.
test.each(["xpbd", "implicit"] as const)(
  "with %s a sphere through the pinned edge does not accelerate the cloth",
  (type) => {
    for (const height of [0.5, 0.48]) {
      const world = new World({
        solver: { type },
        cloths: [
          {
            mesh: generateGrid({ size: [1, 1], segments: [8, 8] }),
            pins: [{ select: { group: "top" } }],
            material: { density: 0.2, stiffness: 400, bendStiffness: 2, damping: 4 },
          },
        ],
        colliders: [
          {
            type: "sphere",
            center: [0.02, height, -0.2],
            radius: 0.05,
            motion: [{ time: 0 }, { time: 0.4, translation: [0, 0, 0.4] }], // 1 m/s
          },
        ],
      });
      for (let i = 0; i < 24; i++) {
        world.step();
        expect(fastest(world), `at ${height} m, step ${i}`).toBeLessThan(6); // was 12 to 3 million
      }
      expect(world.stats.maxStretch).toBeLessThan(3);
    }
  },
);

// A particle on a line constraint was pushed out of every solid again and again, and moved back to its line after each
// substep: the displacement along the line added up.
test("a capsule through a rail does not accelerate its rings", () => {
  const world = new World({
    solver: { type: "euler" },
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [8, 8] }),
        pins: [{ select: { group: "top" }, hold: { axis: [1, 0, 0] } }],
        material: { density: 0.2, stiffness: 60, shear: 10, bendStiffness: 1, damping: 0.15 },
      },
    ],
    colliders: [
      {
        type: "capsule",
        from: [-0.1, 0.4, -0.2],
        to: [0.05, 0.5, -0.15],
        radius: 0.08,
        motion: [{ time: 0 }, { time: 0.2, translation: [0.1, 0.1, 0.6] }], // 3 m/s
      },
    ],
  });
  for (let i = 0; i < 12; i++) {
    world.step();
    const { velocities } = world.cloths[0]!.particles;
    for (let ring = 72; ring <= 80; ring++) {
      expect(Math.abs(velocities[3 * ring]!), `step ${i}`).toBeLessThan(10);
    }
  }
});

// Beside a ring on a rail the free particles had no speed limit, unlike beside a pin: each substep pushed them out of
// the solid on the rail, up to nineteen times its speed.
test("a capsule that moves slowly through a ring on an inclined rail does not accelerate the sheet", () => {
  const world = new World({
    gravity: [0, 0, 0],
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [5, 5] }),
        pins: [{ select: { ids: [19] }, hold: { axis: [0.48, 0.65, -0.59] } }],
        material: { density: 0.2, stiffness: 300, shear: 50, bendStiffness: 1, damping: 0.15 },
      },
    ],
    colliders: [
      {
        type: "capsule",
        from: [-0.38, 0.32, 0.24],
        to: [-0.18, 0.65, 0.07],
        radius: 0.054,
        friction: 2,
        motion: [{ time: 0 }, { time: 3.86, translation: [0.15, -0.36, -0.48] }], // 0.16 m/s
      },
    ],
  });
  let max = 0;
  for (let i = 0; i < 150; i++) {
    world.step();
    max = Math.max(max, fastest(world));
  }
  expect(max).toBeLessThan(1);
  expect(max).toBeGreaterThan(0.16);
});
