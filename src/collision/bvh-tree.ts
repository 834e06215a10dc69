import { grown, grownCapacity } from "../math/grow.js";

/** What `first` holds for a node that is no longer in the tree. The root is nobody's child, so 0 is free for this. */
export const DEAD = 0;

/**
 * The nodes of a bounding volume hierarchy in flat arrays. Node 0 is the root; two children of one node stand side by
 * side and always behind their parent, so that one pass from the last node to the first meets children before parents.
 */
export class BvhTree {
  /** How many nodes there are, dead ones among them. */
  nodeCount = 0;
  /** Low x, y, z, high x, y, z of each node; inverted (low ∞, high −∞) where nothing is in it. */
  bounds = new Float64Array(0);
  /** The first of the two children of a node; ~item (negative) for a leaf; or DEAD. */
  first = new Int32Array(0);
  /** The parent of each node; −1 for the root. */
  parent = new Int32Array(0);
  /** The leaf of each item. */
  leafOf = new Int32Array(0);

  /** Makes room for so many items, each in a leaf of its own. */
  reserve(itemCount: number): void {
    const capacity = grownCapacity(this.leafOf.length, itemCount);
    if (capacity === this.leafOf.length) return;
    this.leafOf = grown(this.leafOf, capacity);
    this.first = grown(this.first, 2 * capacity);
    this.parent = grown(this.parent, 2 * capacity);
    this.bounds = grown(this.bounds, 12 * capacity);
  }

  /** Gives a node two new children, which are at the end of all; the first of them. */
  addChildren(node: number): number {
    const first = this.nodeCount;
    this.nodeCount += 2;
    this.first[node] = first;
    this.parent[first] = node;
    this.parent[first + 1] = node;
    return first;
  }

  /** Makes a node the leaf of an item. */
  setLeaf(node: number, item: number): void {
    this.first[node] = ~item;
    this.leafOf[item] = node;
  }
}
