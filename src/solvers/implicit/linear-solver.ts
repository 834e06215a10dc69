import type { BlockMatrix } from "./block-matrix.js";
import type { PatternListener } from "./sparsity-pattern.js";

/**
 * Maximum number of particles for which `auto` uses direct factorization. It is faster up to here in all measurements,
 * and not slower up to 16 thousand, but its memory grows faster than the cloth (`npm run bench -- implicit`).
 */
export const MAX_DIRECT_PARTICLES = 5000;

/** Solves A x = b repeatedly for a symmetric positive definite matrix A of a cloth that changes between solves. */
export interface LinearSolver extends PatternListener {
  readonly name: string;
  /** Loads the values of a matrix. Returns false if the matrix is found not to be positive definite. */
  prepare(matrix: BlockMatrix): boolean;
  /**
   * Solves for the matrix loaded last and writes x. Returns the number of iterations, or −1 if the matrix is found not
   * to be positive definite.
   */
  solve(matrix: BlockMatrix, b: Float64Array, x: Float64Array): number;
}
