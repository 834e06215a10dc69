import { DynamicDrawUsage, Matrix4, Mesh, type BufferAttribute, type Material } from "three";
import type { ColliderOptions } from "../collision/index.js";
import { colliderGeometry } from "./collider-geometry.js";
import { addMaterialGroups } from "./groups.js";

/**
 * The data that a collider mesh reads. A collider of a `World` fits, and so does an object that a page fills from the
 * messages of a worker.
 */
export interface ColliderSource {
  readonly options: ColliderOptions;
  /** Center, m, and row-major rotation matrix. */
  readonly pose: {
    readonly position: ArrayLike<number>;
    readonly matrix: ArrayLike<number>;
  };
  /**
   * World positions of the vertices of a mesh collider that changes its shape, m, three numbers each. Not read for
   * others.
   */
  readonly vertices?: ArrayLike<number> | null;
}

const rotation = new Matrix4();

/**
 * A collider in a three.js scene, drawn at its own surface: the cloth stays off it by the thickness. Call `update()`
 * after stepping the world and before drawing. It reads the simulation and never writes to it. `geometry.dispose()`
 * frees its buffers.
 *
 * A half-space is drawn as a disc of its plane, 12 m in radius about its point, visible from the free side.
 */
export class ColliderMesh extends Mesh {
  #source: ColliderSource;

  constructor(source: ColliderSource, material: Material | Material[]) {
    super(colliderGeometry(source.options), material);
    this.#source = source;
    if (this.#isDeforming) {
      const position = this.geometry.getAttribute("position") as BufferAttribute;
      position.setUsage(DynamicDrawUsage);
      this.frustumCulled = false; // the bounds of the new shape are not computed
    }
    addMaterialGroups(this);
    this.update();
  }

  override clone(recursive?: boolean): this {
    const Class = this.constructor as new (
      ...args: ConstructorParameters<typeof ColliderMesh>
    ) => this;
    return new Class(this.#source, this.material).copy(this, recursive);
  }

  /**
   * Copies pose or shape from the collider.
   *
   * @param source The collider; pass it if it may be a new object with the same options.
   */
  update(source: ColliderSource = this.#source): void {
    this.#source = source;
    const vertices = this.#isDeforming ? source.vertices : null;
    if (vertices) {
      this.#updateShape(vertices);
      return;
    }
    const { position, matrix: m } = source.pose;
    this.position.fromArray(position);
    // prettier-ignore
    rotation.set(
      m[0]!, m[1]!, m[2]!, 0,
      m[3]!, m[4]!, m[5]!, 0,
      m[6]!, m[7]!, m[8]!, 0,
      0, 0, 0, 1,
    );
    this.quaternion.setFromRotationMatrix(rotation);
  }

  get #isDeforming(): boolean {
    const { options } = this.#source;
    return options.type === "mesh" && options.shapes !== undefined;
  }

  /** Copies vertices that are already in world coordinates. */
  #updateShape(vertices: ArrayLike<number>): void {
    const { geometry } = this;
    const position = geometry.getAttribute("position") as BufferAttribute;
    (position.array as Float32Array).set(vertices);
    position.needsUpdate = true;
    geometry.computeVertexNormals();
    geometry.boundingSphere = null; // recomputed by the next raycast
    geometry.boundingBox = null;
  }
}
