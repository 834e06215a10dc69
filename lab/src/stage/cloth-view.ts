import type { TopologyEdit } from "tatter";
import { ClothMesh, type ClothSource } from "tatter/three";
import type { Material } from "three";
import type { Report } from "../simulation/messages.js";
import type { Stage } from "./stage.js";

type ClothReport = Extract<Report, { type: "cloth" }>;
type FrameReport = Extract<Report, { type: "frame" }>;

/** The cloth as the page knows it, from reports of the worker. */
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
   * Takes over the changes of a frame.
   *
   * @returns A buffer that is not needed any more.
   */
  follow({ positions, edits }: FrameReport): Float32Array {
    const spare = this.positions;
    this.positions = positions;
    for (const edit of edits) this.edits.push(edit); // push(...edits) fails with very many edits
    return spare;
  }
}

/** Creates the mesh of a cloth and adds it to the scene. */
export function addClothMesh(stage: Stage, cloth: ClothView, material: Material): ClothMesh {
  const mesh = new ClothMesh(cloth, material);
  mesh.castShadow = mesh.receiveShadow = true;
  stage.scene.add(mesh);
  return mesh;
}
