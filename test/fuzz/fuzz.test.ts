import { expect, test } from "vitest";
import { inputOf, KINDS, tryInput } from "./kinds.js";

/** Other inputs than those of the soak, which begins with seed 1. */
const SEED = 4;
/** 2,000 in all. `npm run fuzz` tries as many as you like, each with limits of time and memory. */
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

test("every kind of input is tried", () => {
  expect(Object.keys(COUNTS)).toEqual(Object.keys(KINDS));
});

test.each(Object.entries(COUNTS))("%s: taken, or refused in words", async (kind, count) => {
  const failures: string[] = [];
  const verdicts = { accepted: 0, refused: 0, failed: 0 };
  for (let index = 0; index < count; index++) {
    const outcome = await tryInput(kind, inputOf(kind, SEED, index));
    verdicts[outcome.verdict]++;
    if (outcome.verdict === "failed") failures.push(`${index}: ${outcome.message}`);
  }
  expect(failures).toEqual([]);
  // Changes of which all are taken, or all are refused, would find nothing.
  expect(verdicts.accepted).toBeGreaterThan(0);
  expect(verdicts.refused).toBeGreaterThan(0);
});
