import {
  closestOfEdges,
  closestOnTriangle,
  dx,
  dy,
  dz,
  squared,
  w0,
  w1,
  w2,
  w3,
} from "./closest";
import {
  CONTACT,
  NONE,
  PAIR,
  cloths,
  contactCapacity,
  contacts,
  fanStarts,
  fans,
  frictions,
  froms,
  halves,
  mobilityOf,
  opposites,
  pairs,
  rests,
  tangled,
  tos,
  triangles,
} from "./memory";
import { DISTANCE, NO_EDGE, pairCount } from "./pairs";
import { cornerOf, next } from "./topology";

// A contact holds two features apart along a fixed direction: n · Σ w x ≥ gap. It has the closest points of the features at
// the start of the interval, as weights w of four particles, and their direction n.

/** Fields of a contact: four particles, then f64 each. */
export const WEIGHTS: usize = 16;
export const NORMAL: usize = 48;
/** Distance to keep, m. */
export const GAP: usize = 72;
export const FRICTION: usize = 80;
/** Impulse per change of the speed, kg. */
export const RESISTANCE: usize = 88;
/** Displacements in the substep times mass, kg·m: along the normal, and of friction. */
export const PUSH: usize = 96;
export const RUB: usize = 104;
/** Σ w x at the start of the substep, m. */
export const BEFORE: usize = 128;

/** Address of the pair, u32. */
export const PAIR_OF: usize = 152;
/** 1 (u32) if it has been aimed; the delta at that time, m, and its square. */
const IS_AIMED: usize = 156;
const AIM: usize = 160;
const AIM_SQUARED: usize = 184;

/** Pairs become contacts within this many thicknesses. */
const NEAR: f64 = 1.5;
/** Features that move along each other by less than this fraction of their distance are still. */
const STILL: f64 = 0.02;
/** Features nearer than this have no direction, m. */
const TOUCHING: f64 = 1e-9;
/** Torn edges keep this fraction of the thickness even where the sheet was whole. */
const LEAST: f64 = 0.02;
/** How far a feature may lean over its neighbors, as a fraction: flat layers bear on all of their features. */
const LEAN: f64 = 0.15;
/** A ridge recedes on both sides by this much together. */
const RIDGE: f64 = 0.1;

let count: u32 = 0;

export function contactCount(): u32 {
  return count;
}

/**
 * Makes contacts of the pairs that are, or within `times` times this substep may be, too near.
 * Returns their number; if it is over the capacity, not all are there.
 */
export function makeContacts(times: f64): u32 {
  count = 0;
  points = froms;
  const end = pairs + PAIR * <usize>pairCount();
  for (let pair = pairs; pair < end; pair += PAIR) {
    const a = load<u32>(pair);
    const b = load<u32>(pair, 4);
    const c = load<u32>(pair, 8);
    const d = load<u32>(pair, 12);
    const isPoint = load<u32>(pair, 20) == NO_EDGE;
    measure(isPoint, a, b, c, d);
    const distance = sqrt<f64>(squared);
    store<f64>(pair, distance, DISTANCE);
    const other = isPoint ? b : c;
    const thickness = load<f64>(halves + 8 * <usize>a) + load<f64>(halves + 8 * <usize>other);
    // How far the features come nearer, times their distance.
    const move =
      times *
      (moveAlong(a, f0) + moveAlong(b, f1) + moveAlong(c, f2) + moveAlong(d, f3));
    const near = NEAR * thickness;
    if (!(distance < near || squared + move < near * distance)) continue;
    if (load<u32>(tangled + 4 * <usize>a) & load<u32>(tangled + 4 * <usize>other)) continue;
    if (!isPoint && !isFacingEdge(pair)) continue;
    if (count < contactCapacity) {
      const at = contacts + CONTACT * <usize>count;
      store<u32>(at, a);
      store<u32>(at, b, 4);
      store<u32>(at, c, 8);
      store<u32>(at, d, 12);
      store<u32>(at, <u32>pair, PAIR_OF);
      store<u32>(at, 0, IS_AIMED);
      store<f64>(
        at,
        load<f64>(frictions + 8 * <usize>a) * load<f64>(frictions + 8 * <usize>other),
        FRICTION,
      );
    }
    count++;
  }
  return count;
}

/**
 * Aims a contact for a substep: closest points, direction and gap. They are those at the end that the solver proposes, unless the
 * features would have passed each other there. (Those at the start stop cloth that slides: beside a border they lean across its
 * way. Friction was then up to 40 % too high.)
 */
