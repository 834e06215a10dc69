import type { Vector3 } from "../math/vector.js";
import {
  AXIS,
  type Attachments,
  type Cloth,
  type Holds,
  type Particles,
  type Springs,
} from "../cloth/index.js";
import type { Kernels } from "./kernels.js";

/** The kernels in plain TypeScript, f64, in place on the stores: the ones that all others are tested against. */
export const referenceKernels: Kernels = {
  name: "reference",
  beginStep: () => {}, // works in place
  endStep: () => {},
  applyGravity,
  applyAir,
  predict,
  projectSprings,
  moveAttachments,
  projectAttachments,
  addAttachmentForces,
  holdPositions,
  holdVelocities,
  holdForces,
  deriveVelocities,
  collidePlane,
};

function applyGravity(particles: Particles, gravity: Vector3, dt: number): void {
  const { count, velocities, inverseMasses } = particles;
  const x = gravity[0] * dt;
  const y = gravity[1] * dt;
  const z = gravity[2] * dt;
  for (let i = 0; i < count; i++) {
    if (inverseMasses[i] === 0) continue;
    velocities[3 * i]! += x;
    velocities[3 * i + 1]! += y;
    velocities[3 * i + 2]! += z;
  }
}

/**
 * Phillips eq. 20: the air that meets a face, relative to it and along its normal, times area times drag;
 * a third of the force goes to each corner. Divided by 1 + drag · dt / (mass per area), which is the
 * implicit form of the same law for a face by itself: it stays stable for any drag and any step.
 */
function applyAir(cloth: Cloth, wind: Vector3, drag: number, dt: number): void {
  if (drag === 0) return;
  const { positions, velocities, inverseMasses } = cloth.particles;
  const { triangleCount, halfedgeVertices } = cloth.mesh;
  const { restAreas } = cloth;
  const { density } = cloth.material;
  const windX = wind[0];
  const windY = wind[1];
  const windZ = wind[2];
  for (let t = 0; t < triangleCount; t++) {
    const a = halfedgeVertices[3 * t]!;
    const b = halfedgeVertices[3 * t + 1]!;
    const c = halfedgeVertices[3 * t + 2]!;
    const ia = 3 * a;
    const ib = 3 * b;
    const ic = 3 * c;
    const ux = positions[ib]! - positions[ia]!;
    const uy = positions[ib + 1]! - positions[ia + 1]!;
    const uz = positions[ib + 2]! - positions[ia + 2]!;
    const vx = positions[ic]! - positions[ia]!;
    const vy = positions[ic + 1]! - positions[ia + 1]!;
    const vz = positions[ic + 2]! - positions[ia + 2]!;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const twiceArea = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (twiceArea === 0) continue;
    const rx = windX - (velocities[ia]! + velocities[ib]! + velocities[ic]!) / 3;
    const ry = windY - (velocities[ia + 1]! + velocities[ib + 1]! + velocities[ic + 1]!) / 3;
    const rz = windZ - (velocities[ia + 2]! + velocities[ib + 2]! + velocities[ic + 2]!) / 3;
    const area = twiceArea / 2;
    const implicit = 1 + (drag * area * dt) / (density * restAreas[t]!);
    // (r · n̂) n̂ · area · drag, with n̂ = n / (2 area)
    const third = ((rx * nx + ry * ny + rz * nz) * drag * dt) / (4 * area * implicit) / 3;
    const fx = nx * third;
    const fy = ny * third;
    const fz = nz * third;
    const wa = inverseMasses[a]!;
    const wb = inverseMasses[b]!;
    const wc = inverseMasses[c]!;
    velocities[ia]! += wa * fx;
    velocities[ia + 1]! += wa * fy;
    velocities[ia + 2]! += wa * fz;
    velocities[ib]! += wb * fx;
    velocities[ib + 1]! += wb * fy;
    velocities[ib + 2]! += wb * fz;
    velocities[ic]! += wc * fx;
    velocities[ic + 1]! += wc * fy;
    velocities[ic + 2]! += wc * fz;
  }
}

