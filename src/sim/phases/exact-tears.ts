import { keepTips, measureAgain, order, severityAt } from "../../tearing/index.js";
import type { WorldCloth } from "../cloth/world-cloth.js";
import { outsideKernels } from "./kernel-scope.js";
import { addParts } from "./pins.js";
import { advance, type SubstepContext } from "./substep.js";
import { tearCloth, tearCloths, type TearContext } from "./tear.js";

/** What a substep with tears at exact times works on. */
export interface ExactContext extends SubstepContext, TearContext {
  readonly solverModule: { readonly canDivideSubsteps: boolean };
  readonly substeps: SubstepContext["substeps"] & TearContext["substeps"] & { start: number };
}

/**
 * Shortest part of a substep, as a fraction of it. What would be shorter is skipped: a tear comes that much too early.
 */
const MIN_PART = 1e-3;
/**
 * Largest number of tear times in one substep. What is over its limit after that tears at the end of the substep. Each
 * time costs another substep, and in a blow-up there could be one per edge.
 */
const MAX_TIMES = 64;
/** Tears closer together than this fraction of a substep happen at the same time, in the order of the options. */
const AT_ONCE = 1e-9;

/**
 * A substep with tears at the times at which they happen, one after the other (Phillips III.C.1). First it makes the
 * whole substep, to find what is over its limit at the end. If anything is, it rolls back to the start and advances by
 * the fraction at which the first candidate reaches its limit. That one tears. The rest of the substep follows in the
 * same way.
 *
 *     severity                 ╱ •      fraction = (1 − start) / (end − start)
 *       1 ┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈╱┈┈┈┈┈┈
 *                      ╱  ┊             Phillips' eq. 31 has strength / end: correct only if nothing is strained
 *         start • ╱       ┊             at the start.
 *               0      fraction   1
 */
export function advanceToEachTear(context: ExactContext, duration: number): void {
  const { cloths, kernels, substeps } = context;
  let remaining = duration;
  for (let times = 0; times < MAX_TIMES; times++) {
    for (let i = 0; i < cloths.length; i++) outsideKernels(kernels, cloths[i]!, saveCloth, null);
    context.solids.takeSnapshot();
    advance(context, remaining);
    const fraction = firstFraction(context);
    if (!(fraction <= 1)) {
      addParts(context, "exact");
      return;
    }

    // With XPBD, forces depend on the length of the substep. In a short part it would correct at once the error that a
    // whole substep leaves, and shreds would fly off.
    const isShort = fraction * remaining < MIN_PART * duration;
    const part = !context.solverModule.canDivideSubsteps || isShort ? 0 : fraction * remaining;
    if (part > 0) advancePart(context, part);
    remaining -= part;
    substeps.start += part;
    const time = substeps.end - remaining;
    for (let i = 0; i < cloths.length; i++) {
      const cloth = cloths[i]!;
      if (cloth.tears.resolve !== "exact") continue;
      outsideKernels(kernels, cloth, tearFirst, { context, fraction, time });
    }
    if (!(remaining > MIN_PART * duration)) {
      if (remaining > 0) advancePart(context, remaining);
      return;
    }
  }
  advancePart(context, remaining);
  tearCloths(context, "exact");
}

function saveCloth({ stores }: WorldCloth): void {
  stores.takeSnapshot();
}

/** Advances by a part of a substep that is not rolled back. */
function advancePart(context: ExactContext, part: number): void {
  advance(context, part);
  addParts(context, "exact");
}

/**
 * The fraction of the substep at which the first candidate of any cloth reaches its limit; then all cloths are back at
 * the start. Over 1 if there is none; then all cloths are at the end.
 */
function firstFraction(context: ExactContext): number {
  const { cloths, kernels, clock, solids } = context;
  let isOver = false;
  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    if (cloth.tears.resolve !== "exact") continue;
    outsideKernels(kernels, cloth, collectCandidates, null);
    if (cloth.tears.candidates.count > 0) isOver = true;
  }
  let first = Infinity;
  if (isOver) {
    solids.rollback();
    for (let i = 0; i < cloths.length; i++) {
      const cloth = cloths[i]!;
      outsideKernels(kernels, cloth, rollBack, null);
      if (cloth.tears.resolve === "exact") first = Math.min(first, firstOf(cloth));
    }
  }
  clock.end("measure");
  return first;
}

/** Collects what is over its limit and can tear now. */
function collectCandidates(cloth: WorldCloth): void {
  const { tears, solver } = cloth;
  const { candidates, torn } = tears;
  const { maxTearsPerStep } = tears.options!;
  tears.measure(solver.isTrusted);
  if (candidates.count > 0) removeHeld(cloth);
  if (tears.options!.starts === "single") keepTips(tears.surface, candidates);
  if (torn.tears.length < maxTearsPerStep) return;
  torn.deferred += candidates.count;
  candidates.clear();
}

/**
 * Removes candidates that cannot tear because everything that could split is pinned or grabbed. Otherwise the world
 * would roll back for each of them in vain; pins and grabs hold many particles.
 */
function removeHeld({ tears, mesh, holding }: WorldCloth): void {
  const { candidates, options } = tears;
  const { edges, vertices } = candidates;
  candidates.keep((i) => {
    const edge = edges[i]!;
    if (edge !== -1)
      return !(holding.isHeld(mesh.edgeStart(edge)) && holding.isHeld(mesh.edgeEnd(edge)));
    // With `weak-point`, the edge that loads a vertex is split at an inner point if needed.
    return options!.path === "weak-point" || !holding.isHeld(vertices[i]!);
  });
}

/** Rolls back to the start of the substep, and finds the fraction at which each candidate reaches its limit. */
function rollBack({ stores, tears }: WorldCloth): void {
  stores.rollback();
  const { candidates, hysteresis, surface, options, resolve } = tears;
  if (resolve !== "exact") return;
  const { count, edges, vertices, severities, fractions } = candidates;
  for (let i = 0; i < count; i++) {
    const bar = hysteresis.thresholdOf(edges[i]!, vertices[i]!);
    const start = severityAt(surface, options!, edges[i]!, vertices[i]!);
    fractions[i] = start >= bar ? 0 : (bar - start) / (severities[i]! - start);
  }
}

/** The smallest fraction of all candidates. */
function firstOf({ tears: { candidates } }: WorldCloth): number {
  let first = Infinity;
  for (let i = 0; i < candidates.count; i++) first = Math.min(first, candidates.fractions[i]!);
  return first;
}

/** When candidates tear: a fraction of the substep, and the time in s after the start of the step. */
interface TearTime {
  context: ExactContext;
  fraction: number;
  time: number;
}

/** Tears the candidates that are due, as measured now, in the order of the options. */
function tearFirst(cloth: WorldCloth, { context, fraction, time }: TearTime): void {
  const { candidates, hysteresis, torn, surface, random } = cloth.tears;
  const options = cloth.tears.options!;
  candidates.keep((i) => candidates.fractions[i]! <= fraction + AT_ONCE);
  measureAgain(surface, options, candidates);
  order(candidates, options.order, surface, random);
  context.clock.end("measure");
  const before = torn.tears.length;
  tearCloth(context, cloth, time);
  if (torn.tears.length > before) hysteresis.addCandidates(candidates);
  else hysteresis.block(candidates);
}
