import {
  type Color,
  type MeshLambertMaterial,
  type MeshPhysicalMaterial,
  type Texture,
  VideoTexture,
} from "three";

type Look = MeshPhysicalMaterial | MeshLambertMaterial;

/** What a look had before it wore a picture. */
interface Undressed {
  map: Texture | null;
  color: Color;
  alphaTest: number;
  alphaToCoverage: boolean;
}

/** A picture or video of one's own in the place of the colours of every look, on both sides of the cloth. */
export class UserTexture {
  #texture: Texture | null = null;
  readonly #undressed = new WeakMap<Look, Undressed>();

  /** Another picture, or none: then looks are what they were. The one before is disposed of. */
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

  /** Whether it looks different from frame to frame. */
  get isMoving(): boolean {
    return (
      this.#texture instanceof VideoTexture && !(this.#texture.image as HTMLVideoElement).paused
    );
  }

  /**
   * Puts the picture on a look, or takes it off. Costs nothing where all is as it should be.
   *
   * @returns Whether it looks different now.
   */
  dress(look: Look): boolean {
    const texture = this.#texture;
    const before = this.#undressed.get(look);
    if (texture === null) {
      if (before === undefined) return false;
      this.#undressed.delete(look);
      const { map, color, alphaTest, alphaToCoverage } = before;
      Object.assign(look, { map, alphaTest, alphaToCoverage });
      look.color.copy(color);
      delete look.defines!["OWN_TEXTURE"];
    } else {
      if (look.map === texture) return false;
      if (before === undefined) {
        const { map, color, alphaTest, alphaToCoverage } = look;
        this.#undressed.set(look, { map, color: color.clone(), alphaTest, alphaToCoverage });
      }
      // Its own colours, without holes, and not hidden by the colour that the back of some looks has.
      Object.assign(look, { map: texture, alphaTest: 0, alphaToCoverage: false });
      look.color.set(0xffffff);
      (look.defines ??= {})["OWN_TEXTURE"] = "";
    }
    look.needsUpdate = true;
    return true;
  }
}
