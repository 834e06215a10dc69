import { grown, grownCapacity } from "../../math/grow.js";
import type { Cloth, Holds } from "../../cloth/index.js";
import { IndexList } from "../../math/index-list.js";
import { Bvh } from "../bvh/bvh.js";
import type { Encounter } from "./candidate-pairs.js";
import type { Solid } from "../solids/solid.js";

/** A cloth, with what of it is held on lines and in planes. */
export type HeldCloth = Cloth & { readonly holds: Holds };

/**
 * The broad phase on the side of the cloth: the boxes that particles and triangles stay in until the end of the step, if
 * they go on as in this substep, and a tree over them. As long as no particle leaves its box, what was found to be out of
 * reach is out of reach.
 */
export class ClothSide {
  readonly cloth: HeldCloth;
  /** Of the unstressed cloth before any edit, which only makes edges shorter, m². */
  readonly largestEdgeSquared: number;
  readonly bvh = new Bvh();
  /** Six numbers a particle: low x, y, z, high x, y, z. */
  particleBoxes = new Float64Array(0);
  /** Six numbers a triangle. */
  #triangleBoxes = new Float64Array(0);
  /** Particles when the boxes were made. */
  #count = -1;
  #triangleCount = -1;
  #editCount = -1;
  readonly #found = new IndexList();
  readonly #particles = new IndexList();
  /** 1 for particles that are found; 0 between calls. */
  #marks = new Uint8Array(0);

  /** Where particles were at the latest look for those that have moved, and 1 for those that have since the one before. */
  #places = new Float64Array(0);
  #moved = new Uint8Array(0);

  constructor(cloth: HeldCloth) {
    this.cloth = cloth;
    let longest = 0;
    for (let e = 0; e < cloth.mesh.edgeCount; e++) {
      longest = Math.max(longest, cloth.rest.lengths[e]!);
    }
    this.largestEdgeSquared = longest * longest;
  }

  /** Nothing is expected any more: the mesh may be another one with the same counts. */
  forget(): void {
    this.#count = -1;
  }

