import { atan2 } from "../math/trigonometry.js";

/** A rotation as a unit quaternion x, y, z, w. */
export type Quaternion = Float64Array;

/** The inverse rotation. `out` may be `rotation`. */
export function invert(rotation: Quaternion, out: Quaternion): void {
  for (let k = 0; k < 3; k++) out[k] = -rotation[k]!;
  out[3] = rotation[3]!;
}

/**
 * Product of two rotations: first `second`, then `first`, in the order of matrix products. `out` may be one of them.
 */
export function multiply(first: Quaternion, second: Quaternion, out: Quaternion): void {
  const [ax, ay, az, aw] = [first[0]!, first[1]!, first[2]!, first[3]!];
  const [bx, by, bz, bw] = [second[0]!, second[1]!, second[2]!, second[3]!];
  out[0] = aw * bx + ax * bw + ay * bz - az * by;
  out[1] = aw * by + ay * bw + az * bx - ax * bz;
  out[2] = aw * bz + az * bw + ax * by - ay * bx;
  out[3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** Rotates a vector. `out` may be the vector. */
export function rotate(rotation: Quaternion, vector: Float64Array, out: Float64Array): void {
  const [x, y, z, w] = [rotation[0]!, rotation[1]!, rotation[2]!, rotation[3]!];
  const [vx, vy, vz] = [vector[0]!, vector[1]!, vector[2]!];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[0] = vx + w * tx + y * tz - z * ty;
  out[1] = vy + w * ty + z * tx - x * tz;
  out[2] = vz + w * tz + x * ty - y * tx;
}

/** Scales to unit length. Rapier's single-precision quaternions are only nearly unit. */
export function normalize(rotation: Quaternion): void {
  let squared = 0;
  for (let k = 0; k < 4; k++) squared += rotation[k]! * rotation[k]!;
  const length = Math.sqrt(squared);
  for (let k = 0; k < 4; k++) rotation[k]! /= length;
}

const difference = new Float64Array(4);

/** The constant angular velocity, rad/s, that rotates `from` to `to` within `duration`, s, by the smaller angle. */
export function angularVelocityBetween(
  from: Quaternion,
  to: Quaternion,
  duration: number,
  out: Float64Array,
): void {
  out.fill(0);
  let isSame = true;
  for (let k = 0; k < 4; k++) if (from[k] !== to[k]) isSame = false;
  if (isSame) return; // bit-exact equality, so that rounding gives no angular velocity
  invert(from, difference);
  multiply(to, difference, difference);
  const sign = difference[3]! < 0 ? -1 : 1;
  const sine = Math.sqrt(
    difference[0]! * difference[0]! +
      difference[1]! * difference[1]! +
      difference[2]! * difference[2]!,
  );
  if (sine === 0) return;
  const factor = (sign * 2 * atan2(sine, sign * difference[3]!)) / (sine * duration);
  for (let k = 0; k < 3; k++) out[k] = factor * difference[k]!;
}
