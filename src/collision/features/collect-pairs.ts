import { IndexList } from "../../math/index-list.js";
import { IndexSet } from "../../math/index-set.js";
import type { ClothSide } from "../broad-phase/cloth-broad-phase.js";
import type { Encounter } from "../broad-phase/candidate-pairs.js";
import { Closest, closestOfSegments, closestOnTriangle } from "../narrow-phase/closest-points.js";
import type { Solid } from "../solids/solid.js";

const box = new Float64Array(6);
const otherBox = new Float64Array(6);
const edges = new IndexSet();
const near = new IndexList();
/** The middles of the boxes of four points, and how far off its middle each of these points may be, m. */
const middles = new Float64Array(12);
const spans = new Float64Array(4);
const closest = new Closest();

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
  const room = core.radius + offset;
  for (let c = 0; c < core.corners.length; c++) {
    const smallest = smallestSquared(core.roundness[core.corners[c]!]!, offset);
    if (smallest >= side.largestEdgeSquared) continue;
    solid.expectedBox(core.corners[c]!, box);
    takeBox(box, 0, 0);
    widen(room);
    const { items, count } = side.trianglesIn(box);
    near.clear();
    for (let i = 0; i < count; i++) {
      if (longestSquared(side, items[i]!) <= smallest) continue;
      if (cornerMayMeet(side, items[i]!, room)) near.push(items[i]!);
    }
    addTriangles(side, core.corners[c]!, cornerPairs);
  }
  for (let e = 0; e < core.edges.length; e += 2) {
    const [a, b] = [core.edges[e]!, core.edges[e + 1]!];
    const roundness = Math.min(core.roundness[a]!, core.roundness[b]!);
    const smallest = smallestSquared(roundness, offset);
    if (smallest >= side.largestEdgeSquared) continue;
    solid.expectedBox(core.edges[e]!, box);
    solid.expectedBox(core.edges[e + 1]!, otherBox);
    takeBox(box, 0, 2);
    takeBox(otherBox, 0, 3);
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
    near.clear();
    for (let i = 0; i < edges.size; i++) {
      if (edgesMayMeet(side, edges.at(i), room)) near.push(edges.at(i));
    }
    addEdges(side, a, b, edgePairs);
  }
}

/** In rising order: it must not depend on how the tree came to be. */
function addTriangles({ cloth }: ClothSide, corner: number, pairs: IndexList): void {
  near.sortFrom(0);
  for (let i = 0; i < near.count; i++) {
    pairs.push(corner);
    for (let h = 3 * near.items[i]!; h < 3 * near.items[i]! + 3; h++) {
      pairs.push(cloth.mesh.halfedgeVertices[h]!);
    }
  }
}

function addEdges({ cloth }: ClothSide, a: number, b: number, pairs: IndexList): void {
  near.sortFrom(0);
  for (let i = 0; i < near.count; i++) {
    pairs.push(a);
    pairs.push(b);
    pairs.push(cloth.mesh.edgeStart(near.items[i]!));
    pairs.push(cloth.mesh.edgeEnd(near.items[i]!));
  }
}

/** Whether a triangle may come within `room` of a corner, which is point 0 already. */
function cornerMayMeet(side: ClothSide, triangle: number, room: number): boolean {
  const { halfedgeVertices } = side.cloth.mesh;
  for (let k = 0; k < 3; k++) {
    takeBox(side.particleBoxes, 6 * halfedgeVertices[3 * triangle + k]!, 1 + k);
  }
  closestOnTriangle(middles, 0, 3, 6, 9, closest);
  return closest.distance <= room + spans[0]! + Math.max(spans[1]!, spans[2]!, spans[3]!);
}

/** The same for an edge of the cloth and one of the solid, which is points 2 and 3 already. */
function edgesMayMeet(side: ClothSide, edge: number, room: number): boolean {
  const { mesh } = side.cloth;
  takeBox(side.particleBoxes, 6 * mesh.edgeStart(edge), 0);
  takeBox(side.particleBoxes, 6 * mesh.edgeEnd(edge), 1);
  closestOfSegments(middles, 0, 3, 6, 9, closest);
  return closest.distance <= room + Math.max(spans[0]!, spans[1]!) + Math.max(spans[2]!, spans[3]!);
}

function takeBox(boxes: Float64Array, at: number, point: number): void {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const half = (boxes[at + 3 + k]! - boxes[at + k]!) / 2;
    middles[3 * point + k] = boxes[at + k]! + half;
    squared += half * half;
  }
  spans[point] = Math.sqrt(squared);
}

function widen(room: number): void {
  for (let k = 0; k < 3; k++) {
    box[k]! -= room;
    box[3 + k]! += room;
  }
}

/** Square of the length of edges that need not be heeded; the cloth may be stretched by a fifth. */
function smallestSquared(roundness: number, offset: number): number {
  return 4 * roundness * offset;
}

/** Of the unstressed cloth: what is in reach must not depend on when it was looked for. */
function longestSquared({ cloth }: ClothSide, triangle: number): number {
  const { halfedgeEdges } = cloth.mesh;
  const { lengths } = cloth.rest;
  let longest = 0;
  for (let h = 3 * triangle; h < 3 * triangle + 3; h++) {
    longest = Math.max(longest, lengths[halfedgeEdges[h]!]!);
  }
  return longest * longest;
}
