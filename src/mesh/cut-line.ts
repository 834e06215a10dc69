import { add, cross, dot, scale, norm, subtract, type Vec3Tuple } from "../math/vec3.js";
import type { CutSurface, Place } from "./cut-surface.js";

/** A part of a length under which rounding decides. */
export const ON_THE_LINE = 1e-9;
/** Normals of length 1 or 2 that leave less than this across the line say nothing about its plane. */
const NO_PLANE = 0.1;

/** A straight line over a surface: where it starts, where to, and the normal of the plane that it lies in. */
export interface Line {
  start: Vec3Tuple;
  direction: Vec3Tuple;
  side: Vec3Tuple;
}

/**
 * The line between two places, in the plane that holds both and the normal of the surface between them. Where the windings of the two
 * ends disagree their normals cancel, and the difference steps in; where both run along the line, any plane will do.
 */
export function lineBetween(surface: CutSurface, from: Place, to: Place): Line {
  const direction = subtract(to.position, from.position);
  const [a, b] = [unit(surface.normalAt(from)), unit(surface.normalAt(to))];
  const normals: Vec3Tuple[] = [add(a, b), subtract(a, b), [1, 0, 0], [0, 1, 0], [0, 0, 1]];
  const sides = normals.map((normal) => cross(direction, normal));
  const side = sides.find((vector) => norm(vector) > NO_PLANE * norm(direction)) ?? sides[0]!;
  return { start: from.position, direction, side };
}

function unit(vector: Vec3Tuple): Vec3Tuple {
  const length = norm(vector);
  return length === 0 ? vector : scale(vector, 1 / length);
}

/** How far along a line a point lies: 0 at its start, 1 at its goal. */
export function progress({ start, direction }: Line, at: Vec3Tuple): number {
  return dot(subtract(at, start), direction) / dot(direction, direction);
}

/** Where a height that goes from a to b passes 0. */
export function zeroBetween(a: number, b: number): number {
  return a === b ? 0.5 : Math.max(0, Math.min(1, a / (a - b)));
}
