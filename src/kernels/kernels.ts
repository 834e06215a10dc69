import type { Vec3Tuple } from "../math/vec3.js";
import type {
  Attachments,
  Cloth,
  Elements,
  AxisPlaneConstraints,
  Particles,
  Stages,
  StretchLimit,
} from "../cloth/index.js";

/**
 * What is compared with a bound for each edge: nothing; its length over its rest length; its impulse, N·s; or its impulse
 * over stiffness × rest length, s.
 */
export type EdgeQuantity = "none" | "stretch" | "impulse" | "relative-impulse";

/**
 * The hot loops of a substep behind one interface, so that another implementation can replace them without changes
 * elsewhere. Each call passes over its arrays once and allocates nothing. Times are in seconds.
 *
 * An implementation may have its own copy of the data (packed, single precision). From `beginStep` to `endStep` it owns
 * positions, velocities and impulses of a cloth, and the stores are out of date. Others get them as follows:
 *
 * - Fields of users, and solvers that plan their substeps, read positions and velocities after `publish`. What fields add
 *   to the forces is taken by `adoptForces`.
 * - Collisions change positions and velocities from `beginCollision` to `endCollision`.
 * - Anything else within a step, such as a tear or a snapshot, happens between `pause` and `resume`, when the stores own
 *   everything.
 */
export interface Kernels {
  readonly name: string;
  /** Called once for each cloth, before any edit of its mesh. */
  attach(cloth: Cloth): void;
  /** Frees the memory of all cloths, which must not be stepped any more. */
  dispose(): void;
  /** Called before the first substep of a step. All impulses are 0 then. */
  beginStep(cloth: Cloth): void;
  /** Called after the last substep of a step: positions and velocities are in the stores again. */
  endStep(cloth: Cloth): void;
  /** Gives everything back to the stores within a step. */
  pause(cloth: Cloth): void;
  /** Takes everything from the stores again. */
  resume(cloth: Cloth): void;
  /** Writes positions and velocities to the stores, to be read there. */
  publish(cloth: Cloth): void;
  /** Adds what others have written to `forces` of the particles, N, since the forces were cleared. */
  adoptForces(particles: Particles): void;
  /**
   * Gives positions, previous positions and velocities to the stores, after a substep of `dt`. Constraints apply to the
   * stores until `endCollision`.
   */
  beginCollision(cloth: Cloth, dt: number): void;
  /** Takes positions and velocities from the stores. */
  endCollision(cloth: Cloth): void;
  /** Sets the impulses of all elements to 0, for a new measurement within a step. */
  clearImpulses(cloth: Cloth): void;
  /** Sets all forces to 0. */
  clearForces(particles: Particles): void;
  /** Adds the weight of every particle, N; `gravity` in m/s². */
  addGravity(particles: Particles, gravity: Vec3Tuple): void;
  /**
   * Adds the aerodynamic drag on each triangle, from `winds` of the particles; `drag` in N·s/m³. With the `dt` of a
   * substep that applies the force once, the implicit form of the law is used; 0 gives the pure law.
   */
  addAir(cloth: Cloth, drag: number, dt: number): void;
  /** Changes the velocities of unpinned particles by force × `dt` / mass. */
  applyForces(particles: Particles, dt: number): void;
  /**
   * XPBD: copies positions to `previousPositions` and advances positions by velocity × `dt`. The velocities are undefined
   * until `deriveVelocities`.
   */
  predict(particles: Particles, dt: number): void;
  /** Symplectic Euler: advances positions by velocity × `dt`, and keeps the velocities. */
  advance(particles: Particles, dt: number): void;
  /** Adds the forces of all elements of a kind to the particles, and force × `dt` to the impulses of the elements. */
  addElementForces(particles: Particles, elements: Elements, dt: number): void;
  /** Runs one XPBD sweep over the elements of a kind; adds to their impulses. */
  projectElements(particles: Particles, elements: Elements, dt: number): void;
  /** Advances the targets of a grab. */
  moveAttachments(attachments: Attachments, dt: number): void;
  /**
   * Projects grabbed particles onto their targets: stiff springs without damping, which XPBD does not need for
   * stability.
   */
  projectAttachments(particles: Particles, attachments: Attachments, dt: number): void;
  /** Adds the spring and damping forces of a grab, N, to `forces`, three numbers per particle. */
  addAttachmentForces(particles: Particles, attachments: Attachments, forces: Float64Array): void;
  /** Sets the constrained components of positions to the previous position, advanced with the line or plane. */
  constrainPositions(particles: Particles, constraints: AxisPlaneConstraints, dt: number): void;
  /** Sets the constrained components of velocities to the velocity of the line or plane. */
  constrainVelocities(particles: Particles, constraints: AxisPlaneConstraints): void;
  /** Sets the constrained components of `forces` to 0, three numbers per particle: the rail or plane takes them up. */
  constrainForces(
    particles: Particles,
    constraints: AxisPlaneConstraints,
    forces: Float64Array,
  ): void;
  /** Sets velocities to the change of the positions in the substep over `dt`. */
  deriveVelocities(particles: Particles, dt: number): void;
  /** Starts a Runge–Kutta step: saves the state. */
  startStages(particles: Particles, stages: Stages): void;
  /** Advances the saved state by `dt` at the current rates. */
  moveToStage(particles: Particles, stages: Stages, dt: number): void;
  /** Adds the current rates to the weighted sum. */
  addStage(particles: Particles, stages: Stages, weight: number): void;
  /** Advances the saved state by `dt` at the weighted mean of the rates. */
  finishStages(particles: Particles, stages: Stages, dt: number): void;
  /** Shortens edges that are longer than the stretch limit (Provot). */
  limitStretch(cloth: Cloth, limit: StretchLimit, dt: number): void;
  /**
   * True if all coordinates of positions, m, and of velocities, m/s, are certainly within bounds at the end of a step;
   * false if that has to be checked.
   */
  areWithin(cloth: Cloth, maxDistance: number, maxSpeed: number): boolean;
  /**
   * True if all particles are certainly slower than a speed, m/s, within a step; false if that has to be checked.
   *
   * @param speed One number.
   */
  areSlower(cloth: Cloth, speed: Float64Array): boolean;
  /**
   * Measures the edges of the mesh at the end of a step or in a pause.
   *
   * @param bound One number, which is replaced by the largest length over rest length if the result is true.
   * @returns True if no edge is over the bound; false if one is, or if the kernels cannot tell.
   */
  measureEdges(cloth: Cloth, quantity: EdgeQuantity, bound: Float64Array): boolean;
  /**
   * Plastic flow in stretch: element by element, strain beyond the yield strain becomes plastic after a substep of
   * `dt`.
   */
  flowStretch(cloth: Cloth, dt: number): void;
  /** Plastic flow in bending: curvature beyond the yield curvature becomes a crease. */
  flowBend(cloth: Cloth): void;
}
