import { ensureCapacity } from "../../math/grow.js";
import { empty, include, writeHalfArea } from "./boxes.js";
import type { BvhTree } from "./tree.js";

/** Number of bins along the longest axis; there are BINS − 1 candidate planes. */
const BINS = 16;
/** Below this depth, ranges are halved by count, which bounds the depth for any boxes. */
const MAX_DEPTH_BY_AREA = 32;
/** No tree of less than 2³¹ items is deeper when built. */
export const MAX_BUILT_DEPTH = MAX_DEPTH_BY_AREA + 31;

/**
 * Builds trees from scratch, without the bounds of their nodes (a refit computes them). Splits each range of items by
 * the surface area heuristic over bins along the longest axis (Wald, On fast construction of SAH-based bounding volume
 * hierarchies, 2007). It keeps only its memory between two builds.
 */
export class BvhBuilder {
  /** The items in the order of the leaves. */
  #order = new Int32Array(0);
  /** Center of the box of each item. */
  #centers = new Float64Array(0);
  readonly #binCounts = new Int32Array(BINS);
  readonly #binBounds = new Float64Array(6 * BINS);
  /** Half of the surface area left and right of each plane. */
  readonly #leftAreas = new Float64Array(BINS);
  readonly #rightAreas = new Float64Array(BINS);
  readonly #sweep = new Float64Array(6);
  /** Stack of ranges: node, start, end (exclusive) and depth. */
  readonly #stack = new Int32Array(4 * (MAX_BUILT_DEPTH + 2));
  /** The split axis of a range, and its bins: an item is in bin (center − origin) · scale. */
  #axis = 0;
  #binOrigin = 0;
  #binScale = 0;

  /** Builds a tree over items 0 … count − 1. */
  build(tree: BvhTree, boxes: Float64Array, count: number): void {
    tree.reserve(count, 2 * count);
    tree.nodeCount = count > 0 ? 1 : 0;
    if (count === 0) return;
    tree.parent[0] = -1;
    const regular = this.#orderItems(boxes, count);
    const stack = this.#stack;
    let top = 0;
    stack[0] = 0;
    stack[1] = 0;
    stack[2] = count;
    stack[3] = 0;
    while (top >= 0) {
      const node = stack[4 * top]!;
      const from = stack[4 * top + 1]!;
      const to = stack[4 * top + 2]!;
      const depth = stack[4 * top + 3]!;
      top--;
      if (to - from === 1) {
        tree.setLeaf(node, this.#order[from]!);
        continue;
      }
      let split = from < regular && regular < to ? regular : from;
      if (split === from && from < regular && to - from > 2 && depth < MAX_DEPTH_BY_AREA) {
        split = this.#splitByArea(boxes, from, to);
      }
      if (split === from) split = (from + to) >> 1;
      const first = tree.addChildren(node);
      for (let side = 1; side >= 0; side--) {
        const at = 4 * ++top;
        stack[at] = first + side;
        stack[at + 1] = side === 0 ? from : split;
        stack[at + 2] = side === 0 ? split : to;
        stack[at + 3] = depth + 1;
      }
    }
  }

  /**
   * Fills `#order` and `#centers`. Items whose box is empty or infinite come last, because they would spoil every box
   * around them and every choice of a plane. Returns the number of the other items.
   */
  #orderItems(boxes: Float64Array, count: number): number {
    const order = (this.#order = ensureCapacity(this.#order, count));
    const centers = (this.#centers = ensureCapacity(this.#centers, 3 * count));
    let regular = 0;
    let last = count;
    for (let item = 0; item < count; item++) {
      let isRegular = true;
      for (let k = 0; k < 3; k++) {
        const low = boxes[6 * item + k]!;
        const high = boxes[6 * item + 3 + k]!;
        if (!(low <= high && low > -Infinity && high < Infinity)) isRegular = false;
        centers[3 * item + k] = 0.5 * low + 0.5 * high;
      }
      if (isRegular) order[regular++] = item;
      else order[--last] = item;
    }
    return regular;
  }

  /** Partitions a range by the best plane and returns the start of its right side; `from` if no plane is useful. */
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

  /** Chooses the axis with the largest spread of centers in a range. Returns false if all centers coincide. */
  #chooseAxis(from: number, to: number, bins: number): boolean {
    const order = this.#order;
    const centers = this.#centers;
    let longest = 0;
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = from; i < to; i++) {
        const center = centers[3 * order[i]! + k]!;
        if (center < low) low = center;
        if (center > high) high = center;
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
    const bin = ((this.#centers[3 * item + this.#axis]! - this.#binOrigin) * this.#binScale) | 0;
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

  /** The first bin of the right side, by the smallest sum of area times items; 0 if there is none. */
  #choosePlane(bins: number): number {
    const counts = this.#binCounts;
    const sweep = this.#sweep;
    empty(sweep, 0);
    for (let plane = bins - 1; plane > 0; plane--) {
      include(sweep, 0, this.#binBounds, 6 * plane);
      writeHalfArea(sweep, 0, this.#rightAreas, plane);
    }
    empty(sweep, 0);
    let all = 0;
    for (let bin = 0; bin < bins; bin++) all += counts[bin]!;
    let best = 0;
    let minCost = Infinity;
    let before = 0;
    for (let plane = 1; plane < bins; plane++) {
      include(sweep, 0, this.#binBounds, 6 * plane - 6);
      before += counts[plane - 1]!;
      if (before === 0 || before === all) continue;
      writeHalfArea(sweep, 0, this.#leftAreas, plane);
      const cost = this.#leftAreas[plane]! * before + this.#rightAreas[plane]! * (all - before);
      if (!(cost < minCost)) continue;
      minCost = cost;
      best = plane;
    }
    return best;
  }
}
