import { PHASES, type Phase } from "tatter";
import { columnOf } from "./columns.js";
import type { SampleStore } from "./sample-store.js";

/** Simulated time that a profile covers, s. A single step says little, because the clocks of browsers are coarse. */
const SPAN = 1;

const TIME = columnOf("time");
const PHASE_COLUMNS = PHASES.map((phase) => columnOf(phase));

/** Computing time of the latest steps, ms. */
export interface StepProfile {
  /** Mean of a step. */
  mean: number;
  /** Longest step. */
  largest: number;
  /** Mean of each phase, in the order of the step, and its share of the mean of a step. */
  phases: { phase: Phase; mean: number; share: number }[];
}

/** Profile of the last second among the first `count` samples. Null without samples. */
export function profileOf(store: SampleStore, count: number): StepProfile | null {
  if (count === 0) return null;
  const start = store.at(TIME, count - 1) - SPAN;
  const sums = PHASES.map(() => 0);
  let total = 0;
  let largest = 0;
  let steps = 0;
  for (let i = count - 1; i >= 0 && (steps === 0 || store.at(TIME, i) > start); i--) {
    let step = 0;
    for (const [k, column] of PHASE_COLUMNS.entries()) {
      const time = store.at(column, i);
      sums[k]! += time;
      step += time;
    }
    total += step;
    largest = Math.max(largest, step);
    steps++;
  }
  return {
    mean: total / steps,
    largest,
    phases: PHASES.map((phase, k) => ({
      phase,
      mean: sums[k]! / steps,
      share: total === 0 ? 0 : sums[k]! / total,
    })),
  };
}

/** Ends of the scale, in budgets. Few of them, so that the scale does not follow every step. */
const SCALE_ENDS = [1.25, 2.5, 5, 10, 25, 50, 100];

/** Returns the end of the scale on which a mean time is compared with the budget, both in ms. */
export function scaleEnd(mean: number, budget: number): number {
  const end = SCALE_ENDS.find((factor) => factor * budget >= 1.05 * mean);
  return end === undefined ? 1.05 * mean : end * budget;
}

/** Formats a mean time, ms, with two decimals or three digits. */
export function formatTime(milliseconds: number): string {
  const digits = milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0;
  return `${milliseconds.toFixed(digits)} ms`;
}

/** Formats a fraction as percentage. */
export function formatShare(fraction: number): string {
  return `${(100 * fraction).toFixed(0)} %`;
}
