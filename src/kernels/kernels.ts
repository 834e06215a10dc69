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
 * The hot loops of a substep behind one interface, so that another implementation can take their place
 * without a change elsewhere. Each call goes once over its arrays and allocates nothing. Times in seconds.
 *
 * An implementation that keeps a working set of its own (packed, single precision) takes it in at
 * `beginStep` and hands it back at `endStep`; in between, only kernels touch the particles, but for the
 * force fields of users, which read positions and velocities and add to the forces, and for collisions, which change both.
 */
export interface Kernels {
  readonly name: string;
  /** Before the first substep of a step. */
  beginStep(cloth: Cloth): void;
  /** After the last substep of a step. */
  endStep(cloth: Cloth): void;
  /** Forces start from 0. */
  clearForces(particles: Particles): void;
  /** Adds the weight of every particle; `gravity` in m/s². */
  addGravity(particles: Particles, gravity: Vec3Tuple): void;
  /**
   * Adds the force of the air (`winds` of the particles) that meets each face; `drag` in N·s/m³. With the
   * `dt` of a step that will apply it at once it is damped as the implicit law asks; 0 gives the pure law.
   */
  addAir(cloth: Cloth, drag: number, dt: number): void;
  /** Velocities of free particles change by the forces. */
  applyForces(particles: Particles, dt: number): void;
  /** Positions are kept as previous positions and move on with the velocities. */
  predict(particles: Particles, dt: number): void;
  /** Adds the forces of all elements of a kind, and what they do in `dt` to their impulses. */
  addElementForces(particles: Particles, elements: Elements, dt: number): void;
  /** One XPBD sweep over the elements of a kind; adds to their impulses. */
  projectElements(particles: Particles, elements: Elements, dt: number): void;
  /** The targets of a hand move on. */
  moveAttachments(attachments: Attachments, dt: number): void;
  /** Draws the held particles to their targets, as stiff springs without damping: XPBD is stable as it is. */
  projectAttachments(particles: Particles, attachments: Attachments, dt: number): void;
  /** Adds spring and damping force of a hand, N, to `forces`, three a particle. */
  addAttachmentForces(particles: Particles, attachments: Attachments, forces: Float64Array): void;
  /** What is held of positions becomes the previous position moved on by the hold. */
  holdPositions(particles: Particles, holds: AxisPlaneConstraints, dt: number): void;
  /** What is held of velocities becomes the velocity of the hold. */
  holdVelocities(particles: Particles, holds: AxisPlaneConstraints): void;
  /** What is held of `forces`, three a particle, becomes 0: the rail or the plane takes it up. */
  holdForces(holds: AxisPlaneConstraints, forces: Float64Array): void;
  /** Velocities are what the positions did in the substep. */
  deriveVelocities(particles: Particles, dt: number): void;
  /** A Runge–Kutta step begins: the state is kept. */
  startStages(particles: Particles, stages: Stages): void;
  /** Goes on from the kept state for `dt` at the present rates. */
  moveToStage(particles: Particles, stages: Stages, dt: number): void;
  /** The present rates count with this weight. */
  addStage(particles: Particles, stages: Stages, weight: number): void;
  /** Goes on from the kept state for `dt` at the weighted mean of the rates. */
  finishStages(particles: Particles, stages: Stages, dt: number): void;
  /** Draws edges together that are longer than the limit allows (Provot). */
  limitStretch(cloth: Cloth, limit: StretchLimit, dt: number): void;
  /** What was stretched beyond its yield in a substep of `dt` stays longer, element by element. */
  flowStretch(cloth: Cloth, dt: number): void;
  /** What is bent beyond its yield stays bent. */
  flowBend(cloth: Cloth): void;
}
