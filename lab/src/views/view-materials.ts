import {
  DoubleSide,
  MeshLambertMaterial,
  type Material,
  type MeshPhysicalMaterial,
  type Texture,
} from "three";
import { shadeClearly } from "../stage/cloth-shader.js";
import { lookOf } from "../stage/material-looks.js";
import { UserTexture } from "../stage/user-texture.js";
import type { Stage } from "../stage/stage.js";
import type { ViewName } from "./view-names.js";

/** Fill color of the wireframe view. */
const FILL = { light: 0xf1ece4, dark: 0x2c2e34 } as const;

/** Materials of the cloth in each view. */
export class ViewMaterials {
  readonly #stage: Stage;
  /** Materials created so far, by preset. */
  readonly #looks = new Map<string, MeshPhysicalMaterial>();
  readonly #prints = new Map<string, MeshLambertMaterial>();
  readonly #plain = clearMaterial();
  readonly #fill = clearMaterial();
  /** User texture, which replaces the pattern of the material. */
  readonly #ownTexture = new UserTexture();

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#fill.polygonOffset = true;
    this.#fill.polygonOffsetFactor = this.#fill.polygonOffsetUnits = 1;
  }

  /** Sets the user texture. Null removes it. */
  set texture(texture: Texture | null) {
    this.#ownTexture.setTexture(texture);
  }

  /** True if a video is playing on the cloth. */
  get isMoving(): boolean {
    return this.#ownTexture.isMoving;
  }

  /** Drops all materials. They are recreated on demand. */
  forget(): void {
    this.#looks.clear();
    this.#prints.clear();
  }

  of(view: ViewName, preset: string): Material {
    if (view === "wireframe") {
      this.#fill.color.set(FILL[this.#stage.theme]);
      return this.#fill;
    }
    if (view === "strain" || view === "pieces") return this.#plain;
    if (!this.#looks.has(preset)) this.#make(preset);
    const material = (view === "texture" ? this.#prints : this.#looks).get(preset)!;
    if (this.#ownTexture.applyTo(material)) this.#stage.redraw();
    return material;
  }

  /** Creates the lit material of a preset, and the unlit one with its pattern. */
  #make(preset: string): void {
    const look = lookOf(preset, () => this.#stage.room);
    const print = clearMaterial();
    print.map = look.map;
    print.color.copy(look.color);
    print.alphaTest = look.alphaTest;
    print.alphaToCoverage = look.alphaToCoverage;
    this.#looks.set(preset, look);
    this.#prints.set(preset, print);
  }
}

function clearMaterial(): MeshLambertMaterial {
  const material = new MeshLambertMaterial({ side: DoubleSide });
  shadeClearly(material);
  return material;
}
