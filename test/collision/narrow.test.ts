import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ClosestPoints,
  closestOfSegments,
  closestOnTriangle,
} from "../../src/collision/narrow-phase/closest-points.js";
import {
  EDGE_EDGE,
  MAX_STEPS,
  NEVER,
  POINT_TRIANGLE,
  TimeOfImpact,
} from "../../src/collision/narrow-phase/time-of-impact.js";
import { runs } from "../runs.js";
import { exactAt, exactOfSegments, exactToTriangle, nearerBefore } from "./feature-oracles.js";
import { anyFeatures, anyMeeting, anyMotion } from "./feature-cases.js";

const SOAK_RUNS = 1_000_000;
const TOLERANCE = 1e-6;

const closest = new ClosestPoints();
const impact = new TimeOfImpact();
/** Counts evaluations of the distance vector between two features. */
let looks = 0;
const { delta } = closest;
Object.defineProperty(closest, "delta", {
  get() {
    looks++;
    return delta;
  },
});
/** More than half of the maximum number of steps, with one or two evaluations per step. */
const MANY_LOOKS = 5 * (MAX_STEPS / 2);

/** The largest difference of coordinates: the scale of errors. */
function extent(points: Float64Array): number {
  let max = 0;
  for (let i = 3; i < 12; i++) max = Math.max(max, Math.abs(points[i]! - points[i % 3]!));
  return max;
}

/** The largest coordinate: the scale of rounding. */
function reach(points: Float64Array): number {
  return points.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
}

/** Tolerance between the weights and the distance vector; the sum of weights is checked too. */
function checkAnswer(points: Float64Array, shares: readonly number[]): number {
  for (const w of closest.weights) if (!(w >= 0 && w <= 1)) throw new Error(`weight ${w}`);
  let error = 0;
  for (let k = 0; k < 3; k++) {
    let delta = 0;
    for (let i = 0; i < 4; i++) delta += shares[i]! * points[3 * i + k]!;
    error = Math.max(error, Math.abs(delta - closest.delta[k]!));
  }
  return error;
}

function check(actual: boolean, message: () => string): void {
  if (!actual) throw new Error(message());
}

describe("closest points", () => {
  test("of a triangle are exact, also for slivers, lines and points", () => {
    fc.assert(
      fc.property(anyFeatures(POINT_TRIANGLE), (points) => {
        closestOnTriangle(points, 0, 3, 6, 9, closest);
        const [a, b, c] = closest.weights as unknown as [number, number, number];
        const size = extent(points);
        check(Math.abs(a + b + c - 1) < 1e-12, () => `weights ${closest.weights.join()}`);
        const mismatch = checkAnswer(points, [1, -a, -b, -c]);
        check(mismatch <= 1e-9 * size + 1e-15 * reach(points), () => `delta off by ${mismatch}`);
        const error = closest.distance - exactToTriangle(points);
        check(Math.abs(error) <= 1e-9 * size, () => `off by ${error} of ${size}`);
      }),
      runs(1, 2000, SOAK_RUNS),
    );
  });

  test("of segments are exact, also for parallel ones and points", () => {
    fc.assert(
      fc.property(anyFeatures(EDGE_EDGE), (points) => {
        closestOfSegments(points, 0, 3, 6, 9, closest);
        const [a, b, c, d] = closest.weights as unknown as [number, number, number, number];
        const size = extent(points);
        check(a + b === 1 && c + d === 1, () => `weights ${closest.weights.join()}`);
        const mismatch = checkAnswer(points, [a, b, -c, -d]);
        check(mismatch <= 1e-9 * size + 1e-15 * reach(points), () => `delta off by ${mismatch}`);
        const error = closest.distance - exactOfSegments(points);
        check(Math.abs(error) <= 1e-9 * size, () => `off by ${error} of ${size}`);
      }),
      runs(2, 2000, SOAK_RUNS),
    );
  });

  test("a point over the interior, beyond an edge and beyond a corner", () => {
    const triangle = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    const at = (...p: number[]) => {
      closestOnTriangle(Float64Array.from([...p, ...triangle]), 0, 3, 6, 9, closest);
      return [[...closest.weights], [...closest.delta], closest.distance];
    };
    expect(at(1, 1, 2)).toEqual([[0.5, 0.25, 0.25, 0], [0, 0, 2], 2]);
    expect(at(1, -3, 0)).toEqual([[0.75, 0.25, 0, 0], [0, -3, 0], 3]);
    expect(at(-3, -4, 0)).toEqual([[1, 0, 0, 0], [-3, -4, 0], 5]);
  });
});

