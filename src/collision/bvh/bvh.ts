import type { IndexList } from "../../math/index-list.js";
import { BvhBuilder, MAX_BUILT_DEPTH } from "./builder.js";
import { isDegraded } from "./cost.js";
import { addItem, removeItem } from "./patch.js";
import { refit } from "./refit.js";
import { BvhTree, NodeAreas } from "./tree.js";

/** Patches lead no deeper than this; bounds the stack of queries. */
const MAX_DEPTH = MAX_BUILT_DEPTH + 33;
/** Scratch of a query: nodes that wait, at most one for each level. */
const waiting = new Int32Array(MAX_DEPTH + 2);
/** Scratch of a build, for all trees. */
const builder = new BvhBuilder();

/**
 * A bounding volume hierarchy over numbered boxes that move: which of them meet a given box. Refitted rather than built
 * anew at each step, because neighbours in a cloth stay neighbours (van den Bergen, Efficient collision detection of
 * complex deformable models using AABB trees, 1997).
 */
export class Bvh {
  /** Its nodes, to look at. */
  readonly tree = new BvhTree();
  #count = 0;
  #buildCount = 0;
  /** Items below this are where the last build put them; all others were patched in. */
  #builtItems = 0;
  /** The surfaces of the tree when it was built. */
  readonly #builtAreas = new NodeAreas();

  /** How many items it holds. */
  get count(): number {
    return this.#count;
  }

  /** How often the tree was built from scratch. */
  get buildCount(): number {
    return this.#buildCount;
  }

  /**
   * Follows the boxes of items 0 … count − 1: `boxes` holds six numbers an item: low x, y, z, high x, y, z. A box that is
   * inverted or not a number anywhere is empty and meets nothing. Refits in O(count); items that are new since the last
   * call are patched into the tree where they fit, items that are no more (count fell) are taken out; rebuilds where the
   * tree has degraded (its cost by surface area has grown to 1.6 times what it was when built, more than a quarter of its
   * items were patched in, or more than half of what it was built of is gone).
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
   * Adds the numbers of all items whose box meets the given one (touching counts) to `found`; six numbers at `at` in
   * `box`. In rising order: it depends on the boxes of the last update alone and not on how the tree came to be, so that
   * a run that begins at a saved state goes on with the same bits.
   */
  query(box: Float64Array, at: number, found: IndexList): void {
    const from = found.count;
    this.queryUnsorted(box, at, found);
    found.sortFrom(from);
  }

  /** The same in the order of the tree: for who sorts what is left of it later. */
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
    waiting[0] = 0;
    while (top >= 0) {
      const node = waiting[top--]!;
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
        waiting[++top] = child + 1;
        waiting[++top] = child;
      } else if (bounds[a]! <= bounds[a + 3]!) found.push(~child); // Infinite boxes seem to meet empty ones.
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