export function aimContact(at: usize): void {
  const a = load<u32>(at);
  const b = load<u32>(at, 4);
  const c = load<u32>(at, 8);
  const d = load<u32>(at, 12);
  if (load<u32>(at, IS_AIMED) != 0 && isStill(at, a, b, c, d)) return;
  store<u32>(at, 1, IS_AIMED);
  const pair = <usize>load<u32>(at, PAIR_OF);
  const isPoint = load<u32>(pair, 20) == NO_EDGE;
  points = froms;
  measure(isPoint, a, b, c, d);
  const x = moveOf(0, a, b, c, d);
  const y = moveOf(8, a, b, c, d);
  const z = moveOf(16, a, b, c, d);
  if (x * x + y * y + z * z > STILL * STILL * squared) {
    const ox = dx;
    const oy = dy;
    const oz = dz;
    points = tos;
    measure(isPoint, a, b, c, d);
    if (!(ox * dx + oy * dy + oz * dz > 0)) {
      // They would have passed each other.
      points = froms;
      measure(isPoint, a, b, c, d);
    }
  }
  store<f64>(at, -Infinity, GAP);
  store<f64>(at, f0, WEIGHTS);
  store<f64>(at, f1, WEIGHTS + 8);
  store<f64>(at, f2, WEIGHTS + 16);
  store<f64>(at, f3, WEIGHTS + 24);
  store<f64>(at, sumOf(points, a, b, c, d), AIM);
  store<f64>(at, sumOf(points + 8, a, b, c, d), AIM + 8);
  store<f64>(at, sumOf(points + 16, a, b, c, d), AIM + 16);
  store<f64>(at, squared, AIM_SQUARED);
  if (squared < TOUCHING * TOUCHING) return;
  if (isPoint ? !isFacingPoint(pair) : !isFacingEdge(pair)) return;
  const mobility = mobilityOf(a, b, c, d, f0, f1, f2, f3);
  if (!(mobility > 0)) return;
  const other = isPoint ? b : c;
  let gap = load<f64>(halves + 8 * <usize>a) + load<f64>(halves + 8 * <usize>other);
  if (load<u32>(cloths + 4 * <usize>a) == load<u32>(cloths + 4 * <usize>other)) {
    gap = min<f64>(gap, max<f64>(LEAST * gap, restDistance(a, b, c, d)));
  }
  const inverse = 1 / sqrt<f64>(squared);
  store<f64>(at, dx * inverse, NORMAL);
  store<f64>(at, dy * inverse, NORMAL + 8);
  store<f64>(at, dz * inverse, NORMAL + 16);
  store<f64>(at, gap, GAP);
  store<f64>(at, 1 / mobility, RESISTANCE);
  store<f64>(at, sumOf(froms, a, b, c, d), BEFORE);
  store<f64>(at, sumOf(froms + 8, a, b, c, d), BEFORE + 8);
  store<f64>(at, sumOf(froms + 16, a, b, c, d), BEFORE + 16);
}

/** True if the features have hardly moved along each other since the contact was aimed. Then only the start is written. */
function isStill(at: usize, a: u32, b: u32, c: u32, d: u32): bool {
  f0 = load<f64>(at, WEIGHTS);
  f1 = load<f64>(at, WEIGHTS + 8);
  f2 = load<f64>(at, WEIGHTS + 16);
  f3 = load<f64>(at, WEIGHTS + 24);
  const x = sumOf(tos, a, b, c, d) - load<f64>(at, AIM);
  const y = sumOf(tos + 8, a, b, c, d) - load<f64>(at, AIM + 8);
  const z = sumOf(tos + 16, a, b, c, d) - load<f64>(at, AIM + 16);
  if (x * x + y * y + z * z > STILL * STILL * load<f64>(at, AIM_SQUARED)) return false;
  store<f64>(at, sumOf(froms, a, b, c, d), BEFORE);
  store<f64>(at, sumOf(froms + 8, a, b, c, d), BEFORE + 8);
  store<f64>(at, sumOf(froms + 16, a, b, c, d), BEFORE + 16);
  return true;
}

/** Weights of the closest points: Σ f x is the delta from the second feature to the first. */
let f0: f64 = 0;
let f1: f64 = 0;
let f2: f64 = 0;
let f3: f64 = 0;
/** The positions that are measured. */
let points: usize = 0;

function measure(isPoint: bool, a: u32, b: u32, c: u32, d: u32): void {
  if (isPoint) {
    closestOnTriangle(pointOf(a), pointOf(b), pointOf(c), pointOf(d));
    f0 = 1;
    f1 = -w0;
    f2 = -w1;
    f3 = -w2;
  } else {
    closestOfEdges(pointOf(a), pointOf(b), pointOf(c), pointOf(d));
    f0 = w0;
    f1 = w1;
    f2 = -w2;
    f3 = -w3;
  }
}

/** Σ f x of one coordinate. */
function sumOf(array: usize, a: u32, b: u32, c: u32, d: u32): f64 {
  return (
    f0 * load<f64>(array + 24 * <usize>a) +
    f1 * load<f64>(array + 24 * <usize>b) +
    f2 * load<f64>(array + 24 * <usize>c) +
    f3 * load<f64>(array + 24 * <usize>d)
  );
}

/** The relative motion of the closest points in the substep, one coordinate. */
function moveOf(axis: usize, a: u32, b: u32, c: u32, d: u32): f64 {
  return sumOf(tos + axis, a, b, c, d) - sumOf(froms + axis, a, b, c, d);
}

