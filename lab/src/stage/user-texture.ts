import {
  type Color,
  type MeshLambertMaterial,
  type MeshPhysicalMaterial,
  type Texture,
  VideoTexture,
} from "three";

type ClothMaterial = MeshPhysicalMaterial | MeshLambertMaterial;

/** Properties of a material before it had a user texture. */
interface OriginalProperties {
  map: Texture | null;
  color: Color;
  alphaTest: number;
  alphaToCoverage: boolean;
}

/** A user image or video that replaces the colors of every material, on both sides of the cloth. */
export class UserTexture {
  #texture: Texture | null = null;
  readonly #originals = new WeakMap<ClothMaterial, OriginalProperties>();

  /** Sets or removes the texture. The previous one is disposed. */
  setTexture(texture: Texture | null): void {
    if (this.#texture === texture) return;
    if (this.#texture instanceof VideoTexture) {
      const video = this.#texture.image as HTMLVideoElement;
      video.pause();
      URL.revokeObjectURL(video.src);
    }
    this.#texture?.dispose();
    this.#texture = texture;
  }

  /** True if it is a playing video. */
  get isMoving(): boolean {
    return (
      this.#texture instanceof VideoTexture && !(this.#texture.image as HTMLVideoElement).paused
    );
  }

  /**
   * Applies the texture to a material, or removes it. Does nothing if it is up to date.
   *
   * @returns True if the material has changed.
   */
  applyTo(material: ClothMaterial): boolean {
    const texture = this.#texture;
    const before = this.#originals.get(material);
    if (texture === null) {
      if (before === undefined) return false;
      this.#originals.delete(material);
      const { map, color, alphaTest, alphaToCoverage } = before;
      Object.assign(material, { map, alphaTest, alphaToCoverage });
      material.color.copy(color);
      delete material.defines!["OWN_TEXTURE"];
    } else {
      if (material.map === texture) return false;
      if (before === undefined) {
        const { map, color, alphaTest, alphaToCoverage } = material;
        this.#originals.set(material, { map, color: color.clone(), alphaTest, alphaToCoverage });
      }
      // Without holes, and not covered by the back color of some materials.
      Object.assign(material, { map: texture, alphaTest: 0, alphaToCoverage: false });
      material.color.set(0xffffff);
      (material.defines ??= {})["OWN_TEXTURE"] = "";
    }
    material.needsUpdate = true;
    return true;
  }
}
