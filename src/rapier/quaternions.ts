import { atan2 } from "../math/trigonometry.js";

/** Turns as unit quaternions x, y, z, w. */
export type Quaternion = Float64Array;

/** The same turn the other way round. `out` may be `turn`. */
export function invert(turn: Quaternion, out: Quaternion): void {
  for (let k = 0; k < 3; k++) out[k] = -turn[k]!;
  out[3] = turn[3]!;
}

/** First `second`, then `first`, as matrices multiply. `out` may be one of them. */
export function multiply(first: Quaternion, second: Quaternion, out: Quaternion): void {
  const [ax, ay, az, aw] = [first[0]!, first[1]!, first[2]!, first[3]!];
  const [bx, by, bz, bw] = [second[0]!, second[1]!, second[2]!, second[3]!];
  out[0] = aw * bx + ax * bw + ay * bz - az * by;
  out[1] = aw * by + ay * bw + az * bx - ax * bz;
  out[2] = aw * bz + az * bw + ax * by - ay * bx;
  out[3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** Turns a vector. `out` may be the vector. */
export function rotate(turn: Quaternion, vector: Float64Array, out: Float64Array): void {
  const [x, y, z, w] = [turn[0]!, turn[1]!, turn[2]!, turn[3]!];
  const [vx, vy, vz] = [vector[0]!, vector[1]!, vector[2]!];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[0] = vx + w * tx + y * tz - z * ty;
  out[1] = vy + w * ty + z * tx - x * tz;
  out[2] = vz + w * tz + x * ty - y * tx;
}

/** A unit again: what comes in single precision is one only nearly. */
export function normalize(turn: Quaternion): void {
  let squared = 0;
  for (let k = 0; k < 4; k++) squared += turn[k]! * turn[k]!;
  const length = Math.sqrt(squared);
  for (let k = 0; k < 4; k++) turn[k]! /= length;
}

const way = new Float64Array(4);

/** The constant angular velocity, rad/s, that leads from one turn to another within `duration`, the shorter way round. */
export function angularVelocityBetween(
  from: Quaternion,
  to: Quaternion,
  duration: number,
  out: Float64Array,
): void {
  out.fill(0);
  let isSame = true;
  for (let k = 0; k < 4; k++) if (from[k] !== to[k]) isSame = false;
  if (isSame) return; // to the bit: rounding is no spin
  invert(from, way);
  multiply(to, way, way);
  const sign = way[3]! < 0 ? -1 : 1;
  const sine = Math.sqrt(way[0]! * way[0]! + way[1]! * way[1]! + way[2]! * way[2]!);
  if (sine === 0) return;
  const factor = (sign * 2 * atan2(sine, sign * way[3]!)) / (sine * duration);
  for (let k = 0; k < 3; k++) out[k] = factor * way[k]!;
}
