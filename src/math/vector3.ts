import type { NumberArray, Vector3 } from "./vector.js";

// Vectors as triples, for what happens seldom: a cut, an import. Time steps use offsets into arrays instead.

/** The point with this number in a flat array. */
export function pointAt(points: NumberArray, i: number): Vector3 {
  return [points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!];
}

export function subtract(a: Vector3, b: Vector3): Vector3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function add(a: Vector3, b: Vector3): Vector3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function scale(a: Vector3, factor: number): Vector3 {
  return [factor * a[0], factor * a[1], factor * a[2]];
}

/** The point at `t` between a (0) and b (1). */
export function between(a: Vector3, b: Vector3, t: number): Vector3 {
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])];
}

export function dot(a: Vector3, b: Vector3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector3, b: Vector3): Vector3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function size(a: Vector3): number {
  return Math.sqrt(dot(a, a));
}