function predict(particles: Particles, dt: number): void {
  const { positions, previousPositions, velocities } = particles;
  const length = 3 * particles.count;
  for (let i = 0; i < length; i++) {
    previousPositions[i] = positions[i]!;
    positions[i]! += dt * velocities[i]!;
  }
}

/**
 * XPBD distance constraints with damping (Macklin et al. 2016, eq. 18 and 26) in one sweep, with the
 * multiplier starting at zero. With the compliance α = 1/k and the damping d of a spring,
 *
 *     Δλ = −(C + γ ∇C·(x − xₚ)) / ((1 + γ) w + α/dt²),   γ = d / (k dt)
 *
 * Multiplied through by k dt² no division by the stiffness is left. −Δλ / dt is the impulse along the
 * spring: the force that the step really applied, which stiffness × stretch is not.
 */
function projectSprings(particles: Particles, springs: Springs, dt: number): void {
  const { positions, previousPositions, inverseMasses } = particles;
  const { count, ends, restLengths, stiffnesses, dampings, impulses } = springs;
  const inverseDt = 1 / dt;
  const dtSquared = dt * dt;
  for (let i = 0; i < count; i++) {
    const a = ends[2 * i]!;
    if (a === -1) continue;
    const b = ends[2 * i + 1]!;
    const wa = inverseMasses[a]!;
    const wb = inverseMasses[b]!;
    const w = wa + wb;
    if (w === 0) continue;
    const ia = 3 * a;
    const ib = 3 * b;
    const dx = positions[ib]! - positions[ia]!;
    const dy = positions[ib + 1]! - positions[ia + 1]!;
    const dz = positions[ib + 2]! - positions[ia + 2]!;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (length === 0) continue; // no direction to push in
    const inverseLength = 1 / length;
    const stiffness = stiffnesses[i]! * dtSquared;
    const damping = dampings[i]! * dt;
    let growth = 0; // n · (change of b − a since the start of the substep)
    if (damping !== 0) {
      growth =
        (dx * (dx - (previousPositions[ib]! - previousPositions[ia]!)) +
          dy * (dy - (previousPositions[ib + 1]! - previousPositions[ia + 1]!)) +
          dz * (dz - (previousPositions[ib + 2]! - previousPositions[ia + 2]!))) *
        inverseLength;
    }
    const pull =
      (stiffness * (length - restLengths[i]!) + damping * growth) / ((stiffness + damping) * w + 1);
    impulses[i]! += pull * inverseDt;
    const scale = pull * inverseLength;
    positions[ia]! += wa * scale * dx;
    positions[ia + 1]! += wa * scale * dy;
    positions[ia + 2]! += wa * scale * dz;
    positions[ib]! -= wb * scale * dx;
    positions[ib + 1]! -= wb * scale * dy;
    positions[ib + 2]! -= wb * scale * dz;
  }
}

function moveAttachments({ targets, targetVelocities }: Attachments, dt: number): void {
  for (let i = 0; i < targets.length; i++) targets[i]! += targetVelocities[i]! * dt;
}

function projectAttachments(particles: Particles, attachments: Attachments, dt: number): void {
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

/** k (target − x) + d (velocity of the target − v), cut down to the greatest force as a whole. */
function addAttachmentForces(
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
    const size = Math.sqrt(fx * fx + fy * fy + fz * fz);
    const kept = size > maxForce ? maxForce / size : 1;
    forces[p]! += kept * fx;
    forces[p + 1]! += kept * fy;
    forces[p + 2]! += kept * fz;
  }
}

/**
 * On an axis a the way x − xₚ − dt u keeps its part along a, in a plane of the normal n it loses its part along n:
 * u is the velocity of the hold, xₚ the position at the start of the substep.
 */
