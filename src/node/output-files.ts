import { join } from "node:path";
import { locksOf, type OutputFiles } from "./output-lock.js";
import { POSITIONS } from "./frame-writer.js";
import { checkpointFile } from "./checkpoint.js";

/** The files that a run may write besides its frames and its recording: locks, checkpoints, positions. */
export function outputFiles(output: OutputFiles): string[] {
  const { out, record } = output;
  return [
    ...locksOf(output).map(({ lock }) => lock),
    ...(out === undefined ? [] : [checkpointFile({ out })!, join(out, POSITIONS)]),
    ...(record === undefined ? [] : [checkpointFile({ record })!]),
  ];
}
