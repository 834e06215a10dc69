import { Mesh, type Material } from "three";
import { ClothGeometry, type ClothSource } from "./cloth-geometry.js";
import { addMaterialGroups } from "./groups.js";

/**
 * A cloth in a three.js scene. Call `update()` after stepping the world and before drawing. It reads the simulation and
 * never writes to it. Call `geometry.dispose()` at the end to free its buffers.
 *
 * With a list of materials, for example [front, back], each material draws the whole cloth, unless `geometry` has
 * groups of your own. A clone shares the geometry, so both follow the cloth. `geometry.clone()` is a copy that no
 * longer changes.
 */
export class ClothMesh extends Mesh<ClothGeometry> {
  /** @param source The cloth, or the geometry of another mesh of the same cloth. */
  constructor(source: ClothSource | ClothGeometry, material: Material | Material[]) {
    super(source instanceof ClothGeometry ? source : new ClothGeometry(source), material);
    addMaterialGroups(this);
  }

  /**
   * Updates the mesh from the cloth: new and undone tears, then positions and normals.
   *
   * @param source The cloth; pass it if it may be a new object: `World.reset` creates new ones.
   */
  update(source?: ClothSource): void {
    this.geometry.update(source);
    addMaterialGroups(this);
  }

  /** Replays tears only, new and undone ones. Positions and normals follow with the next `update`. */
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
