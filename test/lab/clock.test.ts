import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Clock } from "../../lab/src/simulation/clock.js";
import { InputLag } from "../../lab/src/simulation/input-lag.js";
import { runs } from "../runs.js";

const STEP = 1000 / 60;

interface Run {
  /** Frames per second. */
  rate: number;
  /** Computing time of a step, ms. */
  stepTakes: number;
  /** Offset of the first frame, as a fraction of the frame interval. */
  phase: number;
  /** Jitter of each frame, as a fraction of the frame interval. */
  jitter: number;
}

/** Simulates a page that draws and a worker that steps, with a pointer that moves before each frame. */
function play({ rate, stepTakes, phase, jitter }: Run, seconds = 4) {
  const clock = new Clock(STEP);
  const lag = new InputLag();
  const interval = 1000 / rate;
  let frames = 0;
  let steps = 0;
  let sent = 0;
  let now = 0;
  /** End of the current step, and the latest input at its start. */
  let busyUntil = -1;
  let knew = 0;
  /** Time of the worker's timer. */
  let timerAt = 0;
  let pulseWaits = false;
  const step = (at: number): void => {
    knew = sent;
    busyUntil = at + stepTakes;
  };
  clock.start(0);
  const drawAt = (k: number): number =>
    interval * (k + phase) + interval * jitter * Math.sin(12.9898 * k) ** 2;
  while (now < 1000 * seconds) {
    const frame = drawAt(frames);
    now = Math.min(frame, busyUntil >= 0 ? busyUntil : timerAt);
    if (now === busyUntil) {
      clock.stepped(busyUntil - stepTakes, now);
      lag.arrived({ input: knew, paused: false });
      steps++;
      busyUntil = -1;
      timerAt = now + clock.wait(now);
      // A frame that was drawn during the step is handled now.
      if (pulseWaits && clock.pulse(now)) step(now);
      pulseWaits = false;
    } else if (now === frame) {
      sent = lag.stamp({ type: "move", id: 1, point: [0, 0, 0] });
      frames++;
      lag.drawn();
      if (busyUntil >= 0) pulseWaits = true;
      else if (clock.pulse(now)) step(now);
    } else step(now);
  }
  return { lag: lag.latest!, steps, frames };
}

describe("the clock of the simulation", () => {
  test.each([60, 59.94, 50, 30, 20, 75, 90, 120, 144, 240])(
    "pointer input is visible in the second frame at %d frames per second, if steps are fast enough",
    (rate) => {
      fc.assert(
        fc.property(
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.double({ min: 0, max: 0.1, noNaN: true }),
          fc.double({ min: 0.1, max: 0.8, noNaN: true }),
          (phase, jitter, part) => {
            const stepTakes = part * Math.min(STEP, 1000 / rate);
            const { lag, steps } = play({ rate, stepTakes, phase, jitter });
            // With more frames than steps, the frames in between show nothing new.
            const extra = Math.ceil(rate / 60 - 0.1) - 1;
            // Frames slightly slower than steps cannot set the pace, so one may be missed.
            const missed = rate > 30 && rate < 55 ? 1 : 0;
            expect(lag.worst).toBeLessThanOrEqual(2 + extra + missed);
            // Real time, except for a display that is nearly as fast as the steps.
            expect(steps / (4 * 60)).toBeGreaterThan(0.89);
            expect(steps / (4 * 60)).toBeLessThan(1.11);
          },
        ),
        runs(7, 60),
      );
    },
  );

  test("slow steps slow down time and do not queue up", () => {
    const { steps } = play({ rate: 60, stepTakes: 50, phase: 0.3, jitter: 0 });
    expect(steps).toBeGreaterThan(4 * 18);
    expect(steps).toBeLessThan(4 * 20.1);
  });

  test("continues without frames", () => {
    const clock = new Clock(STEP);
    let now = 0;
    let steps = 0;
    clock.start(now);
    clock.pulse(0);
    clock.pulse(STEP);
    while (now < 1000) {
      now += clock.wait(now);
      clock.stepped(now, now + 1);
      steps++;
      now += 1;
    }
    expect(Math.abs(steps - 60)).toBeLessThan(4);
  });
});

describe("input lag", () => {
  test("counts frames until the input is visible, and ignores input before a pause", () => {
    const lag = new InputLag();
    lag.stamp({ type: "move", id: 1, point: [0, 0, 0] });
    lag.drawn();
    lag.drawn();
    lag.arrived({ input: 1, paused: false });
    lag.drawn();
    expect(lag.latest).toEqual({ median: 3, worst: 3 });
    expect(lag.stamp({ type: "undo" })).toBe(0);
    lag.stamp({ type: "move", id: 1, point: [0, 0, 0] });
    for (let i = 0; i < 9; i++) lag.drawn();
    lag.arrived({ input: 1, paused: true });
    lag.arrived({ input: 2, paused: false });
    lag.drawn();
    expect(lag.latest!.worst).toBe(3);
  });
});
