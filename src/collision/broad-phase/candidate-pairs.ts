import { BOXED } from "../../math/boxed.js";
import { ensureCapacity } from "../../math/grow.js";
import { IndexList } from "../../math/index-list.js";

/** Contact properties of a surface. */
export interface SurfaceMaterial {
  /** Coulomb friction coefficient. */
  readonly friction: number;
  /** m. For a solid: the distance that the cloth keeps from its surface. */
  readonly thickness: number;
}

/** What of a cloth may touch one solid until the end of the step. */
export class CandidatePairs {
  /** Particles that may touch the solid. */
  readonly particles = new IndexList();
  /** Those of them that may also touch another collider. */
  readonly shared = new IndexList();
  /** For each of `particles`, the start of its mesh collider faces in `faces`; plus one entry at the end. */
  readonly firstFaces = new IndexList();
  readonly faces = new IndexList();
  /**
   * Per particle of the cloth: the face that it touched in its latest test in this step, −1 for none. This face is
   * tested first. The order of two equally near faces changes the last bits of the result. So nothing here may depend
   * on the fattening of the boxes, and nothing lasts longer than a step, because no saved state contains it.
   */
  touchedFaces = new Int32Array(0);
  /** A corner of the solid and the three particles of a cloth triangle, four numbers each. */
  readonly cornerTriangles = new IndexList();
  /** The two points of a solid edge and the two particles of a cloth edge, four numbers each. */
  readonly edgeEdges = new IndexList();

  /** Distance that the particles keep from the surface, m. */
  offset = BOXED;
  /** Coulomb friction coefficient of both surfaces combined. */
  friction = BOXED;
  #solid: SurfaceMaterial | null = null;
  #cloth: SurfaceMaterial | null = null;

  /** Sets `offset` and `friction`. Either material may have been replaced. */
  combine(solid: SurfaceMaterial, cloth: SurfaceMaterial): void {
    if (this.#solid === solid && this.#cloth === cloth) return;
    this.#solid = solid;
    this.#cloth = cloth;
    this.offset = solid.thickness + cloth.thickness / 2;
    this.friction = Math.sqrt(solid.friction * cloth.friction);
  }

  /** Call at the start of a step. */
  startStep(): void {
    this.touchedFaces.fill(-1);
  }

  /** Grows `touchedFaces` to the particle count of the cloth; new entries are −1. */
  fitTouchedFaces(particleCount: number): void {
    const { length } = this.touchedFaces;
    if (length >= particleCount) return;
    this.touchedFaces = ensureCapacity(this.touchedFaces, particleCount);
    this.touchedFaces.fill(-1, length);
  }

  clear(): void {
    this.particles.clear();
    this.shared.clear();
    this.firstFaces.clear();
    this.faces.clear();
    this.cornerTriangles.clear();
    this.edgeEdges.clear();
  }

  get isEmpty(): boolean {
    const { particles, cornerTriangles, edgeEdges } = this;
    return particles.count === 0 && cornerTriangles.count === 0 && edgeEdges.count === 0;
  }
}
