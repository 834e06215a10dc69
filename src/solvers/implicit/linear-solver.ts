import type { BlockMatrix } from "./block-matrix.js";
import type { PatternListener } from "./sparsity-pattern.js";

/**
 * Up to so many particles `auto` factors the equations: by all measurements the faster way up to here, and no slower up to
 * 16 thousand, but its memory grows faster than the cloth (`npm run bench -- implicit`).
 */
export const MAX_DIRECT_PARTICLES = 5000;

/** A way to solve A x = b for a symmetric positive definite A of a cloth, again and again while A changes. */
export interface LinearSolver extends PatternListener {
  readonly name: string;
  /** Takes in the numbers of a matrix; false where it is seen not to be positive definite. */
  prepare(matrix: BlockMatrix): boolean;
  /**
   * Solves for the matrix that was taken in last; writes x. Returns the iterations that it took, −1 where
   * the matrix turns out not to be positive definite.
   */
  solve(matrix: BlockMatrix, b: Float64Array, x: Float64Array): number;
}
