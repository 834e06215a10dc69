import { finite, list, pair, record, refuse, whole, type Check } from "../../math/check-data.js";
import type { TopologyEdit } from "../../mesh/index.js";
import { edits } from "./edits.js";
import { inputFields, type Input } from "./input.js";

/** What happened in a world, step by step. All times in s. */
export interface InputLog {
  /** Durations of the steps in a row, each with how many of them there were. */
  steps: [duration: number, count: number][];
  /** What was done from outside before a step, with its number and the time of the world; of one step, in this order. */
  inputs: { step: number; time: number; input: Input }[];
  /** How the cloths came apart in a step by themselves. */
  edits: { step: number; time: number; cloth: number; edits: TopologyEdit[] }[];
}

/** More steps than this between two frames and nobody would see the second. */
export const MAX_STEPS_PER_FRAME = 100_000;
/** s: that of a scene with one step a frame and one frame a second. */
const MAX_STEP = 1;

const duration: Check = (value, field) => {
  const isFine = typeof value === "number" && value > 0 && value <= MAX_STEP;
  if (!isFine) refuse(field, `a time over 0 s, at most ${MAX_STEP} s`, value);
};

const fields = record({
  steps: list(pair(duration, whole(1))),
  inputs: list(record({ step: whole(), time: finite, input: inputFields })),
  edits: list(record({ step: whole(), time: finite, cloth: whole(), edits })),
});

/**
 * Looks at a course that came from a file, as a whole. What its inputs change is looked at when they are applied: only then it
 * is known what there is.
 *
 * @throws ContainerError with one line that names the field.
 */
export function checkInputLog(value: unknown, field: string): asserts value is InputLog {
  fields(value, field);
  const { steps, inputs, edits: made } = value as InputLog;
  let count = 0;
  for (const [i, [, more]] of steps.entries()) {
    count += more;
    whole()(count, `${field}.steps.${i}.1`);
  }
  for (const [name, rows, most] of [
    ["inputs", inputs, count],
    ["edits", made, count - 1],
  ] as const) {
    let least = 0;
    for (const [i, { step }] of rows.entries()) {
      whole(least, most)(step, `${field}.${name}.${i}.step`);
      least = step;
    }
  }
}
