import type { StrainData } from "../simulation/view-data.js";
import { strainColors } from "./strain-colors.js";
import type { ViewName } from "./view-names.js";

/** Vertex colors of one cloth in each view, blended with the strength colors. */
export class ClothColors {
  #pieceColors: Float32Array | null = null;
  #strength: Float32Array | null = null;
  /** Used alternately, because a mesh detects changes by the identity of the list. */
  #lists: [Float32Array, Float32Array] = [new Float32Array(0), new Float32Array(0)];
  #transparent = new Float32Array(0);

  /** RGBA per particle, blended over the other colors. Null: none. */
  set strength(colors: Float32Array | null) {
    this.#strength = colors;
  }

  /** RGBA per particle, by piece. */
  set pieces(colors: Float32Array) {
    this.#pieceColors = colors;
  }

  /** Call it for a new cloth, or for the same one after a rewind. */
  forget(): void {
    this.#strength = this.#pieceColors = null;
  }

  /** Returns RGBA per particle. Null: no vertex colors. */
  of(view: ViewName, strain: StrainData | null, count: number): Float32Array | null {
    if (view === "strain" && strain !== null) {
      const into = this.#next(count);
      strainColors(strain.strains, Math.min(count, strain.strains.length), strain.scale, into);
      return this.#withStrength(into);
    }
    if (view !== "pieces" || this.#pieceColors === null) return this.#strength;
    if (this.#strength === null) return this.#pieceColors;
    const into = this.#next(this.#pieceColors.length / 4);
    into.set(this.#pieceColors);
    return this.#withStrength(into);
  }

  /** Returns colors that change nothing. */
  transparent(count: number): Float32Array {
    if (this.#transparent.length < 4 * count) this.#transparent = new Float32Array(8 * count);
    return this.#transparent;
  }

  #next(count: number): Float32Array {
    const [list, other] = this.#lists;
    const isLong = list.length >= 4 * count;
    this.#lists = [other, isLong ? list : new Float32Array(8 * count)];
    return this.#lists[1];
  }

  #withStrength(into: Float32Array): Float32Array {
    const over = this.#strength;
    if (over === null) return into;
    const length = Math.min(into.length, over.length);
    for (let i = 0; i < length; i += 4) {
      const part = over[i + 3]!;
      for (let k = 0; k < 3; k++) into[i + k]! += part * (over[i + k]! - into[i + k]!);
    }
    return into;
  }
}
