import { median, round } from "../peers/timing.js";
import { CASES } from "./cases.js";
import { SOLVERS } from "./solvers.js";
import { openTaut } from "./start.js";

const ROUNDS = 9;
/** Frames of a round, from the start of the drag. */
const FRAMES_OF = { "1k": 8, "4k": 4, "16k": 2 };
/** The most time ratio to the yardstick. */
export const TIME_BARS = { "1k": 1.2, "4k": 1.3, "16k": 1.8 };

/** Times a part of the drag. The world goes back to its start before. */
function timeRound({ world, start }, frames) {
  world.restore(start);
  const began = performance.now();
  for (let i = 0; i < frames; i++) world.step();
  return (performance.now() - began) / frames;
}

/** Ms per frame of all solvers at one size, in turns, so that a slowdown of the machine affects all of them equally. */
export function compareTimes(size) {
  const one = CASES[`${size}-cotton-1`];
  const solvers = SOLVERS.filter(({ timed }) => timed.includes(size));
  const runs = solvers.map(({ solver, options }) => {
    const world = openTaut(one, solver, options);
    return { world, start: world.capture(), times: [] };
  });
  const frames = FRAMES_OF[size];
  for (const run of runs) timeRound(run, frames); // a warm-up: until all code is compiled
  for (let round = 0; round < ROUNDS; round++) {
    for (const run of runs) run.times.push(timeRound(run, frames));
  }
  const yardstick = median(runs[solvers.findIndex(({ isYardstick }) => isYardstick)].times);
  return runs.map(({ world, times }, i) => {
    world.dispose();
    const milliseconds = median(times);
    const ratio = round(milliseconds / yardstick);
    return { size, solver: solvers[i].name, milliseconds: round(milliseconds), ratio };
  });
}
