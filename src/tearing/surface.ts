import type { TriangleMesh } from "../mesh/index.js";
import type { Damage } from "./damage.js";
import type { SeamStrengths } from "./seam-strengths.js";

/**
 * What is compared with a bound for each edge: nothing; its length over its unstressed length; its tension, N; or its
 * tension over that at a strain of 1.
 */
export type EdgeQuantity = "none" | "stretch" | "tension" | "relative-tension";

/**
 * The data of a cloth that tearing needs. It is independent of the solver: any simulator with a triangle mesh and
 * positions can use it.
 */
export interface TearableSurface {
  mesh: TriangleMesh;
  /** Three coordinates per vertex, m. Vertices created by a tear need none until the next call. */
  positions: Float64Array;
  /** Unstressed length of each edge, m. */
  restLengths: Float64Array;
  /** Weight of each triangle (its mass or its unstressed area). It decides which end of an edge is heavier. */
  triangleWeights: Float64Array;
  /** What tears leave behind. Keep one `new Damage(mesh)` with each mesh. */
  damage: Damage;
  /** Mean unstressed edge length before any tear, m. Short edges are measured by it. */
  spacing: number;
  /** Strain at which the material tears, if the options have no limit. */
  breakingStrain?: number;
  /**
   * Strength of each vertex, as a factor over 0 of the strain or force at the limit. For an edge, the weaker end
   * counts. Absent, or null values: 1 everywhere. Vertices created by a tear need none until the next call.
   */
  strengths?: { readonly values: Float64Array | null } | undefined;
  /** How closely tears follow the yarns, from 0 to 1, if the options do not say. Absent: 0. */
  weave?: number;
  /** Rotation of the weft from u toward v, degrees. Absent: 0. */
  weaveAngle?: number;
  /**
   * Edge lengths before a stretch limit shortened them, m: these count for the stretch. Absent: the current lengths.
   */
  unlimitedLengths?: Float64Array | undefined;
  /** Tension of an edge, N, for the criterion `tension`. */
  tensionOf(edge: number): number;
  /**
   * Writes the tensions of all edges at once, which avoids allocating a returned number per edge. Absent: `tensionOf`
   * is called for each edge.
   */
  writeTensions?(into: Float64Array): void;
  /**
   * Tension of an edge at a strain of 1, N, for the criterion `tension` if the options have no limit. Absent if the
   * solver does not carry the material forces in full.
   */
  forcePerStrainOf?: ((edge: number) => number) | undefined;
  /** The same for all edges at once. */
  writeForcesPerStrain?(into: Float64Array): void;
  /**
   * Measures all edges at once. Absent: each edge is measured.
   *
   * @param bound One number, which is replaced by the largest length over unstressed length if the result is true.
   * @returns True if no edge is over the bound; false if one may be.
   */
  measureEdges?(quantity: EdgeQuantity, bound: Float64Array): boolean;
  /** Seams, whose strength differs from the rest. Absent: none. */
  seamStrengths?: SeamStrengths | undefined;
  /** True if a vertex is held in place: such a vertex never splits. */
  isHeld(vertex: number): boolean;
}
