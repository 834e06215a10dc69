import { Candidates, CRITERIA, LIMITS, measure, resolveTearing } from "../../dist/index.js";
import { hangingSheet } from "../hanging-sheet.js";

export const title =
  "what measuring costs of a step: a hanging sheet of 100 × 100 cells, xpbd with 20 substeps";

const STEPS = 20;
const ROUNDS = 8;

/** The limit at which the severest place of the cloth, as it is now, does not tear yet. */
function closestLimit(cloth, way) {
  const { least } = LIMITS[way.criterion];
  const candidates = new Candidates();
  measure(cloth.tears.surface, resolveTearing({ ...way, limit: least + 1e-6 }), candidates);
  const severest = Math.max(...candidates.severities.subarray(0, candidates.count));
  return least + 1.001e-6 * severest;
}

/** All of them in turn, so that a slow moment of the machine meets everyone. */
export function run() {
  const world = hangingSheet(100, 20);
  const cloth = world.cloths[0];
  const candidates = new Candidates();
  const ways = [];
  for (const criterion of CRITERIA) {
    for (const weave of [0, 1]) ways.push({ criterion, weave, strengths: false });
    ways.push({ criterion, weave: 0, strengths: true });
  }
  const times = ways.map(() => 0);
  let step = 0;
  for (let i = 0; i < 60; i++) world.step();
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now();
    for (let i = 0; i < STEPS; i++) world.step();
    if (round > 0) step += performance.now() - began;
    for (const [i, { strengths, ...way }] of ways.entries()) {
      cloth.strengths.state = null;
      if (strengths) cloth.strengths.set(0, 1);
      const options = resolveTearing({ ...way, limit: closestLimit(cloth, way) });
      const start = performance.now();
      for (let n = 0; n < STEPS; n++) measure(cloth.tears.surface, options, candidates);
      if (round > 0) times[i] += performance.now() - start; // the first round is for getting warm
      if (candidates.count > 0) throw new Error("measure: the limit is not the closest");
    }
  }
  return Object.fromEntries(
    ways.map(({ criterion, weave, strengths }, i) => [
      `${criterion}${weave > 0 ? ", following the weave" : ""}${strengths ? ", with strengths" : ""}`,
      {
        "measure ms": (times[i] / (ROUNDS * STEPS)).toFixed(2),
        "step ms": (step / (ROUNDS * STEPS)).toFixed(2),
        "share of a step": `${((100 * times[i]) / step).toFixed(1)} %`,
      },
    ]),
  );
}
