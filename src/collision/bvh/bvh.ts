import type { IndexList } from "../../math/index-list.js";
import { BvhBuilder, MAX_BUILT_DEPTH } from "./builder.js";
import { isDegraded } from "./cost.js";
import { addItem, removeItem } from "./patch.js";
import { refit } from "./refit.js";
import { BvhTree, NodeAreas } from "./tree.js";

/** Patches go no deeper than this; bounds the stack of queries. */
const MAX_DEPTH = MAX_BUILT_DEPTH + 33;
/** Stack of a query: at most one pending node per level. */
const stack = new Int32Array(MAX_DEPTH + 2);
/** Scratch of a build, for all trees. */
const builder = new BvhBuilder();

/**
 * A bounding volume hierarchy over numbered boxes that move. It finds the boxes that overlap a given box. It is
 * refitted rather than rebuilt at each step, because neighbors in a cloth stay neighbors (van den Bergen, Efficient
 * collision detection of complex deformable models using AABB trees, 1997).
 */
export class Bvh {
  /** Its nodes, read only. */
  readonly tree = new BvhTree();
  #count = 0;
  #buildCount = 0;
  /** Items below this index are where the last build put them; all others were patched in. */
  #builtItems = 0;
  /** Surface areas of the tree when it was built. */
  readonly #builtAreas = new NodeAreas();

  /** Number of items. */
  get count(): number {
    return this.#count;
  }

  /** Number of full builds. */
  get buildCount(): number {
    return this.#buildCount;
  }

  /**
   * Updates the tree to the boxes of items 0 … count − 1. `boxes` has six numbers per item: low x, y, z, high x, y, z.
   * A box that is inverted or contains NaN is empty and overlaps nothing. Refits in O(count). New items are patched
   * into the tree, and items beyond a smaller count are removed. The tree is rebuilt if it has degraded: its surface
   * area cost has grown to 1.6 times that after the build, more than a quarter of its items were patched in, or more
   * than half of the items of the build are gone.
   */
  update(boxes: Float64Array, count: number): void {
    for (let item = this.#count - 1; item >= count; item--) removeItem(this.tree, item);
    const known = Math.min(this.#count, count);
    this.#count = count;
    this.#builtItems = Math.min(this.#builtItems, count);
    if (4 * (count - this.#builtItems) > count || this.tree.nodeCount > 4 * count) {
      this.#build(boxes);
      return;
    }
    refit(this.tree, boxes, known);
    if (isDegraded(this.tree.areas, this.#builtAreas)) {
      this.#build(boxes);
      return;
    }
    this.tree.reserve(count, this.tree.nodeCount + 2 * (count - known));
    for (let item = known; item < count; item++) {
      if (addItem(this.tree, boxes, item, MAX_DEPTH)) continue;
      this.#build(boxes);
      return;
    }
  }

  /**
   * Appends all items whose box overlaps the given one (touching counts) to `found`, in increasing order. The box is
   * six numbers at `at` in `box`. The result depends only on the boxes of the last update, not on the history of the
   * tree. So a run that starts from a saved state continues bit-exact.
   */
  query(box: Float64Array, at: number, found: IndexList): void {
    const from = found.count;
    this.queryUnsorted(box, at, found);
    found.sortFrom(from);
  }

  /** The same in the order of the tree, for callers that sort later. */
  queryUnsorted(box: Float64Array, at: number, found: IndexList): void {
    const lowX = box[at]!;
    const lowY = box[at + 1]!;
    const lowZ = box[at + 2]!;
    const highX = box[at + 3]!;
    const highY = box[at + 4]!;
    const highZ = box[at + 5]!;
    if (this.#count === 0 || !(lowX <= highX && lowY <= highY && lowZ <= highZ)) return;
    const { bounds, first } = this.tree;
    let top = 0;
    stack[0] = 0;
    while (top >= 0) {
      const node = stack[top--]!;
      const a = 6 * node;
      if (
        !(
          bounds[a]! <= highX &&
          bounds[a + 3]! >= lowX &&
          bounds[a + 1]! <= highY &&
          bounds[a + 4]! >= lowY &&
          bounds[a + 2]! <= highZ &&
          bounds[a + 5]! >= lowZ
        )
      ) {
        continue;
      }
      const child = first[node]!;
      if (child > 0) {
        stack[++top] = child + 1;
        stack[++top] = child;
      } else if (bounds[a]! <= bounds[a + 3]!) found.push(~child); // Infinite boxes seem to overlap empty ones.
    }
  }

  #build(boxes: Float64Array): void {
    builder.build(this.tree, boxes, this.#count);
    this.#builtItems = this.#count;
    refit(this.tree, boxes, this.#count);
    this.#builtAreas.copy(this.tree.areas);
    if (this.#count > 0) this.#buildCount++;
  }
}
