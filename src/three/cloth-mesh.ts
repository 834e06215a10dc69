import { Mesh, type Material } from "three";
import { ClothGeometry, type ClothSource } from "./cloth-geometry.js";
import { coverWith } from "./groups.js";

/**
 * A cloth in a three.js scene. Call `update()` after stepping the world and before drawing. It reads the
 * simulation and never writes it. `geometry.dispose()` frees its buffers at the end.
 *
 * Each material of a list draws the whole cloth, as [front, back] does, unless `geometry` has groups of your own.
 * A clone shares the geometry, so that both follow the cloth; `geometry.clone()` is a still picture of it.
 */
export class ClothMesh extends Mesh<ClothGeometry> {
  /** @param source The cloth, or the geometry of another mesh of the same cloth. */
  constructor(source: ClothSource | ClothGeometry, material: Material | Material[]) {
    super(source instanceof ClothGeometry ? source : new ClothGeometry(source), material);
    coverWith(this);
  }

  /**
   * Follows the cloth: new tears and those that were taken back, then positions and normals.
   *
   * @param source The cloth, where it may be another one than before: `World.reset` makes new ones.
   */
  update(source?: ClothSource): void {
    this.geometry.update(source);
    coverWith(this);
  }

  /** Takes over tears alone, new ones and those that were taken back; positions and normals follow with the next `update`. */
  followEdits(): void {
    this.geometry.followEdits();
  }

  override clone(recursive?: boolean): this {
    const Class = this.constructor as new (
      ...args: ConstructorParameters<typeof ClothMesh>
    ) => this;
    return new Class(this.geometry, this.material).copy(this, recursive);
  }
}
