/** A point with its own edge length, which applies within `radius` and grows outside. All values in m. */
export interface Source {
  x: number;
  y: number;
  radius: number;
  size: number;
}

interface Cell {
  x: number;
  y: number;
  /** Half the side length. */
  half: number;
  /** The sources that can determine the size somewhere in the cell. */
  sources: readonly Source[];
  /** The four children, created on demand; undefined for a leaf. */
  children?: Cell[];
}

/** Cells with up to this many sources are leaves. */
const MAX_LEAF_SOURCES = 8;

/** A quadtree that finds the smallest size among many sources at a point. It is subdivided on demand. */
export class SourceTree {
  readonly #root: Cell;
  readonly #growth: number;
  readonly #maxSize: number;

  /**
   * @param growth Growth of the size per distance from its source, m/m.
   * @param maxSize The size outside the influence of all sources, m.
   */
  constructor(
    x: number,
    y: number,
    half: number,
    growth: number,
    maxSize: number,
    all: readonly Source[],
  ) {
    this.#growth = growth;
    this.#maxSize = maxSize;
    this.#root = this.#cell(x, y, half, all);
  }

  /** The smallest size that the sources require at a point, m. */
  at(x: number, y: number): number {
    let cell = this.#root;
    while (cell.sources.length > MAX_LEAF_SOURCES) {
      cell.children ??= this.#split(cell);
      cell = cell.children[(x < cell.x ? 0 : 1) + (y < cell.y ? 0 : 2)]!;
    }
    let size = this.#maxSize;
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
   * Creates a cell with the sources that can matter in it. Sizes change by at most growth · reach from the center to a
   * corner. Cells much smaller than the size keep one source, because all others agree within a few percent.
   */
  #cell(x: number, y: number, half: number, all: readonly Source[]): Cell {
    let smallest = this.#maxSize;
    let finest: Source | undefined;
    for (const source of all) {
      const size = this.#sizeFrom(source, x, y);
      if (size >= smallest) continue;
      smallest = size;
      finest = source;
    }
    if (4 * half < smallest) return { x, y, half, sources: finest ? [finest] : [] };
    const change = this.#growth * half * Math.sqrt(2);
    const bound = Math.min(smallest + 2 * change, this.#maxSize + change);
    const sources: Source[] = [];
    for (const source of all) {
      if (this.#sizeFrom(source, x, y) >= bound) continue;
      const last = sources.at(-1);
      if (!last || !isRedundant(source, last, x, y, half)) sources.push(source);
    }
    return { x, y, half, sources };
  }

  #sizeFrom(source: Source, x: number, y: number): number {
    const dx = x - source.x;
    const dy = y - source.y;
    const distance = Math.sqrt(dx * dx + dy * dy) - source.radius;
    return distance > 0 ? source.size + this.#growth * distance : source.size;
  }
}

/**
 * True if another source can replace this one in a cell: it is no coarser, and the two are close together relative to
 * the distance from the cell. Sources are in the order of the border, so long rows of them are thinned out.
 */
function isRedundant(source: Source, last: Source, x: number, y: number, half: number): boolean {
  if (source.size < last.size || source.radius > last.radius) return false;
  const reach = Math.abs(source.x - last.x) + Math.abs(source.y - last.y);
  const distance = Math.max(Math.abs(source.x - x), Math.abs(source.y - y)) - half;
  return reach < 0.15 * distance;
}
