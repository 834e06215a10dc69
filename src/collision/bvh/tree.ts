import { grown, grownCapacity } from "../../math/grow.js";

/** The parent of nodes that are no longer in the tree. */
export const DEAD = -2;
/** Places in `areas`: of all leaves, of all other nodes, and of what stands for the large parts. */
export const LEAVES = 0;
export const INNER = 1;
export const COARSE = 2;

/**
 * The nodes of a bounding volume hierarchy in flat arrays. Node 0 is the root; two children of one node stand side by
 * side and always behind their parent, so that one pass from the last node to the first meets children before parents.
 */
export class BvhTree {
  /** How many nodes there are, dead ones among them. */
  nodeCount = 0;
  /** Low x, y, z, high x, y, z of each node; inverted (low ∞, high −∞) where nothing is in it. */
  bounds = new Float64Array(0);
  /** The first of the two children of a node; ~item (negative) for a leaf. */
  first = new Int32Array(0);
  /** The parent of each node; −1 for the root; or DEAD. */
  parent = new Int32Array(0);
  /** The leaf of each item. */
  leafOf = new Int32Array(0);

  /** Sums of half of the surfaces of its nodes, at LEAVES, INNER and COARSE. */
  readonly areas = new Float64Array(3);

  /** Makes room for so many items and nodes. */
  reserve(itemCount: number, nodeCount: number): void {
    this.leafOf = grown(this.leafOf, grownCapacity(this.leafOf.length, itemCount));
    const capacity = grownCapacity(this.first.length, nodeCount);
    this.first = grown(this.first, capacity);
    this.parent = grown(this.parent, capacity);
    this.bounds = grown(this.bounds, 6 * capacity);
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
