import { MeshError } from "../mesh/index.js";
import { minLength, type Bounds, type Point } from "./polygon.js";
import { SourceTree, type Source } from "./source-tree.js";
import { SpacingGrid } from "./spacing-grid.js";

/** A region with a finer mesh. */
export interface Refinement {
  /** Its center, m. */
  at: Point;
  /** Radius in which the spacing applies, m. */
  radius: number;
  /** Edge length inside, m. */
  spacing: number;
}

/**
 * Maximum growth of the edge length per distance, m/m. Steeper growth cannot be meshed without sharp angles; less
 * growth needs more triangles.
 */
const GROWTH = 0.25;

/**
 * The target edge length at each point: the requested spacing, refined around sources (refinements, short sides, narrow
 * places), and growing with the distance from them.
 */
export class SizeField {
  readonly spacing: number;
  readonly #bounds: Bounds;
  readonly #sources: readonly Source[];
  readonly #tree: SourceTree;
  readonly #grid: SpacingGrid | undefined;

  constructor(bounds: Bounds, spacing: number, sources: readonly Source[], grid?: SpacingGrid) {
    this.spacing = spacing;
    this.#bounds = bounds;
    this.#sources = sources;
    this.#grid = grid;
    const [left, bottom] = bounds.minimum;
    const [right, top] = bounds.maximum;
    const half = Math.max(right - left, top - bottom) / 2;
    const [x, y] = [(left + right) / 2, (bottom + top) / 2];
    this.#tree = new SourceTree(x, y, half, GROWTH, spacing, sources);
  }

  /** A copy of this field, refined around more sources. */
  with(sources: readonly Source[]): SizeField {
    return new SizeField(this.#bounds, this.spacing, [...this.#sources, ...sources], this.#grid);
  }

  /** The target edge length at a point, m. */
  at(x: number, y: number): number {
    const size = this.#tree.at(x, y);
    return this.#grid ? Math.min(size, this.#grid.at(x, y)) : size;
  }
}

/**
 * Creates the size field for the options of a user.
 *
 * @throws MeshError for refinements that are too fine.
 */
export function fieldOf(
  bounds: Bounds,
  spacing: number,
  refine: readonly Refinement[],
  spacingAt?: (x: number, y: number) => number,
): SizeField {
  checkRefinements(refine, minLength(bounds));
  const sources = refine.map(({ at, radius, spacing }) => ({
    x: at[0],
    y: at[1],
    radius,
    size: spacing,
  }));
  const grid = spacingAt && new SpacingGrid(bounds, spacing, GROWTH, spacingAt);
  return new SizeField(bounds, spacing, sources, grid);
}

function checkRefinements(refinements: readonly Refinement[], min: number): void {
  for (const [i, { spacing }] of refinements.entries()) {
    if (!(spacing > min)) {
      throw new MeshError(`refine.${i}.spacing: expected a length over ${min} m, got ${spacing}`);
    }
  }
}
