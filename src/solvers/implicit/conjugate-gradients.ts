import { grown, grownCapacity } from "../../math/grow.js";
import type { BlockMatrix } from "./block-matrix.js";
import type { LinearSolver } from "./linear-solver.js";

/** Residual at which the iteration stops, as a fraction of the residual at the start. */
const TOLERANCE = 1e-6;
/** Maximum iterations per particle: rounding may keep the residual above the tolerance. */
const MAX_ITERATIONS = 4;

/**
 * Conjugate gradients with a block Jacobi preconditioner. Memory and work per iteration grow linearly with the cloth.
 */
export class ConjugateGradients implements LinearSolver {
  readonly name = "conjugate-gradients";
  #inverses = new Float64Array(0);
  #residual = new Float64Array(0);
  #search = new Float64Array(0);
  #image = new Float64Array(0);

  addParticle(): void {}

  couple(): void {}

  uncouple(): void {}

  prepare({ size, diagonals }: BlockMatrix): boolean {
    const length = grownCapacity(this.#residual.length, 3 * size);
    this.#inverses = grown(this.#inverses, 3 * length);
    this.#residual = grown(this.#residual, length);
    this.#search = grown(this.#search, length);
    this.#image = grown(this.#image, length);
    for (let p = 0; p < size; p++) {
      if (!invert(diagonals, this.#inverses, 9 * p)) return false;
    }
    return true;
  }

  solve(matrix: BlockMatrix, b: Float64Array, x: Float64Array): number {
    const length = 3 * matrix.size;
    const residual = this.#residual;
    const search = this.#search;
    const image = this.#image;
    for (let i = 0; i < length; i++) {
      residual[i] = b[i]!;
      x[i] = 0;
    }
    let energy = this.#precondition(residual, image, matrix.size); // r · M⁻¹ r
    for (let i = 0; i < length; i++) search[i] = image[i]!;
    const goal = TOLERANCE * TOLERANCE * energy;
    const maxIterations = MAX_ITERATIONS * matrix.size;
    let iterations = 0;
    while (energy > goal && iterations < maxIterations) {
      matrix.multiply(search, image);
      let curvature = 0;
      for (let i = 0; i < length; i++) curvature += search[i]! * image[i]!;
      if (!(curvature > 0)) return -1;
      const step = energy / curvature;
      for (let i = 0; i < length; i++) {
        x[i]! += step * search[i]!;
        residual[i]! -= step * image[i]!;
      }
      const next = this.#precondition(residual, image, matrix.size);
      const beta = next / energy;
      for (let i = 0; i < length; i++) search[i] = image[i]! + beta * search[i]!;
      energy = next;
      iterations++;
    }
    return iterations;
  }

  /** Writes M⁻¹ r and returns r · M⁻¹ r. */
  #precondition(r: Float64Array, into: Float64Array, size: number): number {
    const inverses = this.#inverses;
    let sum = 0;
    for (let p = 0; p < size; p++) {
      const i = 3 * p;
      const m = 9 * p;
      const x = r[i]!;
      const y = r[i + 1]!;
      const z = r[i + 2]!;
      const u = inverses[m]! * x + inverses[m + 1]! * y + inverses[m + 2]! * z;
      const v = inverses[m + 3]! * x + inverses[m + 4]! * y + inverses[m + 5]! * z;
      const w = inverses[m + 6]! * x + inverses[m + 7]! * y + inverses[m + 8]! * z;
      into[i] = u;
      into[i + 1] = v;
      into[i + 2] = w;
      sum += x * u + y * v + z * w;
    }
    return sum;
  }
}

/**
 * Writes the inverse of the symmetric 3 × 3 block at `at`. Returns false if the block is not positive definite, by its
 * leading minors. With an indefinite preconditioner, r · M⁻¹ r could be below 0, which would end the iteration too
 * early.
 */
function invert(blocks: Float64Array, into: Float64Array, at: number): boolean {
  const a = blocks[at]!;
  const b = blocks[at + 1]!;
  const c = blocks[at + 2]!;
  const d = blocks[at + 4]!;
  const e = blocks[at + 5]!;
  const f = blocks[at + 8]!;
  const aa = d * f - e * e;
  const bb = c * e - b * f;
  const cc = b * e - c * d;
  const ff = a * d - b * b;
  const determinant = a * aa + b * bb + c * cc;
  if (!(a > 0 && ff > 0 && determinant > 0)) return false;
  const scale = 1 / determinant;
  into[at] = aa * scale;
  into[at + 1] = into[at + 3] = bb * scale;
  into[at + 2] = into[at + 6] = cc * scale;
  into[at + 4] = (a * f - c * c) * scale;
  into[at + 5] = into[at + 7] = (b * c - a * e) * scale;
  into[at + 8] = ff * scale;
  return true;
}
