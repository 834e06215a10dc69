import { measureAgain, order, severityAt } from "../../tearing/index.js";
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

/** Parts of a substep that are too short to go on by: a tear comes that much too early. */
const MIN_PART = 1e-3;
/**
 * Times in one substep at which something tears, at most: what is over its limit after that tears at the end of the substep. Each time
 * costs another substep, and where all is over its limit, as in a blow-up, there would be as many as edges.
 */
const MAX_TIMES = 64;
/** Tears that are no farther apart than this part of a substep happen at once, in the order of the options. */
const AT_ONCE = 1e-9;

/**
 * A substep with tears at the times at which they happen, one after the other (Phillips III.C.1). It is taken as a whole, to see
 * what is over its limit at the end. If anything is, all go back to its start, and on by the fraction after which the first
 * of them reaches its limit; it tears; what is left of the substep is taken in the same way.
 *
 *     severity                 ╱ •      fraction = (1 − start) / (end − start)
 *       1 ┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈╱┈┈┈┈┈┈
 *                      ╱  ┊             Phillips' eq. 31 has strength / end: right only where nothing is strained
 *         start • ╱       ┊             at the start.
 *               0      fraction   1
 */
export function advanceToEachTear(context: ExactContext, duration: number): void {
  const { cloths, kernels, substeps } = context;
  let left = duration;
  for (let times = 0; times < MAX_TIMES; times++) {
    for (let i = 0; i < cloths.length; i++) outsideKernels(kernels, cloths[i]!, keepCloth, null);
    context.solids.keep();
    advance(context, left);
    const fraction = firstFraction(context);
    if (!(fraction <= 1)) {
      addParts(context, "exact");
      return;
    }

    // What xpbd applies as a force depends on the length of the substep, and in a short part of one it would make good at a stroke what it
    // has left undone in a whole one: shreds would fly off.
    const isShort = fraction * left < MIN_PART * duration;
    const part = !context.solverModule.canDivideSubsteps || isShort ? 0 : fraction * left;
    if (part > 0) goOn(context, part);
    left -= part;
    substeps.start += part;
    const time = substeps.end - left;
    for (let i = 0; i < cloths.length; i++) {
      const cloth = cloths[i]!;
      if (cloth.tears.resolve !== "exact") continue;
      outsideKernels(kernels, cloth, tearFirst, { context, fraction, time });
    }
    if (!(left > MIN_PART * duration)) {
      if (left > 0) goOn(context, left);
      return;
    }
  }
  goOn(context, left);
  tearCloths(context, "exact");
}

function keepCloth({ stores }: WorldCloth): void {
  stores.keep();
}

/** Goes on by a part of a substep that is not taken back. */
function goOn(context: ExactContext, part: number): void {
  advance(context, part);
  addParts(context, "exact");
}

/**
 * The fraction of the way back at which the first candidate of any cloth reaches its limit, and all cloths are back at
 * the start; over 1 where there is none, and all are at the end.
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

/** What is over its limit and can tear now. */
function collectCandidates(cloth: WorldCloth): void {
  const { tears, solver } = cloth;
  const { candidates, torn } = tears;
  const { maxTearsPerStep } = tears.options!;
  tears.measure(solver.isTrusted);
  if (candidates.count > 0) dropHeld(cloth);
  if (torn.tears.length < maxTearsPerStep) return;
  torn.putOff += candidates.count;
  candidates.clear();
}

/**
 * Takes out of the candidates what cannot tear, because all that could split is held. Else the world would go back for each
 * of them in vain, and hands and pins hold many.
 */
function dropHeld({ tears, mesh, holding }: WorldCloth): void {
  const { candidates, options } = tears;
  const { edges, vertices } = candidates;
  candidates.keep((i) => {
    const edge = edges[i]!;
    if (edge !== -1)
      return !(holding.isHeld(mesh.edgeStart(edge)) && holding.isHeld(mesh.edgeEnd(edge)));
    // From weak points the edge that pulls at a vertex is torn in the middle, if need be.
    return options!.path === "weak-point" || !holding.isHeld(vertices[i]!);
  });
}

/** Goes back to the start of the substep, and finds for each candidate the fraction of it at which it reaches its limit. */
function rollBack({ stores, tears }: WorldCloth): void {
  stores.rollback();
  const { candidates, hysteresis, surface, options, resolve } = tears;
  if (resolve !== "exact") return;
  const { count, edges, vertices, severities, fractions } = candidates;
  for (let i = 0; i < count; i++) {
    const bar = hysteresis.barOf(edges[i]!, vertices[i]!);
    const start = severityAt(surface, options!, edges[i]!, vertices[i]!);
    fractions[i] = start >= bar ? 0 : (bar - start) / (severities[i]! - start);
  }
}

/** The least fraction of all candidates. */
function firstOf({ tears: { candidates } }: WorldCloth): number {
  let first = Infinity;
  for (let i = 0; i < candidates.count; i++) first = Math.min(first, candidates.fractions[i]!);
  return first;
}

/** When candidates tear: at a fraction of the substep, s after the start of the step. */
interface TearMoment {
  context: ExactContext;
  fraction: number;
  time: number;
}

/** Tears those candidates whose time has come, as they are now, in the order of the options. */
function tearFirst(cloth: WorldCloth, { context, fraction, time }: TearMoment): void {
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