// @ts-ignore: decorator
@inline
function pointOf(particle: u32): usize {
  return points + 24 * <usize>particle;
}

/** f (to − from) · delta of a particle. */
// @ts-ignore: decorator
@inline
function moveAlong(particle: u32, weight: f64): f64 {
  const i = 24 * <usize>particle;
  return (
    weight *
    ((load<f64>(tos + i) - load<f64>(froms + i)) * dx +
      (load<f64>(tos + i, 8) - load<f64>(froms + i, 8)) * dy +
      (load<f64>(tos + i, 16) - load<f64>(froms + i, 16)) * dz)
  );
}

/** Distance of the two points in the unstressed cloth, m: where it was torn, it begins at 0. */
function restDistance(a: u32, b: u32, c: u32, d: u32): f64 {
  const x = sumOf(rests, a, b, c, d);
  const y = sumOf(rests + 8, a, b, c, d);
  const z = sumOf(rests + 16, a, b, c, d);
  return sqrt<f64>(x * x + y * y + z * z);
}

/**
 * True if the closest point of a triangle is also that of the surface around it. On a border, it counts for the triangle that
 * owns the border, and only if no neighbor is nearer.
 */
function isFacingPoint(pair: usize): bool {
  const zeros = <i32>(f1 == 0) + <i32>(f2 == 0) + <i32>(f3 == 0);
  if (zeros == 0) return true;
  const triangle = load<u32>(pair, 16);
  const own = load<u32>(triangles + 16 * <usize>triangle, 12);
  if (zeros == 1) {
    const edge: u32 = f3 == 0 ? 0 : f1 == 0 ? 1 : 2;
    if ((own & (8 << edge)) == 0) return false;
    return !leansOver(load<u32>(opposites + 16 * <usize>triangle + 4 * <usize>edge), cornerOf(triangle, edge));
  }
  const corner: u32 = f1 != 0 ? 0 : f2 != 0 ? 1 : 2;
  if ((own & (1 << corner)) == 0) return false;
  const u = cornerOf(triangle, corner);
  const end = load<u32>(fanStarts + 4 * <usize>u, 4);
  for (let i = load<u32>(fanStarts + 4 * <usize>u); i < end; i++) {
    const place = load<u32>(fans + 4 * <usize>i);
    const first = next(place & 3);
    if (leansOver(cornerOf(place >> 2, first), u)) return false;
    if (leansOver(cornerOf(place >> 2, next(first)), u)) return false;
  }
  return true;
}

/** True if a neighbor of a feature is farther towards the other feature, along the delta of the closest points. */
function leansOver(neighbor: u32, origin: u32): bool {
  if (neighbor == NONE) return false;
  const n = pointOf(neighbor);
  const o = pointOf(origin);
  const x = load<f64>(n) - load<f64>(o);
  const y = load<f64>(n, 8) - load<f64>(o, 8);
  const z = load<f64>(n, 16) - load<f64>(o, 16);
  const along = x * dx + y * dy + z * dz;
  return along > 0 && along * along > LEAN * LEAN * squared * (x * x + y * y + z * z);
}

/**
 * True if the closest points of two edges lie within both, and no triangle at them is nearer. Flat layers bear on their particles:
 * edges count only if one of them is a ridge towards the other, or if both are borders.
 */
function isFacingEdge(pair: usize): bool {
  if (f0 == 0 || f1 == 0 || f2 == 0 || f3 == 0) return false;
  const first = load<u32>(pair, 16);
  const second = load<u32>(pair, 20);
  const p = load<u32>(pair);
  const q = load<u32>(pair, 8);
  // The delta points from the second edge to the first: a triangle of the first one is nearer if it goes against it.
  const e = load<u32>(opposites + 16 * <usize>(first >> 2) + 4 * <usize>(first & 3));
  const lean1 = -leanOf(cornerOf(first >> 2, next(next(first & 3))), p);
  if (lean1 > LEAN) return false;
  const lean2 = e == NONE ? lean1 : -leanOf(e, p);
  if (lean2 > LEAN) return false;
  const f = load<u32>(opposites + 16 * <usize>(second >> 2) + 4 * <usize>(second & 3));
  const lean3 = leanOf(cornerOf(second >> 2, next(next(second & 3))), q);
  if (lean3 > LEAN) return false;
  const lean4 = f == NONE ? lean3 : leanOf(f, q);
  if (lean4 > LEAN) return false;
  return (
    (e == NONE && f == NONE) || lean1 + lean2 < -RIDGE || lean3 + lean4 < -RIDGE
  );
}

/** How far a neighbor of an edge reaches along the delta, as a fraction of its distance. */
function leanOf(neighbor: u32, origin: u32): f64 {
  const n = pointOf(neighbor);
  const o = pointOf(origin);
  const x = load<f64>(n) - load<f64>(o);
  const y = load<f64>(n, 8) - load<f64>(o, 8);
  const z = load<f64>(n, 16) - load<f64>(o, 16);
  const along = x * dx + y * dy + z * dz;
  return along / sqrt<f64>(squared * (x * x + y * y + z * z));
}
