import { pieceEvent, tearEvent, type Events } from "../events.js";
import type { WorldCloth } from "../cloth/world-cloth.js";
import type { Tally } from "../tally.js";

/** What a report tells of a step: its cloths, and how many substeps it had. */
export interface ReportContext {
  readonly cloths: readonly WorldCloth[];
  readonly tally: Tally;
  readonly substeps: { readonly count: number };
}

/** The `report` phase: counts are kept. */
export function countStep({ cloths, tally, substeps }: ReportContext): void {
  countTears(cloths, tally);
  countSolves(cloths, tally);
  tally.steps++;
  tally.substeps = substeps.count;
  tally.maxSubsteps = Math.max(tally.maxSubsteps, tally.substeps);
}

function countTears(cloths: readonly WorldCloth[], tally: Tally): void {
  tally.lastTears = 0;
  let first = Infinity;
  let capped = false;
  for (let i = 0; i < cloths.length; i++) {
    const { torn, largestStretch } = cloths[i]!.tears;
    const { tears, times, putOff } = torn;
    if (largestStretch > tally.maxStretch) tally.maxStretch = largestStretch;
    tally.lastTears += tears.length;
    if (tears.length > 0) first = Math.min(first, times[0]!);
    if (putOff > 0) capped = true;
  }
  tally.tears += tally.lastTears;
  if (capped) tally.cappedSteps++;
  if (tally.lastTears > 0) tally.firstTearTime ??= first;
}

/** What solvers that solve equations say of the latest step. */
function countSolves(cloths: readonly WorldCloth[], tally: Tally): void {
  tally.iterations = 0;
  tally.residual = 0;
  let isTrusted = true;
  for (const { solver } of cloths) {
    const { figures } = solver;
    if (figures === null) continue;
    tally.iterations += figures.iterations;
    tally.halvings += figures.halvings;
    tally.residual = Math.max(tally.residual, figures.residual);
    if (!solver.isTrusted) isTrusted = false;
  }
  tally.totalIterations += tally.iterations;
  tally.maxResidual = Math.max(tally.maxResidual, tally.residual);
  if (!isTrusted) tally.untrustedSteps++;
}

/**
 * Calls back for all that has happened and was not told yet.
 *
 * @param time Of the world, s.
 * @param isStep Whether a step has ended: then its tears are told too.
 */
export function tellListeners(
  events: Events,
  cloths: readonly WorldCloth[],
  time: number,
  isStep: boolean,
): void {
  events.tellPending(time);
  for (let number = 0; number < cloths.length; number++) {
    const cloth = cloths[number]!;
    if (isStep && events.has("tear")) {
      const { tears, times } = cloth.tears.torn;
      for (const [i, tear] of tears.entries()) {
        events.tell("tear", tearEvent(tear, number, times[i]!));
      }
    }
    if (!events.has("piece")) continue;
    for (const part of cloth.pieces.update()) {
      events.tell("piece", pieceEvent(part, cloth, number, time));
    }
  }
  events.rethrow();
}
