import { expect, test } from "vitest";
import { Lockstep } from "../../lab/src/simulation/lockstep.js";

test("off at first: nothing holds, and nobody is told", () => {
  const lockstep = new Lockstep();
  expect([lockstep.isOn, lockstep.holds]).toEqual([false, false]);
  lockstep.stepped();
  expect(lockstep.held()).toBe(null);
});

test("holds after as many steps as were asked for, and tells it once", () => {
  const lockstep = new Lockstep();
  lockstep.ask(2);
  expect([lockstep.isOn, lockstep.holds]).toEqual([true, false]);
  lockstep.stepped();
  expect(lockstep.holds).toBe(false);
  lockstep.stepped();
  expect(lockstep.holds).toBe(true);
  expect(lockstep.held()).toBe(2);
  expect(lockstep.held()).toBe(null);
  lockstep.stepped(); // a single step that was asked for by hand
  lockstep.ask(0);
  expect([lockstep.holds, lockstep.held()]).toEqual([true, 0]);
});

test("what could not be done, as time was paused, is not done later", () => {
  const lockstep = new Lockstep();
  lockstep.ask(5);
  lockstep.stepped();
  expect(lockstep.held()).toBe(1);
  expect(lockstep.holds).toBe(true);
});
