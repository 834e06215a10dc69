import { expect, test } from "vitest";
import { Lockstep } from "../../lab/src/simulation/lockstep.js";

test("off by default: does not hold or report", () => {
  const lockstep = new Lockstep();
  expect([lockstep.isOn, lockstep.holds]).toEqual([false, false]);
  lockstep.stepped();
  expect(lockstep.held()).toBe(null);
});

test("holds after the requested steps and reports once", () => {
  const lockstep = new Lockstep();
  lockstep.ask(2);
  expect([lockstep.isOn, lockstep.holds]).toEqual([true, false]);
  lockstep.stepped();
  expect(lockstep.holds).toBe(false);
  lockstep.stepped();
  expect(lockstep.holds).toBe(true);
  expect(lockstep.held()).toBe(2);
  expect(lockstep.held()).toBe(null);
  lockstep.stepped(); // a single step that was not requested
  lockstep.ask(0);
  expect([lockstep.holds, lockstep.held()]).toEqual([true, 0]);
});

test("steps that were not made while paused are dropped", () => {
  const lockstep = new Lockstep();
  lockstep.ask(5);
  lockstep.stepped();
  expect(lockstep.held()).toBe(1);
  expect(lockstep.holds).toBe(true);
});
