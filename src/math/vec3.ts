import type { NumberArray } from "./vector.js";

// Vectors as tuples, for what happens seldom: options, cuts, imports. Time steps use offsets into flat arrays instead.

/**
 * A position, direction or velocity that you pass to the library: `[x, y, z]`, or any object with `x`, `y` and `z`, as
 * the vectors of three.js, Rapier and cannon-es.
 */
export type Vec3 = Vec3Tuple | { readonly x: number; readonly y: number; readonly z: number };

/** A position, direction or velocity that the library returns. It can be spread: `mesh.position.set(...event.position)`. */
export type Vec3Tuple = readonly [x: number, y: number, z: number];

/** Options in which every `Vec3` is a tuple: what the library works with. */
export type Tuples<T> = T extends Vec3
  ? Vec3Tuple
  : T extends ((...args: never[]) => unknown) | ArrayBufferView
    ? T
    : { [K in keyof T]: Tuples<T[K]> };

/** The tuple of a vector; a tuple comes back as it is. */
export function toTuple(vector: Vec3): Vec3Tuple {
  return "x" in vector ? [vector.x, vector.y, vector.z] : vector;
}

/**
 * Options that were checked, with a tuple in place of every `{ x, y, z }`. What has none comes back as it is, the same
 * object; nothing of the caller's is changed.
 */
export function withTuples<T>(options: T): Tuples<T> {
  return converted(options) as Tuples<T>;
}

function converted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) {
    if (typeof value[0] === "number") return value; // a tuple, or many numbers
    const items = value.map(converted);
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  const { x, y, z } = value as Record<string, unknown>;
  if (typeof x === "number" && typeof y === "number" && typeof z === "number") return [x, y, z];
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value; // an object of a class
  let changed: Record<string, unknown> | null = null;
  for (const [name, part] of Object.entries(value)) {
    const own = converted(part);
    if (own !== part) (changed ??= { ...value })[name] = own;
  }
  return changed ?? value;
}

/** The point with this number in a flat array. */
export function pointAt(points: NumberArray, i: number): Vec3Tuple {
  return [points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!];
}

export function subtract(a: Vec3Tuple, b: Vec3Tuple): Vec3Tuple {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function add(a: Vec3Tuple, b: Vec3Tuple): Vec3Tuple {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function scale(a: Vec3Tuple, factor: number): Vec3Tuple {
  return [factor * a[0], factor * a[1], factor * a[2]];
}

/** The point at `t` between a (0) and b (1). */
export function lerp(a: Vec3Tuple, b: Vec3Tuple, t: number): Vec3Tuple {
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])];
}

export function dot(a: Vec3Tuple, b: Vec3Tuple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vec3Tuple, b: Vec3Tuple): Vec3Tuple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function norm(a: Vec3Tuple): number {
  return Math.sqrt(dot(a, a));
}
