import { join } from "node:path";
import { locksOf, type Claimed } from "./claim.js";
import { POSITIONS } from "./frame-writer.js";
import { keptFile } from "./kept-run.js";

/** The files that a run may write for itself, beside its frames and its recording. */
export function ownFiles(claimed: Claimed): string[] {
  const { out, record } = claimed;
  return [
    ...locksOf(claimed).map(({ lock }) => lock),
    ...(out === undefined ? [] : [keptFile({ out })!, join(out, POSITIONS)]),
    ...(record === undefined ? [] : [keptFile({ record })!]),
  ];
}
