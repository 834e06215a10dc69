import { generateGrid, MODELS, World } from "../../dist/index.js";
import { copyState, cornerDrag, cornerDragAt } from "../drag.js";

export const title =
  "every solver on every model, 10 kN/m and 0.2 kg/m²: error of the stretch of a hanging sheet, error of the forces on the " +
  "5 % most loaded edges of a dragged corner (rms, against converged backward Euler in 16 substeps), ms per frame of 1/60 s, " +
  "longest stable step";

const SIZES = [16, 32];
const SOLVERS = [
  { type: "xpbd" },
  { type: "implicit" },
  { type: "euler" },
  { type: "midpoint" },
  { type: "rk4" },
];
const MATERIAL = {
  density: 0.2,
  stiffness: 10_000,
  shear: 60,
  poisson: 0,
  bending: 1e-5,
  bendStiffness: 2,
  damping: 2,
};
const FRAMES = 4;

function hanging(segments, model, solver) {
  const diagonals = "alternating"; // with these, springs have exactly the material's stiffness along the sides
  const mesh = generateGrid({ size: [1, 1], segments: [segments, segments], diagonals });
  const pins = [{ select: { group: "top" } }];
  // The corners of the model `angles` would carry some of the load.
  const material = model === "angles" ? { ...MATERIAL, shear: 0 } : MATERIAL;
  return new World({ cloths: [{ mesh, model, material, pins }], wind: { drag: 0 }, solver });
}

/** Mean drop of the bottom row, m. */
function dropOf({ cloths: [cloth] }) {
  const bottom = cloth.select({ group: "bottom" });
  return bottom.reduce((sum, p) => sum - 0.5 - cloth.positions[3 * p + 1], 0) / bottom.length;
}

/** Relative error of the stretch of a hanging sheet. */
function stretchError(hung, segments, model, solver) {
  const world = hanging(segments, model, solver);
  copyState(hung, world);
  const frames = solver.type === "xpbd" ? 200 : 6;
  let sum = 0;
  for (let i = 0; i < frames; i++) {
    world.step();
    if (i >= frames - 4) sum += dropOf(world) / 4;
  }
  const strain = (MATERIAL.density * 9.81) / MATERIAL.stiffness;
  const expected = strain / 2 - (model === "membrane" ? strain ** 2 / 2 : 0);
  return sum / expected - 1;
}

function tensionsOf({ cloths: [cloth] }) {
  return Array.from({ length: cloth.mesh.edgeCount }, (_, edge) => cloth.tensionOf(edge));
}

function forceError(found, expected) {
  const mostLoaded = [...expected.keys()]
    .toSorted((a, b) => expected[b] - expected[a])
    .slice(0, Math.ceil(expected.length / 20));
  let [error, total] = [0, 0];
  for (const edge of mostLoaded) {
    error += (found[edge] - expected[edge]) ** 2;
    total += expected[edge] ** 2;
  }
  return Math.sqrt(error / total);
}

function percent(fraction) {
  const value = 100 * fraction;
  return `${Math.abs(value) < 0.005 ? 0 : Number(value.toPrecision(2))} %`;
}

export function run() {
  const rows = {};
  for (const segments of SIZES) {
    for (const model of MODELS) {
      process.stderr.write(`${segments}², ${model} …\n`);
      const hung = hanging(segments, model, { type: "implicit" });
      for (let i = 0; i < 12; i++) hung.step();
      const taut = cornerDragAt(2.5, segments, model, { type: "implicit" });
      const exact = { type: "implicit", substeps: 16, tolerance: 1e-6, iterations: 100 };
      const reference = cornerDrag(segments, model, exact);
      copyState(taut, reference);
      for (let i = 0; i < FRAMES; i++) reference.step();
      const expected = tensionsOf(reference);
      for (const solver of SOLVERS) {
        const world = cornerDrag(segments, model, solver);
        copyState(taut, world);
        const began = performance.now();
        for (let i = 0; i < FRAMES; i++) world.step();
        const milliseconds = (performance.now() - began) / FRAMES;
        const isExplicit = solver.type !== "xpbd" && solver.type !== "implicit";
        rows[`${solver.type}, ${model}, ${segments}²`] = {
          "stretch error": percent(stretchError(hung, segments, model, solver)),
          "force error": percent(forceError(tensionsOf(world), expected)),
          "ms per frame": Number(milliseconds.toPrecision(2)),
          substeps: world.stats.substeps,
          // Automatic substeps of explicit solvers are 0.8 of the stable length.
          "longest stable step": isExplicit
            ? `${(1e6 / 60 / (0.8 * world.stats.substeps)).toFixed(0)} µs`
            : "any",
        };
      }
    }
  }
  return rows;
}
