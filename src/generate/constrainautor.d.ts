/**
 * The types of @kninnug/constrainautor, as far as they are used. The package ships TypeScript source instead of
 * declarations, which our stricter compiler settings reject; `paths` in tsconfig.json points here instead.
 */
interface Triangulation {
  readonly coords: ArrayLike<number>;
  readonly triangles: { readonly length: number; [index: number]: number };
  readonly halfedges: { readonly length: number; [index: number]: number };
  readonly hull: ArrayLike<number>;
}

export default class Constrainautor {
  constructor(triangulation: Triangulation);
  /** Makes the segment between two points an edge of the triangulation, in place. */
  constrainOne(from: number, to: number): number;
}
