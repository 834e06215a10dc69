import { expect, test } from "vitest";
import type { ColliderOptions } from "../../src/collision/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { BlowUpError, World } from "../../src/sim/index.js";
import { sample } from "../runs.js";
import { fastest } from "../speeds.js";

function hanging(collider: ColliderOptions): World {
  return new World({
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [8, 8] }),
        pins: [{ select: { group: "top" } }],
        material: { density: 0.2, stiffness: 60, shear: 10, bendStiffness: 1, damping: 0.15 },
      },
    ],
    colliders: [collider],
  });
}

// The time of impact took up to 100,000 steps per pair, and all pairs were checked in up to 32 rounds: a step took half
// a minute.
test.each(sample([1e6, 1e9, 1e12], [1e9]))(
  "a rotating capsule of %s m pushes cloth like any other",
  (half) => {
    const world = hanging({
      type: "capsule",
      from: [-half, 0, -0.1],
      to: [half, 0.1, -0.1],
      radius: 0.05,
      motion: [{ time: 0 }, { time: 0.5, translation: [0, 0, 0.5], rotation: [0, 90, 0] }],
    });
    for (let i = 0; i < 4; i++) world.step();
    // At 0.7 m from its center its speed is 1 m/s + π × 0.7 m/s.
    expect(fastest(world)).toBeGreaterThan(0.5);
    expect(fastest(world)).toBeLessThan(8);
  },
);

test("a sphere of a million kilometers acts as a wall", () => {
  const world = hanging({
    type: "sphere",
    center: [0, 0, -1e9 - 0.01],
    radius: 1e9,
    motion: [{ time: 0 }, { time: 0.5, translation: [0, 0, 0.5] }],
  });
  for (let i = 0; i < 6; i++) world.step();
  expect(fastest(world)).toBeGreaterThan(0.5);
  expect(fastest(world)).toBeLessThan(2);
});

test.each(["sphere", "capsule", "box"] as const)(
  "a %s moves 1000 km in a step, and back",
  (type) => {
    const world = hanging(
      type === "sphere"
        ? { type, center: [0.03, 0.02, -0.3], radius: 0.1 }
        : type === "capsule"
          ? { type, from: [0.03, 0.02, -0.3], to: [0.2, 0.1, -0.3], radius: 0.05 }
          : { type, center: [0.03, 0.02, -0.3], size: [0.1, 0.2, 0.3], rotation: [10, 20, 30] },
    );
    for (let i = 0; i < 4; i++) {
      world.colliders[0]!.moveTo([0.03, 0.02, i % 2 === 0 ? 1e6 : -1e6]);
      try {
        world.step();
      } catch (error) {
        // It takes the cloth along, at an extreme speed.
        expect(error).toBeInstanceOf(BlowUpError);
        expect((error as Error).message).toMatch(/likely cause: collider 0, which moves at \d+/);
      }
      expect(fastest(world)).toBeLessThan(3 * 60 * 2e6);
    }
  },
);
