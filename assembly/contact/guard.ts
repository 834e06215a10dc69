import { closestOfEdges, closestOnTriangle, dx, dy, dz, squared, w0, w1, w2, w3 } from "./closest";
import { approach, meets } from "./impact";
import {
  NONE,
  PAIR,
  ZONE,
  fanStarts,
  fans,
  froms,
  groups,
  halves,
  inverseMasses,
  marks,
  mobilityOf,
  opposites,
  pairs,
  particleCount,
  starts,
  tangled,
  tos,
  velocities,
  ways,
  wholes,
  zones,
} from "./memory";
import { mayCross } from "./crossings";
import { DISTANCE, NO_EDGE, pairCount } from "./pairs";
import { cornerOf, next } from "./topology";

// The guard of exact contact. Nothing crossed at the start of the interval, and along straight ways from there to the end
// nothing may. Where a pair would meet, impacts stop it; what still meets after some rounds moves as one rigid body
// (Bridson, Fedkiw & Anderson, Robust Treatment of Collisions, Contact and Friction for Cloth Animation, 2002): an affine
// motion, in which nothing can meet. Groups only grow, so this ends.

/** Features may come as near as this fraction of their thickness, … */
const LEAST: f64 = 0.02;
/** … and if they are nearer already, to this fraction of their distance. */
const NEARER: f64 = 0.5;
/** … but that is all that is left below this distance, m: rounding would let them cross. */
const NEAREST: f64 = 1e-7;
const LAST: f64 = 0.95;
/** Features nearer than this touch, m: edges that were torn just now. They have no direction. */
const TOUCHING: f64 = 1e-12;
/** Rounds of impacts, and of growing groups. */
const IMPACTS: u32 = 6;
const ROUNDS: u32 = 200;

/** Some group has grown in this round. */
let hasGrown: bool = false;
/** Impacts of the latest call. */
let impacts: u32 = 0;

/** Saves the start of an interval. */
export function startInterval(): void {
  memory.copy(starts, froms, 24 * <usize>particleCount);
}

/** Makes the start of the interval the start of the motion to be guarded. */
export function takeInterval(): void {
  memory.copy(froms, starts, 24 * <usize>particleCount);
}

/**
 * Prepares a part of the motion: what a particle would move in the whole interval, divided by `parts`, from where the part
 * before it has left it.
 */
export function takePart(part: u32, parts: u32): void {
  const end: usize = 24 * <usize>particleCount;
  const share = 1 / <f64>parts;
  for (let i: usize = 0; i < end; i += 8) {
    const from = load<f64>(froms + i);
    const to = load<f64>(tos + i);
    if (part == 0) store<f64>(wholes + i, to - from);
    else store<f64>(froms + i, to);
    const origin = part == 0 ? from : to;
    store<f64>(tos + i, origin + share * load<f64>(wholes + i));
  }
}

/** Measures the distances of all pairs at the start of the motion. */
export function measurePairs(): void {
  const end = pairs + PAIR * <usize>pairCount();
  for (let pair = pairs; pair < end; pair += PAIR) {
    const a = froms + 24 * <usize>load<u32>(pair);
    const b = froms + 24 * <usize>load<u32>(pair, 4);
    const c = froms + 24 * <usize>load<u32>(pair, 8);
    const d = froms + 24 * <usize>load<u32>(pair, 12);
    if (load<u32>(pair, 20) == NO_EDGE) closestOnTriangle(a, b, c, d);
    else closestOfEdges(a, b, c, d);
    store<f64>(pair, sqrt<f64>(squared), DISTANCE);
  }
}

export function impactCount(): u32 {
  return impacts;
}

/**
 * Keeps pairs from meeting in the interval, of `duration` s, by impacts, and where they do not suffice by rigid groups if these
 * are allowed. Returns the number of pairs that still meet.
 */
