import type { AxisPlaneConstraints, Particles, RestShape } from "../../cloth/index.js";
import { ensureCapacity } from "../../math/grow.js";
import { IndexList } from "../../math/index-list.js";
import type { TriangleMesh } from "../../mesh/index.js";
import { areAllInBoxes, boxTriangles, fattenBoxes, isInBox } from "../bvh/boxes.js";
import { Bvh } from "../bvh/bvh.js";
import type { CandidatePairs, SurfaceMaterial } from "./candidate-pairs.js";

/** The data of a cloth that collision needs. */
export interface CollidingCloth {
  readonly mesh: TriangleMesh;
  readonly particles: Particles;
  readonly rest: Pick<RestShape, "lengths">;
  /** May be replaced between two steps. */
  readonly material: SurfaceMaterial;
  /** Axis and plane constraints of its particles. */
  readonly constraints: AxisPlaneConstraints;
}

/**
 * The cloth part of the broad phase: fattened AABBs of particles and triangles, and a BVH over them. The boxes are
 * valid until the end of the step, if the particles continue to move as in this substep. As long as no particle leaves
 * its box, candidate pairs stay complete. This class knows no solids: solids query it for triangles and particles in a
 * box.
 */
export class ClothBroadPhase {
  readonly cloth: CollidingCloth;
  /** Square of the longest edge of the unstressed, unedited cloth, m². Edits only make edges shorter. */
  readonly largestEdgeSquared: number;
  readonly #bvh = new Bvh();
  /** Six numbers per particle: low x, y, z, high x, y, z. */
  particleBoxes = new Float64Array(0);
  /** Six numbers per triangle. */
  #triangleBoxes = new Float64Array(0);
  /** Counts of the mesh when the boxes were updated. */
  #particleCount = -1;
  #triangleCount = -1;
  #editCount = -1;
  /** Scratch of `collectParticles`: triangles, and marks of found particles (1), which are 0 between calls. */
  readonly #triangles = new IndexList();
  #marks = new Uint8Array(0);

  constructor(cloth: CollidingCloth) {
    this.cloth = cloth;
    let longest = 0;
    for (let e = 0; e < cloth.mesh.edgeCount; e++) {
      longest = Math.max(longest, cloth.rest.lengths[e]!);
    }
    this.largestEdgeSquared = longest * longest;
  }

  /** Number of full builds of the BVH. */
  get buildCount(): number {
    return this.#bvh.buildCount;
  }

  /** Invalidates the boxes, because the mesh may be another one with the same counts. */
  invalidate(): void {
    this.#particleCount = -1;
  }

  /** True if the boxes match the mesh and every particle is in its box. */
  isInBoxes(): boolean {
    const { particles, mesh } = this.cloth;
    const { count, positions } = particles;
    if (count !== this.#particleCount || mesh.triangleCount !== this.#triangleCount) return false;
    if (mesh.editCount !== this.#editCount) return false; // an edit may change the corners of a triangle
    return areAllInBoxes(positions, this.particleBoxes, count);
  }

  /** True if a particle is in its box. */
  isInBox(particle: number): boolean {
    return isInBox(this.cloth.particles.positions, this.particleBoxes, particle);
  }

  /** True if the listed particles are still in their boxes, after a solid has pushed them. */
  areInBoxes({ items, count }: IndexList): boolean {
    const { positions } = this.cloth.particles;
    const boxes = this.particleBoxes;
    for (let i = 0; i < count; i++) if (!isInBox(positions, boxes, items[i]!)) return false;
    return true;
  }

  /** The same for the particles of triangles and edges that may touch corners and edges of a solid. */
  areFeaturesInBoxes({ cornerTriangles, edgeEdges }: CandidatePairs): boolean {
    for (let i = 0; i < cornerTriangles.count; i++) {
      if (i % 4 > 0 && !this.isInBox(cornerTriangles.items[i]!)) return false;
    }
    for (let i = 0; i < edgeEdges.count; i++) {
      if (i % 4 > 1 && !this.isInBox(edgeEdges.items[i]!)) return false;
    }
    return true;
  }

  /**
   * Updates the fattened boxes, for `times` times the duration of this substep, from its start.
   *
   * @param reach How far a particle may leave its expected path, m.
   */
  fattenBoxes(times: number, reach: number): void {
    const { particles, mesh } = this.cloth;
    const { count, positions, previousPositions } = particles;
    this.#particleCount = count;
    this.#triangleCount = mesh.triangleCount;
    this.#editCount = mesh.editCount;
    this.particleBoxes = ensureCapacity(this.particleBoxes, 6 * count);
    fattenBoxes(this.particleBoxes, previousPositions, positions, count, times, reach);
    this.#triangleBoxes = ensureCapacity(this.#triangleBoxes, 6 * mesh.triangleCount);
    const { halfedgeVertices, triangleCount } = mesh;
    boxTriangles(this.#triangleBoxes, this.particleBoxes, halfedgeVertices, triangleCount);
    this.#bvh.update(this.#triangleBoxes, triangleCount);
  }

  /** Appends the triangles whose boxes overlap a box, in the order of the tree. */
  collectTriangles(box: Float64Array, found: IndexList): void {
    this.#bvh.queryUnsorted(box, 0, found);
  }

  /** Appends the particles of the triangles whose boxes overlap a box, in increasing order. */
  collectParticles(box: Float64Array, found: IndexList): void {
    const { halfedgeVertices } = this.cloth.mesh;
    const triangles = this.#triangles;
    triangles.clear();
    this.collectTriangles(box, triangles);
    const { items, count } = triangles;
    if (count === 0) return;
    const marks = (this.#marks = ensureCapacity(this.#marks, this.#particleCount));
    for (let i = 0; i < count; i++) {
      for (let h = 3 * items[i]!; h < 3 * items[i]! + 3; h++) marks[halfedgeVertices[h]!] = 1;
    }
    for (let p = 0; p < this.#particleCount; p++) {
      if (marks[p] === 0) continue;
      marks[p] = 0;
      found.push(p);
    }
  }
}
