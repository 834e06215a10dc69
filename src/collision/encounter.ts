import { IndexList } from "./bvh.js";

/** What of a cloth may meet a solid until the end of the step. */
export class Encounter {
  /** Particles. */
  readonly particles = new IndexList();
  /** Those of them that may meet another collider as well. */
  readonly shared = new IndexList();
  /** For each of them, where its faces of a mesh collider begin in `faces`; one more at the end. */
  readonly firstFaces = new IndexList();
  readonly faces = new IndexList();
  /** A corner of the solid and the three particles of a triangle of the cloth, four numbers each. */
  readonly cornerPairs = new IndexList();
  /** Two points of an edge of the solid and the two particles of one of the cloth, four numbers each. */
  readonly edgePairs = new IndexList();

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
