import { IndexSet } from "../math/index-set.js";
import type { ClothSide } from "./cloth-side.js";
import type { Encounter } from "./encounter.js";
import type { Solid } from "./solid.js";

const box = new Float64Array(6);
const otherBox = new Float64Array(6);
const edges = new IndexSet();

/**
 * Finds the triangles that corners of a solid may poke into, and the edges that may fall across its edges.
 *
 * Where a solid is round and the triangles are small, its particles keep them off well enough: a triangle whose corners are
 * `offset` off a ball of radius R sags by L² / (6 R) at most, L being its longest edge.
 */
export function gatherCore(
  side: ClothSide,
  solid: Solid,
  { cornerPairs, edgePairs }: Encounter,
  offset: number,
): void {
  const { core } = solid;
  const { halfedgeEdges } = side.cloth.mesh;
  const smallest = 6 * core.radius * offset; // squared length
  const room = core.radius + offset;
  for (let c = 0; c < core.corners.length; c++) {
    solid.expectedBox(core.corners[c]!, box);
    widen(room);
    const { items, count } = side.trianglesIn(box);
    for (let i = 0; i < count; i++) {
      if (longestSquared(side, items[i]!) <= smallest) continue;
      cornerPairs.push(core.corners[c]!);
      cornerPairs.push(items[i]!);
    }
  }
  for (let e = 0; e < core.edges.length; e += 2) {
    solid.expectedBox(core.edges[e]!, box);
    solid.expectedBox(core.edges[e + 1]!, otherBox);
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k]!, otherBox[k]!);
      box[3 + k] = Math.max(box[3 + k]!, otherBox[3 + k]!);
    }
    widen(room);
    const { items, count } = side.trianglesIn(box);
    edges.clear();
    for (let i = 0; i < count; i++) {
      if (longestSquared(side, items[i]!) <= smallest) continue;
      for (let h = 3 * items[i]!; h < 3 * items[i]! + 3; h++) edges.add(halfedgeEdges[h]!);
    }
    for (let i = 0; i < edges.size; i++) {
      edgePairs.push(e);
      edgePairs.push(edges.at(i));
    }
  }
}

function widen(room: number): void {
  for (let k = 0; k < 3; k++) {
    box[k]! -= room;
    box[3 + k]! += room;
  }
}

function longestSquared({ cloth }: ClothSide, triangle: number): number {
  const { positions } = cloth.particles;
  const { halfedgeVertices } = cloth.mesh;
  let longest = 0;
  for (let k = 0; k < 3; k++) {
    const a = 3 * halfedgeVertices[3 * triangle + k]!;
    const b = 3 * halfedgeVertices[3 * triangle + ((k + 1) % 3)]!;
    const x = positions[b]! - positions[a]!;
    const y = positions[b + 1]! - positions[a + 1]!;
    const z = positions[b + 2]! - positions[a + 2]!;
    longest = Math.max(longest, x * x + y * y + z * z);
  }
  return longest;
}
