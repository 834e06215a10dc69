/**
 * Springs of limited force from particles to moving targets: the particles of a grab. The force limit keeps a fast
 * motion from tearing the whole sheet off its pins at once. The cloth follows as fast as the force allows.
 */
export class Attachments {
  readonly count: number;
  readonly particles: Int32Array;
  /** Target position of each particle, m, three numbers per particle. */
  readonly targets: Float64Array;
  /** Velocities of the targets in this step, m/s. */
  readonly targetVelocities: Float64Array;
  /** Spring stiffness per particle, N/m. */
  readonly stiffness: number;
  /** Maximum force per particle, N. */
  readonly maxForce: number;
  /** Damping per particle, N·s/m, of the velocity relative to the target, for solvers without damping of their own. */
  readonly damping: number;

  constructor(particles: readonly number[], stiffness: number, maxForce: number, damping = 0) {
    this.count = particles.length;
    this.particles = Int32Array.from(particles);
    this.targets = new Float64Array(3 * particles.length);
    this.targetVelocities = new Float64Array(3 * particles.length);
    this.stiffness = stiffness;
    this.maxForce = maxForce;
    this.damping = damping;
  }
}
