import { expect, test } from "vitest";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

// At exact times the world rewound once for each edge over its limit that could not tear, because both of its ends were
// pinned: hundreds of substeps for a sheet pulled apart only by its pins.
test.each(["stretch", "separation-tensor"] as const)(
  "fully pinned cloth takes no more substeps at exact times, by %s",
  (criterion) => {
    const mesh = generateGrid({ size: [1, 1], segments: [8, 8] });
    const pins = Array.from({ length: 81 }, (_, p) => {
      const [x, y] = [mesh.positions[3 * p]!, mesh.positions[3 * p + 1]!];
      const translation: Vec3Tuple = [x * (1 + y), 0, 0];
      return {
        select: { ids: [p] },
        motion: [
          { time: 0, translation: [0, 0, 0] as Vec3Tuple },
          { time: 0.1, translation },
        ],
      };
    });
    let substeps = 0;
    const limit = criterion === "stretch" ? 1.05 : 0.05;
    const world = new World({
      cloths: [{ mesh, pins, tearing: { criterion, limit, resolve: "exact" } }],
      fields: [{ addForces: () => void substeps++ }],
      solver: { type: "xpbd", substeps: 10 },
    });
    for (let step = 0; step < 6; step++) world.step();
    expect(world.stats.maxStretch).toBeGreaterThan(1.5);
    expect(substeps).toBe(60);
  },
);
