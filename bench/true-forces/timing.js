import { median, round } from "../peers/timing.js";
import { CASES } from "./cases.js";
import { SOLVERS } from "./solvers.js";
import { openSettled, openTaut } from "./start.js";

const ROUNDS = 9;
/** Frames of a round, from the start of the drag. */
const FRAMES_OF = { "1k": 8, "4k": 4, "16k": 2 };
/** The most time ratio to the yardstick, which is always a sheet of springs. */
const TIME_BARS = { "1k": 1.2, "4k": 1.3, "16k": 1.8 };
/** The same of other models than springs, over that of springs. */
const MODEL_FACTOR = 2.5;
/** The other models, timed with the fast solver. */
const MODELS = ["angles", "baraff-witkin", "membrane"];

/** Times a part of the drag. The world goes back to its start before. */
function timeRound({ world, start }, frames) {
  world.restore(start);
  const began = performance.now();
  for (let i = 0; i < frames; i++) world.step();
  return (performance.now() - began) / frames;
}

/** A row of the table, with what it takes to time it. */
function runOf(world, { name, isYardstick }, model, bar) {
  return { world, start: world.capture(), times: [], name, isYardstick, model, bar };
}

/** What is timed at one size: all solvers with springs, then the other models with the fast solver. */
function runsOf(size) {
  const one = CASES[`${size}-cotton-1`];
  const bar = TIME_BARS[size];
  const runs = SOLVERS.filter(({ timed }) => timed.includes(size)).map((row) =>
    runOf(openTaut(one, row.solver, row.options), row, "springs", bar),
  );
  const fast = SOLVERS.find(({ isFast }) => isFast);
  for (const model of MODELS) {
    const world = openSettled({ ...one, model }, fast.solver);
    runs.push(runOf(world, fast, model, MODEL_FACTOR * bar));
  }
  return runs;
}

/** Ms per frame of all solvers at one size, in turns, so that a slowdown of the machine affects all of them equally. */
export function compareTimes(size) {
  const runs = runsOf(size);
  const frames = FRAMES_OF[size];
  for (const run of runs) timeRound(run, frames); // a warm-up: until all code is compiled
  for (let round = 0; round < ROUNDS; round++) {
    for (const run of runs) run.times.push(timeRound(run, frames));
  }
  const yardstick = median(runs.find(({ isYardstick }) => isYardstick).times);
  return runs.map(({ world, times, model, name, bar }) => {
    world.dispose();
    const milliseconds = median(times);
    const ratio = round(milliseconds / yardstick);
    return { size, model, solver: name, milliseconds: round(milliseconds), ratio, bar };
  });
}