export function guard(duration: f64, groupsThem: u32): u32 {
  impacts = 0;
  measureWays();
  memory.fill(marks, 0, 4 * <usize>particleCount);
  let round: u32 = 0;
  let hits: u32 = 1;
  for (; hits > 0 && round < IMPACTS; round++) hits = pass(round, duration, false);
  if (hits == 0 || groupsThem == 0) return hits;
  memory.fill(zones, 0, ZONE * <usize>particleCount);
  for (let p: u32 = 0; p < particleCount; p++) store<u32>(groups + 4 * <usize>p, p);
  for (; hits > 0 && round < ROUNDS; round++) {
    hasGrown = false;
    hits = pass(round, duration, true);
    if (!hasGrown) break; // the same groups would move in the same way
    moveGroups(round, duration);
  }
  return hits;
}

/** One pass over all pairs of which a particle moved in the previous round. Returns the number of those that meet. */
function pass(round: u32, duration: f64, groupsThem: bool): u32 {
  let hits: u32 = 0;
  const end = pairs + PAIR * <usize>pairCount();
  for (let pair = pairs; pair < end; pair += PAIR) {
    const a = load<u32>(pair);
    const b = load<u32>(pair, 4);
    const c = load<u32>(pair, 8);
    const d = load<u32>(pair, 12);
    const isTouching = load<f64>(pair, DISTANCE) < TOUCHING; // its edges may end elsewhere
    if (round > 0 && !(isTouching || isMarked(a, round) || isMarked(b, round) || isMarked(c, round) || isMarked(d, round))) continue;
    const isPoint = load<u32>(pair, 20) == NO_EDGE;
    if (round == 0 && isFar(pair, isPoint, a, b, c, d)) continue;
    const other = isPoint ? b : c;
    const distance = load<f64>(pair, DISTANCE);
    const thickness = load<f64>(halves + 8 * <usize>a) + load<f64>(halves + 8 * <usize>other);
    let least = LEAST * thickness;
    if (distance < 2 * least) least = (distance < NEAREST ? LAST : NEARER) * distance;
    if (distance < TOUCHING) {
      if (load<u32>(tangled + 4 * <usize>a) & load<u32>(tangled + 4 * <usize>other)) continue;
      hits += passTouching(pair, isPoint, groupsThem);
      continue;
    }
    const speed = approach(isPoint, a, b, c, d);
    if (speed < distance - least) continue;
    if (load<u32>(tangled + 4 * <usize>a) & load<u32>(tangled + 4 * <usize>other)) continue;
    if (groupsThem) {
      const group = groupOf(a);
      if (group == groupOf(b) && group == groupOf(c) && group == groupOf(d)) {
        if (load<u32>(zones + ZONE * <usize>group) == RIGID) continue;
      }
    }
    if (!meets(isPoint, distance, speed, least)) continue;
    hits++;
    if (groupsThem) {
      const group = unite(unite(unite(groupOf(a), groupOf(b)), groupOf(c)), groupOf(d));
      store<u32>(zones + ZONE * <usize>group, CHANGED);
    } else if (squared > 0) stop(a, b, c, d, isPoint, least, duration, round + 1);
  }
  return hits;
}

/** Measures how far each particle moves apart from the mean motion, m. */
function measureWays(): void {
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  const end: usize = 24 * <usize>particleCount;
  for (let i: usize = 0; i < end; i += 24) {
    x += load<f64>(tos + i) - load<f64>(froms + i);
    y += load<f64>(tos + i, 8) - load<f64>(froms + i, 8);
    z += load<f64>(tos + i, 16) - load<f64>(froms + i, 16);
  }
  const share = 1 / <f64>particleCount;
  x *= share;
  y *= share;
  z *= share;
  let way = ways;
  for (let i: usize = 0; i < end; i += 24, way += 8) {
    const mx = load<f64>(tos + i) - load<f64>(froms + i) - x;
    const my = load<f64>(tos + i, 8) - load<f64>(froms + i, 8) - y;
    const mz = load<f64>(tos + i, 16) - load<f64>(froms + i, 16) - z;
    store<f64>(way, sqrt<f64>(mx * mx + my * my + mz * mz));
  }
}

