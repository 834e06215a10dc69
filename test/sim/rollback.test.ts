import { describe, expect, test } from "vitest";
import { MATERIALS } from "../../src/cloth/index.js";
import { ClothContact } from "../../src/collision/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { advance } from "../../src/sim/phases/substep.js";
import { World, type SolverOptions, type WorldCloth } from "../../src/sim/index.js";
import type { ImplicitState } from "../../src/solvers/implicit/implicit.js";

/** All data of a cloth that a substep changes. */
function movingPartsOf(cloth: WorldCloth): Record<string, unknown> {
  const { particles, elements, forces, solver } = cloth;
  const { stretchLimit } = forces;
  return {
    positions: particles.positions.slice(0, 3 * particles.count),
    velocities: particles.velocities.slice(0, 3 * particles.count),
    targets: cloth.holding.attachments.map(({ targets }) => targets.slice()),
    impulses: elements.map(({ impulses, count, conditionCount }) =>
      impulses.slice(0, conditionCount * count),
    ),
    lengths: stretchLimit?.lengths.slice(),
    drawn: stretchLimit?.impulses.slice(),
    duration: forces.duration,
    plastic: cloth.plasticState,
    restLengths: cloth.springs.restLengths.slice(0, cloth.springs.count),
    multipliers: (solver.store?.state as ImplicitState | undefined)?.multipliers,
    history: (solver.store?.state as ImplicitState | undefined)?.history,
    residual: solver.solveStats?.residual,
  };
}

const SOLVERS: Partial<SolverOptions>[] = [
  { type: "xpbd", substeps: 5 },
  { type: "euler", stretchLimit: 1.01 },
  { type: "rk4" },
  { type: "implicit" },
  { type: "implicit", integrator: "bdf2" },
  { type: "implicit", linear: "multigrid" },
  { type: "implicit", linear: "multigrid", integrator: "bdf2" },
];

describe("the start of a substep", () => {
  test.each(SOLVERS)("is restored completely, including grabs: $type", (solver) => {
    const world = new World({
      cloths: [
        {
          mesh: generateGrid({ size: [1, 1], segments: [6, 6] }),
          pins: [{ select: { ids: [0, 6] } }],
          tearing: { limit: 3, resolve: "exact" },
          material: { ...MATERIALS.cotton, yield: 0.001, bendYield: 0.1 },
        },
      ],
      solver,
    });
    const cloth = world.cloths[0]!;
    world.grab({ point: [0, 0, 0], radius: 0.2 })!.moveTo([0.3, 0.2, 0.4]);
    for (let i = 0; i < 3; i++) world.step();
    cloth.grabs[0]!.moveTo([0.5, 0.2, 0.5]);
    cloth.grabs[0]!.drive(1 / 60);
    const before = movingPartsOf(cloth);
    const { cloths, kernels, solids, clock, gravity } = world;
    const environment = { gravity };
    const contact = new ClothContact([]);
    const substeps = { start: 0 };
    const context = { cloths, kernels, solids, contact, clock, environment, substeps };
    cloth.stores.takeSnapshot();
    advance(context, 1 / 1000);
    const after = movingPartsOf(cloth);
    for (const part of ["positions", "velocities", "targets", "impulses", "duration", "plastic"]) {
      expect(after[part], part).not.toEqual(before[part]);
    }
    cloth.stores.rollback();
    expect(movingPartsOf(cloth)).toEqual(before);
    advance(context, 1 / 1000);
    expect(movingPartsOf(cloth)).toEqual(after);
  });
});
