import { median, round } from "../peers/timing.js";
import { drapedSheet, foldedSheet, VARIANTS } from "./sheets.js";

/**
 * Steps of each part of a drop. While it settles it is damped, which only shortens the time. Contact begins when the
 * halves meet, or when those that stand buckle.
 */
const SCHEDULES = {
  lying: { fall: 5, contact: 7, settle: 8, settled: 5 },
  standing: { fall: 11, contact: 19, settle: 24, settled: 7 },
};
const KEPT = 0.7; // of the velocities, in each damped step
const DRAPING = { from: 40, to: 120 }; // steps of 5 ms: its sides swing in, touch each other and out again

function timeStep(world) {
  const began = performance.now();
  world.step();
  return performance.now() - began;
}

function damp(world) {
  const { velocities } = world.cloths[0].particles;
  for (let i = 0; i < velocities.length; i++) velocities[i] *= KEPT;
}

/** Root mean square, m/s. */
function speedOf(world) {
  const { velocities } = world.cloths[0].particles;
  const sum = velocities.reduce((total, velocity) => total + velocity ** 2, 0);
  return Math.sqrt((3 * sum) / velocities.length);
}

/** Takes all worlds through a part of the drop, step by step in turn, so that a slowdown affects all of them equally. */
function pass(runs, part, steps) {
  for (let i = 0; i < steps; i++) {
    for (const { world, times } of runs) {
      (times[part] ??= []).push(timeStep(world));
      if (part === "settle") damp(world);
    }
  }
}

/** One drop with all variants: ms per step in each phase and variant, and what is left at the end. */
function drop(n, pose, times) {
  const runs = Object.entries(VARIANTS).map(([name, options]) => ({
    name,
    world: foldedSheet(n, pose, options),
    times: (times[name] ??= {}),
  }));
  for (const [part, steps] of Object.entries(SCHEDULES[pose])) pass(runs, part, steps);
  const ends = runs.map(({ name, world }) => {
    const { contactCount, crossings } = world.contact;
    const end = {
      speed: round(speedOf(world)),
      contacts: contactCount,
      crossings,
      forced: world.stats.forcedCrossings,
    };
    world.dispose();
    return [name, end];
  });
  return Object.fromEntries(ends);
}

/** What contact costs in a phase: what it adds to a step without it, over a step of the reference. */
function costsOf(phase, particles, times) {
  const [reference, off, fast, exact] = ["reference", "off", "fast", "exact"].map((name) =>
    median(times[name][phase]),
  );
  const perParticle = (milliseconds) => round((1000 * milliseconds) / particles);
  return {
    phase,
    milliseconds: {
      reference: round(reference),
      off: round(off),
      fast: round(fast),
      exact: round(exact),
    },
    ratios: { fast: round((fast - off) / reference), exact: round((exact - off) / reference) },
    microseconds: { fast: perParticle(fast), exact: perParticle(exact) },
  };
}

/** Drops a folded sheet of n × n particles some times. The ends are those of the last drop; all are the same. */
export function timeDrop(n, pose, rounds) {
  const times = {};
  let ends = {};
  for (let i = 0; i < rounds; i++) ends = drop(n, pose, times);
  const particles = n * n;
  const phases = ["contact", "settled"].map((phase) => costsOf(phase, particles, times));
  return { pose, particles, phases, ends: { fast: ends.fast, exact: ends.exact } };
}

/** A sheet that falls over a sphere, while its sides fold and touch each other. */
export function timeDrape(n) {
  const world = drapedSheet(n);
  const particles = n * n;
  const times = [];
  let contacts = 0;
  let crossings = 0;
  for (let i = 0; i < DRAPING.to; i++) {
    const milliseconds = timeStep(world);
    if (i >= DRAPING.from) times.push(milliseconds);
    contacts = Math.max(contacts, world.contact.contactCount);
    crossings = Math.max(crossings, world.contact.crossings);
  }
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  world.dispose();
  return {
    particles,
    milliseconds: round(median(times)),
    mean: round(mean),
    microseconds: round((1000 * mean) / particles),
    contacts,
    crossings,
  };
}
