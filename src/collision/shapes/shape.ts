/** How far a point is from the surface of a solid. */
export class SignedDistance {
  /** m, negative inside. */
  distance = 0;
  /** Unit vector out of the solid, at the surface nearest to the point. */
  readonly normal = new Float64Array(3);
}

/**
 * A convex solid in its own frame: all that is within `radius` of a core of points, lines or faces.
 *
 * Particles are kept out of it by their signed distance. What lies between the particles of a coarse cloth meets the corners
 * and edges of the core instead.
 */
export interface Shape {
  /** Measures how far a point is from the surface. */
  measure(point: Float64Array, out: SignedDistance): void;
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
