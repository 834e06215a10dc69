import { grown, grownCapacity } from "../../math/grow.js";
import type { BvhTree } from "./tree.js";

/** Bins along the longest axis, and so many less one planes to choose from. */
const BINS = 16;
/** Below this depth, halves by number alone: bounds the depth, whatever the boxes are. */
const DEEPEST_BY_AREA = 32;
/** No tree of less than 2³¹ items is built deeper. */
export const DEEPEST_BUILT = DEEPEST_BY_AREA + 31;

/** The items in the order of the leaves. */
let order = new Int32Array(0);
/** The middle of the box of each item. */
let middles = new Float64Array(0);
const binCounts = new Int32Array(BINS);
const binBounds = new Float64Array(6 * BINS);
/** Half of the surface of what lies right of each plane. */
const rightAreas = new Float64Array(BINS);
const leftArea = new Float64Array(1);
const sweep = new Float64Array(6);
/** Node, first place, place behind the last, and depth of ranges that wait. */
const waiting = new Int32Array(4 * (DEEPEST_BUILT + 2));

/** The axis along which a range is split. */
let axis = 0;
/** Origin and scale of its bins: of (middle − origin) · scale. An array, because a variable would box each number. */
const binning = new Float64Array(2);

/**
 * Builds a tree over items 0 … count − 1 from scratch, without the bounds of its nodes (a refit finds them). Splits each
 * range by the surface area heuristic over bins along the longest axis (Wald, On fast construction of SAH-based bounding
 * volume hierarchies, 2007).
 */
export function buildTree(tree: BvhTree, boxes: Float64Array, count: number): void {
  tree.reserve(count, 2 * count);
  tree.nodeCount = count > 0 ? 1 : 0;
  if (count === 0) return;
  tree.parent[0] = -1;
  const regular = sortOut(boxes, count);
  let top = 0;
  waiting[0] = 0;
  waiting[1] = 0;
  waiting[2] = count;
  waiting[3] = 0;
  while (top >= 0) {
    const node = waiting[4 * top]!;
    const from = waiting[4 * top + 1]!;
    const to = waiting[4 * top + 2]!;
    const depth = waiting[4 * top + 3]!;
    top--;
    if (to - from === 1) {
      tree.setLeaf(node, order[from]!);
      continue;
    }
    let middle = from < regular && regular < to ? regular : from;
    if (middle === from && from < regular && to - from > 2 && depth < DEEPEST_BY_AREA) {
      middle = splitByArea(boxes, from, to);
    }
    if (middle === from) middle = (from + to) >> 1;
    const first = tree.addChildren(node);
    for (let side = 1; side >= 0; side--) {
      const at = 4 * ++top;
      waiting[at] = first + side;
      waiting[at + 1] = side === 0 ? from : middle;
      waiting[at + 2] = side === 0 ? middle : to;
      waiting[at + 3] = depth + 1;
    }
  }
}

/**
 * Fills `order` and `middles`. Items whose box is empty or reaches infinity come last, because they would spoil every box
 * around them and every choice of a plane; returns how many others there are.
 */
function sortOut(boxes: Float64Array, count: number): number {
  const capacity = grownCapacity(order.length, count);
  order = grown(order, capacity);
  middles = grown(middles, 3 * capacity);
  let regular = 0;
  let last = count;
  for (let item = 0; item < count; item++) {
    let isRegular = true;
    for (let k = 0; k < 3; k++) {
      const low = boxes[6 * item + k]!;
      const high = boxes[6 * item + 3 + k]!;
      if (!(low <= high && low > -Infinity && high < Infinity)) isRegular = false;
      middles[3 * item + k] = 0.5 * low + 0.5 * high;
    }
    if (isRegular) order[regular++] = item;
    else order[--last] = item;
  }
  return regular;
}

