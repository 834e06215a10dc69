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

/** Between the lines of a mesh. */
const FILL = { light: 0xf1ece4, dark: 0x2c2e34 } as const;

/** What the cloth wears in each view. */
export class ViewMaterials {
  readonly #stage: Stage;
  /** Those that were seen so far. */
  readonly #looks = new Map<string, MeshPhysicalMaterial>();
  readonly #prints = new Map<string, MeshLambertMaterial>();
  readonly #plain = clearMaterial();
  readonly #fill = clearMaterial();
  /** Lies on the cloth instead of the pattern of its material. */
  readonly #ownTexture = new UserTexture();

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#fill.polygonOffset = true;
    this.#fill.polygonOffsetFactor = this.#fill.polygonOffsetUnits = 1;
  }

  /** Lies on the cloth instead of the pattern of its material; null: that one. */
  set texture(texture: Texture | null) {
    this.#ownTexture.setTexture(texture);
  }

  /** Whether what the cloth wears changes from picture to picture. */
  get isMoving(): boolean {
    return this.#ownTexture.isMoving;
  }

  /** All are made anew when they are next seen. */
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
    if (this.#ownTexture.dress(material)) this.#stage.redraw();
    return material;
  }

  /** The look of a material, and its pattern without its light. */
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
