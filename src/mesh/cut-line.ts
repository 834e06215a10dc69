import { add, cross, dot, scale, norm, subtract, type Vec3Tuple } from "../math/vec3.js";
import type { CutSurface, Place } from "./cut-surface.js";

/** Tolerance relative to a length: below it, rounding decides. */
export const LINE_TOLERANCE = 1e-9;
/**
 * Minimum component of a normal across the line; smaller ones do not define its plane. The normals have length 1 or 2.
 */
const MIN_NORMAL = 0.1;

/**
 * A straight line over a surface: its start, its direction to the goal, and the normal of the plane that contains it.
 */
export interface Line {
  start: Vec3Tuple;
  direction: Vec3Tuple;
  side: Vec3Tuple;
}

/**
 * The line between two places, in the plane that contains both and the surface normal between them. If the windings at
 * the ends differ, their normals cancel, and their difference is used. If both normals are along the line, any plane is
 * used.
 */
export function lineBetween(surface: CutSurface, from: Place, to: Place): Line {
  const direction = subtract(to.position, from.position);
  const [a, b] = [unit(surface.normalAt(from)), unit(surface.normalAt(to))];
  const normals: Vec3Tuple[] = [add(a, b), subtract(a, b), [1, 0, 0], [0, 1, 0], [0, 0, 1]];
  const sides = normals.map((normal) => cross(direction, normal));
  const side = sides.find((vector) => norm(vector) > MIN_NORMAL * norm(direction)) ?? sides[0]!;
  return { start: from.position, direction, side };
}

function unit(vector: Vec3Tuple): Vec3Tuple {
  const length = norm(vector);
  return length === 0 ? vector : scale(vector, 1 / length);
}

/** Position of a point along a line: 0 at its start, 1 at its goal. */
export function progress({ start, direction }: Line, at: Vec3Tuple): number {
  return dot(subtract(at, start), direction) / dot(direction, direction);
}

/** The zero of a linear function with the values a at 0 and b at 1, clamped to [0, 1]. */
export function zeroBetween(a: number, b: number): number {
  return a === b ? 0.5 : Math.max(0, Math.min(1, a / (a - b)));
}
