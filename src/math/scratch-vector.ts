// Vectors as reused arrays of three numbers, for loops that must not allocate.

/** Dot product. */
export function dot(a: Float64Array, b: Float64Array): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}

/** Writes the dot product to `out[at]`; a returned number may be boxed. */
export function writeDot(a: Float64Array, b: Float64Array, out: Float64Array, at: number): void {
  out[at] = a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}

/** `out` = a × b. */
export function cross(out: Float64Array, a: Float64Array, b: Float64Array): void {
  out[0] = a[1]! * b[2]! - a[2]! * b[1]!;
  out[1] = a[2]! * b[0]! - a[0]! * b[2]!;
  out[2] = a[0]! * b[1]! - a[1]! * b[0]!;
}