/** True if the particles of a pair certainly move too little to meet: most do. */
// @ts-ignore: decorator
@inline
function isFar(pair: usize, isPoint: bool, a: u32, b: u32, c: u32, d: u32): bool {
  const distance = load<f64>(pair, DISTANCE);
  const wa = load<f64>(ways + 8 * <usize>a);
  const wb = load<f64>(ways + 8 * <usize>b);
  const wc = load<f64>(ways + 8 * <usize>c);
  const wd = load<f64>(ways + 8 * <usize>d);
  const way = isPoint
    ? wa + max<f64>(max<f64>(wb, wc), wd)
    : max<f64>(wa, wb) + max<f64>(wc, wd);
  return way < (1 - (distance < NEAREST ? LAST : NEARER)) * distance;
}

/**
 * Features that touch at the start may part, but must not cross at the end. Returns 1 if an edge at one of them crosses a triangle
 * at the other; only a group of them can prevent that.
 */
function passTouching(pair: usize, isPoint: bool, groupsThem: bool): u32 {
  const a = load<u32>(pair);
  const b = load<u32>(pair, 4);
  const c = load<u32>(pair, 8);
  const d = load<u32>(pair, 12);
  if (isPoint) {
    const end = load<u32>(fanStarts + 4 * <usize>a, 4);
    for (let i = load<u32>(fanStarts + 4 * <usize>a); i < end; i++) {
      const place = load<u32>(fans + 4 * <usize>i);
      const corner = next(place & 3);
      const u = cornerOf(place >> 2, corner);
      const v = cornerOf(place >> 2, next(corner));
      if (crossesAtEnd(a, u, b, c, d, groupsThem) || crossesAtEnd(a, v, b, c, d, groupsThem)) return 1;
    }
    return 0;
  }
  const first = load<u32>(pair, 16);
  const second = load<u32>(pair, 20);
  const e = cornerOf(first >> 2, next(next(first & 3)));
  const f = load<u32>(opposites + 16 * <usize>(first >> 2) + 4 * <usize>(first & 3));
  const g = cornerOf(second >> 2, next(next(second & 3)));
  const h = load<u32>(opposites + 16 * <usize>(second >> 2) + 4 * <usize>(second & 3));
  if (crossesAtEnd(a, b, c, d, g, groupsThem) || crossesAtEnd(c, d, a, b, e, groupsThem)) return 1;
  if (h != NONE && crossesAtEnd(a, b, c, d, h, groupsThem)) return 1;
  if (f != NONE && crossesAtEnd(c, d, a, b, f, groupsThem)) return 1;
  return 0;
}

/** True if an edge crosses a triangle at the end; then both may become a group. */
function crossesAtEnd(p: u32, q: u32, a: u32, b: u32, c: u32, groupsThem: bool): bool {
  if (p == a || p == b || p == c || q == a || q == b || q == c) return false;
  if (groupsThem) {
    const group = groupOf(p);
    const isOne =
      group == groupOf(q) && group == groupOf(a) && group == groupOf(b) && group == groupOf(c);
    if (isOne && load<u32>(zones + ZONE * <usize>group) == RIGID) return false;
  }
  if (!mayCross(tos, p, q, a, b, c)) return false;
  if (groupsThem) {
    const group = unite(unite(unite(unite(groupOf(p), groupOf(q)), groupOf(a)), groupOf(b)), groupOf(c));
    store<u32>(zones + ZONE * <usize>group, CHANGED);
  }
  return true;
}

// @ts-ignore: decorator
@inline
function isMarked(particle: u32, round: u32): bool {
  // Marks of this round count as well: an earlier pair may have moved the particle just now.
  return load<u32>(marks + 4 * <usize>particle) >= round;
}