describe("closest points in ill-conditioned cases", () => {
  test("the tip of a needle of 2 km, 14 µm wide", () => {
    const points = Float64Array.from([0, 0, 0, 0, 2000, 1000, 0, 0, -1e-5, 0, -1e-5, 0]);
    closestOnTriangle(points, 0, 3, 6, 9, closest);
    expect(closest.distance).toBeLessThan(1e-12);
  });

  test("segments of 690 m that cross at 2e-8 rad", () => {
    const points = Float64Array.from([
      -609.154502968717, 0, 323.6781148919897, -2.6290081223123717e-10, 0, 0,
      0.000009687477415809555, 0, -5.238265146090271e-7, -609.1544932809766, 0, 323.6780924585683,
    ]);
    closestOfSegments(points, 0, 3, 6, 9, closest);
    expect(Math.abs(closest.distance - exactOfSegments(points))).toBeLessThan(1e-12);
  });

  test("the vector off an edge is perpendicular to it, however short", () => {
    const points = Float64Array.from([0.3, 0.1 - 1e-15, 0, 0, 0, 0, 3, 1, 0, 0, 5, 0]);
    closestOnTriangle(points, 0, 3, 6, 9, closest);
    const along = (3 * closest.delta[0]! + closest.delta[1]!) / closest.distance;
    expect(closest.distance).toBeCloseTo(9.5e-16, 16);
    expect(Math.abs(along)).toBeLessThan(1e-12);
  });
});

/** Where the features meet, by the distance from the oracle. */
function checkTime(
  kind: 0 | 1,
  starts: Float64Array,
  ends: Float64Array,
  separation: number,
  tolerance = TOLERANCE,
): number {
  looks = 0;
  impact.separation = separation;
  impact.find(kind, starts, ends, tolerance, closest);
  const { time } = impact;
  check(looks <= 10 * MAX_STEPS + 5, () => `${looks} looks`);
  if (time === NEVER) return time;
  check(time >= 0 && time <= 1, () => `time ${time}`);
  if (looks > MANY_LOOKS) return time; // it may have stopped early, before they meet
  const distance = exactAt(kind, starts, ends, time);
  const limit = separation + Math.max(tolerance, 1e-13 * reach(starts), 1e-13 * reach(ends));
  check(distance <= limit, () => `${distance} apart at ${time}`);
  const error = Math.abs(closest.distance - distance);
  check(error <= 1e-9, () => `tells ${closest.distance} where ${distance} is true`);
  return time;
}

