import { beforeAll, expect, test } from "vitest";
import { bundle } from "../../scripts/fuzz/bundle.js";
import { tryInputs } from "../../scripts/fuzz/runner.js";
import type { Outcome } from "./judge.js";
import { KINDS } from "./kinds.js";

/** Other inputs than those of the soak, which starts with seed 1. */
const SEED = 4;
/** 2,000 in all. `npm run fuzz` tries any number, with the same limits of 5 s and 1 GB for each. */
const COUNTS: Readonly<Record<string, number>> = {
  scene: 150,
  obj: 350,
  png: 400,
  triangle: 350,
  state: 100,
  recording: 150,
  share: 150,
  set: 350,
};

let worker: string;

beforeAll(async () => {
  ({ worker } = await bundle());
});

test("every kind of input is tested", () => {
  expect(Object.keys(COUNTS)).toEqual(Object.keys(KINDS));
});

test.each(Object.entries(COUNTS))(
  "%s: accepted, or refused with a message",
  async (kind, count) => {
    const failures: string[] = [];
    const verdicts = { accepted: 0, refused: 0, failed: 0 };
    const task = { kind, seed: SEED, from: 0, to: count };
    await tryInputs(worker, task, (index: number, outcome: Outcome) => {
      verdicts[outcome.verdict]++;
      if (outcome.verdict === "failed") failures.push(`${index}: ${outcome.message}`);
    });
    expect(failures).toEqual([]);
    expect(verdicts.accepted + verdicts.refused).toBe(count);
    // Mutations that are all accepted, or all refused, would find nothing.
    expect(verdicts.accepted).toBeGreaterThan(0);
    expect(verdicts.refused).toBeGreaterThan(0);
  },
);
