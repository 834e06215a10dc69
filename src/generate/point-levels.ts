/**
 * Points by grid cell, with one grid for each power of two of their size, so that a cell contains few points in fine
 * and in coarse regions.
 */
export class PointLevels {
  readonly #levels = new Map<number, Map<number, number[]>>();
  readonly #left: number;
  readonly #bottom: number;

  constructor(left: number, bottom: number) {
    this.#left = left;
    this.#bottom = bottom;
  }

  /** Adds a point with its local edge length. */
  add(x: number, y: number, size: number): void {
    const cellSize = powerOfTwoUnder(size);
    let level = this.#levels.get(cellSize);
    if (!level) this.#levels.set(cellSize, (level = new Map<number, number[]>()));
    const [right, up] = [x - this.#left, y - this.#bottom];
    const key = Math.floor(up / cellSize) * 0x4000000 + Math.floor(right / cellSize);
    const cell = level.get(key);
    if (cell) cell.push(right, up);
    else level.set(key, [right, up]);
  }

  /**
   * True if a point is closer than `radius`. Sizes change slowly with the position, so points of a very different size
   * cannot be that close, and three levels are enough.
   */
  hasNear(x: number, y: number, radius: number, size: number): boolean {
    const central = powerOfTwoUnder(size);
    for (let cellSize = central / 2; cellSize <= 2 * central; cellSize *= 2) {
      const level = this.#levels.get(cellSize);
      if (level && isNear(level, x - this.#left, y - this.#bottom, cellSize, radius)) return true;
    }
    return false;
  }
}

function isNear(
  level: Map<number, number[]>,
  x: number,
  y: number,
  cellSize: number,
  radius: number,
): boolean {
  const lastColumn = Math.floor((x + radius) / cellSize);
  const lastRow = Math.floor((y + radius) / cellSize);
  for (let row = Math.floor((y - radius) / cellSize); row <= lastRow; row++) {
    for (let column = Math.floor((x - radius) / cellSize); column <= lastColumn; column++) {
      const cell = level.get(row * 0x4000000 + column);
      if (!cell) continue;
      for (let i = 0; i < cell.length; i += 2) {
        const dx = cell[i]! - x;
        const dy = cell[i + 1]! - y;
        if (dx * dx + dy * dy < radius * radius) return true;
      }
    }
  }
  return false;
}

function powerOfTwoUnder(size: number): number {
  let power = 1;
  while (power > size) power /= 2;
  while (2 * power <= size) power *= 2;
  return power;
}
