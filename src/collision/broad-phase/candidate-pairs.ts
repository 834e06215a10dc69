import type { Cloth } from "../../cloth/index.js";
import { BOXED } from "../../math/boxed.js";
import { grown, grownCapacity } from "../../math/grow.js";
import { IndexList } from "../../math/index-list.js";
import type { Solid } from "../solids/solid.js";

/** What of a cloth may meet a solid until the end of the step. */
export class Encounter {
  /** Particles. */
  readonly particles = new IndexList();
  /** Those of them that may meet another collider as well. */
  readonly shared = new IndexList();
  /** For each of them, where its faces of a mesh collider begin in `faces`; one more at the end. */
  readonly firstFaces = new IndexList();
  readonly faces = new IndexList();
  /**
   * For each particle of the cloth the face that it touched when it was looked at last in this step, −1 for none. Which of two
   * faces that are equally near is looked at first decides about the last bits: so nothing is kept here that depends on
   * how far the broad phase looked ahead, nor any longer than a step, because no saved state holds it.
   */
  touchedFaces = new Int32Array(0);
  /** A corner of the solid and the three particles of a triangle of the cloth, four numbers each. */
  readonly cornerPairs = new IndexList();
  /** Two points of an edge of the solid and the two particles of one of the cloth, four numbers each. */
  readonly edgePairs = new IndexList();

  /** How far off the surface the particles stay, m. */
  offset = BOXED;
  /** Coulomb's coefficient of both. */
  friction = BOXED;
  #solid: Solid | null = null;
  #material: object | null = null;

  /** Knows whom the encounter is between. */
  isBetween(solid: Solid, { material }: Cloth): void {
    if (this.#solid === solid && this.#material === material) return;
    this.#solid = solid;
    this.#material = material;
    this.offset = solid.thickness + material.thickness / 2;
    this.friction = Math.sqrt(solid.friction * material.friction);
  }

  startStep(): void {
    this.touchedFaces.fill(-1);
  }

  /** Has room for the particles of the cloth, some of which may be new. */
  fit(particleCount: number): void {
    const { length } = this.touchedFaces;
    if (length >= particleCount) return;
    this.touchedFaces = grown(this.touchedFaces, grownCapacity(length, particleCount));
    this.touchedFaces.fill(-1, length);
  }

  clear(): void {
    this.particles.clear();
    this.shared.clear();
    this.firstFaces.clear();
    this.faces.clear();
    this.cornerPairs.clear();
    this.edgePairs.clear();
  }

  get isEmpty(): boolean {
    return this.particles.count === 0 && this.cornerPairs.count === 0 && this.edgePairs.count === 0;
  }
}
