import { SignedDistance, type Shape } from "./shape.js";

/** Time of a cast without a hit; times are from 0 to 1. */
export const NO_HIT = 2;

const TOLERANCE = 1e-9;
const MAX_STEPS = 32;

/** A point that moves in a straight line toward a solid. */
export class PointCast {
  /** Smallest allowed distance, m. Set it before the cast. */
  offset = 0;
  /** Result: the first fraction of the path, from 0 to 1, at which it is that near, or NO_HIT. */
  time = NO_HIT;
  /** Result: unit vector out of the solid there. */
  readonly normal = new Float64Array(3);
}

// Scratch of a cast.
const at = new Float64Array(3);
const measured = new SignedDistance();

/**
 * Casts a point from `start` to `end`, in the frame of the solid.
 *
 * The distance from a convex solid is a convex function along a line. The tangent plane at the nearest point lies in
 * between, so advancing to that plane never goes too far. Once the point moves away from the plane, it moves away from
 * the solid.
 */
export function castPoint(
  shape: Shape,
  start: Float64Array,
  end: Float64Array,
  cast: PointCast,
): void {
  const { offset, normal } = cast;
  let time = 0;
  cast.time = NO_HIT;
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
