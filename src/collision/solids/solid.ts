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
  /** Distance of the surface from them, m. */
  readonly radius: number;
  /** Positions of all points at the start and at the end of the substep, m, three numbers each. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Indices of the points that are corners. */
  readonly corners: Int32Array;
  /** Two point indices per edge. */
  readonly edges: Int32Array;
  /** Smallest radius of curvature of the surface at each point, m. Small cloth triangles can ignore round points. */
  readonly roundness: Float64Array;
  /** A vector out of the solid at each point, of any length; (0, 0, 0) if it has no outside. */
  readonly outwards: Float64Array;
}

/**
 * A solid that cloth cannot pass: a collider or a body. In a substep it moves from its start to its end, and so do the
 * particles. The broad phase covers the time until the end of the step; everything out of reach until then is left out.
 */
export interface Solid extends SurfaceMaterial {
  /** The object that has updated its boxes last, and the number of updates: pairs of older versions are invalid. */
  boxOwner: object | null;
  boxVersion: number;
  readonly body: RigidBody | null;
  readonly features: CollisionFeatures;
  /** Call at the start of a substep: updates `features` to the current poses. */
  begin(): void;
  /**
   * Updates its fattened boxes: where it may be until the end of the step, if it continues to move as in this substep.
   *
   * @param times The time until then over the duration of this substep.
   * @param reach How far it may leave its expected path, m.
   */
  fattenBoxes(times: number, reach: number): void;
  /** True if it is still in its boxes. */
  isInBoxes(): boolean;
  /** Writes the fattened box of a feature point: six numbers. */
  featureBox(point: number, box: Float64Array): void;
  /** True if a point of the world is inside at the end of the substep. */
  contains(point: Float64Array): boolean;
  /** Collects the particles that may come within the offset of the pairs. */
  collectParticles(cloth: ClothBroadPhase, pairs: CandidatePairs): void;
  /**
   * Resolves contacts of the collected particles.
   *
   * @param contact With friction, duration and constraints.
   */
  collideParticles(cloth: ClothBroadPhase, pairs: CandidatePairs, contact: Contact): void;
  /**
   * Moves out particles that another collider has pushed in by more than `slack`, m. Bodies and meshes do not: cloth
   * between them and a collider stays out of the collider.
   *
   * @returns True if any particle was moved.
   */
  depenetrate?(store: Particles, particles: IndexList, offset: number, slack: number): boolean;
  /** Sets the surface velocity at a feature contact: at `share` between points a and b, and at the contact point. */
  surfaceVelocity(a: number, b: number, contact: Contact): void;
}

/** The solid of a collider, which contacts cannot move. */
export interface ColliderSolid extends Solid {
  /** Sets the poses at the start and at the end of a substep, and both times, s: the shape may change with time. */
  place(start: Pose, end: Pose, times: Float64Array): void;
  /** True if its shape never changes. */
  readonly isStill: boolean;
  /**
   * Signed distance of a point of the world from the surface at the end of the substep, m: negative inside a closed
   * solid. Writes the unit normal out of the solid.
   */
  distanceAt(point: Float64Array, normal: Float64Array): number;
  /** The same, written to a reusable object. */
  measureAt(point: Float64Array, out: SignedDistance): void;
  /** Velocity of the surface at a point, at the end of the substep, m/s. */
  surfaceVelocityAt(point: Float64Array, velocity: Float64Array, duration: number): void;
  /** Casts a point of the world from `start` to `end` while the solid moves through the substep. */
  cast(start: Float64Array, end: Float64Array, cast: PointCast): void;
}