/** Orders a range by the best plane and returns where its right side begins; `from` where no plane is any good. */
function splitByArea(boxes: Float64Array, from: number, to: number): number {
  const bins = Math.min(BINS, to - from);
  if (!chooseAxis(from, to, bins)) return from;
  fillBins(boxes, from, to, bins);
  const plane = choosePlane(bins);
  if (plane === 0) return from;
  let left = from;
  let right = to - 1;
  while (left <= right) {
    const item = order[left]!;
    if (binOf(item, bins) < plane) left++;
    else {
      order[left] = order[right]!;
      order[right--] = item;
    }
  }
  return left;
}

/** Takes the axis along which the middles of a range lie farthest apart; false where they are all in one place. */
function chooseAxis(from: number, to: number, bins: number): boolean {
  let longest = 0;
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = from; i < to; i++) {
      const middle = middles[3 * order[i]! + k]!;
      if (middle < low) low = middle;
      if (middle > high) high = middle;
    }
    if (!(high - low > longest)) continue;
    longest = high - low;
    axis = k;
    binning[0] = low;
  }
  binning[1] = bins / longest;
  return longest > 0 && longest < Infinity && binning[1] < Infinity;
}

function binOf(item: number, bins: number): number {
  const bin = ((middles[3 * item + axis]! - binning[0]!) * binning[1]!) | 0;
  return bin < bins ? bin : bins - 1;
}

function fillBins(boxes: Float64Array, from: number, to: number, bins: number): void {
  for (let bin = 0; bin < bins; bin++) {
    binCounts[bin] = 0;
    empty(binBounds, 6 * bin);
  }
  for (let i = from; i < to; i++) {
    const item = order[i]!;
    const bin = binOf(item, bins);
    binCounts[bin] = binCounts[bin]! + 1;
    include(binBounds, 6 * bin, boxes, 6 * item);
  }
}

/** The bin that begins the right side, by the least sum of surface times items; 0 where there is none. */
function choosePlane(bins: number): number {
  empty(sweep, 0);
  for (let plane = bins - 1; plane > 0; plane--) {
    include(sweep, 0, binBounds, 6 * plane);
    putHalfArea(sweep, 0, rightAreas, plane);
  }
  empty(sweep, 0);
  let all = 0;
  for (let bin = 0; bin < bins; bin++) all += binCounts[bin]!;
  let best = 0;
  let least = Infinity;
  let before = 0;
  for (let plane = 1; plane < bins; plane++) {
    include(sweep, 0, binBounds, 6 * plane - 6);
    before += binCounts[plane - 1]!;
    if (before === 0 || before === all) continue;
    putHalfArea(sweep, 0, leftArea, 0);
    const cost = leftArea[0]! * before + rightAreas[plane]! * (all - before);
    if (!(cost < least)) continue;
    least = cost;
    best = plane;
  }
  return best;
}

/**
 * Puts half of the surface of a box, 0 for an empty one, at `to` of an array; not returned, because a number that is
 * returned is new memory where the engine chooses not to inline the call.
 */
export function putHalfArea(
  boxes: Float64Array,
  at: number,
  areas: Float64Array,
  to: number,
): void {
  const x = boxes[at + 3]! - boxes[at]!;
  const y = boxes[at + 4]! - boxes[at + 1]!;
  const z = boxes[at + 5]! - boxes[at + 2]!;
  areas[to] = x >= 0 ? x * y + y * z + z * x : 0;
}

/** Makes a box empty: inverted, so that anything included is larger. */
export function empty(boxes: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    boxes[at + k] = Infinity;
    boxes[at + 3 + k] = -Infinity;
  }
}

/** Widens a box so that it contains another. */
function include(boxes: Float64Array, at: number, other: Float64Array, otherAt: number): void {
  for (let k = 0; k < 3; k++) {
    if (other[otherAt + k]! < boxes[at + k]!) boxes[at + k] = other[otherAt + k]!;
    if (other[otherAt + 3 + k]! > boxes[at + 3 + k]!) boxes[at + 3 + k] = other[otherAt + 3 + k]!;
  }
}
