/**
 * Springs of limited force from particles to moving points: how a hand holds cloth. The limit keeps a wild
 * move from tearing the whole sheet out of its pins at once; the cloth follows as fast as the force allows.
 */
export class Attachments {
  readonly count: number;
  readonly particles: Int32Array;
  /** Where the hand wants each particle now, m. */
  readonly targets: Float64Array;
  /** How fast these points move in this step, m/s. */
  readonly targetVelocities: Float64Array;
  /** N/m, per particle. */
  readonly stiffness: number;
  /** N, per particle. */
  readonly maxForce: number;
  /** N·s/m, per particle, on the velocity relative to the target: for solvers that damp nothing by themselves. */
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