function holdPositions(particles: Particles, holds: Holds, dt: number): void {
  const { positions, previousPositions } = particles;
  const { count, modes, directions, velocities } = holds;
  for (let i = 0; i < count; i++) {
    const p = 3 * holds.particles[i]!;
    const h = 3 * i;
    const nx = directions[h]!;
    const ny = directions[h + 1]!;
    const nz = directions[h + 2]!;
    const x = previousPositions[p]! + dt * velocities[h]!;
    const y = previousPositions[p + 1]! + dt * velocities[h + 1]!;
    const z = previousPositions[p + 2]! + dt * velocities[h + 2]!;
    const along =
      (positions[p]! - x) * nx + (positions[p + 1]! - y) * ny + (positions[p + 2]! - z) * nz;
    if (modes[i] === AXIS) {
      positions[p] = x + along * nx;
      positions[p + 1] = y + along * ny;
      positions[p + 2] = z + along * nz;
    } else {
      positions[p]! -= along * nx;
      positions[p + 1]! -= along * ny;
      positions[p + 2]! -= along * nz;
    }
  }
}

function holdVelocities(particles: Particles, holds: Holds): void {
  const { velocities } = particles;
  const { count, modes, directions } = holds;
  for (let i = 0; i < count; i++) {
    const p = 3 * holds.particles[i]!;
    const h = 3 * i;
    const nx = directions[h]!;
    const ny = directions[h + 1]!;
    const nz = directions[h + 2]!;
    const x = holds.velocities[h]!;
    const y = holds.velocities[h + 1]!;
    const z = holds.velocities[h + 2]!;
    const along =
      (velocities[p]! - x) * nx + (velocities[p + 1]! - y) * ny + (velocities[p + 2]! - z) * nz;
    if (modes[i] === AXIS) {
      velocities[p] = x + along * nx;
      velocities[p + 1] = y + along * ny;
      velocities[p + 2] = z + along * nz;
    } else {
      velocities[p]! -= along * nx;
      velocities[p + 1]! -= along * ny;
      velocities[p + 2]! -= along * nz;
    }
  }
}

function holdForces(holds: Holds, forces: Float64Array): void {
  const { count, modes, directions } = holds;
  for (let i = 0; i < count; i++) {
    const p = 3 * holds.particles[i]!;
    const nx = directions[3 * i]!;
    const ny = directions[3 * i + 1]!;
    const nz = directions[3 * i + 2]!;
    const along = forces[p]! * nx + forces[p + 1]! * ny + forces[p + 2]! * nz;
    const isAxis = modes[i] === AXIS;
    forces[p] = isAxis ? along * nx : forces[p]! - along * nx;
    forces[p + 1] = isAxis ? along * ny : forces[p + 1]! - along * ny;
    forces[p + 2] = isAxis ? along * nz : forces[p + 2]! - along * nz;
  }
}

function deriveVelocities(particles: Particles, dt: number): void {
  const { positions, previousPositions, velocities } = particles;
  const length = 3 * particles.count;
  for (let i = 0; i < length; i++) velocities[i] = (positions[i]! - previousPositions[i]!) / dt;
}

/**
 * The contact is inelastic and the plane immovable (Quddus & Waugh 1.3.3): the approaching speed is lost,
 * and friction takes at most `friction` times as much of the sliding speed (Coulomb).
 */
function collidePlane(
  particles: Particles,
  normal: Vector3,
  height: number,
  friction: number,
): void {
  const { count, positions, velocities, inverseMasses } = particles;
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  for (let p = 0; p < count; p++) {
    if (inverseMasses[p] === 0) continue;
    const i = 3 * p;
    const depth = height - (positions[i]! * nx + positions[i + 1]! * ny + positions[i + 2]! * nz);
    if (depth <= 0) continue;
    positions[i]! += depth * nx;
    positions[i + 1]! += depth * ny;
    positions[i + 2]! += depth * nz;
    const approach = -(velocities[i]! * nx + velocities[i + 1]! * ny + velocities[i + 2]! * nz);
    if (approach <= 0) continue;
    const tx = velocities[i]! + approach * nx;
    const ty = velocities[i + 1]! + approach * ny;
    const tz = velocities[i + 2]! + approach * nz;
    const sliding = Math.sqrt(tx * tx + ty * ty + tz * tz);
    const kept = sliding > friction * approach ? 1 - (friction * approach) / sliding : 0;
    velocities[i] = kept * tx;
    velocities[i + 1] = kept * ty;
    velocities[i + 2] = kept * tz;
  }
}
