import { radians, writeSineAndCosine } from "./trigonometry.js";
import type { NumberArray } from "./vector.js";
import type { Vec3Tuple } from "./vec3.js";

/**
 * Rotates and translates points in place. `rotation` contains Euler angles in degrees, intrinsic XYZ: first about the
 * own x axis, then about the new y axis, then about the new z axis, i.e. R = Rx · Ry · Rz.
 */
export function transformPoints(
  points: NumberArray,
  position: Vec3Tuple,
  rotation: Vec3Tuple,
): void {
  const m = rotationMatrix(rotation);
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i]!;
    const y = points[i + 1]!;
    const z = points[i + 2]!;
    points[i] = m[0]! * x + m[1]! * y + m[2]! * z + position[0];
    points[i + 1] = m[3]! * x + m[4]! * y + m[5]! * z + position[1];
    points[i + 2] = m[6]! * x + m[7]! * y + m[8]! * z + position[2];
  }
}

/** Row-major 3×3 matrix of intrinsic XYZ Euler angles in degrees. */
export function rotationMatrix(rotation: Vec3Tuple): Float64Array {
  const matrix = new Float64Array(9);
  writeRotation(Float64Array.from(rotation), 0, matrix);
  return matrix;
}

const angles = new Float64Array(3);
const sineAndCosine = new Float64Array(2);

/**
 * Writes the matrix of the angles at offset `at` into an existing array. One kind of array only: V8 puts the numbers of
 * others on the heap.
 */
export function writeRotation(rotation: Float64Array, at: number, matrix: Float64Array): void {
  for (let k = 0; k < 3; k++) angles[k] = radians(rotation[at + k]!);
  writeSineAndCosine(angles, 0, sineAndCosine);
  const sa = sineAndCosine[0]!;
  const ca = sineAndCosine[1]!;
  writeSineAndCosine(angles, 1, sineAndCosine);
  const sb = sineAndCosine[0]!;
  const cb = sineAndCosine[1]!;
  writeSineAndCosine(angles, 2, sineAndCosine);
  const sc = sineAndCosine[0]!;
  const cc = sineAndCosine[1]!;
  matrix[0] = cb * cc;
  matrix[1] = -cb * sc;
  matrix[2] = sb;
  matrix[3] = sa * sb * cc + ca * sc;
  matrix[4] = ca * cc - sa * sb * sc;
  matrix[5] = -sa * cb;
  matrix[6] = sa * sc - ca * sb * cc;
  matrix[7] = ca * sb * sc + sa * cc;
  matrix[8] = ca * cb;
}
