import { empty, putHalfArea } from "./builder.js";
import { DEAD, type BvhTree } from "./tree.js";

/** A box that is put into the tree, then one that is the union of it and a node. */
const added = new Float64Array(6);
const union = new Float64Array(6);
/** By how much the first and the second of two nodes would grow. */
const growth = new Float64Array(2);

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
    setUnion(bounds, 6 * node);
    bounds.set(union, 6 * node);
    const child = first[node]!;
    measureGrowth(bounds, 6 * child, 0);
    measureGrowth(bounds, 6 * child + 6, 1);
    const left = growth[0]!;
    const right = growth[1]!;
    // Items that fit both alike (all boxes equal, say) take turns, by the digits of their numbers.
    const side = left === right ? (item >> (depth & 15)) & 1 : left < right ? 0 : 1;
    node = child + side;
  }
  if (depth >= deepest) return false;
  const old = ~first[node]!;
  const child = tree.addChildren(node);
  bounds.copyWithin(6 * child, 6 * node, 6 * node + 6);
  bounds.set(added, 6 * child + 6);
  setUnion(bounds, 6 * node);
  bounds.set(union, 6 * node);
  tree.setLeaf(child, old);
  tree.setLeaf(child + 1, item);
  return true;
}

/** Makes `union` of the added box and another. */
function setUnion(bounds: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    union[k] = Math.min(added[k]!, bounds[at + k]!);
    union[3 + k] = Math.max(added[3 + k]!, bounds[at + 3 + k]!);
  }
}

/** Finds how much surface a node gains with the added box. */
function measureGrowth(bounds: Float64Array, at: number, side: number): void {
  setUnion(bounds, at);
  putHalfArea(bounds, at, growth, side);
  const before = growth[side]!;
  putHalfArea(union, 0, growth, side);
  growth[side] = growth[side]! - before;
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
