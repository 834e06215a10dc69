import type { ClothSide } from "../broad-phase/cloth-broad-phase.js";
import { Contact, DEPTH, DURATION, FRICTION, ROUNDING, SHARE } from "../response/contact.js";
import type { Encounter } from "../broad-phase/candidate-pairs.js";
import { areApart, GAP, isOffLine, limits, setLimits } from "./pair-culling.js";
import { Closest, closestOfSegments, closestOnTriangle } from "../narrow-phase/closest-points.js";
import { EDGE_EDGE, firstTime, NEVER, POINT_TRIANGLE } from "../narrow-phase/time-of-impact.js";
import type { Core, Solid } from "../solids/solid.js";

export const NO_TOUCH = 0;
const SLOW_TOUCH = 1;
export const FAST = 2;

/** How exact the time of an impact is, m. */
const TOLERANCE = 1e-7;
/** Nearer to its ends than this an edge leaves its contact to the corners and particles there. */
const END = 1e-6;

// Four points: of a corner and a triangle of cloth, or of an edge of cloth and one of the solid.
const starts = new Float64Array(12);
const ends = new Float64Array(12);
const closest = new Closest();
const contact = new Contact();
// In arrays, because numbers handed from call to call go on the heap: between the two points that are closest, m; and how near
// they may come, m.
const wayLength = new Float64Array(1);
const near = new Float64Array(1);
/** Of the cloth, where it is nearest to the solid. */
const clothPoint = new Float64Array(3);
/** Whether the latest pair has moved so far that it could have passed through each other. */
let isFast = false;

/**
 * Keeps corners and edges of a solid from poking through between the particles, one contact after the other.
 *
 * @param onlyMoved Whether to leave out pairs of particles that have not moved since they were looked at last.
 * @returns NO_TOUCH, SLOW_TOUCH or FAST, where one was fast or deep: what it has pushed may have come into the way of another.
 */
export function collideCore(
  side: ClothSide,
  solid: Solid,
  { cornerPairs, edgePairs }: Encounter,
  offset: number,
  friction: number,
  duration: number,
  onlyMoved: boolean,
): number {
  let touch = NO_TOUCH;
  const { core } = solid;
  const { particles } = side.cloth;
  setLimits(core, offset, edgePairs.count > 0);
  const gap = limits[GAP]!;
  contact.numbers[FRICTION] = friction;
  contact.numbers[DURATION] = duration;
  const corners = cornerPairs.items;
  for (let i = 0; i < cornerPairs.count; i += 4) {
    const corner = corners[i]!;
    if (onlyMoved && !side.haveMoved(corners, i + 1, i + 4)) continue;
    if (areApart(core, corner, particles, corners[i + 1]!, corners[i + 2]!, corners[i + 3]!)) {
      continue;
    }
    contact.count = 3;
    takeCore(core, corner, 0);
    for (let k = 0; k < 3; k++) takeParticle(side, corners[i + 1 + k]!, k, 3 + 3 * k);
    findCornerContact(solid, corner);
    if (!(contact.numbers[DEPTH]! > ROUNDING)) continue;
    const found = isFast || contact.numbers[DEPTH]! > gap ? FAST : SLOW_TOUCH;
    contact.numbers[SHARE] = 0;
    for (let k = 0; k < 3; k++) {
      contact.weights[k] = closest.weights[k]!;
      contact.point[k] = ends[k]! + core.radius * contact.normal[k]!;
    }
    if (solid.body === null) solid.surfaceVelocity(corner, corner, contact);
    if (!contact.resolve(particles, solid.body)) continue;
    touch = Math.max(touch, found);
    side.hasPushed(contact.particles, contact.count);
  }
  const edges = edgePairs.items;
  for (let i = 0; i < edgePairs.count; i += 4) {
    const a = edges[i]!;
    const b = edges[i + 1]!;
    const from = edges[i + 2]!;
    const to = edges[i + 3]!;
    if (onlyMoved && !side.haveMoved(edges, i + 2, i + 4)) continue;
    if (isOffLine(core, a, b, particles, from, to)) continue;
    contact.count = 2;
    takeParticle(side, from, 0, 0);
    takeParticle(side, to, 1, 3);
    takeCore(core, a, 6);
    takeCore(core, b, 9);
    findEdgeContact(solid, a, b);
    if (!(contact.numbers[DEPTH]! > ROUNDING)) continue;
    const found = isFast || contact.numbers[DEPTH]! > gap ? FAST : SLOW_TOUCH;
    const t = closest.weights[3]!;
    contact.numbers[SHARE] = t;
    for (let k = 0; k < 3; k++) {
      const at = ends[6 + k]! + t * (ends[9 + k]! - ends[6 + k]!);
      contact.point[k] = at + core.radius * contact.normal[k]!;
    }
    contact.weights[0] = closest.weights[0]!;
    contact.weights[1] = closest.weights[1]!;
    if (solid.body === null) solid.surfaceVelocity(a, b, contact);
    if (!contact.resolve(particles, solid.body)) continue;
    touch = Math.max(touch, found);
    side.hasPushed(contact.particles, contact.count);
  }
  return touch;
}

function takeCore({ starts: from, ends: to }: Core, point: number, at: number): void {
  for (let k = 0; k < 3; k++) {
    starts[at + k] = from[3 * point + k]!;
    ends[at + k] = to[3 * point + k]!;
  }
}

