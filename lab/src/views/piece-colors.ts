import { Color } from "three";

/** Distinct colors, also for red-green color blindness. */
const PALETTE = [
  "#3f86c6",
  "#e69f00",
  "#1b9e77",
  "#d5562a",
  "#f0e442",
  "#a65ea8",
  "#7fd0ee",
  "#8a5a2b",
  "#f4a6c4",
  "#a4c639",
  "#5b6470",
  "#3b3c9c",
] as const;
const COLORS = PALETTE.map((color) => new Color(color));

/** A piece of a cloth. */
export interface ShownPiece {
  /** CSS color. */
  color: string;
  /** Number of particles that belong to it. */
  particles: number;
}

/**
 * Assigns colors to the pieces of all cloths. A piece keeps its color. A piece that separates gets another color than its parent, one of
 * those with the fewest uses.
 */
export class PieceColors {
  /** Index in the palette, by cloth and piece. */
  readonly #colors: Map<number, number>[] = [];
  /** Piece of each particle so far, by cloth. */
  readonly #before: Int32Array[] = [];

  /** Call it for other cloths. */
  forget(): void {
    this.#colors.length = this.#before.length = 0;
  }

  /**
   * Writes the colors of the particles of a cloth by the numbers of their pieces.
   *
   * @param cloth Index of the cloth.
   * @returns The pieces, largest first.
   */
  follow(cloth: number, pieces: Int32Array, into: Float32Array): ShownPiece[] {
    const colors = (this.#colors[cloth] ??= new Map<number, number>());
    const sizes = new Map<number, number>();
    const cameOff = new Map<number, number>();
    for (let i = 0; i < pieces.length; i++) {
      const piece = pieces[i]!;
      if (piece === -1) continue;
      sizes.set(piece, (sizes.get(piece) ?? 0) + 1);
      const before = this.#before[cloth]?.[i];
      if (before !== undefined && before !== piece) cameOff.set(piece, before);
    }
    const inOrder = [...sizes].toSorted(([, a], [, b]) => b - a);
    for (const piece of colors.keys()) if (!sizes.has(piece)) colors.delete(piece);
    for (const [piece] of inOrder) {
      if (colors.has(piece)) continue;
      colors.set(piece, this.#choose(colors.get(cameOff.get(piece) ?? -1)));
    }
    for (let i = 0; i < pieces.length; i++) {
      COLORS[colors.get(pieces[i]!) ?? 0]!.toArray(into, 4 * i);
      into[4 * i + 3] = 1;
    }
    this.#before[cloth] = pieces;
    return inOrder.map(([piece, particles]) => ({
      color: PALETTE[colors.get(piece)!]!,
      particles,
    }));
  }

  /** @param taken Color of the piece that it came off. Undefined: it is new. */
  #choose(taken: number | undefined): number {
    const uses = PALETTE.map(() => 0);
    for (const colors of this.#colors) for (const color of colors.values()) uses[color]!++;
    if (taken !== undefined) uses[taken] = Infinity;
    return uses.indexOf(Math.min(...uses));
  }
}
