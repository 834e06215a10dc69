/**
 * Copies the state of a coarse square grid to a finer one, by bilinear interpolation.
 *
 * @param {import("../src/cloth/index.js").Particles} from
 * @param {number} coarse Cells per side.
 * @param {import("../src/cloth/index.js").Particles} to
 * @param {number} fine Cells per side.
 */
export function upsample(from, coarse, to, fine) {
  for (let row = 0; row <= fine; row++) {
    for (let column = 0; column <= fine; column++) {
      const v = (row * coarse) / fine;
      const u = (column * coarse) / fine;
      const below = Math.min(Math.floor(v), coarse - 1);
      const left = Math.min(Math.floor(u), coarse - 1);
      const corner = 3 * ((coarse + 1) * below + left);
      const above = corner + 3 * (coarse + 1);
      const p = 3 * ((fine + 1) * row + column);
      for (let k = 0; k < 3; k++) {
        to.positions[p + k] = bilinear(from.positions, corner + k, above + k, u - left, v - below);
        to.velocities[p + k] = bilinear(
          from.velocities,
          corner + k,
          above + k,
          u - left,
          v - below,
        );
      }
    }
  }
}

/**
 * Bilinear interpolation of one component of a field.
 *
 * @param {Float64Array} field
 * @param {number} corner
 * @param {number} above
 * @param {number} right
 * @param {number} up
 */
function bilinear(field, corner, above, right, up) {
  const low = (1 - right) * (field[corner] ?? 0) + right * (field[corner + 3] ?? 0);
  const high = (1 - right) * (field[above] ?? 0) + right * (field[above + 3] ?? 0);
  return (1 - up) * low + up * high;
}
