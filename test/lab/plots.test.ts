import { describe, expect, test } from "vitest";
import { COLUMNS, formatNumber, rowOf, formatValue } from "../../lab/src/stats/columns.js";
import { csvOf } from "../../lab/src/stats/plots-csv.js";
import { SampleStore } from "../../lab/src/stats/sample-store.js";

describe("samples", () => {
  const filled = (count: number, capacity = 8): SampleStore => {
    const store = new SampleStore(2, capacity);
    for (let frame = 1; frame <= count; frame++) store.add([frame, 10 * frame]);
    return store;
  };
  const framesOf = (store: SampleStore): number[] =>
    Array.from({ length: store.count }, (_, i) => store.at(0, i));

  test("the oldest sample is dropped", () => {
    expect(framesOf(filled(11, 4))).toEqual([8, 9, 10, 11]);
    expect(filled(11, 4).at(1, 0)).toBe(80);
  });

  test("resuming after a rewind overwrites later samples", () => {
    const store = filled(11, 4);
    store.add([10, -1]);
    expect(framesOf(store)).toEqual([8, 9, 10]);
    expect(store.newest(1, 3)).toBe(-1);
    store.add([10, -2]); // the same frame again
    expect(framesOf(store)).toEqual([8, 9, 10]);
    store.cutAfter(8);
    expect(framesOf(store)).toEqual([8]);
    store.cutAfter(3);
    expect(store.count).toBe(0);
    expect(store.newest(1, 0)).toBeNaN();
  });

  test("values that were not measured are omitted in text and CSV", () => {
    const phases = Array.from({ length: 8 }, () => 0.25);
    const sample = { frame: 1, time: 0.5, tears: 2, newTears: 1, phases, strain: 0.125 };
    const store = new SampleStore(COLUMNS.length);
    store.add(rowOf({ ...sample, readings: null }));
    const readings = { kinetic: 1, gravity: -3, elastic: 0.5, clampCount: 9, clamps: [4, 3, 2, 1] };
    store.add(rowOf({ ...sample, frame: 2, readings: { ...readings, grabs: 0 } }));
    const [names, first, second] = csvOf(store, 2, 9).split("\n");
    expect(names).toContain("largest strain (%),kinetic energy (J)");
    expect(names).toContain("2nd largest force at a clamp (N)");
    expect(first).toBe(`1,0.5,${phases.join(",")},12.5,,,,,2,1,,,,,`);
    expect(second).toBe(`2,0.5,${phases.join(",")},12.5,1,-3,0.5,-1.5,2,1,4,3,2,1,0`);
    for (const none of [NaN, Infinity, null, undefined]) expect(formatValue(none, "J")).toBe("–");
    expect([0, 191, 0.1, 0.00001, -1.337, 12.34, 0.0562].map(formatNumber)).toEqual([
      ...["0", "191", "0.1", "0", "-1.34", "12.3", "0.056"],
    ]);
  });
});
