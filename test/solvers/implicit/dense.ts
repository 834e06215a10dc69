import type { BlockMatrix } from "../../../src/solvers/implicit/block-matrix.js";

/** A square matrix as rows: the reference for the sparse ones. */
export type Dense = Float64Array[];

export function zeros(rows: number): Dense {
  return Array.from({ length: rows }, () => new Float64Array(rows));
}

/** All entries of a block matrix, from its list of pairs. */
export function denseOf({ size, diagonals, blocks, pattern }: BlockMatrix): Dense {
  const dense = zeros(3 * size);
  for (let p = 0; p < size; p++) put(dense, p, p, diagonals, 9 * p);
  for (let pair = 0; pair < pattern.pairCount; pair++) {
    const [a, b] = [pattern.pairs[2 * pair]!, pattern.pairs[2 * pair + 1]!];
    if (b === -1) continue;
    put(dense, a, b, blocks, 9 * pair);
    for (let i = 0; i < 9; i++) {
      const [row, column] = [Math.floor(i / 3), i % 3];
      dense[3 * b + column]![3 * a + row] = dense[3 * a + row]![3 * b + column]!;
    }
  }
  return dense;
}

function put(dense: Dense, a: number, b: number, blocks: Float64Array, at: number): void {
  for (let row = 0; row < 3; row++) {
    dense[3 * a + row]!.set(blocks.subarray(at + 3 * row, at + 3 * row + 3), 3 * b);
  }
}

export function multiply(matrix: Dense, vector: ArrayLike<number>): Float64Array {
  return Float64Array.from(matrix, (row) => row.reduce((sum, x, i) => sum + x * vector[i]!, 0));
}

/** Gaussian elimination with partial pivoting. */
export function solveDense(matrix: Dense, b: ArrayLike<number>): Float64Array {
  const rows = matrix.map((row, i) => Float64Array.from([...row, b[i]!]));
  const count = rows.length;
  for (let k = 0; k < count; k++) {
    let best = k;
    for (let i = k + 1; i < count; i++) {
      if (Math.abs(rows[i]![k]!) > Math.abs(rows[best]![k]!)) best = i;
    }
    [rows[k], rows[best]] = [rows[best]!, rows[k]!];
    const pivot = rows[k]!;
    for (let i = k + 1; i < count; i++) {
      const row = rows[i]!;
      const part = row[k]! / pivot[k]!;
      if (part !== 0) for (let j = k; j <= count; j++) row[j]! -= part * pivot[j]!;
    }
  }
  const x = new Float64Array(count);
  for (let k = count - 1; k >= 0; k--) {
    let sum = rows[k]![count]!;
    for (let j = k + 1; j < count; j++) sum -= rows[k]![j]! * x[j]!;
    x[k] = sum / rows[k]![k]!;
  }
  return x;
}

/** The smallest eigenvalue of a symmetric matrix, by Jacobi rotations. */
export function smallestEigenvalue(matrix: Dense): number {
  const a = matrix.map((row) => row.slice());
  const count = a.length;
  const whole = a.reduce((sum, row) => sum + row.reduce((part, x) => part + x * x, 0), 0);
  for (let sweep = 0; sweep < 30; sweep++) {
    let beside = 0;
    for (let p = 0; p < count; p++) {
      for (let q = p + 1; q < count; q++) {
        const off = a[p]![q]!;
        beside += 2 * off * off;
        if (off !== 0) rotate(a, p, q);
      }
    }
    if (beside <= 1e-28 * whole) break;
  }
  return Math.min(...a.map((row, i) => row[i]!));
}

function rotate(a: Dense, p: number, q: number): void {
  const half = (a[q]![q]! - a[p]![p]!) / (2 * a[p]![q]!);
  const t = (half < 0 ? -1 : 1) / (Math.abs(half) + Math.sqrt(half * half + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (const row of a) {
    const [x, y] = [row[p]!, row[q]!];
    row[p] = c * x - s * y;
    row[q] = s * x + c * y;
  }
  const [rowP, rowQ] = [a[p]!, a[q]!];
  for (let k = 0; k < a.length; k++) {
    const [x, y] = [rowP[k]!, rowQ[k]!];
    rowP[k] = c * x - s * y;
    rowQ[k] = s * x + c * y;
  }
}

/** The largest difference relative to the largest expected number. */
export function distance(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  let largest = 0;
  let off = 0;
  for (let i = 0; i < expected.length; i++) {
    largest = Math.max(largest, Math.abs(expected[i]!));
    off = Math.max(off, Math.abs(actual[i]! - expected[i]!));
    if (Number.isNaN(actual[i])) return NaN;
  }
  return off === 0 ? 0 : off / largest;
}

/** The same for matrices. */
export function distanceOf(actual: Dense, expected: Dense): number {
  const flat = (matrix: Dense): number[] => matrix.flatMap((row) => [...row]);
  return distance(flat(actual), flat(expected));
}
