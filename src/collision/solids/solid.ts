import type { Particles } from "../../cloth/index.js";
import type { IndexList } from "../../math/index-list.js";
import type { CandidatePairs, SurfaceMaterial } from "../broad-phase/candidate-pairs.js";
import type { ClothBroadPhase } from "../broad-phase/cloth-broad-phase.js";
import type { Contact } from "../response/contact.js";
import type { RigidBody } from "../response/rigid-body.js";
import type { PointCast } from "../shapes/point-cast.js";
import type { Pose } from "../shapes/pose.js";
import type { SignedDistance } from "../shapes/shape.js";

/** The corners and edges of a solid that can poke through the cloth between its particles. */
export interface CollisionFeatures {
  /** How far the surface is from them, m. */
  readonly radius: number;
  /** Where all points are at the start and at the end of the substep, m, three numbers each. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** The points that are corners. */
  readonly corners: Int32Array;
  /** Two points for each edge. */
  readonly edges: Int32Array;
  /** For each point the least radius of the surface there, m: small triangles of cloth need not heed what is round. */
  readonly roundness: Float64Array;
  /** For each point a vector out of the solid, of any length; (0, 0, 0) where there is no such side. */
  readonly outwards: Float64Array;
}

/**
 * What cloth cannot pass: a collider or a body. In a substep it moves from its start to its end, and so do the particles.
 * The broad phase looks some time ahead, to the end of the step: what is not in reach until then is left out.
 */
export interface Solid extends SurfaceMaterial {
  /** Who has fattened its boxes last, and how often that was done: those of before hold no longer. */
  boxOwner: object | null;
  boxVersion: number;
  readonly body: RigidBody | null;
  readonly features: CollisionFeatures;
  /** A substep begins: `features` are where the solid is now. */
  begin(): void;
  /**
   * Makes its boxes anew: where the solid may be until the end of the step, if it goes on as in this substep.
   *
   * @param times The time until then over the duration of this substep.
   * @param reach How far off that it may go, m.
   */
  fattenBoxes(times: number, reach: number): void;
  /** Whether it has stayed in its boxes. */
  isInBoxes(): boolean;
  /** Six numbers: the fattened box of a point of the features. */
  featureBox(point: number, box: Float64Array): void;
  /** Whether a point of the world is inside of it at the end of the substep. */
  contains(point: Float64Array): boolean;
  /** Finds the particles that may come within the offset of the pairs. */
  collectParticles(cloth: ClothBroadPhase, pairs: CandidatePairs): void;
  /**
   * Keeps the particles that were found out.
   *
   * @param contact With friction, duration and holds.
   */
  collideParticles(cloth: ClothBroadPhase, pairs: CandidatePairs, contact: Contact): void;
  /**
   * Moves particles out that another collider has pushed in by more than `slack`, m. Bodies and meshes do not: what is between
   * them and a collider stays out of the collider.
   *
   * @returns Whether there were any.
   */
  depenetrate?(store: Particles, particles: IndexList, offset: number, slack: number): boolean;
  /** Sets the velocity of the surface where a feature touches: at the share between two of its points, at the point of the contact. */
  surfaceVelocity(a: number, b: number, contact: Contact): void;
}

/** The solid of a collider, which goes where it is told. */
export interface ColliderSolid extends Solid {
  /** Where it is at the start and at the end of a substep, and the two times, s: a shape may change with time. */
  place(start: Pose, end: Pose, times: Float64Array): void;
  /** Whether its own shape is the same at all times. */
  readonly isStill: boolean;
  /**
   * Signed distance of a point of the world from the surface at the end of the substep, m: negative inside, if it has an
   * inside. Writes the unit normal out of the solid.
   */
  distanceAt(point: Float64Array, normal: Float64Array): number;
  /** The same, into an object that is used over and over. */
  measureAt(point: Float64Array, out: SignedDistance): void;
  /** Velocity of the surface at a point of it at the end of the substep, m/s. */
  surfaceVelocityAt(point: Float64Array, velocity: Float64Array, duration: number): void;
  /** Casts a point of the world from `start` to `end` while the solid moves through the substep. */
  cast(start: Float64Array, end: Float64Array, cast: PointCast): void;
}