  /** Whether particles and triangles are those that the boxes were made for, and none has left its box. */
  isAsExpected(): boolean {
    const { particles, mesh } = this.cloth;
    const { count } = particles;
    if (count !== this.#count || mesh.triangleCount !== this.#triangleCount) return false;
    if (mesh.editCount !== this.#editCount) return false; // an edit may give a triangle other corners
    const { positions } = particles;
    const boxes = this.particleBoxes;
    for (let p = 0; p < count; p++) if (!isInside(positions, boxes, p)) return false;
    return true;
  }

  /** Whether a particle is where it was expected to be. */
  isInBox(particle: number): boolean {
    return isInside(this.cloth.particles.positions, this.particleBoxes, particle);
  }

  /** Whether some particles are still where they were expected to be, after a solid has pushed them. */
  holds({ items, count }: IndexList): boolean {
    const { positions } = this.cloth.particles;
    const boxes = this.particleBoxes;
    for (let i = 0; i < count; i++) if (!isInside(positions, boxes, items[i]!)) return false;
    return true;
  }

  /** The same for those of triangles and edges that may meet its corners and edges. */
  holdsPairs({ cornerPairs, edgePairs }: Encounter): boolean {
    for (let i = 0; i < cornerPairs.count; i++) {
      if (i % 4 > 0 && !this.isInBox(cornerPairs.items[i]!)) return false;
    }
    for (let i = 0; i < edgePairs.count; i++) {
      if (i % 4 > 1 && !this.isInBox(edgePairs.items[i]!)) return false;
    }
    return true;
  }

  /**
   * Makes the boxes anew, for a time of so many `times` the duration of this substep from its start on.
   *
   * @param reach How far off its way a particle may go, m.
   */
  lookAhead(times: number, reach: number): void {
    const { particles, mesh } = this.cloth;
    const { count, positions, previousPositions } = particles;
    this.#count = count;
    this.#triangleCount = mesh.triangleCount;
    this.#editCount = mesh.editCount;
    const capacity = grownCapacity(this.particleBoxes.length / 6, count);
    this.particleBoxes = grown(this.particleBoxes, 6 * capacity);
    this.#marks = grown(this.#marks, capacity);
    const boxes = this.particleBoxes;
    for (let p = 0; p < count; p++) {
      for (let k = 0; k < 3; k++) {
        const from = previousPositions[3 * p + k]!;
        const to = from + times * (positions[3 * p + k]! - from);
        boxes[6 * p + k] = Math.min(from, to) - reach;
        boxes[6 * p + 3 + k] = Math.max(from, to) + reach;
      }
    }
    this.#followTriangles();
  }

  #followTriangles(): void {
    const { triangleCount, halfedgeVertices } = this.cloth.mesh;
    const capacity = grownCapacity(this.#triangleBoxes.length / 6, triangleCount);
    this.#triangleBoxes = grown(this.#triangleBoxes, 6 * capacity);
    const boxes = this.particleBoxes;
    const around = this.#triangleBoxes;
    for (let t = 0; t < triangleCount; t++) {
      const a = 6 * halfedgeVertices[3 * t]!;
      const b = 6 * halfedgeVertices[3 * t + 1]!;
      const c = 6 * halfedgeVertices[3 * t + 2]!;
      for (let k = 0; k < 3; k++) {
        around[6 * t + k] = Math.min(boxes[a + k]!, boxes[b + k]!, boxes[c + k]!);
        around[6 * t + 3 + k] = Math.max(boxes[a + 3 + k]!, boxes[b + 3 + k]!, boxes[c + 3 + k]!);
      }
    }
    this.bvh.update(around, triangleCount);
  }

  /** The triangles that may come into a box, in the order of the tree; valid until the next call. */
  trianglesIn(box: Float64Array): IndexList {
    this.#found.clear();
    this.bvh.queryUnsorted(box, 0, this.#found);
    return this.#found;
  }

  /** The particles of the triangles that may come into a box, in rising order; valid until the next call. */
  particlesIn(box: Float64Array): IndexList {
    const { halfedgeVertices } = this.cloth.mesh;
    const { items, count } = this.trianglesIn(box);
    const marks = this.#marks;
    for (let i = 0; i < count; i++) {
      for (let h = 3 * items[i]!; h < 3 * items[i]! + 3; h++) marks[halfedgeVertices[h]!] = 1;
    }
    const particles = this.#particles;
    particles.clear();
    if (count === 0) return particles;
    for (let p = 0; p < this.#count; p++) {
      if (marks[p] === 0) continue;
      marks[p] = 0;
      particles.push(p);
    }
    return particles;
  }

  /** Looks which particles have moved since the latest look. */
  lookForMoved(): void {
    const { positions, count } = this.cloth.particles;
    if (this.#places.length < positions.length) {
      this.#places = new Float64Array(positions.length);
      this.#moved = new Uint8Array(positions.length / 3);
    }
    const places = this.#places;
    for (let p = 0; p < count; p++) {
      const [x, y, z] = [3 * p, 3 * p + 1, 3 * p + 2];
      const isThere =
        places[x] === positions[x] && places[y] === positions[y] && places[z] === positions[z];
      this.#moved[p] = isThere ? 0 : 1;
      for (let k = x; k <= z; k++) places[k] = positions[k]!;
    }
  }

  /** A contact has moved some. */
  hasPushed(particles: Int32Array, count: number): void {
    for (let i = 0; i < count; i++) this.#moved[particles[i]!] = 1;
  }

  /** Whether any of some of a list has moved since the look before the latest. */
  haveMoved(list: Int32Array, begin: number, end: number): boolean {
    for (let i = begin; i < end; i++) if (this.#moved[list[i]!] === 1) return true;
    return false;
  }

  /** Finds the particles that may meet several colliders: what one of them pushes out may be in another. */
  findShared(encounters: readonly Encounter[], solids: readonly Solid[]): void {
    const marks = this.#marks;
    for (let i = 0; i < solids.length; i++) {
      if (!canSettle(solids[i]!)) continue;
      const { items, count } = encounters[i]!.particles;
      for (let k = 0; k < count; k++) marks[items[k]!]!++;
    }
    for (let i = 0; i < solids.length; i++) {
      const { particles, shared } = encounters[i]!;
      shared.clear();
      if (!canSettle(solids[i]!)) continue;
      for (let k = 0; k < particles.count; k++) {
        if (marks[particles.items[k]!]! > 1) shared.push(particles.items[k]!);
      }
    }
    marks.fill(0);
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

function canSettle(solid: Solid): boolean {
  return solid.body === null && solid.settle !== undefined;
}
