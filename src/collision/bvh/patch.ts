import { empty, include, putHalfArea } from "./boxes.js";
import { DEAD, type BvhTree } from "./tree.js";

// Scratch of `addItem`: the box that is put into the tree; half of the surface of each of two nodes, and with that box.
const added = new Float64Array(6);
const union = new Float64Array(6);
const areas = new Float64Array(2);
const grownAreas = new Float64Array(2);

/**
 * Puts a new item into a tree that fits its boxes: down to the leaf around which the surfaces grow least, which becomes a
 * parent of what it was and of the new leaf. Both stand at the end, so children stay behind their parents. False, with
 * the tree as it was but too wide, where that would lie deeper than `deepest`.
 */
export function addItem(
  tree: BvhTree,
  boxes: Float64Array,
  item: number,
  deepest: number,
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
      putHalfArea(bounds, at, areas, side);
      putHalfArea(union, 0, grownAreas, side);
    }
    const left = grownAreas[0]! - areas[0]!;
    const right = grownAreas[1]! - areas[1]!;
    // Items that fit both alike (all boxes equal, say) take turns, by the digits of their numbers.
    const side = left === right ? (item >> (depth & 15)) & 1 : left < right ? 0 : 1;
    node = child + side;
  }
  if (depth >= deepest) return false;
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
 * Takes an item out: what was beside its leaf moves up to their parent, and both places are dead, or gone if they were
 * the last. Taking out what was added last thus gives the tree of before. The boxes above stay as wide as they were until
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
  const beside = leaf === pair ? pair + 1 : pair;
  const below = first[beside]!;
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
