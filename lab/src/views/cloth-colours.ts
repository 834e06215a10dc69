import type { StrainData } from "../simulation/view-data.js";
import { PieceColours, type ShownPiece } from "./piece-colours.js";
import { strainColours } from "./strain-colours.js";
import type { ViewName } from "./view-names.js";

/** The colours of the particles of a cloth in each view, with those of strength over them. */
export class ClothColours {
  readonly #pieces = new PieceColours();
  #pieceColours: Float32Array | null = null;
  #strength: Float32Array | null = null;
  /** In turn: a mesh reads another list, not the same one again. */
  #lists: [Float32Array, Float32Array] = [new Float32Array(0), new Float32Array(0)];

  /** Four numbers a particle, to lie over others by their alpha; null: none. */
  set strength(colours: Float32Array | null) {
    this.#strength = colours;
  }

  /**
   * Another cloth, or the same at another time.
   *
   * @param isOther Whether it is another one: then its pieces are others too.
   */
  forget(isOther: boolean): void {
    this.#strength = this.#pieceColours = null;
    if (isOther) this.#pieces.forget();
  }

  followPieces(pieces: Int32Array): ShownPiece[] {
    const colours = new Float32Array(4 * pieces.length);
    const shown = this.#pieces.follow(pieces, colours);
    this.#pieceColours = colours;
    return shown;
  }

  /** Four numbers a particle; null: the cloth has no colours but those of what it wears. */
  of(view: ViewName, strain: StrainData | null, count: number): Float32Array | null {
    if (view === "strain" && strain !== null) {
      const into = this.#next(count);
      strainColours(strain.strains, Math.min(count, strain.strains.length), strain.scale, into);
      return this.#withStrength(into);
    }
    if (view !== "pieces" || this.#pieceColours === null) return this.#strength;
    if (this.#strength === null) return this.#pieceColours;
    const into = this.#next(this.#pieceColours.length / 4);
    into.set(this.#pieceColours);
    return this.#withStrength(into);
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
