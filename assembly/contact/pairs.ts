import { closestOfEdges, closestOnTriangle, squared } from "./closest";
import {
  PAIR,
  froms,
  nodes,
  order,
  pairCapacity,
  pairs,
  particleBoxes,
  triangles,
} from "./memory";
import { BOX, SWEEP, boxParticles, buildTree, leaves } from "./tree";
import { crossTriangles, endCrossings, startCrossings } from "./crossings";
import { areFlatNeighbors, findFlat, isBeside } from "./flatness";
import { cornerOf, next } from "./topology";

// The search for pairs of features that may meet until the next search: a particle and a triangle, or two edges. Each
// particle and each edge belongs to one of its triangles, so two triangles that may meet yield each pair once.
//
// A pair: the four particles, then its features: the triangle and NO_EDGE, or two edges as 4 × triangle + corner; and the
// distance of the features at the start of the interval, f64.

/** Marks a pair of a particle and a triangle. */
export const NO_EDGE: u32 = 0xffffffff;
export const DISTANCE: usize = 24;

/** Address of a stack of pairs of nodes: two u32 each. */
const STACK: usize = 1024;

/** Pairs found. */
let count: u32 = 0;
/** Pairs are kept if they may come as near as this, m. */
let nearness: f64 = 0;

export function pairCount(): u32 {
  return count;
}

/**
 * Finds all pairs for `times` times this substep. Returns their number; if it is over the capacity, not all are there.
 *
 * @param reach Margin for particles that do not go on as now, m.
 * @param gap Pairs that may come as near as this are found, m.
 * @param crosses 1: finds all crossings at the start of the substep as well.
 */
export function findPairs(times: f64, reach: f64, gap: f64, duration: f64, crosses: u32): u32 {
  nearness = gap;
  boxParticles(times, reach, duration);
  buildTree();
  findFlat(gap);
  count = 0;
  if (crosses != 0) startCrossings();
  descend(crosses != 0);
  if (crosses != 0) endCrossings();
  return count;
}

/** Passes over all pairs of nodes that overlap. The stack is short: the tree is balanced, and one level adds three. */
function descend(crosses: bool): void {
  const firstLeaf = leaves() - 1;
  let top: usize = STACK;
  store<u32>(top, 0);
  store<u32>(top, 0, 4);
  top += 8;
  while (top > STACK) {
    top -= 8;
    const a = load<u32>(top);
    const b = load<u32>(top, 4);
    if (a >= firstLeaf) {
      if (a == b) continue;
      const s = load<u32>(order + 4 * <usize>(a - firstLeaf));
      const t = load<u32>(order + 4 * <usize>(b - firstLeaf));
      const way =
        nearness +
        load<f32>(nodes + BOX * <usize>a, SWEEP) +
        load<f32>(nodes + BOX * <usize>b, SWEEP);
      pairTriangles(s, t, way, crosses);
      continue;
    }
    const left = 2 * a + 1;
    const right = 2 * b + 1;
    if (a == b) {
      top = push(top, left, left);
      top = push(top, left, left + 1);
      top = push(top, left + 1, left + 1);
    } else {
      top = push(top, left, right);
      top = push(top, left, right + 1);
      top = push(top, left + 1, right);
      top = push(top, left + 1, right + 1);
    }
  }
}

// @ts-ignore: decorator
@inline
function push(top: usize, a: u32, b: u32): usize {
  if (!overlap(nodes + BOX * <usize>a, nodes + BOX * <usize>b)) return top;
  store<u32>(top, a);
  store<u32>(top, b, 4);
  return top + 8;
}

// @ts-ignore: decorator
@inline
function overlap(a: usize, b: usize): bool {
  const gap = f32x4.splat(<f32>nearness);
  const low = f32x4.le(v128.load(a), f32x4.add(v128.load(b, 16), gap));
  const high = f32x4.le(v128.load(b), f32x4.add(v128.load(a, 16), gap));
  return v128.all_true<u32>(v128.and(low, high));
}

