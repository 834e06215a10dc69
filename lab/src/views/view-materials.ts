import {
  DoubleSide,
  MeshLambertMaterial,
  type Material,
  type MeshPhysicalMaterial,
  type Texture,
} from "three";
import { shadeClearly } from "../stage/cloth-shader.js";
import { lookOf } from "../stage/looks.js";
import type { Stage } from "../stage/stage.js";
import type { ViewName } from "./view-names.js";

/** Between the lines of a mesh. */
const FILL = { light: 0xf1ece4, dark: 0x2c2e34 } as const;

interface Own {
  map: Texture | null;
  colour: number;
}

/** What the cloth wears in each view. */
export class ViewMaterials {
  readonly #stage: Stage;
  /** Those that were seen so far. */
  readonly #looks = new Map<string, MeshPhysicalMaterial>();
  readonly #prints = new Map<string, MeshLambertMaterial>();
  /** The patterns and colours of the looks themselves. */
  readonly #own = new Map<Material, Own>();
  readonly #plain = clearMaterial();
  readonly #fill = clearMaterial();
  #texture: Texture | null = null;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#fill.polygonOffset = true;
    this.#fill.polygonOffsetFactor = this.#fill.polygonOffsetUnits = 1;
  }

  /** Lies on the cloth instead of the pattern of its material; null: that one. */
  set texture(texture: Texture | null) {
    this.#texture = texture;
  }

  /** All are made anew when they are next seen. */
  forget(): void {
    this.#looks.clear();
    this.#prints.clear();
    this.#own.clear();
  }

  of(view: ViewName, preset: string): Material {
    if (view === "wireframe") {
      this.#fill.color.set(FILL[this.#stage.theme]);
      return this.#fill;
    }
    if (view === "strain" || view === "pieces") return this.#plain;
    return this.#withTexture(view === "texture" ? this.#print(preset) : this.#look(preset));
  }

  #look(preset: string): MeshPhysicalMaterial {
    let look = this.#looks.get(preset);
    if (look === undefined) {
      this.#looks.set(preset, (look = lookOf(preset, () => this.#stage.room)));
    }
    return look;
  }

  /** The pattern of a look without its light. */
  #print(preset: string): MeshLambertMaterial {
    let print = this.#prints.get(preset);
    if (print === undefined) {
      const look = this.#look(preset);
      const own = this.#ownOf(look);
      print = clearMaterial();
      print.map = own.map;
      print.color.set(own.colour);
      print.alphaTest = look.alphaTest;
      print.alphaToCoverage = look.alphaToCoverage;
      this.#prints.set(preset, print);
    }
    return print;
  }

  #ownOf(material: MeshPhysicalMaterial | MeshLambertMaterial): Own {
    let own = this.#own.get(material);
    if (own === undefined) {
      this.#own.set(material, (own = { map: material.map, colour: material.color.getHex() }));
    }
    return own;
  }

  #withTexture(material: MeshPhysicalMaterial | MeshLambertMaterial): Material {
    const { map, colour } = this.#ownOf(material);
    if (this.#texture === null) wear(material, map, colour);
    else wear(material, this.#texture, 0xffffff);
    return material;
  }
}

function wear(
  material: MeshPhysicalMaterial | MeshLambertMaterial,
  map: Texture | null,
  colour: number,
): void {
  material.color.set(colour);
  if (material.map === map) return;
  if ((material.map === null) !== (map === null)) material.needsUpdate = true;
  material.map = map;
}

function clearMaterial(): MeshLambertMaterial {
  const material = new MeshLambertMaterial({ side: DoubleSide });
  shadeClearly(material);
  return material;
}
