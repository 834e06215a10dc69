import type { TriangleMesh } from "../mesh/index.js";
import type { Damage } from "./damage.js";
import type { SeamStrengths } from "./seam-strengths.js";

/**
 * All that tearing needs to know of a cloth. Nothing of a solver: any simulator that has a triangle mesh
 * and positions can be torn.
 */
export interface TearableSurface {
  mesh: TriangleMesh;
  /** Three coordinates a vertex, m. Vertices made by a tear need none until the next call. */
  positions: Float64Array;
  /** Unstressed length of each edge, m. */
  restLengths: Float64Array;
  /** Weight of each triangle (its mass or its unstressed area): it decides which end of an edge is heavier. */
  triangleWeights: Float64Array;
  /** What tears have left behind: keep one `new Damage(mesh)` with each mesh. */
  damage: Damage;
  /** Mean unstressed length of the edges before any tear, m: what "short" is measured by. */
  spacing: number;
  /** Strain at which the material tears, where the options have no limit of their own. */
  breakingStrain?: number;
  /**
   * How strong each vertex is, as a factor over 0 of what the cloth bears: of the strain, or of the force, at its limit. Of
   * an edge the weaker end counts. Absent, or null values: 1 everywhere. Vertices made by a tear need none until the next call.
   */
  strengths?: { readonly values: Float64Array | null } | undefined;
  /** How closely tears follow the yarns, from 0 to 1, where the options do not say; absent: 0. */
  weave?: number;
  /** By how much the weft is turned from u towards v, degrees; absent: 0. */
  weaveAngle?: number;
  /** Lengths of the edges before a limit of stretch drew them together, m: they count as stretched; absent: as they are. */
  unlimitedLengths?: Float64Array | undefined;
  /** Tension of each edge, N; the criterion `tension` reads it. */
  tensionOf(edge: number): number;
  /** Writes the tensions of all edges at once, for those to whom a number that is returned is garbage; absent: they are asked for one by one. */
  writeTensions?(into: Float64Array): void;
  /**
   * Tension of an edge at a strain of 1, N; the criterion `tension` reads it where the options have no limit. Absent where
   * the solver does not carry such forces whole.
   */
  forcePerStrainOf?: ((edge: number) => number) | undefined;
  /** The same for all edges at once. */
  writeForcesPerStrain?(into: Float64Array): void;
  /** Seams that are weaker than the rest; absent: there are none. */
  seamStrengths?: SeamStrengths | undefined;
  /** Whether something holds a vertex in place: such a vertex never splits. */
  isHeld(vertex: number): boolean;
}
