import { BOXED } from "../../math/boxed.js";
import { withRoom } from "../../math/grow.js";
import { IndexList } from "../../math/index-list.js";

/** What decides how two surfaces touch. */
export interface SurfaceMaterial {
  /** Coulomb's coefficient. */
  readonly friction: number;
  /** m; of a solid it is how far off its surface the cloth stays. */
  readonly thickness: number;
}

/** What of a cloth may meet a solid until the end of the step. */
export class CandidatePairs {
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
  readonly cornerTriangles = new IndexList();
  /** Two points of an edge of the solid and the two particles of one of the cloth, four numbers each. */
  readonly edgeEdges = new IndexList();

  /** How far off the surface the particles stay, m. */
  offset = BOXED;
  /** Coulomb's coefficient of both. */
  friction = BOXED;
  #solid: SurfaceMaterial | null = null;
  #cloth: SurfaceMaterial | null = null;

  /** Sets `offset` and `friction`; either material may be another one than before. */
  combine(solid: SurfaceMaterial, cloth: SurfaceMaterial): void {
    if (this.#solid === solid && this.#cloth === cloth) return;
    this.#solid = solid;
    this.#cloth = cloth;
    this.offset = solid.thickness + cloth.thickness / 2;
    this.friction = Math.sqrt(solid.friction * cloth.friction);
  }

  startStep(): void {
    this.touchedFaces.fill(-1);
  }

  /** Has room for the touched faces of all particles of the cloth, some of which may be new. */
  fitTouchedFaces(particleCount: number): void {
    const { length } = this.touchedFaces;
    if (length >= particleCount) return;
    this.touchedFaces = withRoom(this.touchedFaces, particleCount);
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