describe("time of impact", () => {
  test("features that meet by construction are found, at that time or before", () => {
    let met = 0;
    fc.assert(
      fc.property(anyMeeting(), fc.constantFrom(TOLERANCE, 0), (meets, tolerance) => {
        const { kind, starts, ends, separation, meeting } = meets;
        const time = checkTime(kind, starts, ends, separation, tolerance);
        const distance = exactAt(kind, starts, ends, meeting);
        if (distance > separation) return;
        met++;
        check(time <= meeting, () => `meet at ${meeting}, found at ${time}`);
      }),
      runs(3, 2000, SOAK_RUNS),
    );
    expect(met).toBeGreaterThan(1000);
  });

  test("nothing is nearer before that time, and it is not a false positive", () => {
    let [unknown, apart] = [0, 0];
    const count = runs(4, 1000, SOAK_RUNS);
    fc.assert(
      fc.property(anyMotion(), ({ kind, starts, ends, separation }) => {
        const time = checkTime(kind, starts, ends, separation);
        if (time === 0) return;
        apart++;
        const until = Math.min(1, time);
        const nearer = nearerBefore(kind, starts, ends, until, separation - 1e-9, 600);
        if (nearer === "unknown") unknown++;
        check(typeof nearer === "string", () => `nearer at ${nearer}, found at ${time}`);
      }),
      count,
    );
    // The oracle must almost always know the answer, or this tests little.
    expect(unknown).toBeLessThan(count.numRuns / 20);
    expect(apart).toBeGreaterThan(count.numRuns / 4);
  });

  const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  const still = (p: number[], q: number[]) =>
    [Float64Array.from([...p, ...triangle]), Float64Array.from([...q, ...triangle])] as const;

  test.each([
    ["100 m/s", 1 / 12],
    ["100 km/s", 1000 / 12],
  ])("a point through a triangle at %s", (_, way) => {
    const [starts, ends] = still([0.2, 0.3, way / 4], [0.2, 0.3, (-3 * way) / 4]);
    const time = checkTime(POINT_TRIANGLE, starts, ends, 1e-3);
    expect(Math.abs(time - (0.25 - 1e-3 / way))).toBeLessThan(TOLERANCE / way);
    [...closest.weights].forEach((w, i) => expect(w).toBeCloseTo([0.5, 0.2, 0.3, 0][i]!, 9));
  });

  test.each([
    ["within", 1e-3 - 1e-9, true],
    ["just out of", 1e-3 + 2e-6, false],
  ])("a point that grazes an edge %s the separation", (_, height, meets) => {
    const over = still([0.5, -1, height], [0.5, 1, height]);
    expect(checkTime(POINT_TRIANGLE, ...over, 1e-3) !== NEVER).toBe(meets);
    const past = still([-1, -height, 0], [2, -height, 0]);
    expect(checkTime(POINT_TRIANGLE, ...past, 1e-3) !== NEVER).toBe(meets);
  });

  test("resting features are met at once or never", () => {
    const [near] = still([0.2, 0.2, 1e-3], []);
    expect(checkTime(POINT_TRIANGLE, near, near, 1e-3)).toBe(0);
    const [far] = still([0.2, 0.2, 1e-3 + 2e-6], []);
    expect(checkTime(POINT_TRIANGLE, far, far, 1e-3)).toBe(NEVER);
  });

  test("features that separate from just beyond the separation do not meet", () => {
    const parting = still([0.2, 0.2, 1e-3 + 1e-9], [0.2, 0.2, 1]);
    expect(checkTime(POINT_TRIANGLE, ...parting, 1e-3)).toBe(NEVER);
  });

  test("parallel edges that fall on each other meet on time", () => {
    const starts = Float64Array.from([0, 0, 1, 1, 0, 1 + 1e-12, 0.2, 0, 0, 2, 0, 0]);
    const ends = Float64Array.from([0, 0, -1, 1, 0, -1 + 1e-12, 0.2, 0, 0, 2, 0, 0]);
    expect(checkTime(EDGE_EDGE, starts, ends, 1e-3)).toBeCloseTo(0.4995, 6);
  });

  test.each([
    [1e6, 1e-3],
    [1e9, 0.1],
    [1e9, 3],
    [1e12, 1e-9],
    [1e12, 1],
    [1e100, 1e-90],
    [1e100, 1],
    [1e154, 1],
  ])(
    "a line of %s m that rotates by %s past an edge takes a bounded number of evaluations",
    (half, slope) => {
      const edge = [0, -0.06, 0, 0.001, 0.06, 0];
      const [low, high] = [-half * slope, half * slope];
      const starts = Float64Array.from([...edge, -half, 0.01, low - 0.07, half, 0.02, high - 0.07]);
      const ends = Float64Array.from([...edge, -half, 0.01, high - 0.066, half, 0.02, low - 0.066]);
      looks = 0;
      impact.separation = 0.052;
      impact.find(EDGE_EDGE, starts, ends, 1e-7, closest);
      const { time } = impact;
      expect(looks).toBeLessThan(10 * MAX_STEPS + 10);
      expect(time === NEVER || (time >= 0 && time <= 1)).toBe(true);
    },
  );

  test.each([
    [2e-6, 0.02, TOLERANCE],
    [2e-9, 1e-3, 1e-9],
  ])("an edge that rotates %s m beyond the separation does not meet", (beyond, turn, tolerance) => {
    const post = [0, -1, 1e-3 + beyond, 0, 1, 1e-3 + beyond];
    const starts = Float64Array.from([-1, 0, -turn, 1, 0, turn, ...post]);
    const ends = Float64Array.from([-1, 0, turn, 1, 0, -turn, ...post]);
    expect(checkTime(EDGE_EDGE, starts, ends, 1e-3, tolerance)).toBe(NEVER);
  });
});
