import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Clock } from "../../lab/src/simulation/clock.js";
import { InputLag } from "../../lab/src/simulation/input-lag.js";
import { runs } from "../runs.js";

const STEP = 1000 / 60;

interface Run {
  /** Pictures a second. */
  rate: number;
  /** ms. */
  stepTakes: number;
  /** Of the first picture, as a part of the time between two. */
  phase: number;
  /** Of each picture, as a part of the time between two. */
  jitter: number;
}

/** Plays a page that draws and a worker that steps, for some seconds, with a pointer that moves before each picture. */
function play({ rate, stepTakes, phase, jitter }: Run, seconds = 4) {
  const clock = new Clock(STEP);
  const lag = new InputLag();
  const between = 1000 / rate;
  let pictures = 0;
  let steps = 0;
  let sent = 0;
  let now = 0;
  /** When the worker is done with the step under way, and what it knew at its start. */
  let busyUntil = -1;
  let knew = 0;
  /** When the timer of the worker goes off. */
  let timerAt = 0;
  let pulseWaits = false;
  const step = (at: number): void => {
    knew = sent;
    busyUntil = at + stepTakes;
  };
  clock.start(0);
  const drawAt = (k: number): number =>
    between * (k + phase) + between * jitter * Math.sin(12.9898 * k) ** 2;
  while (now < 1000 * seconds) {
    const picture = drawAt(pictures);
    now = Math.min(picture, busyUntil >= 0 ? busyUntil : timerAt);
    if (now === busyUntil) {
      clock.stepped(busyUntil - stepTakes, now);
      lag.arrived({ input: knew, paused: false });
      steps++;
      busyUntil = -1;
      timerAt = now + clock.wait(now);
      // What came in the meantime is heard now.
      if (pulseWaits && clock.pulse(now)) step(now);
      pulseWaits = false;
    } else if (now === picture) {
      sent = lag.stamp({ type: "move", hand: 1, point: [0, 0, 0] });
      pictures++;
      lag.drawn();
      if (busyUntil >= 0) pulseWaits = true;
      else if (clock.pulse(now)) step(now);
    } else step(now);
  }
  return { lag: lag.latest!, steps, pictures };
}

describe("the clock of the simulation", () => {
  test.each([60, 59.94, 50, 30, 20, 75, 90, 120, 144, 240])(
    "a pointer is in the second picture after it at %d pictures a second, if steps are quick enough",
    (rate) => {
      fc.assert(
        fc.property(
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.double({ min: 0, max: 0.1, noNaN: true }),
          fc.double({ min: 0.1, max: 0.8, noNaN: true }),
          (phase, jitter, part) => {
            const stepTakes = part * Math.min(STEP, 1000 / rate);
            const { lag, steps } = play({ rate, stepTakes, phase, jitter });
            // More pictures than steps: those between two steps show nothing new.
            const between = Math.ceil(rate / 60 - 0.1) - 1;
            // Pictures that are a little slower than steps cannot set their time: one of them may just be missed.
            const missed = rate > 30 && rate < 55 ? 1 : 0;
            expect(lag.worst).toBeLessThanOrEqual(2 + between + missed);
            // Real time, but for a display that is nearly as fast as the steps.
            expect(steps / (4 * 60)).toBeGreaterThan(0.89);
            expect(steps / (4 * 60)).toBeLessThan(1.11);
          },
        ),
        runs(7, 60),
      );
    },
  );

  test("steps that take longer than they last make time slow, and pile up nothing", () => {
    const { steps } = play({ rate: 60, stepTakes: 50, phase: 0.3, jitter: 0 });
    expect(steps).toBeGreaterThan(4 * 18);
    expect(steps).toBeLessThan(4 * 20.1);
  });

  test("goes on without pictures", () => {
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

describe("the lag of input", () => {
  test("counts the pictures up to the one that shows it, and forgets what a pause has stopped", () => {
    const lag = new InputLag();
    lag.stamp({ type: "move", hand: 1, point: [0, 0, 0] });
    lag.drawn();
    lag.drawn();
    lag.arrived({ input: 1, paused: false });
    lag.drawn();
    expect(lag.latest).toEqual({ median: 3, worst: 3 });
    expect(lag.stamp({ type: "undo" })).toBe(0);
    lag.stamp({ type: "move", hand: 1, point: [0, 0, 0] });
    for (let i = 0; i < 9; i++) lag.drawn();
    lag.arrived({ input: 1, paused: true });
    lag.arrived({ input: 2, paused: false });
    lag.drawn();
    expect(lag.latest!.worst).toBe(3);
  });
});
