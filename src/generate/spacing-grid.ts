import { MeshError } from "../mesh/index.js";
import { minLength, type Bounds } from "./polygon.js";

/** Maximum number of samples, for any size of the sheet. */
const MAX_NODES = 500_000;

/**
 * A spacing function of the user with limited gradient. It is sampled on a grid, and values are lowered until none
 * exceeds a neighbor's by more than the growth allows. So the function may be discontinuous.
 */
export class SpacingGrid {
  readonly #spacingAt: (x: number, y: number) => number;
  readonly #spacing: number;
  readonly #minSpacing: number;
  readonly #growth: number;
  readonly #pitch: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #left: number;
  readonly #bottom: number;
  readonly #values: Float64Array;

  constructor(
    bounds: Bounds,
    spacing: number,
    growth: number,
    spacingAt: (x: number, y: number) => number,
  ) {
    const { minimum, maximum } = bounds;
    const width = maximum[0] - minimum[0];
    const height = maximum[1] - minimum[1];
    this.#spacingAt = spacingAt;
    this.#spacing = spacing;
    this.#minSpacing = minLength(bounds);
    this.#growth = growth;
    this.#pitch = Math.max(
      spacing / 2,
      Math.sqrt((width * height) / MAX_NODES),
      (width + height) / MAX_NODES,
    );
    this.#left = minimum[0];
    this.#bottom = minimum[1];
    this.#columns = Math.floor(width / this.#pitch) + 2;
    this.#rows = Math.floor(height / this.#pitch) + 2;
    this.#values = new Float64Array(this.#columns * this.#rows);
    for (let i = 0; i < this.#values.length; i++) {
      const column = i % this.#columns;
      const x = Math.min(maximum[0], this.#left + column * this.#pitch);
      const y = Math.min(maximum[1], this.#bottom + ((i - column) / this.#columns) * this.#pitch);
      this.#values[i] = this.#sample(x, y);
    }
    // One sweep in each direction is enough for most cases; a second pair covers the rest.
    for (let sweep = 0; sweep < 4; sweep++) this.#sweep(sweep % 2 === 0 ? 1 : -1);
  }

  /** The target edge length at a point, m. */
  at(x: number, y: number): number {
    const column = clamp(Math.floor((x - this.#left) / this.#pitch), this.#columns - 2);
    const row = clamp(Math.floor((y - this.#bottom) / this.#pitch), this.#rows - 2);
    let size = this.#sample(x, y);
    for (let corner = 0; corner < 4; corner++) {
      const c = column + (corner % 2);
      const r = row + (corner < 2 ? 0 : 1);
      const dx = x - this.#left - c * this.#pitch;
      const dy = y - this.#bottom - r * this.#pitch;
      const value = this.#values[r * this.#columns + c]!;
      size = Math.min(size, value + this.#growth * Math.sqrt(dx * dx + dy * dy));
    }
    return size;
  }

  #sample(x: number, y: number): number {
    const value = this.#spacingAt(x, y);
    if (!(value > this.#minSpacing)) {
      throw new MeshError(
        `spacingAt: expected a length over ${this.#minSpacing} m at [${x}, ${y}], got ${value}`,
      );
    }
    return Math.min(this.#spacing, value);
  }

  /** Lowers each value to what the neighbors that were visited before it allow. */
  #sweep(direction: 1 | -1): void {
    const straight = this.#growth * this.#pitch;
    const diagonal = straight * Math.sqrt(2);
    const count = this.#values.length;
    for (let k = 0; k < count; k++) {
      const i = direction === 1 ? k : count - 1 - k;
      const column = i % this.#columns;
      const back = -direction;
      const hasSide = direction === 1 ? column > 0 : column < this.#columns - 1;
      const hasOther = direction === 1 ? column < this.#columns - 1 : column > 0;
      let value = this.#values[i]!;
      if (hasSide) value = Math.min(value, this.#values[i + back]! + straight);
      const beside = i + back * this.#columns;
      if (beside >= 0 && beside < count) {
        value = Math.min(value, this.#values[beside]! + straight);
        if (hasSide) value = Math.min(value, this.#values[beside + back]! + diagonal);
        if (hasOther) value = Math.min(value, this.#values[beside - back]! + diagonal);
      }
      this.#values[i] = value;
    }
  }
}

function clamp(value: number, highest: number): number {
  return Math.max(0, Math.min(highest, value));
}
