import { withRoom } from "../../math/grow.js";
import { empty, include, putHalfArea } from "./boxes.js";
import type { BvhTree } from "./tree.js";

/** Bins along the longest axis, and so many less one planes to choose from. */
const BINS = 16;
/** Below this depth, halves by number alone: bounds the depth, whatever the boxes are. */
const MAX_DEPTH_BY_AREA = 32;
/** No tree of less than 2³¹ items is built deeper. */
export const MAX_BUILT_DEPTH = MAX_DEPTH_BY_AREA + 31;

/**
 * Builds trees from scratch, without the bounds of their nodes (a refit finds them). Splits each range of items by the
 * surface area heuristic over bins along the longest axis (Wald, On fast construction of SAH-based bounding volume
 * hierarchies, 2007). Between two builds it keeps nothing but memory.
 */
export class BvhBuilder {
  /** The items in the order of the leaves. */
  #order = new Int32Array(0);
  /** The middle of the box of each item. */
  #middles = new Float64Array(0);
  readonly #binCounts = new Int32Array(BINS);
  readonly #binBounds = new Float64Array(6 * BINS);
  /** Half of the surface of what lies left and right of each plane. */
  readonly #leftAreas = new Float64Array(BINS);
  readonly #rightAreas = new Float64Array(BINS);
  readonly #sweep = new Float64Array(6);
  /** Node, first place, place behind the last, and depth of ranges that wait. */
  readonly #waiting = new Int32Array(4 * (MAX_BUILT_DEPTH + 2));
  /** The axis along which a range is split, and its bins: an item is in bin (middle − origin) · scale. */
  #axis = 0;
  #binOrigin = 0;
  #binScale = 0;

  /** Builds a tree over items 0 … count − 1. */
  build(tree: BvhTree, boxes: Float64Array, count: number): void {
    tree.reserve(count, 2 * count);
    tree.nodeCount = count > 0 ? 1 : 0;
    if (count === 0) return;
    tree.parent[0] = -1;
    const regular = this.#sortOut(boxes, count);
    const waiting = this.#waiting;
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
        tree.setLeaf(node, this.#order[from]!);
        continue;
      }
      let middle = from < regular && regular < to ? regular : from;
      if (middle === from && from < regular && to - from > 2 && depth < MAX_DEPTH_BY_AREA) {
        middle = this.#splitByArea(boxes, from, to);
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
   * Fills order and middles. Items whose box is empty or reaches infinity come last, because they would spoil every box
   * around them and every choice of a plane; returns how many others there are.
   */
  #sortOut(boxes: Float64Array, count: number): number {
    const order = (this.#order = withRoom(this.#order, count));
    const middles = (this.#middles = withRoom(this.#middles, 3 * count));
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
  #splitByArea(boxes: Float64Array, from: number, to: number): number {
    const order = this.#order;
    const bins = Math.min(BINS, to - from);
    if (!this.#chooseAxis(from, to, bins)) return from;
    this.#fillBins(boxes, from, to, bins);
    const plane = this.#choosePlane(bins);
    if (plane === 0) return from;
    let left = from;
    let right = to - 1;
    while (left <= right) {
      const item = order[left]!;
      if (this.#binOf(item, bins) < plane) left++;
      else {
        order[left] = order[right]!;
        order[right--] = item;
      }
    }
    return left;
  }

  /** Takes the axis along which the middles of a range lie farthest apart; false where they are all in one place. */
  #chooseAxis(from: number, to: number, bins: number): boolean {
    const order = this.#order;
    const middles = this.#middles;
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
      this.#axis = k;
      this.#binOrigin = low;
    }
    this.#binScale = bins / longest;
    return longest > 0 && longest < Infinity && this.#binScale < Infinity;
  }

  #binOf(item: number, bins: number): number {
    const bin = ((this.#middles[3 * item + this.#axis]! - this.#binOrigin) * this.#binScale) | 0;
    return bin < bins ? bin : bins - 1;
  }

  #fillBins(boxes: Float64Array, from: number, to: number, bins: number): void {
    const counts = this.#binCounts;
    const bounds = this.#binBounds;
    for (let bin = 0; bin < bins; bin++) {
      counts[bin] = 0;
      empty(bounds, 6 * bin);
    }
    for (let i = from; i < to; i++) {
      const item = this.#order[i]!;
      const bin = this.#binOf(item, bins);
      counts[bin] = counts[bin]! + 1;
      include(bounds, 6 * bin, boxes, 6 * item);
    }
  }

  /** The bin that begins the right side, by the least sum of surface times items; 0 where there is none. */
  #choosePlane(bins: number): number {
    const counts = this.#binCounts;
    const sweep = this.#sweep;
    empty(sweep, 0);
    for (let plane = bins - 1; plane > 0; plane--) {
      include(sweep, 0, this.#binBounds, 6 * plane);
      putHalfArea(sweep, 0, this.#rightAreas, plane);
    }
    empty(sweep, 0);
    let all = 0;
    for (let bin = 0; bin < bins; bin++) all += counts[bin]!;
    let best = 0;
    let least = Infinity;
    let before = 0;
    for (let plane = 1; plane < bins; plane++) {
      include(sweep, 0, this.#binBounds, 6 * plane - 6);
      before += counts[plane - 1]!;
      if (before === 0 || before === all) continue;
      putHalfArea(sweep, 0, this.#leftAreas, plane);
      const cost = this.#leftAreas[plane]! * before + this.#rightAreas[plane]! * (all - before);
      if (!(cost < least)) continue;
      least = cost;
      best = plane;
    }
    return best;
  }
}
