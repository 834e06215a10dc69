import { finite, list, pair, record, refuse, whole, type Check } from "../../math/check-data.js";
import type { TopologyEdit } from "../../mesh/index.js";
import { edits } from "./edits.js";
import { inputFields, type Input } from "./input.js";

/** All inputs and edits of a world, step by step. Times are in s. */
export interface InputLog {
  /** Durations of the steps, run-length encoded: duration and number of steps. */
  steps: [duration: number, count: number][];
  /** Inputs before a step, with its index and the time of the world. Those of one step are in order. */
  inputs: { step: number; time: number; input: Input }[];
  /** Edits of the meshes by tears, seams and knives within a step. */
  edits: { step: number; time: number; cloth: number; edits: TopologyEdit[] }[];
}

/** Largest number of steps between two frames. With more, a frame would take impractically long. */
export const MAX_STEPS_PER_FRAME = 100_000;
/** Longest step, s: that of a scene with one step per frame and one frame per second. */
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
 * Checks an input log from a file. The contents of its inputs are checked when they are applied, because only then the
 * world is known.
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
  for (const [name, rows, max] of [
    ["inputs", inputs, count],
    ["edits", made, count - 1],
  ] as const) {
    let min = 0;
    for (const [i, { step }] of rows.entries()) {
      whole(min, max)(step, `${field}.${name}.${i}.step`);
      min = step;
    }
  }
}
