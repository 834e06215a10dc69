import { expect, test } from "vitest";
import { MATERIALS, type Model } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

/** Angular velocity of crumbs after a rip of denim, rad/s. */
const SPIN = 300;

// Multigrid started every substep where the velocities take the particles. A crumb that spins was stretched by a third
// then, and all of the cloth took 3.1 (springs) and 4.3 (membrane) Newton iterations per substep.
test.each(["springs", "membrane"] satisfies Model[])(
  "crumbs that spin do not slow down the rest of a cloth: %s",
  (model) => {
    const world = new World({
      cloths: [
        {
          mesh: generateGrid({ size: [1, 1], segments: [24, 24] }),
          material: MATERIALS.denim,
          model,
          pins: [{ select: { group: "top" } }],
        },
      ],
      solver: { type: "implicit", integrator: "bdf2", linear: "multigrid" },
    });
    for (const side of [-1, 1]) {
      world.cut({
        line: [
          [side * 0.51, -0.43, 0],
          [side * 0.44, -0.51, 0],
        ],
      });
    }
    const { mesh, pieces, particles } = world.cloths[0]!;
    const crumbs = new Map<number, number[]>();
    for (let v = 0; v < mesh.vertexCount; v++) {
      const piece = pieces.pieceOf(v);
      crumbs.set(piece, [...(crumbs.get(piece) ?? []), v]);
    }
    expect(crumbs.size).toBe(3);
    const { positions, velocities } = particles;
    for (const ids of crumbs.values()) {
      if (ids.length > 20) continue;
      const center = (k: number): number =>
        ids.reduce((sum, v) => sum + positions[3 * v + k]!, 0) / ids.length;
      const [x, y] = [center(0), center(1)];
      for (const v of ids) {
        velocities[3 * v] = -SPIN * (positions[3 * v + 1]! - y);
        velocities[3 * v + 1] = SPIN * (positions[3 * v]! - x);
      }
    }
    let [iterations, substeps] = [0, 0];
    for (let i = 0; i < 10; i++) {
      world.step();
      iterations += world.stats.iterations;
      substeps += world.stats.substeps;
    }
    expect(iterations / substeps).toBeLessThan(2.5);
    world.dispose();
  },
);
