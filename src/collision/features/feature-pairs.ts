import { IndexList } from "../../math/index-list.js";
import { IndexSet } from "../../math/index-set.js";
import type { CandidatePairs } from "../broad-phase/candidate-pairs.js";
import type { ClothBroadPhase, CollidingCloth } from "../broad-phase/cloth-broad-phase.js";
import { include, widen } from "../bvh/boxes.js";
import {
  ClosestPoints,
  closestOfSegments,
  closestOnTriangle,
} from "../narrow-phase/closest-points.js";
import type { Solid } from "../solids/solid.js";

/** Collects the triangles that corners of a solid may poke into, and the edges that may cross its edges. */
export class FeaturePairs {
  readonly #box = new Float64Array(6);
  readonly #otherBox = new Float64Array(6);
  readonly #triangles = new IndexList();
  readonly #edges = new IndexSet();
  /** Cloth triangles or edges that are near enough. */
  readonly #near = new IndexList();
  /** Four points as input of the narrow phase: the centers of their boxes, and how far from it each point may be, m. */
  readonly #centers = new Float64Array(12);
  readonly #spans = new Float64Array(4);
  readonly #closest = new ClosestPoints();

  /**
   * Adds all pairs of a cloth and a solid.
   *
   * If a solid is round and the triangles are small, particle contacts are enough: a triangle whose corners are
   * `offset` away from a ball of radius R sags by at most L² / (6 R), where L is its longest edge.
   */
  collect(cloth: ClothBroadPhase, solid: Solid, pairs: CandidatePairs): void {
    const { corners, edges } = solid.features;
    for (let c = 0; c < corners.length; c++)
      this.#collectTriangles(cloth, solid, corners[c]!, pairs);
    for (let e = 0; e < edges.length; e += 2) {
      this.#collectEdges(cloth, solid, edges[e]!, edges[e + 1]!, pairs);
    }
  }

  #collectTriangles(
    cloth: ClothBroadPhase,
    solid: Solid,
    corner: number,
    { cornerTriangles, offset }: CandidatePairs,
  ): void {
    const { radius, roundness } = solid.features;
    const negligible = negligibleLengthSquared(roundness[corner]!, offset);
    if (negligible >= cloth.largestEdgeSquared) return;
    const margin = radius + offset;
    const near = this.#near;
    const triangles = this.#triangles;
    solid.featureBox(corner, this.#box);
    this.#readBox(this.#box, 0, 0);
    widen(this.#box, margin);
    triangles.clear();
    cloth.collectTriangles(this.#box, triangles);
    near.clear();
    for (let i = 0; i < triangles.count; i++) {
      const triangle = triangles.items[i]!;
      if (longestEdgeSquared(cloth.cloth, triangle) <= negligible) continue;
      if (this.#cornerMayMeet(cloth, triangle, margin)) near.push(triangle);
    }
    near.sortFrom(0); // The result must not depend on the history of the tree.
    const { halfedgeVertices } = cloth.cloth.mesh;
    for (let i = 0; i < near.count; i++) {
      cornerTriangles.push(corner);
      for (let h = 3 * near.items[i]!; h < 3 * near.items[i]! + 3; h++) {
        cornerTriangles.push(halfedgeVertices[h]!);
      }
    }
  }

  #collectEdges(
    cloth: ClothBroadPhase,
    solid: Solid,
    a: number,
    b: number,
    { edgeEdges, offset }: CandidatePairs,
  ): void {
    const { radius, roundness } = solid.features;
    const negligible = negligibleLengthSquared(Math.min(roundness[a]!, roundness[b]!), offset);
    if (negligible >= cloth.largestEdgeSquared) return;
    const { mesh } = cloth.cloth;
    const margin = radius + offset;
    const near = this.#near;
    const triangles = this.#triangles;
    const edges = this.#edges;
    const box = this.#box;
    const otherBox = this.#otherBox;
    solid.featureBox(a, box);
    solid.featureBox(b, otherBox);
    this.#readBox(box, 0, 2);
    this.#readBox(otherBox, 0, 3);
    include(box, 0, otherBox, 0);
    widen(box, margin);
    triangles.clear();
    cloth.collectTriangles(box, triangles);
    edges.clear();
    for (let i = 0; i < triangles.count; i++) {
      const triangle = triangles.items[i]!;
      if (longestEdgeSquared(cloth.cloth, triangle) <= negligible) continue;
      for (let h = 3 * triangle; h < 3 * triangle + 3; h++) edges.add(mesh.halfedgeEdges[h]!);
    }
    near.clear();
    for (let i = 0; i < edges.size; i++) {
      if (this.#edgesMayMeet(cloth, edges.at(i), margin)) near.push(edges.at(i));
    }
    near.sortFrom(0);
    for (let i = 0; i < near.count; i++) {
      edgeEdges.push(a);
      edgeEdges.push(b);
      edgeEdges.push(mesh.edgeStart(near.items[i]!));
      edgeEdges.push(mesh.edgeEnd(near.items[i]!));
    }
  }

  /** True if a triangle may come within `margin` of a corner, which is already point 0. */
  #cornerMayMeet(cloth: ClothBroadPhase, triangle: number, margin: number): boolean {
    const { halfedgeVertices } = cloth.cloth.mesh;
    const spans = this.#spans;
    for (let k = 0; k < 3; k++) {
      this.#readBox(cloth.particleBoxes, 6 * halfedgeVertices[3 * triangle + k]!, 1 + k);
    }
    closestOnTriangle(this.#centers, 0, 3, 6, 9, this.#closest);
    const reach = margin + spans[0]! + Math.max(spans[1]!, spans[2]!, spans[3]!);
    return this.#closest.distance <= reach;
  }

  /** The same for a cloth edge and a solid edge, which is already points 2 and 3. */
  #edgesMayMeet(cloth: ClothBroadPhase, edge: number, margin: number): boolean {
    const { mesh } = cloth.cloth;
    const spans = this.#spans;
    this.#readBox(cloth.particleBoxes, 6 * mesh.edgeStart(edge), 0);
    this.#readBox(cloth.particleBoxes, 6 * mesh.edgeEnd(edge), 1);
    closestOfSegments(this.#centers, 0, 3, 6, 9, this.#closest);
    const reach = margin + Math.max(spans[0]!, spans[1]!) + Math.max(spans[2]!, spans[3]!);
    return this.#closest.distance <= reach;
  }

  #readBox(boxes: Float64Array, at: number, point: number): void {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const half = (boxes[at + 3 + k]! - boxes[at + k]!) / 2;
      this.#centers[3 * point + k] = boxes[at + k]! + half;
      squared += half * half;
    }
    this.#spans[point] = Math.sqrt(squared);
  }
}

/**
 * Square of the edge length below which a triangle needs no feature contacts; the cloth may be stretched by a fifth.
 */
function negligibleLengthSquared(roundness: number, offset: number): number {
  return 4 * roundness * offset;
}

/** For the unstressed cloth: the pairs must not depend on the time of the search. */
function longestEdgeSquared({ mesh, rest }: CollidingCloth, triangle: number): number {
  const { halfedgeEdges } = mesh;
  const { lengths } = rest;
  let longest = 0;
  for (let h = 3 * triangle; h < 3 * triangle + 3; h++) {
    longest = Math.max(longest, lengths[halfedgeEdges[h]!]!);
  }
  return longest * longest;
}
