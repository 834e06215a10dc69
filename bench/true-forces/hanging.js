import { generateGrid, World } from "../../dist/index.js";
import { MATERIAL_NAMES, materialOf, SIDE } from "./cases.js";
import { ExplicitSheet } from "./explicit.js";

const SEGMENTS = 32;
/** Frames until the mean is taken, and frames of the mean. */
const [SETTLING, MEASURED] = [20, 10];

function hang(material, solver, options) {
  // With alternating diagonals a sheet of springs has exactly the material's stiffness along its sides.
  const mesh = generateGrid({
    size: [SIDE, SIDE],
    segments: [SEGMENTS, SEGMENTS],
    diagonals: "alternating",
  });
  const pins = [{ select: { group: "top" } }];
  return new World({ cloths: [{ mesh, material, pins }], wind: { drag: 0 }, solver, ...options });
}

/** Mean drop of the bottom row, m. */
function dropOf(cloth, positions) {
  const bottom = cloth.select({ group: "bottom" });
  const sum = bottom.reduce((total, p) => total - SIDE / 2 - positions[3 * p + 1], 0);
  return sum / bottom.length;
}

/** Hanging sheets at rest by material, in double precision, and how far their bottom row hangs down, m. */
const atRest = new Map();

function restOf(name) {
  if (!atRest.has(name)) {
    const world = hang(materialOf(name).material, { type: "xpbd" }, { kernels: "reference" });
    const sheet = new ExplicitSheet(world);
    sheet.relax(400 * SEGMENTS);
    atRest.set(name, {
      positions: sheet.positions,
      drop: dropOf(world.cloths[0], sheet.positions),
    });
  }
  return atRest.get(name);
}

/** Error of the stretch of a sheet that hangs from its top row, against the converged state, per material. */
export function hangingErrors({ solver, options }) {
  const errors = {};
  for (const name of MATERIAL_NAMES) {
    const { positions, drop } = restOf(name);
    const world = hang(materialOf(name).material, solver, options);
    const [cloth] = world.cloths;
    cloth.particles.positions.set(positions);
    let sum = 0;
    for (let i = 0; i < SETTLING + MEASURED; i++) {
      world.step();
      if (i >= SETTLING) sum += dropOf(cloth, cloth.positions) / MEASURED;
    }
    errors[name] = sum / drop - 1;
    world.dispose();
  }
  return errors;
}

/** Error of the converged state itself against ½ ρ g L² / E. */
export function convergenceErrors() {
  const errors = {};
  for (const name of MATERIAL_NAMES) {
    const { density, stiffness } = materialOf(name).material;
    errors[name] = restOf(name).drop / ((density * 9.81 * SIDE ** 2) / (2 * stiffness)) - 1;
  }
  return errors;
}
