import { describe, expect, test } from "vitest";
import { COLUMNS, rowOf } from "../../lab/src/stats/columns.js";
import { SampleHistory } from "../../lab/src/stats/sample-history.js";
import { SampleStore } from "../../lab/src/stats/sample-store.js";
import { formatShare, formatTime, profileOf, scaleEnd } from "../../lab/src/stats/step-profile.js";
import type { StepSample } from "../../lab/src/simulation/measures.js";
import type { Stats } from "../../lab/src/simulation/messages.js";

/** A step of 1/60 s that took `forces` and `solve`, ms. */
function sampleOf(frame: number, forces: number, solve: number): StepSample {
  const phases = [0, forces, solve, 0, 0, 0, 0, 0];
  return { frame, time: frame / 60, tears: 0, newTears: 0, phases, strain: 0, readings: null };
}

describe("the profile of the lab", () => {
  test("covers the last second", () => {
    const store = new SampleStore(COLUMNS.length);
    expect(profileOf(store, 0)).toBe(null);
    for (let frame = 1; frame <= 60; frame++) store.add(rowOf(sampleOf(frame, 100, 100)));
    for (let frame = 61; frame <= 120; frame++) {
      store.add(rowOf(sampleOf(frame, 1, frame === 90 ? 62 : 2)));
    }
    const profile = profileOf(store, 120)!;
    expect(profile.mean).toBeCloseTo(4, 10);
    expect(profile.largest).toBe(63);
    expect(profile.phases.map(({ phase }) => phase).slice(0, 3)).toEqual([
      ...["input", "forces", "solve"],
    ]);
    expect(profile.phases[1]).toEqual({ phase: "forces", mean: 1, share: 0.25 });
    expect(profile.phases[2]).toEqual({ phase: "solve", mean: 3, share: 0.75 });
    expect(profile.phases[5]).toEqual({ phase: "tear", mean: 0, share: 0 });
    expect(profileOf(store, 60)!.mean).toBe(200);
  });

  test("a step that lasts longer than a second counts, and a coarse clock gives no NaN", () => {
    const store = new SampleStore(COLUMNS.length);
    store.add(rowOf({ ...sampleOf(1, 7, 7), time: 5 }));
    store.add(rowOf({ ...sampleOf(2, 0, 0), time: 10 }));
    expect(profileOf(store, 1)).toMatchObject({ mean: 14, largest: 14 });
    const { mean, phases } = profileOf(store, 2)!;
    expect([mean, ...phases.map(({ share }) => share)]).toEqual(Array(9).fill(0));
  });

  test("the scale includes the budget and the mean, in a few sizes", () => {
    expect([0, 3, 19].map((mean) => scaleEnd(mean, 16))).toEqual([20, 20, 20]);
    expect([20, 38].map((mean) => scaleEnd(mean, 16))).toEqual([40, 40]);
    expect(scaleEnd(16000, 16)).toBe(16800);
  });

  test("formats times and shares", () => {
    expect([0, 0.034, 9.994, 16.667, 163.4].map(formatTime)).toEqual([
      ...["0.00 ms", "0.03 ms", "9.99 ms", "16.7 ms", "163 ms"],
    ]);
    expect([0, 0.001, 0.006, 0.555, 2.14].map(formatShare)).toEqual([
      ...["0 %", "0 %", "1 %", "56 %", "214 %"],
    ]);
  });
});

test("the history of samples follows a rewind and a new cloth", () => {
  const history = new SampleHistory();
  const follow = (frame: number, newestFrame: number, hasSample: boolean, isLoaded = false): void =>
    history.follow(
      { frame, newestFrame, sample: hasSample ? sampleOf(frame, 1, 1) : null } as Stats,
      isLoaded,
    );
  expect(history.count).toBe(0);
  follow(0, 0, false, true);
  for (let frame = 1; frame <= 5; frame++) follow(frame, frame, true);
  expect(history.count).toBe(5);
  follow(2, 5, false); // a rewind
  expect([history.count, history.store.count]).toEqual([2, 5]);
  follow(3, 3, true);
  expect([history.count, history.store.count]).toEqual([3, 3]);
  follow(0, 0, false, true);
  expect(history.store.count).toBe(0);
});
