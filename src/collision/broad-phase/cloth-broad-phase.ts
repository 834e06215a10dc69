import type { AxisPlaneConstraints, Particles, RestShape } from "../../cloth/index.js";
import { withRoom } from "../../math/grow.js";
import { IndexList } from "../../math/index-list.js";
import type { TriangleMesh } from "../../mesh/index.js";
import { areAllInBoxes, boxTriangles, fattenBoxes, isInBox } from "../bvh/boxes.js";
import { Bvh } from "../bvh/bvh.js";
import type { CandidatePairs, SurfaceMaterial } from "./candidate-pairs.js";

/** What collision needs of a cloth. */
export interface CollidingCloth {
  readonly mesh: TriangleMesh;
  readonly particles: Particles;
  readonly rest: Pick<RestShape, "lengths">;
  /** May be another one between two steps. */
  readonly material: SurfaceMaterial;
  /** What of it is held on lines and in planes. */
  readonly holds: AxisPlaneConstraints;
}

/**
 * The broad phase on the side of a cloth: fattened boxes that particles and triangles stay in until the end of the step, if
 * they go on as in this substep, and a tree over them. As long as no particle leaves its box, what was found to be out of
 * reach is out of reach. It knows nothing of what the cloth is held against: that asks for triangles and particles in a box.
 */
export class ClothBroadPhase {
  readonly cloth: CollidingCloth;
  /** Of the unstressed cloth before any edit, which only makes edges shorter, m². */
  readonly largestEdgeSquared: number;
  readonly #bvh = new Bvh();
  /** Six numbers a particle: low x, y, z, high x, y, z. */
  particleBoxes = new Float64Array(0);
  /** Six numbers a triangle. */
  #triangleBoxes = new Float64Array(0);
  /** What the mesh was like when the boxes were made. */
  #particleCount = -1;
  #triangleCount = -1;
  #editCount = -1;
  /** Scratch of `collectParticles`: triangles, and 1 for particles that are found, 0 between calls. */
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

  /** How often the tree over the triangles was built from scratch. */
  get buildCount(): number {
    return this.#bvh.buildCount;
  }

  /** The boxes hold no longer: the mesh may be another one with the same counts. */
  invalidate(): void {
    this.#particleCount = -1;
  }

  /** Whether particles and triangles are those that the boxes were made for, and none has left its box. */
  isInBoxes(): boolean {
    const { particles, mesh } = this.cloth;
    const { count, positions } = particles;
    if (count !== this.#particleCount || mesh.triangleCount !== this.#triangleCount) return false;
    if (mesh.editCount !== this.#editCount) return false; // an edit may give a triangle other corners
    return areAllInBoxes(positions, this.particleBoxes, count);
  }

  /** Whether a particle is in its box. */
  isInBox(particle: number): boolean {
    return isInBox(this.cloth.particles.positions, this.particleBoxes, particle);
  }

  /** Whether some particles are still in their boxes, after a solid has pushed them. */
  areInBoxes({ items, count }: IndexList): boolean {
    const { positions } = this.cloth.particles;
    const boxes = this.particleBoxes;
    for (let i = 0; i < count; i++) if (!isInBox(positions, boxes, items[i]!)) return false;
    return true;
  }

  /** The same for those of triangles and edges that may meet corners and edges of a solid. */
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
   * Makes the boxes anew, for a time of so many `times` the duration of this substep from its start on.
   *
   * @param reach How far off its path a particle may go, m.
   */
  fattenBoxes(times: number, reach: number): void {
    const { particles, mesh } = this.cloth;
    const { count, positions, previousPositions } = particles;
    this.#particleCount = count;
    this.#triangleCount = mesh.triangleCount;
    this.#editCount = mesh.editCount;
    this.particleBoxes = withRoom(this.particleBoxes, 6 * count);
    fattenBoxes(this.particleBoxes, previousPositions, positions, count, times, reach);
    this.#triangleBoxes = withRoom(this.#triangleBoxes, 6 * mesh.triangleCount);
    const { halfedgeVertices, triangleCount } = mesh;
    boxTriangles(this.#triangleBoxes, this.particleBoxes, halfedgeVertices, triangleCount);
    this.#bvh.update(this.#triangleBoxes, triangleCount);
  }

  /** Adds the triangles that may come into a box to a list, in the order of the tree. */
  collectTriangles(box: Float64Array, found: IndexList): void {
    this.#bvh.queryUnsorted(box, 0, found);
  }

  /** Adds the particles of the triangles that may come into a box to a list, in rising order. */
  collectParticles(box: Float64Array, found: IndexList): void {
    const { halfedgeVertices } = this.cloth.mesh;
    const triangles = this.#triangles;
    triangles.clear();
    this.collectTriangles(box, triangles);
    const { items, count } = triangles;
    if (count === 0) return;
    const marks = (this.#marks = withRoom(this.#marks, this.#particleCount));
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
