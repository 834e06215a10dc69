/** A place with its own edge length, which holds up to `radius` around it and grows outside. SI units. */
export interface Source {
  x: number;
  y: number;
  radius: number;
  size: number;
}

interface Cell {
  x: number;
  y: number;
  /** Half the length of a side. */
  half: number;
  /** The sources that can be the finest somewhere in the cell. */
  sources: readonly Source[];
  /** The four quarters, once they were needed; none for a leaf. */
  quarters?: Cell[];
}

/** So few sources are compared one by one. */
const FEW = 8;

/** A quadtree that knows which of many sources wants the finest mesh at a place. It grows where it is asked. */
export class SourceTree {
  readonly #root: Cell;
  readonly #growth: number;
  readonly #most: number;

  /**
   * @param growth Metres that a size grows a metre away from its source.
   * @param most The size where no source reaches, in metres.
   */
  constructor(
    x: number,
    y: number,
    half: number,
    growth: number,
    most: number,
    all: readonly Source[],
  ) {
    this.#growth = growth;
    this.#most = most;
    this.#root = this.#cell(x, y, half, all);
  }

  /** The least size that the sources allow at a point. */
  at(x: number, y: number): number {
    let cell = this.#root;
    while (cell.sources.length > FEW) {
      cell.quarters ??= this.#split(cell);
      cell = cell.quarters[(x < cell.x ? 0 : 1) + (y < cell.y ? 0 : 2)]!;
    }
    let size = this.#most;
    for (const source of cell.sources) size = Math.min(size, this.#sizeFrom(source, x, y));
    return size;
  }

  #split({ x, y, half, sources }: Cell): Cell[] {
    const quarter = half / 2;
    return [0, 1, 2, 3].map((k) =>
      this.#cell(
        k % 2 === 0 ? x - quarter : x + quarter,
        k < 2 ? y - quarter : y + quarter,
        quarter,
        sources,
      ),
    );
  }

  /**
   * A cell with those sources that can matter in it: sizes change by at most growth · reach from the middle to
   * a corner. Cells much smaller than the size keep one source alone, because all others agree within a few
   * parts in a hundred.
   */
  #cell(x: number, y: number, half: number, all: readonly Source[]): Cell {
    let least = this.#most;
    let finest: Source | undefined;
    for (const source of all) {
      const size = this.#sizeFrom(source, x, y);
      if (size >= least) continue;
      least = size;
      finest = source;
    }
    if (4 * half < least) return { x, y, half, sources: finest ? [finest] : [] };
    const change = this.#growth * half * Math.sqrt(2);
    const bound = Math.min(least + 2 * change, this.#most + change);
    const sources: Source[] = [];
    for (const source of all) {
      if (this.#sizeFrom(source, x, y) >= bound) continue;
      const last = sources.at(-1);
      if (!last || !isMuchLike(source, last, x, y, half)) sources.push(source);
    }
    return { x, y, half, sources };
  }

  #sizeFrom(source: Source, x: number, y: number): number {
    const dx = x - source.x;
    const dy = y - source.y;
    const away = Math.sqrt(dx * dx + dy * dy) - source.radius;
    return away > 0 ? source.size + this.#growth * away : source.size;
  }
}

/**
 * Whether one source can stand for another in a cell: it is no coarser, and the two are close together seen from
 * the cell. Sources come in the order of the border, so a long row of them is thinned out.
 */
function isMuchLike(source: Source, last: Source, x: number, y: number, half: number): boolean {
  if (source.size < last.size || source.radius > last.radius) return false;
  const reach = Math.abs(source.x - last.x) + Math.abs(source.y - last.y);
  const away = Math.max(Math.abs(source.x - x), Math.abs(source.y - y)) - half;
  return reach < 0.15 * away;
}
