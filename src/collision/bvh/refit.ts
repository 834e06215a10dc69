import { measureCoarse } from "./cost.js";
import { empty } from "./boxes.js";
import { DEAD, type BvhTree } from "./tree.js";

/** Fits all nodes to the boxes of items 0 … count − 1, in linear time, and measures their surface areas. */
export function refit(tree: BvhTree, boxes: Float64Array, count: number): void {
  fitLeaves(tree, boxes, count);
  fitInner(tree);
  measureCoarse(tree);
}

/** Copies the boxes of the leaves, and sums half of their surface areas. Infinite areas are left out. */
function fitLeaves(tree: BvhTree, boxes: Float64Array, count: number): void {
  const { areas, bounds, leafOf } = tree;
  let sum = 0;
  for (let item = 0; item < count; item++) {
    const from = 6 * item;
    const to = 6 * leafOf[item]!;
    const lowX = boxes[from]!;
    const lowY = boxes[from + 1]!;
    const lowZ = boxes[from + 2]!;
    const highX = boxes[from + 3]!;
    const highY = boxes[from + 4]!;
    const highZ = boxes[from + 5]!;
    if (!(lowX <= highX && lowY <= highY && lowZ <= highZ)) {
      empty(bounds, to);
      continue;
    }
    bounds[to] = lowX;
    bounds[to + 1] = lowY;
    bounds[to + 2] = lowZ;
    bounds[to + 3] = highX;
    bounds[to + 4] = highY;
    bounds[to + 5] = highZ;
    const x = highX - lowX;
    const y = highY - lowY;
    const z = highZ - lowZ;
    const area = x * y + y * z + z * x;
    if (area < Infinity) sum += area;
  }
  areas.leaves = sum;
}

/**
 * Fits all parents to their children, pair by pair, and sums half of their surface areas. Infinite areas are left out.
 * Which of two bounds is farther out is close to random. So the code computes an index: a branch would be mispredicted
 * half of the time, which would dominate the cost.
 */
function fitInner({ areas, bounds, parent, nodeCount }: BvhTree): void {
  let sum = 0;
  for (let pair = nodeCount - 2; pair > 0; pair -= 2) {
    const above = parent[pair]!;
    if (above === DEAD) continue;
    const a = 6 * pair;
    const b = a + 6;
    const lowX = bounds[a + 6 * +(bounds[b]! < bounds[a]!)]!;
    const lowY = bounds[a + 1 + 6 * +(bounds[b + 1]! < bounds[a + 1]!)]!;
    const lowZ = bounds[a + 2 + 6 * +(bounds[b + 2]! < bounds[a + 2]!)]!;
    const highX = bounds[a + 3 + 6 * +(bounds[b + 3]! > bounds[a + 3]!)]!;
    const highY = bounds[a + 4 + 6 * +(bounds[b + 4]! > bounds[a + 4]!)]!;
    const highZ = bounds[a + 5 + 6 * +(bounds[b + 5]! > bounds[a + 5]!)]!;
    const to = 6 * above;
    bounds[to] = lowX;
    bounds[to + 1] = lowY;
    bounds[to + 2] = lowZ;
    bounds[to + 3] = highX;
    bounds[to + 4] = highY;
    bounds[to + 5] = highZ;
    const x = highX - lowX;
    const y = highY - lowY;
    const z = highZ - lowZ;
    const area = x * y + y * z + z * x;
    if (area < Infinity) sum += area; // Empty boxes are left out too: −∞ times −∞.
  }
  areas.inner = sum;
}
