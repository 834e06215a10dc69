import { cos, radians, sin } from "./trigonometry.js";
import type { NumberArray, Vector3 } from "./vector.js";

/**
 * Turns and moves points in place. `rotation` holds Euler angles in degrees, intrinsic XYZ: first about
 * the own x axis, then about the new y, then about the newest z, i.e. R = Rx · Ry · Rz.
 */
export function transformPoints(points: NumberArray, position: Vector3, rotation: Vector3): void {
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
export function rotationMatrix(rotation: Vector3): number[] {
  const [a, b, c] = [radians(rotation[0]), radians(rotation[1]), radians(rotation[2])];
  const [sa, ca, sb, cb, sc, cc] = [sin(a), cos(a), sin(b), cos(b), sin(c), cos(c)];
  return [
    cb * cc,
    -cb * sc,
    sb,
    sa * sb * cc + ca * sc,
    ca * cc - sa * sb * sc,
    -sa * cb,
    sa * sc - ca * sb * cc,
    ca * sb * sc + sa * cc,
    ca * cb,
  ];
}
