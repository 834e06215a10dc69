import { putHalfArea } from "./builder.js";
import { COARSE, INNER, LEAVES, type BvhTree } from "./tree.js";

/** The tree is built anew when its cost has grown so many times. */
const DEGRADED = 1.6;
/** Levels below the root. */
const COARSE_LEVELS = 4;

/** One more than the nodes so far below the root, for the one that is being put in its place. */
const sorted = new Float64Array((1 << COARSE_LEVELS) + 1);
let sortedCount = 0;

/** Measures the median of half of the surfaces of the nodes a few levels below the root, as far as they are finite. */
export function measureCoarse(tree: BvhTree): void {
  sortedCount = 0;
  if (tree.nodeCount > 0) gather(tree, 0, COARSE_LEVELS);
  tree.areas[COARSE] = sortedCount > 0 ? sorted[sortedCount >> 1]! : 0;
}

function gather(tree: BvhTree, node: number, levels: number): void {
  const child = tree.first[node]!;
  if (levels > 0 && child > 0) {
    gather(tree, child, levels - 1);
    gather(tree, child + 1, levels - 1);
    return;
  }
  putHalfArea(tree.bounds, 6 * node, sorted, sortedCount);
  const area = sorted[sortedCount]!;
  if (!(area < Infinity)) return;
  let at = sortedCount++;
  for (; at > 0 && sorted[at - 1]! > area; at--) sorted[at] = sorted[at - 1]!;
  sorted[at] = area;
}

/**
 * Whether the cost of a tree has grown too much since `built` was its surfaces. The cost is the surface of all inner nodes
 * (a query meets a node about as often as its surface is large: Goldsmith and Salmon, Automatic creation of object
 * hierarchies for ray tracing, 1987) by that of what a new tree could not change. One such measure are the leaves: a cloth
 * that crumples, or whose boxes are widened for its speed, has larger leaves or a smaller root but no worse tree. But when
 * a cloth turns, large boxes swell more than those of single triangles: so the other measure are its large parts; the
 * median of them, because a scrap that falls for ever makes a few as large as it likes. It must have grown by both.
 */
export function isDegraded(areas: Float64Array, built: Float64Array): boolean {
  const leaves = areas[LEAVES]!;
  const coarse = areas[COARSE]!;
  if (!(leaves > 0 || coarse > 0)) return false;
  const byLeaves = built[LEAVES]! > 0 ? (leaves / built[LEAVES]!) * built[INNER]! : 0;
  const byCoarse = built[COARSE]! > 0 ? (coarse / built[COARSE]!) * built[INNER]! : 0;
  return areas[INNER]! > DEGRADED * Math.max(byLeaves, byCoarse);
}