/** An inelastic impact at the closest points where two features meet. */
function stop(
  a: u32,
  b: u32,
  c: u32,
  d: u32,
  isPoint: bool,
  least: f64,
  duration: f64,
  mark: u32,
): void {
  const f0 = isPoint ? 1 : w0;
  const f1 = isPoint ? -w0 : w1;
  const f2 = isPoint ? -w1 : -w2;
  const f3 = isPoint ? -w2 : -w3;
  const i0 = f0 * load<f64>(inverseMasses + 8 * <usize>a);
  const i1 = f1 * load<f64>(inverseMasses + 8 * <usize>b);
  const i2 = f2 * load<f64>(inverseMasses + 8 * <usize>c);
  const i3 = f3 * load<f64>(inverseMasses + 8 * <usize>d);
  const mobility = mobilityOf(a, b, c, d, f0, f1, f2, f3);
  if (!(mobility > 0)) return;
  impacts++;
  const inverse = 1 / sqrt<f64>(squared);
  const nx = dx * inverse;
  const ny = dy * inverse;
  const nz = dz * inverse;
  const end =
    f0 * along(tos, a, nx, ny, nz) +
    f1 * along(tos, b, nx, ny, nz) +
    f2 * along(tos, c, nx, ny, nz) +
    f3 * along(tos, d, nx, ny, nz);
  const push = max<f64>(0, (2 * least - end) / mobility);
  const speed =
    f0 * along(velocities, a, nx, ny, nz) +
    f1 * along(velocities, b, nx, ny, nz) +
    f2 * along(velocities, c, nx, ny, nz) +
    f3 * along(velocities, d, nx, ny, nz);
  const kick = max<f64>(0, -speed / mobility);
  move(a, i0, push, kick, nx, ny, nz, mark);
  move(b, i1, push, kick, nx, ny, nz, mark);
  move(c, i2, push, kick, nx, ny, nz, mark);
  move(d, i3, push, kick, nx, ny, nz, mark);
}

// @ts-ignore: decorator
@inline
function along(array: usize, particle: u32, nx: f64, ny: f64, nz: f64): f64 {
  const i = array + 24 * <usize>particle;
  return load<f64>(i) * nx + load<f64>(i, 8) * ny + load<f64>(i, 16) * nz;
}

function move(
  particle: u32,
  share: f64,
  push: f64,
  kick: f64,
  nx: f64,
  ny: f64,
  nz: f64,
  mark: u32,
): void {
  if (share == 0) return;
  const t = tos + 24 * <usize>particle;
  const v = velocities + 24 * <usize>particle;
  const s = share * push;
  const k = share * kick;
  store<f64>(t, load<f64>(t) + s * nx);
  store<f64>(t, load<f64>(t, 8) + s * ny, 8);
  store<f64>(t, load<f64>(t, 16) + s * nz, 16);
  store<f64>(v, load<f64>(v) + k * nx);
  store<f64>(v, load<f64>(v, 8) + k * ny, 8);
  store<f64>(v, load<f64>(v, 16) + k * nz, 16);
  store<u32>(marks + 4 * <usize>particle, mark);
}

// Groups of particles, as trees of parents.

/** States of a group: unknown, to be moved, and moved as one. */
const CHANGED: u32 = 1;
const RIGID: u32 = 2;
/** Groups with fixed particles that move in different ways are moved, but not as one. */
const HELD: u32 = 3;

function groupOf(particle: u32): u32 {
  let root = particle;
  for (;;) {
    const parent = load<u32>(groups + 4 * <usize>root);
    if (parent == root) break;
    root = parent;
  }
  while (particle != root) {
    const at = groups + 4 * <usize>particle;
    particle = load<u32>(at);
    store<u32>(at, root);
  }
  return root;
}

/** The smaller number becomes the root. */
function unite(a: u32, b: u32): u32 {
  if (a == b) return a;
  hasGrown = true;
  const root = min<u32>(a, b);
  store<u32>(groups + 4 * <usize>max<u32>(a, b), root);
  return root;
}

// Fields of a group: state (u32) and number of fixed particles (u32), then f64 sums.
const MASS: usize = 8;
const CENTER: usize = 16;
const SHIFT: usize = 40;
const SPEED: usize = 64;
/** Angular momentum of the shift and of the velocities, and the moments of inertia xx, yy, zz, yz, xz, xy. */
const TURN: usize = 88;
const SPIN: usize = 112;
const INERTIA: usize = 136;
/** Of fixed particles: Σ Δx r, three by three. */
const STRAIN: usize = 184;
// (to 256)

