import { Color } from "three";

/** Far from each other, also for those who see red and green alike. */
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
const COLOURS = PALETTE.map((colour) => new Color(colour));

/** A piece that is there now. */
export interface ShownPiece {
  /** As a style sheet has it. */
  colour: string;
  /** The part of all particles that belongs to it. */
  share: number;
}

/**
 * Colours of pieces, by their numbers, which they keep as long as they are there. What comes off gets another colour than what it
 * came off, of those that fewest pieces have.
 */
export class PieceColours {
  /** Place in the palette. */
  readonly #colours = new Map<number, number>();
  #before: Int32Array = new Int32Array(0);

  /** Another cloth. */
  forget(): void {
    this.#colours.clear();
    this.#before = new Int32Array(0);
  }

  /**
   * Colours of particles by the numbers of their pieces.
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
    for (const piece of this.#colours.keys()) if (!sizes.has(piece)) this.#colours.delete(piece);
    for (const [piece] of inOrder) {
      if (!this.#colours.has(piece)) this.#choose(piece, cameOff.get(piece));
    }
    for (let i = 0; i < pieces.length; i++) {
      COLOURS[this.#colours.get(pieces[i]!) ?? 0]!.toArray(into, 4 * i);
      into[4 * i + 3] = 1;
    }
    this.#before = pieces;
    return inOrder.map(([piece, size]) => ({
      colour: PALETTE[this.#colours.get(piece)!]!,
      share: size / pieces.length,
    }));
  }

  #choose(piece: number, from: number | undefined): void {
    const uses = PALETTE.map(() => 0);
    for (const colour of this.#colours.values()) uses[colour]!++;
    const taken = from === undefined ? undefined : this.#colours.get(from);
    if (taken !== undefined) uses[taken] = Infinity;
    this.#colours.set(piece, uses.indexOf(Math.min(...uses)));
  }
}
