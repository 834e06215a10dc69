import type { Holds, Particles, RestShape } from "../../cloth/index.js";
import { fit } from "../../math/grow.js";
import { IndexList } from "../../math/index-list.js";
import type { TriangleMesh } from "../../mesh/index.js";
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
  readonly holds: Holds;
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
    const boxes = this.particleBoxes;
    for (let p = 0; p < count; p++) if (!isInside(positions, boxes, p)) return false;
    return true;
  }

  /** Whether a particle is in its box. */
  isInBox(particle: number): boolean {
    return isInside(this.cloth.particles.positions, this.particleBoxes, particle);
  }

  /** Whether some particles are still in their boxes, after a solid has pushed them. */
  areInBoxes({ items, count }: IndexList): boolean {
    const { positions } = this.cloth.particles;
    const boxes = this.particleBoxes;
    for (let i = 0; i < count; i++) if (!isInside(positions, boxes, items[i]!)) return false;
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
    const boxes = (this.particleBoxes = fit(this.particleBoxes, 6 * count));
    for (let p = 0; p < count; p++) {
      for (let k = 0; k < 3; k++) {
        const from = previousPositions[3 * p + k]!;
        const to = from + times * (positions[3 * p + k]! - from);
        boxes[6 * p + k] = Math.min(from, to) - reach;
        boxes[6 * p + 3 + k] = Math.max(from, to) + reach;
      }
    }
    this.#boxTriangles();
  }

  #boxTriangles(): void {
    const { triangleCount, halfedgeVertices } = this.cloth.mesh;
    const boxes = this.particleBoxes;
    const around = (this.#triangleBoxes = fit(this.#triangleBoxes, 6 * triangleCount));
    for (let t = 0; t < triangleCount; t++) {
      const a = 6 * halfedgeVertices[3 * t]!;
      const b = 6 * halfedgeVertices[3 * t + 1]!;
      const c = 6 * halfedgeVertices[3 * t + 2]!;
      for (let k = 0; k < 3; k++) {
        around[6 * t + k] = Math.min(boxes[a + k]!, boxes[b + k]!, boxes[c + k]!);
        around[6 * t + 3 + k] = Math.max(boxes[a + 3 + k]!, boxes[b + 3 + k]!, boxes[c + 3 + k]!);
      }
    }
    this.#bvh.update(around, triangleCount);
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
    const marks = (this.#marks = fit(this.#marks, this.#particleCount));
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

function isInside(positions: Float64Array, boxes: Float64Array, particle: number): boolean {
  const b = 6 * particle;
  const x = positions[3 * particle]!;
  const y = positions[3 * particle + 1]!;
  const z = positions[3 * particle + 2]!;
  return (
    x >= boxes[b]! &&
    y >= boxes[b + 1]! &&
    z >= boxes[b + 2]! &&
    x <= boxes[b + 3]! &&
    y <= boxes[b + 4]! &&
    z <= boxes[b + 5]!
  );
}
