import { join } from "node:path";
import { locksOf, type OutputFiles } from "./output-lock.js";
import { POSITIONS } from "./frame-writer.js";
import { keptFile } from "./checkpoint.js";

/** The files that a run may write for itself, beside its frames and its recording. */
export function outputFiles(claimed: OutputFiles): string[] {
  const { out, record } = claimed;
  return [
    ...locksOf(claimed).map(({ lock }) => lock),
    ...(out === undefined ? [] : [keptFile({ out })!, join(out, POSITIONS)]),
    ...(record === undefined ? [] : [keptFile({ record })!]),
  ];
}
