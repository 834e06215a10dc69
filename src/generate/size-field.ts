import { MeshError } from "../mesh/index.js";
import { leastLength, type Bounds, type Point } from "./polygon.js";
import { SourceTree, type Source } from "./source-tree.js";
import { SpacingGrid } from "./spacing-grid.js";

/** A place that wants a finer mesh. */
export interface Refinement {
  /** Its middle, in metres. */
  at: Point;
  /** How far around it the fine spacing holds, in metres. */
  radius: number;
  /** Edge length inside, in metres. */
  spacing: number;
}

/**
 * By how many metres the edge length may grow a metre of way. Steeper growth cannot be meshed without
 * sharp angles; a gentler one costs triangles.
 */
const GROWTH = 0.25;

/**
 * The wanted edge length at each place: the spacing that the user asked for, made finer around sources
 * (refinements, short sides, narrow necks), growing steadily with the distance from them.
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

  /** This field, made finer around more sources. */
  with(sources: readonly Source[]): SizeField {
    return new SizeField(this.#bounds, this.spacing, [...this.#sources, ...sources], this.#grid);
  }

  /** The wanted edge length at a point, in metres. */
  at(x: number, y: number): number {
    const size = this.#tree.at(x, y);
    return this.#grid ? Math.min(size, this.#grid.at(x, y)) : size;
  }
}

/** The field that a user asks for. Throws a MeshError on refinements that cannot be met. */
export function fieldOf(
  bounds: Bounds,
  spacing: number,
  refine: readonly Refinement[],
  spacingAt?: (x: number, y: number) => number,
): SizeField {
  checkRefinements(refine, leastLength(bounds));
  const sources = refine.map(({ at, radius, spacing }) => ({
    x: at[0],
    y: at[1],
    radius,
    size: spacing,
  }));
  const grid = spacingAt && new SpacingGrid(bounds, spacing, GROWTH, spacingAt);
  return new SizeField(bounds, spacing, sources, grid);
}

function checkRefinements(refinements: readonly Refinement[], least: number): void {
  for (const [i, { spacing }] of refinements.entries()) {
    if (!(spacing > least)) {
      throw new MeshError(`refine.${i}.spacing: expected a length over ${least} m, got ${spacing}`);
    }
  }
}
