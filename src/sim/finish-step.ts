import { pieceEvent, tearEvent } from "./events.js";
import type { World } from "./world.js";

/** The `report` phase: time goes on, counts are kept, listeners hear. */
export function finishStep(world: World, dt: number): void {
  world.time += dt;
  countStep(world);
  countSolves(world);
  world.recorder?.afterStep();
  tellListeners(world, true);
}

function countStep({ tally, cloths, substeps }: World): void {
  tally.steps++;
  tally.substeps = substeps.count;
  tally.maxSubsteps = Math.max(tally.maxSubsteps, tally.substeps);
  tally.lastTears = 0;
  let first = Infinity;
  let capped = false;
  for (let i = 0; i < cloths.length; i++) {
    const { torn, largestStretch } = cloths[i]!;
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

/** What the implicit solver says of the latest step. */
function countSolves({ tally, cloths }: World): void {
  tally.iterations = 0;
  tally.residual = 0;
  let isTrusted = true;
  for (const { implicit } of cloths) {
    if (implicit === null) continue;
    tally.iterations += implicit.figures.iterations;
    tally.halvings += implicit.figures.halvings;
    tally.residual = Math.max(tally.residual, implicit.figures.residual);
    if (!implicit.isTrusted) isTrusted = false;
  }
  tally.totalIterations += tally.iterations;
  tally.maxResidual = Math.max(tally.maxResidual, tally.residual);
  if (!isTrusted) tally.untrustedSteps++;
}

/**
 * Calls back for all that has happened and was not told yet.
 *
 * @param isStep Whether a step has ended: then its tears are told too.
 */
export function tellListeners({ listeners, news, cloths, time }: World, isStep = false): void {
  listeners.tellNews(news, time);
  for (let number = 0; number < cloths.length; number++) {
    const cloth = cloths[number]!;
    if (isStep && listeners.has("tear")) {
      const { tears, times } = cloth.torn;
      for (const [i, tear] of tears.entries()) {
        listeners.tell("tear", tearEvent(tear, number, times[i]!));
      }
    }
    if (!listeners.has("piece")) continue;
    for (const part of cloth.pieces.update()) {
      listeners.tell("piece", pieceEvent(part, cloth, number, time));
    }
  }
  listeners.rethrow();
}
