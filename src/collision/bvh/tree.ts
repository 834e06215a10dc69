import { ensureCapacity } from "../../math/grow.js";

/** Parent of nodes that are no longer in the tree. */
export const DEAD = -2;

/** Sums of half of the surface areas of the nodes of a tree. Infinite areas are left out. */
export class NodeAreas {
  leaves = 0;
  /** Of all nodes that are not leaves. */
  inner = 0;
  /** Not a sum: the median of the nodes a few levels below the root. */
  coarse = 0;

  copy(other: NodeAreas): void {
    this.leaves = other.leaves;
    this.inner = other.inner;
    this.coarse = other.coarse;
  }
}

/**
 * The nodes of a bounding volume hierarchy in flat arrays. Node 0 is the root. The two children of a node are adjacent
 * and always behind their parent, so one pass from the last node to the first visits children before parents.
 */
export class BvhTree {
  /** Number of nodes, including dead ones. */
  nodeCount = 0;
  /** Low x, y, z, high x, y, z of each node; inverted (low ∞, high −∞) if it is empty. */
  bounds = new Float64Array(0);
  /** First of the two children of a node; ~item (negative) for a leaf. */
  first = new Int32Array(0);
  /** Parent of each node; −1 for the root; or DEAD. */
  parent = new Int32Array(0);
  /** The leaf of each item. */
  leafOf = new Int32Array(0);
  readonly areas = new NodeAreas();

  /** Grows the arrays to these counts. */
  reserve(itemCount: number, nodeCount: number): void {
    this.leafOf = ensureCapacity(this.leafOf, itemCount);
    this.first = ensureCapacity(this.first, nodeCount);
    this.parent = ensureCapacity(this.parent, nodeCount);
    this.bounds = ensureCapacity(this.bounds, 6 * nodeCount);
  }

  /** Appends two children to a node and returns the first of them. */
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
