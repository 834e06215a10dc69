import { writeHalfArea } from "./boxes.js";
import type { BvhTree, NodeAreas } from "./tree.js";

/** The tree is rebuilt when its cost has grown by this factor. */
const DEGRADED = 1.6;
/** Depth of the nodes that `coarse` measures. */
const COARSE_LEVELS = 4;

/** The areas of the nodes at that depth, in increasing order. */
class SortedAreas {
  count = 0;
  /** One more entry, for the area that is being inserted. */
  readonly areas = new Float64Array((1 << COARSE_LEVELS) + 1);

  collect(tree: BvhTree, node: number, levels: number): void {
    const child = tree.first[node]!;
    if (levels > 0 && child > 0) {
      this.collect(tree, child, levels - 1);
      this.collect(tree, child + 1, levels - 1);
      return;
    }
    const { areas } = this;
    writeHalfArea(tree.bounds, 6 * node, areas, this.count);
    const area = areas[this.count]!;
    if (!(area < Infinity)) return;
    let at = this.count++;
    for (; at > 0 && areas[at - 1]! > area; at--) areas[at] = areas[at - 1]!;
    areas[at] = area;
  }
}

/** Scratch of `measureCoarse`. */
const sorted = new SortedAreas();

/**
 * Computes the median of half of the surface areas of the nodes a few levels below the root. Infinite areas are left
 * out.
 */
export function measureCoarse(tree: BvhTree): void {
  sorted.count = 0;
  if (tree.nodeCount > 0) sorted.collect(tree, 0, COARSE_LEVELS);
  tree.areas.coarse = sorted.count > 0 ? sorted.areas[sorted.count >> 1]! : 0;
}

/**
 * True if the cost of a tree has grown too much since the build.
 *
 * The cost is the surface area of all inner nodes, because a query visits a node about in proportion to its area
 * (Goldsmith and Salmon, Automatic creation of object hierarchies for ray tracing, 1987). It is relative to two
 * measures that a new tree would not change:
 *
 * - The area of the leaves. A cloth that crumples, or whose boxes are fattened for its speed, has larger leaves or a
 *   smaller root, but no worse tree.
 * - The area of coarse nodes. When a cloth rotates, large boxes grow more than those of single triangles. This is a
 *   median, because a scrap that falls forever makes a few nodes arbitrarily large.
 *
 * The cost must have grown relative to both.
 */
export function isDegraded(areas: NodeAreas, built: NodeAreas): boolean {
  const { leaves, inner, coarse } = areas;
  if (!(leaves > 0 || coarse > 0)) return false;
  const byLeaves = built.leaves > 0 ? (leaves / built.leaves) * built.inner : 0;
  const byCoarse = built.coarse > 0 ? (coarse / built.coarse) * built.inner : 0;
  return inner > DEGRADED * Math.max(byLeaves, byCoarse);
}
