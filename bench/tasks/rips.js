import { generateIrregular } from "../../dist/generate/index.js";
import { MATERIALS, World } from "../../dist/index.js";
import { dragByHand, isOneRip, PLACES, SHEETS } from "../hand-drag.js";

export const title =
  "drags by hand: runs with one rip (70 % of the torn length, at most five crumbs, nothing torn at clips or grip) of 5 " +
  "irregular meshes; in brackets the mean share of the longest rip, all crumbs, and the smallest and the largest " +
  "of the forces of the hand at their peaks";

const SEEDS = [1, 2, 3, 4, 5];
const LIBRARY = { World, MATERIALS, generateIrregular };
/** The last is how cloth tore in version 0.2. */
const VARIANTS = {
  "": { spacing: 0.03 },
  ", 2 cm": { spacing: 0.02 },
  ", starts any": {
    spacing: 0.03,
    tearing: { starts: "any", heldZone: 0, path: "plane" },
  },
};

export function run() {
  const rows = {};
  for (const [name, variant] of Object.entries(VARIANTS)) {
    for (const material of SHEETS) {
      const row = {};
      for (const place of Object.keys(PLACES)) {
        const runs = SEEDS.map((seed) => {
          const { world, ...drag } = dragByHand(LIBRARY, { material, place, seed, ...variant });
          world.dispose();
          return drag;
        });
        const sum = (field) => runs.reduce((total, drag) => total + drag[field], 0);
        const share = ((100 * sum("share")) / runs.length).toFixed(0);
        const peaks = runs.map(({ force }) => force);
        const forces = `${Math.min(...peaks).toFixed(0)} to ${Math.max(...peaks).toFixed(0)} N`;
        row[place] =
          `${runs.filter(isOneRip).length} of 5 (${share} %, ${sum("crumbs")}, ${forces})`;
      }
      rows[material + name] = row;
    }
  }
  return rows;
}
