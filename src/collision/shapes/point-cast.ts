import { SignedDistance, type Shape } from "./shape.js";

/** No time of a path from 0 to 1. */
export const MISSES = 2;

const TOLERANCE = 1e-9;
const MAX_STEPS = 32;

/** A point that moves in a straight line at a solid. */
export class PointCast {
  /** How near it may come, m: set it before the cast. */
  offset = 0;
  /** Found: the first part of the path, from 0 to 1, after which it is that near, or MISSES. */
  time = MISSES;
  /** Found: unit vector out of the solid there. */
  readonly normal = new Float64Array(3);
}

// Scratch of a cast.
const at = new Float64Array(3);
const measured = new SignedDistance();

/**
 * Casts a point from `start` to `end`, as seen from the solid.
 *
 * The distance from a convex solid is a convex function along a line: the plane that touches it at the nearest point lies
 * in between, so to go on to that plane can never go too far, and once the point leaves it, it leaves the solid.
 */
export function castPoint(
  shape: Shape,
  start: Float64Array,
  end: Float64Array,
  cast: PointCast,
): void {
  const { offset, normal } = cast;
  let time = 0;
  cast.time = MISSES;
  for (let step = 0; step < MAX_STEPS; step++) {
    for (let k = 0; k < 3; k++) at[k] = start[k]! + time * (end[k]! - start[k]!);
    shape.measure(at, measured);
    normal.set(measured.normal);
    const gap = measured.distance - offset;
    if (gap <= TOLERANCE) break;
    let speed = 0;
    for (let k = 0; k < 3; k++) speed -= (end[k]! - start[k]!) * normal[k]!;
    if (!(speed > 0)) return;
    time += gap / speed;
    if (!(time <= 1)) return;
  }
  cast.time = time;
}
