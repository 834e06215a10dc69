import { MATERIALS } from "../../dist/index.js";
import { hangingSheet } from "../hanging-sheet.js";

export const title =
  "error of the stretch of a hanging cotton sheet of 1 m under its own weight, by resolution and substeps";

function measure(segments, substeps) {
  const world = hangingSheet(segments, substeps);
  for (let i = 0; i < 300; i++) world.step();
  const { positions, particles } = world.cloths[0];
  let low = 0;
  for (let p = 0; p < particles.count; p++) low = Math.min(low, positions[3 * p + 1]);
  // Elastic stretch under its own weight: ½ · density · g · L² / E, with E of the grid 1.2 times the material's.
  const { density, stiffness } = MATERIALS.cotton;
  const expected = (0.5 * density * 9.81) / (1.2 * stiffness);
  return `${(100 * (-low - 0.5 - expected)).toFixed(2)} %`;
}

export function run() {
  return Object.fromEntries(
    [20, 40, 64].map((segments) => [
      `${segments} × ${segments} cells`,
      Object.fromEntries([10, 20, 40].map((n) => [`${n} substeps`, measure(segments, n)])),
    ]),
  );
}