/** Moves every changed group as one body, with its momentum and angular momentum. */
function moveGroups(round: u32, duration: f64): void {
  const count = particleCount;
  for (let p: u32 = 0; p < count; p++) {
    const zone = zones + ZONE * <usize>p;
    if (load<u32>(groups + 4 * <usize>p) == p && load<u32>(zone) == CHANGED) {
      memory.fill(zone + 4, 0, ZONE - 4);
    }
  }
  for (let p: u32 = 0; p < count; p++) {
    const zone = zones + ZONE * <usize>groupOf(p);
    if (load<u32>(zone) != CHANGED) continue;
    const inverse = load<f64>(inverseMasses + 8 * <usize>p);
    const i = 24 * <usize>p;
    if (inverse == 0) {
      // Fixed particles decide where the group goes; the sums become theirs.
      const fixed = load<u32>(zone, 4);
      if (fixed == 0) memory.fill(zone + MASS, 0, ZONE - MASS);
      store<u32>(zone, fixed + 1, 4);
    } else if (load<u32>(zone, 4) > 0) continue;
    const mass = inverse == 0 ? 1 : 1 / inverse;
    add(zone, MASS, mass);
    for (let k: usize = 0; k < 24; k += 8) {
      const from = load<f64>(froms + i + k);
      add(zone, CENTER + k, mass * from);
      add(zone, SHIFT + k, mass * (load<f64>(tos + i + k) - from));
      add(zone, SPEED + k, mass * load<f64>(velocities + i + k));
    }
  }
  for (let p: u32 = 0; p < count; p++) {
    const zone = zones + ZONE * <usize>p;
    if (load<u32>(groups + 4 * <usize>p) != p || load<u32>(zone) != CHANGED) continue;
    const inverse = 1 / load<f64>(zone, MASS);
    for (let k: usize = 0; k < 72; k += 8) {
      store<f64>(zone + CENTER + k, inverse * load<f64>(zone + CENTER + k));
    }
  }
  for (let p: u32 = 0; p < count; p++) {
    const zone = zones + ZONE * <usize>groupOf(p);
    if (load<u32>(zone) != CHANGED) continue;
    if (load<u32>(zone, 4) == 0) sumRotation(zone, p);
    else if (load<f64>(inverseMasses + 8 * <usize>p) == 0) sumStrain(zone, p);
  }
  for (let p: u32 = 0; p < count; p++) {
    const zone = zones + ZONE * <usize>p;
    if (load<u32>(groups + 4 * <usize>p) != p || load<u32>(zone) != CHANGED) continue;
    // Rotation vectors of the interval and per second, or the affine motion of the fixed particles.
    if (load<u32>(zone, 4) == 0) solveRows(zone, TURN, INERTIA, 1e-6);
    else solveRows(zone, STRAIN, STRAIN + 72, 1e-8);
  }
  let isHeld: u32 = 0;
  for (let p: u32 = 0; p < count; p++) {
    const zone = zones + ZONE * <usize>groupOf(p);
    if (load<u32>(zone) != CHANGED) continue;
    isHeld |= place(zone, p, round, duration);
  }
  for (let p: u32 = 0; p < count; p++) {
    const zone = zones + ZONE * <usize>p;
    if (load<u32>(groups + 4 * <usize>p) != p || load<u32>(zone) != CHANGED) continue;
    store<u32>(zone, load<u32>(zone, 4) > 1 && isHeld != 0 ? HELD : RIGID);
  }
}

// @ts-ignore: decorator
@inline
function add(zone: usize, field: usize, value: f64): void {
  store<f64>(zone + field, load<f64>(zone + field) + value);
}

