import { Candidates, measure } from "../../dist/tearing/index.js";
import { CRITERIA, resolveTearing } from "../../dist/index.js";
import { hangingSheet } from "../hanging-sheet.js";

export const title =
  "time of the tear measurement in a step: a hanging sheet of 100 × 100 cells, xpbd with 20 substeps";

const STEPS = 20;
const ROUNDS = 8;

/** The lowest limit at which the cloth in its current state does not tear. */
function closestLimit(cloth, tearing) {
  const min = tearing.criterion === "stretch" ? 1 : 0; // a ratio; a force or a strain
  const candidates = new Candidates();
  measure(cloth.tears.surface, resolveTearing({ ...tearing, limit: min + 1e-6 }), candidates);
  const severest = Math.max(...candidates.severities.subarray(0, candidates.count));
  return min + 1.001e-6 * severest;
}

/** Runs the variants in turn, so that a short slowdown of the machine affects all of them equally. */
export function run() {
  const world = hangingSheet(100, 20);
  const cloth = world.cloths[0];
  const candidates = new Candidates();
  const variants = [];
  for (const criterion of CRITERIA) {
    for (const weave of [0, 1]) variants.push({ criterion, weave, strengths: false });
    variants.push({ criterion, weave: 0, strengths: true });
  }
  const times = variants.map(() => 0);
  let step = 0;
  for (let i = 0; i < 60; i++) world.step();
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now();
    for (let i = 0; i < STEPS; i++) world.step();
    if (round > 0) step += performance.now() - began;
    for (const [i, { strengths, ...tearing }] of variants.entries()) {
      cloth.strengths.state = null;
      if (strengths) cloth.strengths.set(0, 1);
      const options = resolveTearing({ ...tearing, limit: closestLimit(cloth, tearing) });
      const start = performance.now();
      for (let n = 0; n < STEPS; n++) measure(cloth.tears.surface, options, candidates);
      if (round > 0) times[i] += performance.now() - start; // the first round is a warm-up
      if (candidates.count > 0)
        throw new Error(
          `measure: expected no candidates at the closest limit, got ${candidates.count}`,
        );
    }
  }
  return Object.fromEntries(
    variants.map(({ criterion, weave, strengths }, i) => [
      `${criterion}${weave > 0 ? ", following the weave" : ""}${strengths ? ", with strengths" : ""}`,
      {
        "measure ms": (times[i] / (ROUNDS * STEPS)).toFixed(2),
        "step ms": (step / (ROUNDS * STEPS)).toFixed(2),
        "fraction of a step": `${((100 * times[i]) / step).toFixed(1)} %`,
      },
    ]),
  );
}