/** Lists the pairs of features of two triangles that these own; `way`: how near they may be, m, to meet later. */
function pairTriangles(s: u32, t: u32, way: f64, crosses: bool): void {
  const a = triangles + 16 * <usize>s;
  const b = triangles + 16 * <usize>t;
  const ownA = load<u32>(a, 12);
  const ownB = load<u32>(b, 12);
  const a0 = load<u32>(a);
  const a1 = load<u32>(a, 4);
  const a2 = load<u32>(a, 8);
  const b0 = load<u32>(b);
  const b1 = load<u32>(b, 4);
  const b2 = load<u32>(b, 8);
  if (areFlatNeighbors(a0, a1, a2, b0, b1, b2)) return;
  if (isBeside(s, a0, b0, b1, b2, way) || isBeside(t, b0, a0, a1, a2, way)) return;
  if (crosses) crossTriangles(s, t);
  if (ownA & 7) {
    if (ownA & 1) pairPoint(a0, t, b0, b1, b2);
    if (ownA & 2) pairPoint(a1, t, b0, b1, b2);
    if (ownA & 4) pairPoint(a2, t, b0, b1, b2);
  }
  if (ownB & 7) {
    if (ownB & 1) pairPoint(b0, s, a0, a1, a2);
    if (ownB & 2) pairPoint(b1, s, a0, a1, a2);
    if (ownB & 4) pairPoint(b2, s, a0, a1, a2);
  }
  if ((ownA & 56) == 0 || (ownB & 56) == 0) return;
  for (let i: u32 = 0; i < 3; i++) {
    if ((ownA & (8 << i)) == 0) continue;
    const p = cornerOf(s, i);
    const q = cornerOf(s, next(i));
    const low = f32x4.min(lowOf(p), lowOf(q));
    const high = f32x4.max(highOf(p), highOf(q));
    for (let j: u32 = 0; j < 3; j++) {
      if ((ownB & (8 << j)) == 0) continue;
      const u = cornerOf(t, j);
      const v = cornerOf(t, next(j));
      if (p == u || p == v || q == u || q == v) continue;
      const isNear = v128.and(
        f32x4.le(low, f32x4.max(highOf(u), highOf(v))),
        f32x4.le(f32x4.min(lowOf(u), lowOf(v)), high),
      );
      if (!v128.all_true<u32>(isNear)) continue;
      closestOfEdges(pointOf(p), pointOf(q), pointOf(u), pointOf(v));
      const apart = nearness + max<f64>(sweepOf(p), sweepOf(q)) + max<f64>(sweepOf(u), sweepOf(v));
      if (squared <= apart * apart) add(p, q, u, v, 4 * s + i, 4 * t + j);
    }
  }
}

function pairPoint(p: u32, triangle: u32, a: u32, b: u32, c: u32): void {
  if (p == a || p == b || p == c) return;
  const isNear = v128.and(
    f32x4.le(lowOf(p), f32x4.max(f32x4.max(highOf(a), highOf(b)), highOf(c))),
    f32x4.le(f32x4.min(f32x4.min(lowOf(a), lowOf(b)), lowOf(c)), highOf(p)),
  );
  if (!v128.all_true<u32>(isNear)) return;
  closestOnTriangle(pointOf(p), pointOf(a), pointOf(b), pointOf(c));
  const apart = nearness + sweepOf(p) + max<f64>(max<f64>(sweepOf(a), sweepOf(b)), sweepOf(c));
  if (squared <= apart * apart) add(p, a, b, c, triangle, NO_EDGE);
}

// @ts-ignore: decorator
@inline
function lowOf(particle: u32): v128 {
  return v128.load(particleBoxes + BOX * <usize>particle);
}

// @ts-ignore: decorator
@inline
function highOf(particle: u32): v128 {
  return f32x4.add(
    v128.load(particleBoxes + BOX * <usize>particle, 16),
    f32x4.splat(<f32>nearness),
  );
}

/** How far a particle may go within its box, m. */
// @ts-ignore: decorator
@inline
function sweepOf(particle: u32): f64 {
  return <f64>load<f32>(particleBoxes + BOX * <usize>particle, SWEEP);
}

// @ts-ignore: decorator
@inline
function pointOf(particle: u32): usize {
  return froms + 24 * <usize>particle;
}

// @ts-ignore: decorator
@inline
function add(a: u32, b: u32, c: u32, d: u32, first: u32, second: u32): void {
  if (count < pairCapacity) {
    const at = pairs + PAIR * <usize>count;
    store<u32>(at, a);
    store<u32>(at, b, 4);
    store<u32>(at, c, 8);
    store<u32>(at, d, 12);
    store<u32>(at, first, 16);
    store<u32>(at, second, 20);
  }
  count++;
}
