import type { NumberArray } from "./vector.js";

// Vectors as tuples, for rare operations: options, cuts, imports. Time steps use offsets into flat arrays instead.

/**
 * A position, direction or velocity that you pass to the library: `[x, y, z]`, or any object with `x`, `y` and `z`,
 * such as the vectors of three.js, Rapier and cannon-es.
 */
export type Vec3 = Vec3Tuple | { readonly x: number; readonly y: number; readonly z: number };

/**
 * A position, direction or velocity that the library returns. It can be spread: `mesh.position.set(...event.position)`.
 */
export type Vec3Tuple = readonly [x: number, y: number, z: number];

/** Options in which every `Vec3` is a tuple: the form that the library uses internally. */
export type Tuples<T> = T extends Vec3
  ? Vec3Tuple
  : T extends ((...args: never[]) => unknown) | ArrayBufferView
    ? T
    : { [K in keyof T]: Tuples<T[K]> };

/** Converts a vector to a tuple; a tuple is returned unchanged. */
export function toTuple(vector: Vec3): Vec3Tuple {
  return "x" in vector ? [vector.x, vector.y, vector.z] : vector;
}

/**
 * Replaces every `{ x, y, z }` in checked options by a tuple. Parts without one are returned as the same object. The
 * input is not changed.
 */
export function withTuples<T>(options: T): Tuples<T> {
  return converted(options, 0) as Tuples<T>;
}

/** No vector of any options is nested deeper. The objects of a user may even contain themselves. */
const MAX_DEPTH = 6;

function converted(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) {
    if (typeof value[0] === "number") return value; // a tuple or a list of numbers
    const items = value.map((item) => converted(item, depth + 1));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  const { x, y, z } = value as Record<string, unknown>;
  if (typeof x === "number" && typeof y === "number" && typeof z === "number") return [x, y, z];
  let changed: Record<string, unknown> | null = null;
  for (const [name, field] of Object.entries(value)) {
    const replacement = converted(field, depth + 1);
    if (replacement !== field) (changed ??= { ...value })[name] = replacement;
  }
  return changed ?? value;
}

/** The point with index `i` in a flat array. */
export function pointAt(points: NumberArray, i: number): Vec3Tuple {
  return [points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!];
}

/** a − b. */
export function subtract(a: Vec3Tuple, b: Vec3Tuple): Vec3Tuple {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** a + b. */
export function add(a: Vec3Tuple, b: Vec3Tuple): Vec3Tuple {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

/** a times a factor. */
export function scale(a: Vec3Tuple, factor: number): Vec3Tuple {
  return [factor * a[0], factor * a[1], factor * a[2]];
}

/** Linear interpolation from a (t = 0) to b (t = 1). */
export function lerp(a: Vec3Tuple, b: Vec3Tuple, t: number): Vec3Tuple {
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])];
}

/** Dot product. */
export function dot(a: Vec3Tuple, b: Vec3Tuple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Cross product. */
export function cross(a: Vec3Tuple, b: Vec3Tuple): Vec3Tuple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Length of a vector. */
export function norm(a: Vec3Tuple): number {
  return Math.sqrt(dot(a, a));
}