/** Adds the angular momenta and the inertia of a particle about the center of its group. */
function sumRotation(zone: usize, p: u32): void {
  const i = 24 * <usize>p;
  const mass = 1 / load<f64>(inverseMasses + 8 * <usize>p);
  const x = load<f64>(froms + i) - load<f64>(zone, CENTER);
  const y = load<f64>(froms + i, 8) - load<f64>(zone, CENTER + 8);
  const z = load<f64>(froms + i, 16) - load<f64>(zone, CENTER + 16);
  const sx = load<f64>(tos + i) - load<f64>(froms + i) - load<f64>(zone, SHIFT);
  const sy = load<f64>(tos + i, 8) - load<f64>(froms + i, 8) - load<f64>(zone, SHIFT + 8);
  const sz = load<f64>(tos + i, 16) - load<f64>(froms + i, 16) - load<f64>(zone, SHIFT + 16);
  const vx = load<f64>(velocities + i) - load<f64>(zone, SPEED);
  const vy = load<f64>(velocities + i, 8) - load<f64>(zone, SPEED + 8);
  const vz = load<f64>(velocities + i, 16) - load<f64>(zone, SPEED + 16);
  add(zone, TURN, mass * (y * sz - z * sy));
  add(zone, TURN + 8, mass * (z * sx - x * sz));
  add(zone, TURN + 16, mass * (x * sy - y * sx));
  add(zone, SPIN, mass * (y * vz - z * vy));
  add(zone, SPIN + 8, mass * (z * vx - x * vz));
  add(zone, SPIN + 16, mass * (x * vy - y * vx));
  add(zone, INERTIA, mass * (y * y + z * z));
  add(zone, INERTIA + 8, mass * (x * x + z * z));
  add(zone, INERTIA + 16, mass * (x * x + y * y));
  add(zone, INERTIA + 24, -mass * y * z);
  add(zone, INERTIA + 32, -mass * x * z);
  add(zone, INERTIA + 40, -mass * x * y);
}

/** Adds how a fixed particle moves against the center of the fixed particles of its group. */
function sumStrain(zone: usize, p: u32): void {
  const i = 24 * <usize>p;
  const x = load<f64>(froms + i) - load<f64>(zone, CENTER);
  const y = load<f64>(froms + i, 8) - load<f64>(zone, CENTER + 8);
  const z = load<f64>(froms + i, 16) - load<f64>(zone, CENTER + 16);
  add(zone, INERTIA, x * x);
  add(zone, INERTIA + 8, y * y);
  add(zone, INERTIA + 16, z * z);
  add(zone, INERTIA + 24, y * z);
  add(zone, INERTIA + 32, x * z);
  add(zone, INERTIA + 40, x * y);
  for (let k: usize = 0; k < 24; k += 8) {
    const shift = load<f64>(tos + i + k) - load<f64>(froms + i + k) - load<f64>(zone + SHIFT + k);
    add(zone, STRAIN + 3 * k, shift * x);
    add(zone, STRAIN + 3 * k + 8, shift * y);
    add(zone, STRAIN + 3 * k + 16, shift * z);
  }
}

/**
 * Replaces rows of sums, three f64 each, by their products with the inverse of the moments of a group.
 *
 * @param share Added to the moments, as a fraction: particles in one line or plane say nothing about other directions.
 */
function solveRows(zone: usize, first: usize, end: usize, share: f64): void {
  let xx = load<f64>(zone, INERTIA);
  let yy = load<f64>(zone, INERTIA + 8);
  let zz = load<f64>(zone, INERTIA + 16);
  const yz = load<f64>(zone, INERTIA + 24);
  const xz = load<f64>(zone, INERTIA + 32);
  const xy = load<f64>(zone, INERTIA + 40);
  const small = share * (xx + yy + zz) + 1e-40;
  xx += small;
  yy += small;
  zz += small;
  const axx = yy * zz - yz * yz;
  const axy = xz * yz - xy * zz;
  const axz = xy * yz - xz * yy;
  const ayy = xx * zz - xz * xz;
  const ayz = xy * xz - xx * yz;
  const azz = xx * yy - xy * xy;
  const inverse = 1 / (xx * axx + xy * axy + xz * axz);
  for (let row = first; row < end; row += 24) {
    const x = load<f64>(zone + row);
    const y = load<f64>(zone + row, 8);
    const z = load<f64>(zone + row, 16);
    store<f64>(zone + row, inverse * (axx * x + axy * y + axz * z));
    store<f64>(zone + row, inverse * (axy * x + ayy * y + ayz * z), 8);
    store<f64>(zone + row, inverse * (axz * x + ayz * y + azz * z), 16);
  }
}

