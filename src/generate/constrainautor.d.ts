/**
 * The types of @kninnug/constrainautor, as far as we use it. The package ships its TypeScript source in their
 * place, which our stricter compiler settings refuse; `paths` in tsconfig.json points here instead.
 */
interface Triangulation {
  readonly coords: ArrayLike<number>;
  readonly triangles: { readonly length: number; [index: number]: number };
  readonly halfedges: { readonly length: number; [index: number]: number };
  readonly hull: ArrayLike<number>;
}

export default class Constrainautor {
  constructor(triangulation: Triangulation);
  /** Makes the edge between two points part of the triangulation, which is changed in place. */
  constrainOne(from: number, to: number): number;
}
