import { NEW_SHARE, OLD_SHARE } from "./equations-header";
import { transposed0, transposed1, transposed2, transposed3 } from "./lanes";

// What all kinds of elements have in common in the equations of a substep. Elements lie in blocks of four, one per lane. A
// block has what the product with A reads, starting with the offsets of the particles in a vector. A second array has the
// laws. With c conditions a law starts with 5 c rows: λ of the previous substep, λ of the latest solve, the impulse of the
// step so far, k, d.

/** Adds the impulses of an accepted substep, the trapezoid mean of both multipliers, and keeps the new one. */
export function commitMultipliers(law: usize, end: usize, size: usize, conditions: usize): void {
  const old = f32x4.splat(<f32>load<f64>(OLD_SHARE));
  const share = f32x4.splat(<f32>load<f64>(NEW_SHARE));
  const rows = conditions << 4;
  for (; law < end; law += size) {
    for (let row: usize = 0; row < rows; row += 16) {
      const at = law + row;
      const lambda = v128.load(at + rows);
      const mean = f32x4.add(f32x4.mul(old, v128.load(at)), f32x4.mul(share, lambda));
      v128.store(at + 2 * rows, f32x4.add(v128.load(at + 2 * rows), mean));
      v128.store(at, lambda);
    }
  }
}

/** Where the particle of a lane lies in a vector. `row`: the offsets of this particle of each element. */
// @ts-ignore: decorator
@inline
export function placeOf(row: usize, lane: usize): usize {
  return <usize>load<u32>(row + 4 * lane);
}

/** The difference of two particles of a lane in a vector. */
// @ts-ignore: decorator
@inline
export function difference(vector: usize, row: usize, from: usize, lane: usize): v128 {
  return f32x4.sub(v128.load(vector + placeOf(row, lane)), v128.load(vector + placeOf(from, lane)));
}

/** Writes the differences of two particles in a vector: rows x, y and z with an element in each lane. */
// @ts-ignore: decorator
@inline
export function gatherDifferences(vector: usize, row: usize, from: usize, into: usize): void {
  const a = difference(vector, row, from, 0);
  const b = difference(vector, row, from, 1);
  const c = difference(vector, row, from, 2);
  const d = difference(vector, row, from, 3);
  v128.store(into, transposed0(a, b, c, d));
  v128.store(into, transposed1(a, b, c, d), 16);
  v128.store(into, transposed2(a, b, c, d), 32);
}

/** Adds to three components of a vector, for an element in each lane. `size`: bytes per particle over 16. */
// @ts-ignore: decorator
@inline
export function scatter(vector: usize, row: usize, size: usize, x: v128, y: v128, z: v128): void {
  const zero = f32x4.splat(0);
  add(vector + size * placeOf(row, 0), transposed0(x, y, z, zero));
  add(vector + size * placeOf(row, 1), transposed1(x, y, z, zero));
  add(vector + size * placeOf(row, 2), transposed2(x, y, z, zero));
  add(vector + size * placeOf(row, 3), transposed3(x, y, z, zero));
}

// @ts-ignore: decorator
@inline
function add(at: usize, vector: v128): void {
  v128.store(at, f32x4.add(v128.load(at), vector));
}

/** The sum of all lanes. */
// @ts-ignore: decorator
@inline
export function total(a: v128): f64 {
  return (
    <f64>(f32x4.extract_lane(a, 0) + f32x4.extract_lane(a, 1)) +
    <f64>(f32x4.extract_lane(a, 2) + f32x4.extract_lane(a, 3))
  );
}
