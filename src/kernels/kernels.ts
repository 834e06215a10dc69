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
 * The hot loops of a substep behind one interface, so that another implementation can replace them without changes
 * elsewhere. Each call passes over its arrays once and allocates nothing. Times are in seconds.
 *
 * An implementation with its own copy of the data (packed, single precision) loads it in `beginStep` and writes it back
 * in `endStep`. In between only kernels access the particles, with two exceptions: user force fields read positions and
 * velocities and add to the forces, and collisions change positions and velocities.
 */
export interface Kernels {
  readonly name: string;
  /** Called before the first substep of a step. */
  beginStep(cloth: Cloth): void;
  /** Called after the last substep of a step. */
  endStep(cloth: Cloth): void;
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
  /** Copies positions to `previousPositions` and advances positions by velocity × `dt`. */
  predict(particles: Particles, dt: number): void;
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
  constrainForces(constraints: AxisPlaneConstraints, forces: Float64Array): void;
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
   * Plastic flow in stretch: element by element, strain beyond the yield strain becomes plastic after a substep of
   * `dt`.
   */
  flowStretch(cloth: Cloth, dt: number): void;
  /** Plastic flow in bending: curvature beyond the yield curvature becomes a crease. */
  flowBend(cloth: Cloth): void;
}
