import type { TopologyEdit } from "tatter";
import type { ClothSource } from "tatter/three";
import type { ClothFrame, WholeCloth } from "../simulation/messages.js";

/** One cloth as the page knows it, from reports of the worker. */
export class ClothView implements ClothSource {
  readonly mesh: { halfedgeVertices: Int32Array; triangleCount: number; uvs: Float64Array };
  /** The array may be longer than the particles need. */
  positions: Float32Array;
  /** Number of particles. */
  count: number;
  edits: TopologyEdit[] = [];
  colors: Float32Array | null = null;

  constructor({ triangles, uvs, positions, count }: WholeCloth) {
    this.mesh = { halfedgeVertices: triangles, triangleCount: triangles.length / 3, uvs };
    this.positions = positions;
    this.count = count;
  }

  /**
   * Takes over the changes of a frame.
   *
   * @returns A buffer that is not needed any more.
   */
  follow({ positions, count, edits }: ClothFrame): Float32Array {
    const spare = this.positions;
    this.positions = positions;
    this.count = count;
    for (const edit of edits) this.edits.push(edit); // push(...edits) fails with very many edits
    return spare;
  }
}
