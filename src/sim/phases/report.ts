import { pieceEvent, tearEvent, type EventEmitter } from "../events.js";
import type { WorldCloth } from "../cloth/world-cloth.js";
import type { Stats } from "../stats.js";

/** What the `report` phase reads: the cloths, and the number of substeps. */
export interface ReportContext {
  readonly cloths: readonly WorldCloth[];
  readonly stats: Stats;
  readonly substeps: { readonly count: number };
  readonly contact: { readonly crossings: number; readonly forced: number };
}

/** The `report` phase: updates the counters. */
export function countStep({ cloths, stats, substeps, contact }: ReportContext): void {
  countTears(cloths, stats);
  countSolves(cloths, stats);
  stats.steps++;
  stats.substeps = substeps.count;
  stats.crossings = contact.crossings;
  stats.forcedCrossings += contact.forced;
  stats.maxSubsteps = Math.max(stats.maxSubsteps, stats.substeps);
}

function countTears(cloths: readonly WorldCloth[], stats: Stats): void {
  stats.lastTears = 0;
  let first = Infinity;
  let capped = false;
  for (let i = 0; i < cloths.length; i++) {
    const { torn, largestStretch } = cloths[i]!.tears;
    const { tears, times, deferred } = torn;
    if (largestStretch > stats.maxStretch) stats.maxStretch = largestStretch;
    stats.lastTears += tears.length;
    if (tears.length > 0) first = Math.min(first, times[0]!);
    if (deferred > 0) capped = true;
  }
  stats.tears += stats.lastTears;
  if (capped) stats.cappedSteps++;
  if (stats.lastTears > 0) stats.firstTearTime ??= first;
}

/** Counters of solvers that solve equations, for the latest step. */
function countSolves(cloths: readonly WorldCloth[], stats: Stats): void {
  stats.iterations = 0;
  stats.residual = 0;
  let isTrusted = true;
  for (const { solver } of cloths) {
    const { solveStats } = solver;
    if (solveStats === null) continue;
    stats.iterations += solveStats.iterations;
    stats.halvings += solveStats.halvings;
    stats.residual = Math.max(stats.residual, solveStats.residual);
    if (!solver.isTrusted) isTrusted = false;
  }
  stats.totalIterations += stats.iterations;
  stats.maxResidual = Math.max(stats.maxResidual, stats.residual);
  if (!isTrusted) stats.untrustedSteps++;
}

/**
 * Emits all events that were not emitted yet.
 *
 * @param time Time of the world, s.
 * @param isStep True at the end of a step: then its tears are emitted too.
 */
export function emitEvents(
  events: EventEmitter,
  cloths: readonly WorldCloth[],
  time: number,
  isStep: boolean,
): void {
  events.emitPending(time);
  for (let number = 0; number < cloths.length; number++) {
    const cloth = cloths[number]!;
    if (isStep && events.has("tear")) {
      const { tears, times } = cloth.tears.torn;
      for (const [i, tear] of tears.entries()) {
        events.emit("tear", tearEvent(tear, number, times[i]!));
      }
    }
    if (!events.has("piece")) continue;
    for (const part of cloth.pieces.update()) {
      events.emit("piece", pieceEvent(part, cloth, number, time));
    }
  }
  events.rethrow();
}