/** Moves a particle with its group. Returns 1 if it is fixed and moves in another way. */
function place(zone: usize, p: u32, round: u32, duration: f64): u32 {
  const i = 24 * <usize>p;
  const t = tos + i;
  const v = velocities + i;
  const sx = load<f64>(zone, SHIFT);
  const sy = load<f64>(zone, SHIFT + 8);
  const sz = load<f64>(zone, SHIFT + 16);
  if (load<u32>(zone, 4) > 0) {
    const fx = load<f64>(froms + i);
    const fy = load<f64>(froms + i, 8);
    const fz = load<f64>(froms + i, 16);
    const rx = fx - load<f64>(zone, CENTER);
    const ry = fy - load<f64>(zone, CENTER + 8);
    const rz = fz - load<f64>(zone, CENTER + 16);
    const dx = sx + load<f64>(zone, STRAIN) * rx + load<f64>(zone, STRAIN + 8) * ry + load<f64>(zone, STRAIN + 16) * rz;
    const dy = sy + load<f64>(zone, STRAIN + 24) * rx + load<f64>(zone, STRAIN + 32) * ry + load<f64>(zone, STRAIN + 40) * rz;
    const dz = sz + load<f64>(zone, STRAIN + 48) * rx + load<f64>(zone, STRAIN + 56) * ry + load<f64>(zone, STRAIN + 64) * rz;
    const x = fx + dx;
    const y = fy + dy;
    const z = fz + dz;
    if (load<f64>(inverseMasses + 8 * <usize>p) == 0) {
      const off = abs<f64>(x - load<f64>(t)) + abs<f64>(y - load<f64>(t, 8)) + abs<f64>(z - load<f64>(t, 16));
      return off > 1e-10 ? 1 : 0;
    }
    store<f64>(t, x);
    store<f64>(t, y, 8);
    store<f64>(t, z, 16);
    const perSecond = 1 / duration;
    store<f64>(v, dx * perSecond);
    store<f64>(v, dy * perSecond, 8);
    store<f64>(v, dz * perSecond, 16);
    store<u32>(marks + 4 * <usize>p, round + 1);
    return 0;
  }
  const rx = load<f64>(froms + i) - load<f64>(zone, CENTER);
  const ry = load<f64>(froms + i, 8) - load<f64>(zone, CENTER + 8);
  const rz = load<f64>(froms + i, 16) - load<f64>(zone, CENTER + 16);
  // Cayley's rotation by about the vector w: exactly a rotation, and rational.
  const wx = 0.5 * load<f64>(zone, TURN);
  const wy = 0.5 * load<f64>(zone, TURN + 8);
  const wz = 0.5 * load<f64>(zone, TURN + 16);
  const share = 2 / (1 + wx * wx + wy * wy + wz * wz);
  const cx = wy * rz - wz * ry;
  const cy = wz * rx - wx * rz;
  const cz = wx * ry - wy * rx;
  const qx = rx + share * (cx + wy * cz - wz * cy);
  const qy = ry + share * (cy + wz * cx - wx * cz);
  const qz = rz + share * (cz + wx * cy - wy * cx);
  store<f64>(t, load<f64>(zone, CENTER) + sx + qx);
  store<f64>(t, load<f64>(zone, CENTER + 8) + sy + qy, 8);
  store<f64>(t, load<f64>(zone, CENTER + 16) + sz + qz, 16);
  const ox = load<f64>(zone, SPIN);
  const oy = load<f64>(zone, SPIN + 8);
  const oz = load<f64>(zone, SPIN + 16);
  store<f64>(v, load<f64>(zone, SPEED) + oy * qz - oz * qy);
  store<f64>(v, load<f64>(zone, SPEED + 8) + oz * qx - ox * qz, 8);
  store<f64>(v, load<f64>(zone, SPEED + 16) + ox * qy - oy * qx, 16);
  store<u32>(marks + 4 * <usize>p, round + 1);
  return 0;
}
