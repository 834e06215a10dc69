import type { Vec3Tuple } from "../math/vec3.js";
import type { Cloth, Particles } from "../cloth/index.js";
import { addAttachmentForces, moveAttachments, projectAttachments } from "./attachments.js";
import { addElementForces, projectElements } from "./elements.js";
import {
  constrainForces,
  constrainPositions,
  constrainVelocities,
} from "./axis-plane-constraints.js";
import type { Kernels } from "./kernels.js";
import { flowBend, flowStretch } from "./plastic-flow.js";
import { addStage, finishStages, moveToStage, startStages } from "./stages.js";
import { limitStretch } from "./stretch-limit.js";

/**
 * The reference kernels: plain TypeScript, f64, in place on the stores. Other implementations are tested against them.
 */
export const referenceKernels: Kernels = {
  name: "reference",
  // It works in place: the stores own everything at any time.
  attach: () => {},
  dispose: () => {},
  beginStep: clearImpulses,
  endStep: () => {},
  pause: () => {},
  resume: () => {},
  publish: () => {},
  adoptForces: () => {},
  beginCollision: () => {},
  endCollision: () => {},
  clearImpulses,
  clearForces,
  addGravity,
  addAir,
  applyForces,
  predict,
  advance: predict,
  addElementForces,
  projectElements,
  moveAttachments,
  projectAttachments,
  addAttachmentForces,
  constrainPositions,
  constrainVelocities,
  constrainForces,
  deriveVelocities,
  startStages,
  moveToStage,
  addStage,
  finishStages,
  limitStretch,
  areWithin: () => false,
  areSlower: () => false,
  measureEdges: () => false,
  flowStretch,
  flowBend,
};

function clearImpulses({ elements }: Cloth): void {
  for (let i = 0; i < elements.length; i++) elements[i]!.impulses.fill(0);
}

function clearForces(particles: Particles): void {
  particles.forces.fill(0, 0, 3 * particles.count);
}

/** Phillips eq. 19. Pinned particles get their weight too; their inverse mass is 0. */
function addGravity(particles: Particles, gravity: Vec3Tuple): void {
  const { count, forces, masses } = particles;
  const x = gravity[0];
  const y = gravity[1];
  const z = gravity[2];
  for (let p = 0; p < count; p++) {
    const mass = masses[p]!;
    forces[3 * p]! += mass * x;
    forces[3 * p + 1]! += mass * y;
    forces[3 * p + 2]! += mass * z;
  }
}

/**
 * Phillips eq. 20: relative velocity of the air along the normal of a face, times area times drag; a third of the force
 * acts on each corner. The velocities of air and face are the means over the corners.
 *
 * The force is divided by 1 + drag · area · dt / mass of the face: the implicit form of the same law for a single face.
 * It is stable for any drag and any step, also for the whole cloth: no face gives its corners more momentum than would
 * bring the face to the speed of the air, and each corner has a third of the mass of every face around it. A `dt` of 0
 * gives the pure law, for integrators that evaluate it several times.
 */
function addAir(cloth: Cloth, drag: number, dt: number): void {
  if (drag === 0) return;
  const { positions, velocities, winds, forces } = cloth.particles;
  const { triangleCount, halfedgeVertices } = cloth.mesh;
  const restAreas = cloth.rest.areas;
  const { density } = cloth.material;
  for (let t = 0; t < triangleCount; t++) {
    const a = 3 * halfedgeVertices[3 * t]!;
    const b = 3 * halfedgeVertices[3 * t + 1]!;
    const c = 3 * halfedgeVertices[3 * t + 2]!;
    const ux = positions[b]! - positions[a]!;
    const uy = positions[b + 1]! - positions[a + 1]!;
    const uz = positions[b + 2]! - positions[a + 2]!;
    const vx = positions[c]! - positions[a]!;
    const vy = positions[c + 1]! - positions[a + 1]!;
    const vz = positions[c + 2]! - positions[a + 2]!;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const twiceArea = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (twiceArea === 0 || restAreas[t] === 0) continue; // no area or no mass
    // Three times the velocity of the air relative to the face.
    const rx =
      winds[a]! + winds[b]! + winds[c]! - (velocities[a]! + velocities[b]! + velocities[c]!);
    const ry =
      winds[a + 1]! +
      winds[b + 1]! +
      winds[c + 1]! -
      (velocities[a + 1]! + velocities[b + 1]! + velocities[c + 1]!);
    const rz =
      winds[a + 2]! +
      winds[b + 2]! +
      winds[c + 2]! -
      (velocities[a + 2]! + velocities[b + 2]! + velocities[c + 2]!);
    const area = twiceArea / 2;
    const implicit = 1 + (drag * area * dt) / (density * restAreas[t]!);
    // A third of (r / 3 · n̂) n̂ · area · drag, with n̂ = n / (2 area)
    const third = ((rx * nx + ry * ny + rz * nz) * drag) / (36 * area * implicit);
    const fx = nx * third;
    const fy = ny * third;
    const fz = nz * third;
    forces[a]! += fx;
    forces[a + 1]! += fy;
    forces[a + 2]! += fz;
    forces[b]! += fx;
    forces[b + 1]! += fy;
    forces[b + 2]! += fz;
    forces[c]! += fx;
    forces[c + 1]! += fy;
    forces[c + 2]! += fz;
  }
}

function applyForces(particles: Particles, dt: number): void {
  const { count, velocities, inverseMasses, forces } = particles;
  for (let p = 0; p < count; p++) {
    const w = inverseMasses[p]! * dt;
    if (w === 0) continue;
    velocities[3 * p]! += w * forces[3 * p]!;
    velocities[3 * p + 1]! += w * forces[3 * p + 1]!;
    velocities[3 * p + 2]! += w * forces[3 * p + 2]!;
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

function deriveVelocities(particles: Particles, dt: number): void {
  const { positions, previousPositions, velocities } = particles;
  const length = 3 * particles.count;
  for (let i = 0; i < length; i++) velocities[i] = (positions[i]! - previousPositions[i]!) / dt;
}
