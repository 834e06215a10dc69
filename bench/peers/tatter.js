import { World } from "../../dist/index.js";
import { GRAVITY, MASS, SIDE, STEP } from "./sheet.js";

/** So stiff that the hang depends on the substeps alone: 10 MN/m stretch the sheet by 2e-5 % of its length. */
const MATERIAL = {
  density: MASS / SIDE ** 2,
  stiffness: 1e7,
  bendStiffness: 1e7,
  damping: 0,
};

/** The sheet in Tatter. Without `kernels`: the default kernels. */
export function openTatter(sheet, { iterations, kernels }) {
  const { mesh, pinned } = sheet;
  const world = new World({
    cloths: [{ mesh, model: "springs", material: MATERIAL, pins: [{ select: { ids: pinned } }] }],
    gravity: [0, -GRAVITY, 0],
    wind: { drag: 0 },
    solver: { type: "xpbd", step: STEP, substeps: iterations },
    ...(kernels && { kernels }),
  });
  const [cloth] = world.cloths;
  let kept = 1; // fraction of the velocities that a step keeps
  return {
    sheet,
    step() {
      world.step();
      if (kept === 1) return;
      const { velocities } = cloth.particles;
      for (let i = 0; i < velocities.length; i++) velocities[i] *= kept;
    },
    heightOf: (vertex) => cloth.positions[3 * vertex + 1],
    setDamping(rate) {
      kept = 1 - rate * STEP;
    },
    close() {},
  };
}
