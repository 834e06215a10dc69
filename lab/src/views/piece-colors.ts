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

/** A piece of the cloth. */
export interface ShownPiece {
  /** CSS color. */
  color: string;
  /** Fraction of all particles that belong to it. */
  share: number;
}

/**
 * Assigns colors to pieces. A piece keeps its color. A piece that separates gets another color than its parent, one of
 * those with the fewest uses.
 */
export class PieceColors {
  /** Index in the palette, by piece. */
  readonly #colors = new Map<number, number>();
  #before: Int32Array = new Int32Array(0);

  /** Call it for another cloth. */
  forget(): void {
    this.#colors.clear();
    this.#before = new Int32Array(0);
  }

  /**
   * Writes the colors of particles by the numbers of their pieces.
   *
   * @returns The pieces, largest first.
   */
  follow(pieces: Int32Array, into: Float32Array): ShownPiece[] {
    const sizes = new Map<number, number>();
    const cameOff = new Map<number, number>();
    for (let i = 0; i < pieces.length; i++) {
      const piece = pieces[i]!;
      if (piece === -1) continue;
      sizes.set(piece, (sizes.get(piece) ?? 0) + 1);
      const before = this.#before[i];
      if (before !== undefined && before !== piece) cameOff.set(piece, before);
    }
    const inOrder = [...sizes].toSorted(([, a], [, b]) => b - a);
    for (const piece of this.#colors.keys()) if (!sizes.has(piece)) this.#colors.delete(piece);
    for (const [piece] of inOrder) {
      if (!this.#colors.has(piece)) this.#choose(piece, cameOff.get(piece));
    }
    for (let i = 0; i < pieces.length; i++) {
      COLORS[this.#colors.get(pieces[i]!) ?? 0]!.toArray(into, 4 * i);
      into[4 * i + 3] = 1;
    }
    this.#before = pieces;
    return inOrder.map(([piece, size]) => ({
      color: PALETTE[this.#colors.get(piece)!]!,
      share: size / pieces.length,
    }));
  }

  #choose(piece: number, from: number | undefined): void {
    const uses = PALETTE.map(() => 0);
    for (const color of this.#colors.values()) uses[color]!++;
    const taken = from === undefined ? undefined : this.#colors.get(from);
    if (taken !== undefined) uses[taken] = Infinity;
    this.#colors.set(piece, uses.indexOf(Math.min(...uses)));
  }
}
