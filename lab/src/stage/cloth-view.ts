import type { TopologyEdit } from "tatter";
import { ClothMesh, type ClothSource } from "tatter/three";
import type { Material } from "three";
import type { Report } from "../simulation/messages.js";
import type { Stage } from "./stage.js";

type ClothReport = Extract<Report, { type: "cloth" }>;
type FrameReport = Extract<Report, { type: "frame" }>;

/** The cloth of the worker as the page knows it, and its mesh in the picture. */
export class ClothView implements ClothSource {
  readonly mesh: { halfedgeVertices: Int32Array; triangleCount: number; uvs: Float64Array };
  positions: Float32Array;
  edits: TopologyEdit[] = [];
  colors: Float32Array | null = null;

  constructor({ triangles, uvs, positions }: ClothReport) {
    this.mesh = { halfedgeVertices: triangles, triangleCount: triangles.length / 3, uvs };
    this.positions = positions;
  }

  /**
   * Takes over what has changed.
   *
   * @returns A buffer that is not needed any more.
   */
  follow({ positions, edits }: FrameReport): Float32Array {
    const spare = this.positions;
    this.positions = positions;
    for (const edit of edits) this.edits.push(edit); // too many at once for a call, where all is torn to shreds
    return spare;
  }
}

/** The mesh of a cloth, on the stage. */
export function hangUp(stage: Stage, cloth: ClothView, look: Material): ClothMesh {
  const mesh = new ClothMesh(cloth, look);
  mesh.castShadow = mesh.receiveShadow = true;
  stage.scene.add(mesh);
  return mesh;
}
