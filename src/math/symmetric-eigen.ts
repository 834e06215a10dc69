/** A symmetric 3×3 tensor: xx, xy, xz, yy, yz, zz. */
export type SymmetricTensor = Float64Array;

/** Maximum number of sweeps. Four or five are enough for all tensors that were tried. */
const SWEEPS = 16;

// The tensor and the rotation during the iteration, row by row.
const a = new Float64Array(9);
const r = new Float64Array(9);

/**
 * Computes eigenvalues and eigenvectors of a symmetric 3×3 tensor with Jacobi rotations. They are slower than a closed
 * formula, but accurate to rounding for every tensor, including equal eigenvalues and 0, and need only a square root.
 *
 * @param values Receives the eigenvalues, largest first.
 * @param vectors Receives their unit eigenvectors, one after the other, perpendicular to each other.
 */
export function symmetricEigen(
  tensor: SymmetricTensor,
  values: Float64Array,
  vectors: Float64Array,
): void {
  a[0] = tensor[0]!;
  a[1] = a[3] = tensor[1]!;
  a[2] = a[6] = tensor[2]!;
  a[4] = tensor[3]!;
  a[5] = a[7] = tensor[4]!;
  a[8] = tensor[5]!;
  r.fill(0);
  r[0] = r[4] = r[8] = 1;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    if (a[1] === 0 && a[2] === 0 && a[5] === 0) break;
    rotate(0, 1);
    rotate(0, 2);
    rotate(1, 2);
  }
  let first = 0;
  let last = 2;
  for (let k = 0; k < 3; k++) {
    if (a[4 * k]! > a[4 * first]!) first = k;
    if (a[4 * k]! <= a[4 * last]!) last = k;
  }
  if (first === last) last = 2 - first; // all three equal
  const order = [first, 3 - first - last, last];
  for (let n = 0; n < 3; n++) {
    const from = order[n]!;
    values[n] = a[4 * from]!;
    for (let k = 0; k < 3; k++) vectors[3 * n + k] = r[3 * from + k]!;
  }
}

/** Rotates the axes p and q so that a[p][q] vanishes (Golub and Van Loan, 8.5). */
function rotate(p: number, q: number): void {
  const off = a[3 * p + q]!;
  if (off === 0) return;
  const half = (a[4 * q]! - a[4 * p]!) / (2 * off);
  // The smaller of both angles. For a huge `half` the square overflows and t is 0: no rotation is needed.
  const t = (half < 0 ? -1 : 1) / (Math.abs(half) + Math.sqrt(half * half + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  a[4 * p]! -= t * off;
  a[4 * q]! += t * off;
  a[3 * p + q] = a[3 * q + p] = 0;
  const o = 3 - p - q;
  const op = a[3 * o + p]!;
  const oq = a[3 * o + q]!;
  a[3 * o + p] = a[3 * p + o] = c * op - s * oq;
  a[3 * o + q] = a[3 * q + o] = s * op + c * oq;
  for (let k = 0; k < 3; k++) {
    const rp = r[3 * p + k]!;
    const rq = r[3 * q + k]!;
    r[3 * p + k] = c * rp - s * rq;
    r[3 * q + k] = s * rp + c * rq;
  }
}
