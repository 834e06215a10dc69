import { measureAgain, order, severityAt } from "../tearing/index.js";
import { advance } from "./advance.js";
import { addPulls } from "./tear-off.js";
import { measureCloth, tearCloth, tearCloths } from "./tear-cloths.js";
import type { WorldCloth } from "./world-cloth.js";
import type { World } from "./world.js";

/** Parts of a substep that are too short to go on by: a tear comes that much too early. */
const SHORTEST_PART = 1e-3;
/**
 * Times in one substep at which something tears, at most: what is over its limit after that tears at the end of the substep. Each time
 * costs another substep, and where all is over its limit, as in a blow-up, there would be as many as edges.
 */
const MOST_TIMES = 64;
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
export function advanceToEachTear(world: World, duration: number): void {
  const { cloths, kernels, substeps } = world;
  // What xpbd applies as a force depends on the length of the substep, and in a short part of one it would make good at a stroke what it
  // has left undone in a whole one: shreds would fly off. Symplectic Euler keeps an energy that depends on the length: with parts an
  // undamped sheet gained energy at each tear, and tore 95 times instead of 12.
  const { type } = world.solver;
  const isWhole = type === "xpbd" || type === "euler";
  let left = duration;
  for (let times = 0; times < MOST_TIMES; times++) {
    for (let i = 0; i < cloths.length; i++) {
      kernels.endStep(cloths[i]!);
      cloths[i]!.moment.keep(cloths[i]!);
      kernels.beginStep(cloths[i]!);
    }
    world.solids.keep();
    advance(world, left);
    const fraction = firstFraction(world);
    if (!(fraction <= 1)) {
      addPulls(world, "exact");
      return;
    }

    const part = isWhole || fraction * left < SHORTEST_PART * duration ? 0 : fraction * left;
    if (part > 0) goOn(world, part);
    left -= part;
    substeps.start += part;
    const time = substeps.end - left;
    for (let i = 0; i < cloths.length; i++) {
      const cloth = cloths[i]!;
      if (cloth.resolve !== "exact") continue;
      kernels.endStep(cloth);
      tearFirst(world, cloth, fraction, time);
      kernels.beginStep(cloth);
    }
    if (!(left > SHORTEST_PART * duration)) {
      if (left > 0) goOn(world, left);
      return;
    }
  }
  goOn(world, left);
  tearCloths(world, "exact");
}

/** Goes on by a part of a substep that is not taken back. */
function goOn(world: World, part: number): void {
  advance(world, part);
  addPulls(world, "exact");
}

/**
 * The fraction of the way back at which the first candidate of any cloth reaches its limit, and all cloths are back at
 * the start; over 1 where there is none, and all are at the end.
 */
function firstFraction(world: World): number {
  const { cloths, kernels, clock } = world;
  let isOver = false;
  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    kernels.endStep(cloth);
    if (cloth.resolve !== "exact") continue;
    measureCloth(cloth);
    if (cloth.candidates.count > 0) dropHeld(cloth);
    const isCapped = cloth.torn.tears.length >= cloth.tearing!.maxTearsPerStep;
    if (isCapped) {
      cloth.torn.putOff += cloth.candidates.count;
      cloth.candidates.clear();
    }
    if (cloth.candidates.count > 0) isOver = true;
  }
  if (isOver) world.solids.restore();
  let first = Infinity;
  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    if (isOver) {
      cloth.moment.restore(cloth);
      if (cloth.resolve === "exact") first = Math.min(first, setFractions(cloth));
    }
    kernels.beginStep(cloth);
  }
  clock.end("measure");
  return first;
}

/**
 * Takes out of the candidates what cannot tear, because all that could split is held. Else the world would go back for each
 * of them in vain, and hands and pins hold many.
 */
function dropHeld(cloth: WorldCloth): void {
  const { candidates, mesh, tearing } = cloth;
  const { edges, vertices } = candidates;
  candidates.keep((i) => {
    const edge = edges[i]!;
    if (edge !== -1)
      return !(cloth.isHeld(mesh.edgeStart(edge)) && cloth.isHeld(mesh.edgeEnd(edge)));
    // From weak points the edge that pulls at a vertex is torn in the middle, if need be.
    return tearing!.path === "weak-point" || !cloth.isHeld(vertices[i]!);
  });
}

/** Finds for each candidate the fraction at which it reaches its limit, and returns the least of them. */
function setFractions(cloth: WorldCloth): number {
  const { candidates, letGo } = cloth;
  const { count, edges, vertices, severities, fractions } = candidates;
  let first = Infinity;
  for (let i = 0; i < count; i++) {
    const bar = letGo.barOf(edges[i]!, vertices[i]!);
    const start = severityAt(cloth, cloth.tearing!, edges[i]!, vertices[i]!);
    fractions[i] = start >= bar ? 0 : (bar - start) / (severities[i]! - start);
    first = Math.min(first, fractions[i]!);
  }
  return first;
}

/** Tears those candidates whose time has come, as they are now, in the order of the options. */
function tearFirst(world: World, cloth: WorldCloth, fraction: number, time: number): void {
  const { candidates, letGo, torn } = cloth;
  const tearing = cloth.tearing!;
  candidates.keep((i) => candidates.fractions[i]! <= fraction + AT_ONCE);
  measureAgain(cloth, tearing, candidates);
  order(candidates, tearing.order, cloth, cloth.random);
  world.clock.end("measure");
  const before = torn.tears.length;
  tearCloth(world, cloth, time);
  if (torn.tears.length > before) letGo.addCandidates(candidates);
  else letGo.block(candidates);
}
