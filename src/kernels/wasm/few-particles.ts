import { AXIS, type Attachments, type AxisPlaneConstraints } from "../../cloth/index.js";
import type { ClothMemory } from "./cloth-memory.js";

// Grabs and constraints act on few particles, so they are plain code on the memory of the kernels: computed in f64, rounded
// when stored.

/** Index of the displacement of a particle in `floats`; its velocity is 4 further on, its inverse mass 3. */
function displacementOf({ places }: ClothMemory, particle: number): number {
  return places[particle]! / 4;
}

const VELOCITY = 4;
const INVERSE_MASS = 3;

/** XPBD projection of the particles of a grab onto their targets, as in the reference kernels. */
export function projectGrab(memory: ClothMemory, attachments: Attachments, dt: number): void {
  const { floats, doubles, places, toAnchor } = memory;
  const { count, targets } = attachments;
  const stiffness = attachments.stiffness * dt * dt;
  const maxPull = attachments.maxForce * dt * dt;
  for (let i = 0; i < count; i++) {
    const particle = attachments.particles[i]!;
    const p = displacementOf(memory, particle);
    const anchor = (places[particle]! + toAnchor) / 8;
    const w = floats[p + INVERSE_MASS]!;
    const t = 3 * i;
    if (w === 0) continue;
    const dx = targets[t]! - doubles[anchor]! - floats[p]!;
    const dy = targets[t + 1]! - doubles[anchor + 1]! - floats[p + 1]!;
    const dz = targets[t + 2]! - doubles[anchor + 2]! - floats[p + 2]!;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (length === 0) continue;
    const pull = Math.min((stiffness * length) / (stiffness * w + 1), maxPull);
    const scale = (w * pull) / length;
    floats[p]! += scale * dx;
    floats[p + 1]! += scale * dy;
    floats[p + 2]! += scale * dz;
  }
}

/** Adds the spring and damping forces of a grab, as in the reference kernels. */
export function addGrabForces(memory: ClothMemory, attachments: Attachments): void {
  const { floats, doubles, places, toAnchor, toForce } = memory;
  const { count, targets, targetVelocities, stiffness, damping, maxForce } = attachments;
  for (let i = 0; i < count; i++) {
    const particle = attachments.particles[i]!;
    const p = displacementOf(memory, particle);
    const anchor = (places[particle]! + toAnchor) / 8;
    const force = p + toForce / 4;
    const t = 3 * i;
    const fx =
      stiffness * (targets[t]! - doubles[anchor]! - floats[p]!) +
      damping * (targetVelocities[t]! - floats[p + VELOCITY]!);
    const fy =
      stiffness * (targets[t + 1]! - doubles[anchor + 1]! - floats[p + 1]!) +
      damping * (targetVelocities[t + 1]! - floats[p + VELOCITY + 1]!);
    const fz =
      stiffness * (targets[t + 2]! - doubles[anchor + 2]! - floats[p + 2]!) +
      damping * (targetVelocities[t + 2]! - floats[p + VELOCITY + 2]!);
    const norm = Math.sqrt(fx * fx + fy * fy + fz * fz);
    const scale = norm > maxForce ? maxForce / norm : 1;
    floats[force]! += scale * fx;
    floats[force + 1]! += scale * fy;
    floats[force + 2]! += scale * fz;
  }
}

const reference = new Float64Array(3);

/**
 * In constrained directions, sets displacements to those at the start of the substep plus the displacement of the line or
 * plane in `dt`.
 *
 * @param isPredicted True if the displacements at the start are in the place of the velocities; otherwise they follow from
 *   the velocities.
 */
export function constrainPositions(
  memory: ClothMemory,
  constraints: AxisPlaneConstraints,
  dt: number,
  isPredicted: boolean,
): void {
  const { floats } = memory;
  const { count, particles, velocities } = constraints;
  for (let i = 0; i < count; i++) {
    const p = displacementOf(memory, particles[i]!);
    for (let k = 0; k < 3; k++) {
      const second = floats[p + VELOCITY + k]!;
      const start = isPredicted ? second : floats[p + k]! - dt * second;
      reference[k] = start + dt * velocities[3 * i + k]!;
    }
    constrain(floats, p, constraints, i);
  }
}

/** In constrained directions, sets velocities to those of the lines and planes. */
export function constrainVelocities(memory: ClothMemory, constraints: AxisPlaneConstraints): void {
  const { count, particles, velocities } = constraints;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) reference[k] = velocities[3 * i + k]!;
    constrain(memory.floats, displacementOf(memory, particles[i]!) + VELOCITY, constraints, i);
  }
}

/** In constrained directions, sets forces so that their sum with the weight is 0. */
export function constrainForces(
  memory: ClothMemory,
  constraints: AxisPlaneConstraints,
  gravity: Float64Array,
): void {
  const { floats, toForce } = memory;
  const { count, particles } = constraints;
  for (let i = 0; i < count; i++) {
    const p = displacementOf(memory, particles[i]!);
    const w = floats[p + INVERSE_MASS]!;
    for (let k = 0; k < 3; k++) reference[k] = w === 0 ? 0 : -gravity[k]! / w;
    constrain(floats, p + toForce / 4, constraints, i);
  }
}

/** Replaces the constrained component of a vector by that of `reference`: see the reference kernels. */
function constrain(
  vectors: Float32Array,
  at: number,
  { modes, directions }: AxisPlaneConstraints,
  i: number,
): void {
  const nx = directions[3 * i]!;
  const ny = directions[3 * i + 1]!;
  const nz = directions[3 * i + 2]!;
  const along =
    (vectors[at]! - reference[0]!) * nx +
    (vectors[at + 1]! - reference[1]!) * ny +
    (vectors[at + 2]! - reference[2]!) * nz;
  if (modes[i] === AXIS) {
    vectors[at] = reference[0]! + along * nx;
    vectors[at + 1] = reference[1]! + along * ny;
    vectors[at + 2] = reference[2]! + along * nz;
  } else {
    vectors[at]! -= along * nx;
    vectors[at + 1]! -= along * ny;
    vectors[at + 2]! -= along * nz;
  }
}
