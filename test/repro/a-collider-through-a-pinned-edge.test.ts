import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import { fastest } from "../speeds.js";

// A contact near a pinned particle divided by the mobility of the free ones, which is nearly nothing there: to keep the
// cloth off the sphere at the pin, they were thrown away at any speed.
test.each(["xpbd", "implicit"] as const)(
  "with %s a sphere that passes through the pinned edge does not hurl the cloth",
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

// What is held on a line was pushed out of the solid again and again, by all that it was in, and put back on its line
// after each substep: along the line it went as far as that.
test("a capsule that passes through a rail does not hurl its rings", () => {
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

// Beside a ring on a rail the free particles had no limit, as they have beside a pin: each substep pushed them out of the solid that the rail
// leads through, to nineteen times its speed.
test("a capsule that goes slowly through a ring on a slanted rail does not whirl the sheet about", () => {
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
  let most = 0;
  for (let i = 0; i < 150; i++) {
    world.step();
    most = Math.max(most, fastest(world));
  }
  expect(most).toBeLessThan(1);
  expect(most).toBeGreaterThan(0.16);
});
