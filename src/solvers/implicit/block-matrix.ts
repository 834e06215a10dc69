import { ensureCapacity } from "../../math/grow.js";
import type { SparsityPattern } from "./sparsity-pattern.js";

/**
 * A symmetric sparse matrix of 3 × 3 blocks, one block row and column per particle: a diagonal block per particle and
 * one block per pair of coupled particles. A block is nine numbers, row by row.
 */
export class BlockMatrix {
  readonly pattern: SparsityPattern;
  /** Number of particles. */
  size = 0;
  /** Diagonal blocks, nine numbers per particle. */
  diagonals = new Float64Array(0);
  /** Off-diagonal blocks, nine numbers per pair: rows of its first particle, columns of its second. */
  blocks = new Float64Array(0);

  constructor(pattern: SparsityPattern) {
    this.pattern = pattern;
  }

  /** Resizes to `size` particles and sets all blocks to 0. */
  clear(size: number): void {
    const { pairCount } = this.pattern;
    this.size = size;
    this.diagonals = ensureCapacity(this.diagonals, 9 * size);
    this.blocks = ensureCapacity(this.blocks, 9 * pairCount);
    this.diagonals.fill(0, 0, 9 * size);
    this.blocks.fill(0, 0, 9 * pairCount);
  }

  /** Writes the product with a vector to `into`. */
  multiply(vector: Float64Array, into: Float64Array): void {
    const { size, diagonals, blocks } = this;
    const { pairs, pairCount } = this.pattern;
    for (let p = 0; p < size; p++) {
      const i = 3 * p;
      const d = 9 * p;
      const x = vector[i]!;
      const y = vector[i + 1]!;
      const z = vector[i + 2]!;
      into[i] = diagonals[d]! * x + diagonals[d + 1]! * y + diagonals[d + 2]! * z;
      into[i + 1] = diagonals[d + 3]! * x + diagonals[d + 4]! * y + diagonals[d + 5]! * z;
      into[i + 2] = diagonals[d + 6]! * x + diagonals[d + 7]! * y + diagonals[d + 8]! * z;
    }
    for (let pair = 0; pair < pairCount; pair++) {
      if (pairs[2 * pair + 1] === -1) continue; // free
      const a = 3 * pairs[2 * pair]!;
      const b = 3 * pairs[2 * pair + 1]!;
      const m = 9 * pair;
      const xx = blocks[m]!;
      const xy = blocks[m + 1]!;
      const xz = blocks[m + 2]!;
      const yx = blocks[m + 3]!;
      const yy = blocks[m + 4]!;
      const yz = blocks[m + 5]!;
      const zx = blocks[m + 6]!;
      const zy = blocks[m + 7]!;
      const zz = blocks[m + 8]!;
      const bx = vector[b]!;
      const by = vector[b + 1]!;
      const bz = vector[b + 2]!;
      into[a]! += xx * bx + xy * by + xz * bz;
      into[a + 1]! += yx * bx + yy * by + yz * bz;
      into[a + 2]! += zx * bx + zy * by + zz * bz;
      const ax = vector[a]!;
      const ay = vector[a + 1]!;
      const az = vector[a + 2]!;
      into[b]! += xx * ax + yx * ay + zx * az;
      into[b + 1]! += xy * ax + yy * ay + zy * az;
      into[b + 2]! += xz * ax + yz * ay + zz * az;
    }
  }

  /** Fixes a particle: its row and column become those of the identity matrix. */
  fix(particle: number): void {
    const { blocks, diagonals, pattern } = this;
    const { firstEnds, nextEnds } = pattern;
    for (let end = firstEnds[particle]!; end !== -1; end = nextEnds[end]!) {
      blocks.fill(0, 9 * (end >> 1), 9 * (end >> 1) + 9);
    }
    diagonals.fill(0, 9 * particle, 9 * particle + 9);
    for (let k = 0; k < 9; k += 4) diagonals[9 * particle + k] = 1;
  }

  /**
   * Applies a symmetric projection P, nine numbers, to the motion of a particle. The diagonal is 1 along the directions
   * that P removes.
   */
  filter(particle: number, projection: Float64Array): void {
    const { blocks, diagonals, pattern } = this;
    const { firstEnds, nextEnds } = pattern;
    for (let end = firstEnds[particle]!; end !== -1; end = nextEnds[end]!) {
      if ((end & 1) === 0) multiplyLeft(blocks, 9 * (end >> 1), projection);
      else multiplyRight(blocks, 9 * (end >> 1), projection);
    }
    multiplyLeft(diagonals, 9 * particle, projection);
    multiplyRight(diagonals, 9 * particle, projection);
    for (let k = 0; k < 9; k++) {
      diagonals[9 * particle + k]! += (k % 4 === 0 ? 1 : 0) - projection[k]!;
    }
  }
}

const product = new Float64Array(9);

function multiplyLeft(blocks: Float64Array, at: number, left: Float64Array): void {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += left[3 * row + k]! * blocks[at + 3 * k + column]!;
      product[3 * row + column] = sum;
    }
  }
  blocks.set(product, at);
}

function multiplyRight(blocks: Float64Array, at: number, right: Float64Array): void {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += blocks[at + 3 * row + k]! * right[3 * k + column]!;
      product[3 * row + column] = sum;
    }
  }
  blocks.set(product, at);
}
