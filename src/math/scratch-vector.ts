// Vectors as arrays of three numbers that are written over and over, for loops that must not make new ones.

export function dot(a: Float64Array, b: Float64Array): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}

/** The same into `out[at]`: a number that is returned may go on the heap. */
export function writeDot(a: Float64Array, b: Float64Array, out: Float64Array, at: number): void {
  out[at] = a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}

/** `out` = a × b. */
export function cross(out: Float64Array, a: Float64Array, b: Float64Array): void {
  out[0] = a[1]! * b[2]! - a[2]! * b[1]!;
  out[1] = a[2]! * b[0]! - a[0]! * b[2]!;
  out[2] = a[0]! * b[1]! - a[1]! * b[0]!;
}
