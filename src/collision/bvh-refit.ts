import { DEAD, type BvhTree } from "./bvh-tree.js";

/**
 * Fits all nodes around the boxes of their items, in one pass from the last node to the first. Returns the cost of the
 * tree: the surface of its inner nodes by that of its leaves. A query meets a node about as often as its surface is large
 * (Goldsmith and Salmon, Automatic creation of object hierarchies for ray tracing, 1987); the leaves are what no tree can
 * save. By the leaves and not by the root, because those also swell when the cloth turns or its boxes are widened, which
 * is no fault of the tree, and because a cloth that crumples draws its root together and not its leaves.
 */
export function refit(tree: BvhTree, boxes: Float64Array): number {
  const { bounds, first } = tree;
  let inner = 0;
  let leaves = 0;
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    const child = first[node]!;
    if (child === DEAD) continue;
    let lowX: number, lowY: number, lowZ: number, highX: number, highY: number, highZ: number;
    if (child < 0) {
      const a = 6 * ~child;
      lowX = boxes[a]!;
      lowY = boxes[a + 1]!;
      lowZ = boxes[a + 2]!;
      highX = boxes[a + 3]!;
      highY = boxes[a + 4]!;
      highZ = boxes[a + 5]!;
      if (!(lowX <= highX && lowY <= highY && lowZ <= highZ)) {
        lowX = lowY = lowZ = Infinity;
        highX = highY = highZ = -Infinity;
      }
    } else {
      const a = 6 * child;
      const b = a + 6;
      lowX = bounds[a]! < bounds[b]! ? bounds[a]! : bounds[b]!;
      lowY = bounds[a + 1]! < bounds[b + 1]! ? bounds[a + 1]! : bounds[b + 1]!;
      lowZ = bounds[a + 2]! < bounds[b + 2]! ? bounds[a + 2]! : bounds[b + 2]!;
      highX = bounds[a + 3]! > bounds[b + 3]! ? bounds[a + 3]! : bounds[b + 3]!;
      highY = bounds[a + 4]! > bounds[b + 4]! ? bounds[a + 4]! : bounds[b + 4]!;
      highZ = bounds[a + 5]! > bounds[b + 5]! ? bounds[a + 5]! : bounds[b + 5]!;
    }
    const at = 6 * node;
    bounds[at] = lowX;
    bounds[at + 1] = lowY;
    bounds[at + 2] = lowZ;
    bounds[at + 3] = highX;
    bounds[at + 4] = highY;
    bounds[at + 5] = highZ;
    const x = highX - lowX;
    const y = highY - lowY;
    const z = highZ - lowZ;
    const area = x * y + y * z + z * x;
    if (!(area < Infinity)) continue; // Empty boxes are among these: −∞ times −∞.
    if (child < 0) leaves += area;
    else inner += area;
  }
  return leaves > 0 ? inner / leaves : 0;
}
