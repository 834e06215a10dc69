/**
 * Eliminates the first `eliminated` rows and columns of a symmetric matrix by Cholesky factorization, in place: they
 * become the columns of the factor L, and the rest becomes the Schur complement. `size`, the number of rows, and
 * `eliminated` are multiples of 3. Only the lower triangle is read and written (and the upper triangle of diagonal
 * blocks).
 *
 *     ┌ L₁₁          ┐
 *     └ L₂₁   A₂₂ − L₂₁ L₂₁ᵀ ┘
 *
 * It computes nine sums at a time, three rows by three columns, so that each loaded number is used three times.
 *
 * @returns False if a pivot is not above 0: the matrix is not positive definite.
 */
export function eliminate(matrix: Float64Array, size: number, eliminated: number): boolean {
  for (let i = 0; i < size; i += 3) {
    const i0 = i * size;
    const i1 = i0 + size;
    const i2 = i1 + size;
    for (let j = 0; j <= i; j += 3) {
      const j0 = j * size;
      const j1 = j0 + size;
      const j2 = j1 + size;
      let s00 = matrix[i0 + j]!;
      let s01 = matrix[i0 + j + 1]!;
      let s02 = matrix[i0 + j + 2]!;
      let s10 = matrix[i1 + j]!;
      let s11 = matrix[i1 + j + 1]!;
      let s12 = matrix[i1 + j + 2]!;
      let s20 = matrix[i2 + j]!;
      let s21 = matrix[i2 + j + 1]!;
      let s22 = matrix[i2 + j + 2]!;
      const end = j < eliminated ? j : eliminated;
      for (let k = 0; k < end; k++) {
        const a0 = matrix[i0 + k]!;
        const a1 = matrix[i1 + k]!;
        const a2 = matrix[i2 + k]!;
        const b0 = matrix[j0 + k]!;
        const b1 = matrix[j1 + k]!;
        const b2 = matrix[j2 + k]!;
        s00 -= a0 * b0;
        s01 -= a0 * b1;
        s02 -= a0 * b2;
        s10 -= a1 * b0;
        s11 -= a1 * b1;
        s12 -= a1 * b2;
        s20 -= a2 * b0;
        s21 -= a2 * b1;
        s22 -= a2 * b2;
      }
      if (j < eliminated) {
        if (i === j) {
          if (!(s00 > 0)) return false;
          const l00 = Math.sqrt(s00);
          const l10 = s10 / l00;
          const l20 = s20 / l00;
          const p11 = s11 - l10 * l10;
          if (!(p11 > 0)) return false;
          const l11 = Math.sqrt(p11);
          const l21 = (s21 - l20 * l10) / l11;
          const p22 = s22 - l20 * l20 - l21 * l21;
          if (!(p22 > 0)) return false;
          s00 = l00;
          s10 = l10;
          s20 = l20;
          s11 = l11;
          s21 = l21;
          s22 = Math.sqrt(p22);
        } else {
          const l10 = matrix[j1 + j]!;
          const l20 = matrix[j2 + j]!;
          const l21 = matrix[j2 + j + 1]!;
          const inverse0 = 1 / matrix[j0 + j]!;
          const inverse1 = 1 / matrix[j1 + j + 1]!;
          const inverse2 = 1 / matrix[j2 + j + 2]!;
          s00 *= inverse0;
          s10 *= inverse0;
          s20 *= inverse0;
          s01 = (s01 - s00 * l10) * inverse1;
          s11 = (s11 - s10 * l10) * inverse1;
          s21 = (s21 - s20 * l10) * inverse1;
          s02 = (s02 - s00 * l20 - s01 * l21) * inverse2;
          s12 = (s12 - s10 * l20 - s11 * l21) * inverse2;
          s22 = (s22 - s20 * l20 - s21 * l21) * inverse2;
        }
      }
      matrix[i0 + j] = s00;
      matrix[i0 + j + 1] = s01;
      matrix[i0 + j + 2] = s02;
      matrix[i1 + j] = s10;
      matrix[i1 + j + 1] = s11;
      matrix[i1 + j + 2] = s12;
      matrix[i2 + j] = s20;
      matrix[i2 + j + 1] = s21;
      matrix[i2 + j + 2] = s22;
    }
  }
  return true;
}
