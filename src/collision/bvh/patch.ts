import { empty, include, writeHalfArea } from "./boxes.js";
import { DEAD, type BvhTree } from "./tree.js";

// Scratch of `addItem`: the box of the new item; half of the surface area of two nodes, without and with that box.
const added = new Float64Array(6);
const union = new Float64Array(6);
const areas = new Float64Array(2);
const grownAreas = new Float64Array(2);

/**
 * Inserts a new item into a refitted tree. Descends to the leaf where the surface areas grow least. That leaf becomes
 * the parent of its old item and of the new one. Both children are appended, so children stay behind their parents.
 * Returns false if the leaf would be deeper than `maxDepth`; the tree is unchanged then, except for boxes that are too
 * wide.
 */
export function addItem(
  tree: BvhTree,
  boxes: Float64Array,
  item: number,
  maxDepth: number,
): boolean {
  const { bounds, first } = tree;
  let isEmpty = false;
  for (let k = 0; k < 3; k++) {
    added[k] = boxes[6 * item + k]!;
    added[3 + k] = boxes[6 * item + 3 + k]!;
    if (!(added[k]! <= added[3 + k]!)) isEmpty = true;
  }
  if (isEmpty) empty(added, 0);
  let node = 0;
  let depth = 0;
  for (; first[node]! > 0; depth++) {
    include(bounds, 6 * node, added, 0);
    const child = first[node]!;
    for (let side = 0; side < 2; side++) {
      const at = 6 * (child + side);
      for (let k = 0; k < 6; k++) union[k] = bounds[at + k]!;
      include(union, 0, added, 0);
      writeHalfArea(bounds, at, areas, side);
      writeHalfArea(union, 0, grownAreas, side);
    }
    const left = grownAreas[0]! - areas[0]!;
    const right = grownAreas[1]! - areas[1]!;
    // Items that fit both sides equally (for example, equal boxes) alternate, by the bits of their index.
    const side = left === right ? (item >> (depth & 15)) & 1 : left < right ? 0 : 1;
    node = child + side;
  }
  if (depth >= maxDepth) return false;
  const old = ~first[node]!;
  const child = tree.addChildren(node);
  bounds.copyWithin(6 * child, 6 * node, 6 * node + 6);
  bounds.set(added, 6 * child + 6);
  include(bounds, 6 * node, added, 0);
  tree.setLeaf(child, old);
  tree.setLeaf(child + 1, item);
  return true;
}

/**
 * Removes an item. The sibling of its leaf replaces their parent, and both nodes become dead, or are removed if they
 * are the last ones. So removing the item that was added last restores the tree. The boxes above stay too wide until
 * the next refit.
 */
export function removeItem(tree: BvhTree, item: number): void {
  const { first, parent } = tree;
  const leaf = tree.leafOf[item]!;
  const above = parent[leaf]!;
  if (above < 0) {
    tree.nodeCount = 0;
    return;
  }
  const pair = first[above]!;
  const sibling = leaf === pair ? pair + 1 : pair;
  const below = first[sibling]!;
  if (below < 0) tree.setLeaf(above, ~below);
  else {
    first[above] = below;
    parent[below] = above;
    parent[below + 1] = above;
  }
  parent[pair] = DEAD;
  parent[pair + 1] = DEAD;
  if (pair + 2 === tree.nodeCount) tree.nodeCount = pair;
}
