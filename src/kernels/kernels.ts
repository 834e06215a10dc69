import type { Vector3 } from "../math/vector.js";
import type { Attachments, Cloth, Holds, Particles, Springs } from "../cloth/index.js";

/**
 * The hot loops of a substep behind one interface, so that another implementation can take their place
 * without a change elsewhere. Each call goes once over its arrays and allocates nothing. Times in seconds.
 *
 * An implementation that keeps a working set of its own (packed, single precision) takes it in at
 * `beginStep` and hands it back at `endStep`; in between, only kernels touch the particles.
 */
export interface Kernels {
  readonly name: string;
  /** Before the first substep of a step. */
  beginStep(cloth: Cloth): void;
  /** After the last substep of a step. */
  endStep(cloth: Cloth): void;
  /** Velocities of free particles change by gravity (m/s²). */
  applyGravity(particles: Particles, gravity: Vector3, dt: number): void;
  /** Velocities of free particles change by the air that meets each face: `wind` in m/s, `drag` in N·s/m³. */
  applyAir(cloth: Cloth, wind: Vector3, drag: number, dt: number): void;
  /** Positions are kept as previous positions and move on with the velocities. */
  predict(particles: Particles, dt: number): void;
  /** One XPBD sweep over springs, in the order of their numbers; adds to their impulses. */
  projectSprings(particles: Particles, springs: Springs, dt: number): void;
  /** The targets of a hand move on. */
  moveAttachments(attachments: Attachments, dt: number): void;
  /** Draws the held particles to their targets, as stiff springs without damping: XPBD is stable as it is. */
  projectAttachments(particles: Particles, attachments: Attachments, dt: number): void;
  /** Adds spring and damping force of a hand, N, to `forces`, three a particle. */
  addAttachmentForces(particles: Particles, attachments: Attachments, forces: Float64Array): void;
  /** What is held of positions becomes the previous position moved on by the hold. */
  holdPositions(particles: Particles, holds: Holds, dt: number): void;
  /** What is held of velocities becomes the velocity of the hold. */
  holdVelocities(particles: Particles, holds: Holds): void;
  /** What is held of `forces`, three a particle, becomes 0: the rail or the plane takes it up. */
  holdForces(holds: Holds, forces: Float64Array): void;
  /** Velocities are what the positions did in the substep. */
  deriveVelocities(particles: Particles, dt: number): void;
  /** Brings particles below a plane back onto it: n · x ≥ `height`, n a unit vector; Coulomb friction. */
  collidePlane(particles: Particles, normal: Vector3, height: number, friction: number): void;
}