function takeParticle({ cloth }: ClothSide, particle: number, i: number, at: number): void {
  const { positions, previousPositions } = cloth.particles;
  contact.particles[i] = particle;
  for (let k = 0; k < 3; k++) {
    starts[at + k] = previousPositions[3 * particle + k]!;
    ends[at + k] = positions[3 * particle + k]!;
  }
}

/** Finds how far the triangle has to go along the normal of `contact` to be off the corner by the gap; 0 or less: not at all. */
function findCornerContact(solid: Solid, corner: number): void {
  const gap = limits[GAP]!;
  const found = contact.numbers;
  found[DEPTH] = 0;
  isFast = largestWay(0, 3, 12) > gap / 2;
  if (isFast) {
    closestOnTriangle(starts, 0, 3, 6, 9, closest);
    measureWay();
    near[0] = Math.min(gap, wayLength[0]!) / 2;
    if (firstTime(POINT_TRIANGLE, starts, ends, near, TOLERANCE, closest) !== NEVER) {
      if (!setNormal(solid.core, corner, corner, -1)) return;
      let between = 0;
      for (let k = 0; k < 3; k++) {
        let at = 0;
        for (let i = 0; i < 3; i++) at += closest.weights[i]! * ends[3 + 3 * i + k]!;
        between += (at - ends[k]!) * contact.normal[k]!;
      }
      found[DEPTH] = gap - between;
      return;
    }
  }
  closestOnTriangle(ends, 0, 3, 6, 9, closest);
  measureWay();
  const distance = wayLength[0]!;
  if (distance >= gap) return;
  if (!setNormal(solid.core, corner, corner, -1)) return;
  for (let k = 0; k < 3; k++) clothPoint[k] = ends[k]! - closest.way[k]!;
  found[DEPTH] = gap - distance * facing(solid, corner, corner);
}

/** The same for an edge. */
function findEdgeContact(solid: Solid, a: number, b: number): void {
  const gap = limits[GAP]!;
  const found = contact.numbers;
  found[DEPTH] = 0;
  isFast = Math.max(largestWay(0, 6, 12), largestWay(3, 6, 12)) > gap / 2;
  if (isFast) {
    closestOfSegments(starts, 0, 3, 6, 9, closest);
    measureWay();
    near[0] = Math.min(gap, wayLength[0]!) / 2;
    if (firstTime(EDGE_EDGE, starts, ends, near, TOLERANCE, closest) !== NEVER) {
      if (isAtEnd() || !setNormal(solid.core, a, b, 1)) return;
      const { weights } = closest;
      let between = 0;
      for (let k = 0; k < 3; k++) {
        const own = weights[2]! * ends[6 + k]! + weights[3]! * ends[9 + k]!;
        const at = weights[0]! * ends[k]! + weights[1]! * ends[3 + k]!;
        between += (at - own) * contact.normal[k]!;
      }
      found[DEPTH] = gap - between;
      return;
    }
  }
  closestOfSegments(ends, 0, 3, 6, 9, closest);
  measureWay();
  const distance = wayLength[0]!;
  if (distance >= gap || isAtEnd()) return;
  if (!setNormal(solid.core, a, b, 1)) return;
  const { weights } = closest;
  for (let k = 0; k < 3; k++) {
    clothPoint[k] = weights[0]! * ends[k]! + weights[1]! * ends[3 + k]!;
  }
  found[DEPTH] = gap - distance * facing(solid, a, b);
}

/** Sets `wayLength`. */
function measureWay(): void {
  const { way } = closest;
  wayLength[0] = Math.sqrt(way[0]! * way[0]! + way[1]! * way[1]! + way[2]! * way[2]!);
}

/** The farthest that a point goes as seen from any of the others, m. */
function largestWay(point: number, from: number, to: number): number {
  let largest = 0;
  for (let i = from; i < to; i += 3) {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const way = ends[point + k]! - starts[point + k]! - (ends[i + k]! - starts[i + k]!);
      squared += way * way;
    }
    largest = Math.max(largest, squared);
  }
  return Math.sqrt(largest);
}

function isAtEnd(): boolean {
  for (let i = 0; i < 4; i++) if (closest.weights[i]! < END) return true;
  return false;
}

/**
 * The normal is the way from the solid to the cloth or, where they meet in a point, out of the solid.
 *
 * @param sign Of the way from the solid to the cloth in `closest.way`.
 * @returns Whether there is any.
 */
function setNormal({ outwards }: Core, a: number, b: number, sign: number): boolean {
  const { way } = closest;
  measureWay();
  const distance = wayLength[0]!;
  const { normal } = contact;
  if (distance > 0) {
    for (let k = 0; k < 3; k++) normal[k] = (sign * way[k]!) / distance;
    return true;
  }
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    normal[k] = outwards[3 * a + k]! + outwards[3 * b + k]!;
    squared += normal[k]! * normal[k]!;
  }
  const size = Math.sqrt(squared);
  for (let k = 0; k < 3; k++) normal[k]! /= size;
  return squared > 0;
}

/**
 * Turns the normal round where the cloth has got inside and has to come out again.
 *
 * @returns −1 where it was turned round, else 1.
 */
function facing(solid: Solid, a: number, b: number): number {
  const { outwards } = solid.core;
  const { normal } = contact;
  let out = 0;
  for (let k = 0; k < 3; k++) out += normal[k]! * (outwards[3 * a + k]! + outwards[3 * b + k]!);
  if (out >= 0 || !solid.contains(clothPoint)) return 1;
  for (let k = 0; k < 3; k++) normal[k] = -normal[k]!;
  return -1;
}
