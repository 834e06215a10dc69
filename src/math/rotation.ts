import { radians, writeSineAndCosine } from "./trigonometry.js";
import type { NumberArray } from "./vector.js";
import type { Vec3Tuple } from "./vec3.js";

/**
 * Turns and moves points in place. `rotation` holds Euler angles in degrees, intrinsic XYZ: first about
 * the own x axis, then about the new y, then about the newest z, i.e. R = Rx · Ry · Rz.
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
  writeRotation(rotation, 0, matrix);
  return matrix;
}

const angles = new Float64Array(3);
const turned = new Float64Array(2);

/** The same of the angles from offset `at` on, into a matrix that is there already. */
export function writeRotation(
  rotation: Vec3Tuple | Float64Array,
  at: number,
  matrix: Float64Array,
): void {
  for (let k = 0; k < 3; k++) angles[k] = radians(rotation[at + k]!);
  writeSineAndCosine(angles, 0, turned);
  const sa = turned[0]!;
  const ca = turned[1]!;
  writeSineAndCosine(angles, 1, turned);
  const sb = turned[0]!;
  const cb = turned[1]!;
  writeSineAndCosine(angles, 2, turned);
  const sc = turned[0]!;
  const cc = turned[1]!;
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
