/**
 * A convex solid in its own frame: all that is within `radius` of a core of points, lines or faces.
 *
 * Particles are kept out of it by `distance`. What lies between the particles of a coarse cloth meets the corners and
 * edges of the core instead.
 */
export interface Shape {
  /**
   * Writes the unit normal at the surface nearest to a point, out of the solid, and the signed distance from there, negative
   * inside: four numbers. They are written, because a number that is returned goes on the heap.
   */
  measure(point: Float64Array, out: Float64Array): void;
  /** How round it is: the distance of the surface from the core, m. */
  readonly radius: number;
  /** Radius of the largest ball that fits in, m. */
  readonly inradius: number;
  /** The corners of the core, three numbers each. */
  readonly corners: Float64Array;
  /** The edges of the core, two corners each. */
  readonly edges: Int32Array;
  /** Half of the lengths of the box around it, m. */
  readonly extents: Float64Array;
}

/** What is nearer to the core has no way out but rounding, m. */
export const NOWHERE = 1e-12;

/** No time of a path from 0 to 1. */
export const MISSES = 2;

const TOLERANCE = 1e-9;
const MOST_STEPS = 32;
const at = new Float64Array(3);
const measured = new Float64Array(4);

/** Places in the numbers of a cast: how near, m, which is given; and when, which is found. */
export const OFFSET = 0;
export const TIME = 1;

/** Signed distance of a point from the surface of a shape, with the normal there. */
export function distanceFrom(shape: Shape, point: Float64Array, normal: Float64Array): number {
  shape.measure(point, measured);
  for (let k = 0; k < 3; k++) normal[k] = measured[k]!;
  return measured[3]!;
}

/**
 * Finds the first TIME at which a point on its straight way from `start` to `end` is within the OFFSET of the solid, with the
 * normal there; MISSES if it never is. In an array, because numbers handed from call to call go on the heap.
 *
 * The distance from a convex solid is a convex function along a line: the plane that touches it at the nearest point lies
 * in between, so to go on to that plane can never go too far, and once the point leaves it, it leaves the solid.
 */
export function castPoint(
  shape: Shape,
  start: Float64Array,
  end: Float64Array,
  numbers: Float64Array,
  normal: Float64Array,
): void {
  const offset = numbers[OFFSET]!;
  let time = 0;
  numbers[TIME] = MISSES;
  for (let step = 0; step < MOST_STEPS; step++) {
    for (let k = 0; k < 3; k++) at[k] = start[k]! + time * (end[k]! - start[k]!);
    shape.measure(at, measured);
    for (let k = 0; k < 3; k++) normal[k] = measured[k]!;
    const gap = measured[3]! - offset;
    if (gap <= TOLERANCE) break;
    let speed = 0;
    for (let k = 0; k < 3; k++) speed -= (end[k]! - start[k]!) * normal[k]!;
    if (!(speed > 0)) return;
    time += gap / speed;
    if (!(time <= 1)) return;
  }
  numbers[TIME] = time;
}
