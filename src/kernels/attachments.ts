import type { Attachments, Particles } from "../cloth/index.js";

/** Advances the targets by `dt`, s. */
export function moveAttachments({ targets, targetVelocities }: Attachments, dt: number): void {
  for (let i = 0; i < targets.length; i++) targets[i]! += targetVelocities[i]! * dt;
}

/** XPBD projection of the particles of a grab onto their targets, with limited force. */
export function projectAttachments(
  particles: Particles,
  attachments: Attachments,
  dt: number,
): void {
  const { positions, inverseMasses } = particles;
  const { count, targets } = attachments;
  const stiffness = attachments.stiffness * dt * dt;
  const maxPull = attachments.maxForce * dt * dt;
  for (let i = 0; i < count; i++) {
    const particle = attachments.particles[i]!;
    const w = inverseMasses[particle]!;
    const t = 3 * i;
    const p = 3 * particle;
    if (w === 0) continue;
    const dx = targets[t]! - positions[p]!;
    const dy = targets[t + 1]! - positions[p + 1]!;
    const dz = targets[t + 2]! - positions[p + 2]!;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (length === 0) continue;
    const pull = Math.min((stiffness * length) / (stiffness * w + 1), maxPull);
    const scale = (w * pull) / length;
    positions[p]! += scale * dx;
    positions[p + 1]! += scale * dy;
    positions[p + 2]! += scale * dz;
  }
}

/** Adds k (target − x) + d (target velocity − v), scaled down to `maxForce` where it is larger. */
export function addAttachmentForces(
  particles: Particles,
  attachments: Attachments,
  forces: Float64Array,
): void {
  const { positions, velocities } = particles;
  const { count, targets, targetVelocities, stiffness, damping, maxForce } = attachments;
  for (let i = 0; i < count; i++) {
    const p = 3 * attachments.particles[i]!;
    const t = 3 * i;
    const fx =
      stiffness * (targets[t]! - positions[p]!) + damping * (targetVelocities[t]! - velocities[p]!);
    const fy =
      stiffness * (targets[t + 1]! - positions[p + 1]!) +
      damping * (targetVelocities[t + 1]! - velocities[p + 1]!);
    const fz =
      stiffness * (targets[t + 2]! - positions[p + 2]!) +
      damping * (targetVelocities[t + 2]! - velocities[p + 2]!);
    const norm = Math.sqrt(fx * fx + fy * fy + fz * fz);
    const scale = norm > maxForce ? maxForce / norm : 1;
    forces[p]! += scale * fx;
    forces[p + 1]! += scale * fy;
    forces[p + 2]! += scale * fz;
  }
}
