import type { Vector3 } from "../math/vector.js";
import type { Attachments, Cloth, Particles, Springs } from "../cloth/index.js";

/**
 * The hot loops of a substep behind one interface, so that another implementation can take their place
 * without a change elsewhere. Each call goes once over its arrays and allocates nothing. Times in seconds.
 *
 * An implementation that keeps a working set of its own (packed, single precision) takes it in at
 * `beginStep` and hands it back at `endStep`; in between, only kernels touch the particles, but for the
 * force fields of users, which read positions and velocities and add to the forces.
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
  addGravity(particles: Particles, gravity: Vector3): void;
  /**
   * Adds the force of the air (`winds` of the particles) that meets each face; `drag` in N·s/m³. With the
   * `dt` of a step that will apply it at once it is damped as the implicit law asks; 0 gives the pure law.
   */
  addAir(cloth: Cloth, drag: number, dt: number): void;
  /** Velocities of free particles change by the forces. */
  applyForces(particles: Particles, dt: number): void;
  /** Positions are kept as previous positions and move on with the velocities. */
  predict(particles: Particles, dt: number): void;
  /** One XPBD sweep over springs, in the order of their numbers; adds to their impulses. */
  projectSprings(particles: Particles, springs: Springs, dt: number): void;
  /** Moves the targets on and draws the held particles after them. */
  projectAttachments(particles: Particles, attachments: Attachments, dt: number): void;
  /** Velocities are what the positions did in the substep. */
  deriveVelocities(particles: Particles, dt: number): void;
  /** Brings particles below a plane back onto it: n · x ≥ `height`, n a unit vector; Coulomb friction. */
  collidePlane(particles: Particles, normal: Vector3, height: number, friction: number): void;
}
