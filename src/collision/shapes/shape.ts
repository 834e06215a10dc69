/** Signed distance of a point from the surface of a solid. */
export class SignedDistance {
  /** m, negative inside. */
  distance = 0;
  /** Unit vector out of the solid, at the surface nearest to the point. */
  readonly normal = new Float64Array(3);
}

/**
 * A convex solid in its own frame: all points within `radius` of a core of points, segments or faces.
 *
 * Particles collide by their signed distance. Cloth between the particles of a coarse mesh collides with the corners
 * and edges of the core instead.
 */
export interface Shape {
  /** Measures the signed distance of a point. */
  measure(point: Float64Array, out: SignedDistance): void;
  /** Distance of the surface from the core, m. */
  readonly radius: number;
  /** Radius of the largest inscribed ball, m. */
  readonly inradius: number;
  /** The corners of the core, three numbers each. */
  readonly corners: Float64Array;
  /** The edges of the core, two corners each. */
  readonly edges: Int32Array;
  /** Half of the edge lengths of its bounding box, m. */
  readonly extents: Float64Array;
}

/** Closer to the core than this, the direction outward is only rounding, m. */
export const ON_CORE = 1e-12;
