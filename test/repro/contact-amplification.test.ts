import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import { fastest } from "../speeds.js";

const SOFT = { density: 0.2, stiffness: 60, shear: 10, bendStiffness: 1, damping: 0.15 };

// A box hit a row on a rail: the contact of a particle pushed it one way along the rail, that of its edge the other
// way, each by more than the one before, until it was 24 m away.
test.each(["midpoint", "implicit", "xpbd", "rk4"] as const)(
  "two contacts of a particle on a rail do not amplify each other, with %s",
  (type) => {
    const world = new World({
      solver: { type },
      wind: { drag: 0 },
      cloths: [
        {
          mesh: generateGrid({ size: [1, 1], segments: [8, 8] }),
          pins: [{ select: { group: "top" }, hold: { axis: [1, 0, 0] } }],
          material: SOFT,
        },
      ],
      colliders: [
        {
          type: "box",
          center: [0.15979, 0.61996, 0.06538],
          size: [0.07941, 0.15882, 0.31763],
          rotation: [42.364, -84.0078, -17.5564],
          motion: [{ time: 0 }, { time: 1 / 6, translation: [-0.21264, -0.43323, -0.13076] }],
        },
      ],
    });
    for (let i = 0; i < 10; i++) {
      world.step();
      expect(world.stats.maxStretch).toBeLessThan(4);
      expect(fastest(world)).toBeLessThan(40);
    }
  },
);
