import type { IndexList } from "../../math/index-list.js";
import type { ClothSide } from "../broad-phase/cloth-broad-phase.js";
import type { Contact } from "../response/contact.js";
import type { Encounter } from "../broad-phase/candidate-pairs.js";
import type { Pose } from "../shapes/pose.js";
import type { RigidBody } from "../response/rigid-body.js";

/** The corners and edges of a solid that can poke through the cloth between its particles. */
export interface Core {
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
export interface Solid {
  /** Who has looked ahead last, and how often that was done: what was expected before holds no longer. */
  expectedBy: object | null;
  expectation: number;
  readonly body: RigidBody | null;
  /** Coulomb's coefficient. */
  readonly friction: number;
  /** How far off the surface the cloth stays, m. */
  readonly thickness: number;
  readonly core: Core;
  /** A substep begins: `core` is where the solid is now. */
  begin(): void;
  /**
   * Looks ahead: where the solid may be until the end of the step, if it goes on as in this substep.
   *
   * @param times The time until then over the duration of this substep.
   * @param reach How far off that it may go, m.
   */
  lookAhead(times: number, reach: number): void;
  /** Whether it has stayed where `lookAhead` expected it. */
  isAsExpected(): boolean;
  /** Six numbers: the box that a point of the core stays in, as expected. */
  expectedBox(point: number, box: Float64Array): void;
  /** Whether a point of the world is inside of it at the end of the substep. */
  contains(point: Float64Array): boolean;
  /** Finds the particles that may meet it. */
  gatherParticles(side: ClothSide, encounter: Encounter, offset: number): void;
  /** Keeps the particles of an encounter out. */
  collideParticles(
    side: ClothSide,
    encounter: Encounter,
    offset: number,
    friction: number,
    duration: number,
  ): void;
  /**
   * Moves particles out that another collider has pushed in by more than `slack`, m. Bodies and meshes do not: what is between
   * them and a collider stays out of the collider.
   *
   * @returns Whether there were any.
   */
  settle?(side: ClothSide, particles: IndexList, offset: number, slack: number): boolean;
  /** Sets the velocity of the surface where the core touches: at the SHARE between two of its points, at the point of the contact. */
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
  /** The same, with the distance written to `out[at]`: a number that is returned goes on the heap. */
  measureAt(point: Float64Array, normal: Float64Array, out: Float64Array, at: number): void;
  /** Velocity of the surface at a point of it at the end of the substep, m/s. */
  surfaceVelocityAt(point: Float64Array, velocity: Float64Array, duration: number): void;
  /**
   * Finds the first part of a substep, from 0 to 1, after which a point that moves from `start` to `end` is within an offset
   * of the surface, with the normal there; MISSES if it never is. `numbers` are OFFSET and TIME of `castPoint`.
   */
  cast(start: Float64Array, end: Float64Array, numbers: Float64Array, normal: Float64Array): void;
}
