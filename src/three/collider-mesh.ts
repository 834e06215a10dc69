import { DynamicDrawUsage, Matrix4, Mesh, type BufferAttribute, type Material } from "three";
import type { ColliderOptions } from "../collision/index.js";
import { colliderGeometry } from "./collider-geometry.js";
import { coverWith } from "./groups.js";

/**
 * What a collider has to show in order to be drawn. A collider of a `World` fits as it is; so does an object that a page fills
 * from the messages of a worker.
 */
export interface ColliderSource {
  readonly options: ColliderOptions;
  /** Where its middle is, m, and the row-major rotation of its own axes. */
  readonly pose: {
    readonly position: ArrayLike<number>;
    readonly matrix: ArrayLike<number>;
  };
  /** Where the vertices of a mesh that changes its shape are in the world, m, three numbers each. Of no use for others. */
  readonly vertices?: ArrayLike<number> | null;
}

const rotation = new Matrix4();

/**
 * A collider in a three.js scene, at its own surface: cloth stays off it by its thickness. Call `update()` after stepping the
 * world and before drawing. It reads the simulation and never writes it. `geometry.dispose()` frees its buffers.
 *
 * A half-space is a round patch of its plane, of 12 m radius about its point, which is seen from the free side.
 */
export class ColliderMesh extends Mesh {
  #source: ColliderSource;

  constructor(source: ColliderSource, material: Material | Material[]) {
    super(colliderGeometry(source.options), material);
    this.#source = source;
    if (this.#changesShape) {
      const position = this.geometry.getAttribute("position") as BufferAttribute;
      position.setUsage(DynamicDrawUsage);
      this.frustumCulled = false; // nobody measures the new shape
    }
    coverWith(this);
    this.update();
  }

  override clone(recursive?: boolean): this {
    const Class = this.constructor as new (
      ...args: ConstructorParameters<typeof ColliderMesh>
    ) => this;
    return new Class(this.#source, this.material).copy(this, recursive);
  }

  /**
   * Follows the collider.
   *
   * @param source The collider, where it may be another object than before, of the same options.
   */
  update(source: ColliderSource = this.#source): void {
    this.#source = source;
    const vertices = this.#changesShape ? source.vertices : null;
    if (vertices) {
      this.#takeShape(vertices);
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

  get #changesShape(): boolean {
    const { options } = this.#source;
    return options.type === "mesh" && options.shapes !== undefined;
  }

  /** Vertices of the world, whatever its pose is. */
  #takeShape(vertices: ArrayLike<number>): void {
    const { geometry } = this;
    const position = geometry.getAttribute("position") as BufferAttribute;
    (position.array as Float32Array).set(vertices);
    position.needsUpdate = true;
    geometry.computeVertexNormals();
    geometry.boundingSphere = null; // for whoever asks with a ray
    geometry.boundingBox = null;
  }
}
