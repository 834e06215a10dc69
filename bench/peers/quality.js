import { openJolt } from "./jolt.js";
import { gridSheet, hangOf } from "./sheet.js";
import { openTatter } from "./tatter.js";
import { median, round, settle, tidy, timeOf } from "./timing.js";

/** The hang that counts as equal quality, %. */
export const MAX_HANG = 1;
/** More iterations than this are not tried. */
export const MAX_ITERATIONS = 400;

const TRIALS = 6;
const SETTLING = { steps: 40, rate: 20 }; // a sheet this stiff is at rest after 0.7 s
const TIMED = { rounds: 5, steps: 3 };

/** The fewest iterations or substeps with which each engine hangs at most 1 % too long, and their time. */
export function equalQuality(jolt, n) {
  const sheet = gridSheet(n, "union-jack");
  const attached = (iterations) => openJolt(jolt, sheet, { iterations, attached: true });
  return [
    { n, engine: "jolt-physics, SIMD, long-range attachments", ...fewest(attached, 1) },
    { n, engine: "tatter", ...fewest((iterations) => openTatter(sheet, { iterations }), 5) },
  ];
}

/** Searches from `start`. The hang falls with about the square of the iterations, so a few trials are enough. */
function fewest(open, start) {
  let failed = 0;
  let found = null;
  let next = start;
  for (let trial = 0; trial < TRIALS && next <= MAX_ITERATIONS; trial++) {
    const { hang, milliseconds } = tryOut(open, next);
    if (!(hang <= MAX_HANG)) failed = next; // also if it has diverged
    else found = { iterations: next, hangPercent: tidy(hang, 2), milliseconds };
    const highest = (found?.iterations ?? Infinity) - 1;
    if (highest <= failed) break;
    const guess = Math.round(next * Math.sqrt(Math.max(hang, 0) / MAX_HANG));
    next = Math.max(failed + 1, Math.min(guess, highest));
  }
  return found ?? { iterations: null, hangPercent: null, milliseconds: null };
}

function tryOut(open, iterations) {
  const peer = open(iterations);
  settle(peer, SETTLING.steps, SETTLING.rate);
  const hang = hangOf(peer);
  // Only a result that counts is worth the time of measuring it.
  const rounds = hang <= MAX_HANG ? TIMED.rounds : 0;
  const times = Array.from({ length: rounds }, () => timeOf(peer, TIMED.steps));
  peer.close();
  return { hang, milliseconds: rounds > 0 ? round(median(times)) : null };
}
