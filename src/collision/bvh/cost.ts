import { putHalfArea } from "./boxes.js";
import type { BvhTree, NodeAreas } from "./tree.js";

/** The tree is built anew when its cost has grown so many times. */
const DEGRADED = 1.6;
/** Levels below the root. */
const COARSE_LEVELS = 4;

/** The areas of the nodes so far below the root, in rising order. */
class SortedAreas {
  count = 0;
  /** Room for one more, which is being put in its place. */
  readonly areas = new Float64Array((1 << COARSE_LEVELS) + 1);

  collect(tree: BvhTree, node: number, levels: number): void {
    const child = tree.first[node]!;
    if (levels > 0 && child > 0) {
      this.collect(tree, child, levels - 1);
      this.collect(tree, child + 1, levels - 1);
      return;
    }
    const { areas } = this;
    putHalfArea(tree.bounds, 6 * node, areas, this.count);
    const area = areas[this.count]!;
    if (!(area < Infinity)) return;
    let at = this.count++;
    for (; at > 0 && areas[at - 1]! > area; at--) areas[at] = areas[at - 1]!;
    areas[at] = area;
  }
}

/** Scratch of `measureCoarse`. */
const sorted = new SortedAreas();

/** Measures the median of half of the surfaces of the nodes a few levels below the root, as far as they are finite. */
export function measureCoarse(tree: BvhTree): void {
  sorted.count = 0;
  if (tree.nodeCount > 0) sorted.collect(tree, 0, COARSE_LEVELS);
  tree.areas.coarse = sorted.count > 0 ? sorted.areas[sorted.count >> 1]! : 0;
}

/**
 * Whether the cost of a tree has grown too much since `built` was its surfaces. The cost is the surface of all inner nodes
 * (a query meets a node about as often as its surface is large: Goldsmith and Salmon, Automatic creation of object
 * hierarchies for ray tracing, 1987) by that of what a new tree could not change. One such measure are the leaves: a cloth
 * that crumples, or whose boxes are widened for its speed, has larger leaves or a smaller root but no worse tree. But when
 * a cloth turns, large boxes swell more than those of single triangles: so the other measure are its large parts; the
 * median of them, because a scrap that falls for ever makes a few as large as it likes. It must have grown by both.
 */
export function isDegraded(areas: NodeAreas, built: NodeAreas): boolean {
  const { leaves, inner, coarse } = areas;
  if (!(leaves > 0 || coarse > 0)) return false;
  const byLeaves = built.leaves > 0 ? (leaves / built.leaves) * built.inner : 0;
  const byCoarse = built.coarse > 0 ? (coarse / built.coarse) * built.inner : 0;
  return inner > DEGRADED * Math.max(byLeaves, byCoarse);
}
