import { ensureCapacity } from "../../../math/grow.js";
import type { Attachments, Cloth } from "../../../cloth/index.js";

/** Numbers of a piece: m, m x, the missing momentum, m r² as xx yy zz yz xz xy about the origin, the missing torque. */
const STRIDE = 16;
const CENTER = 1;
const MOMENTUM = 4;
const INERTIA = 7;
const TORQUE = 13;
/** Larger rotations in a substep would stretch a piece. They occur only if it has not converged. */
const MAX_ANGLE = 0.02;

/**
 * The rigid part of the motion of pieces that nothing holds. Forces between particles have no sum and no torque, so that
 * a substep changes momentum and angular momentum by those of the external forces f alone:
 *
 *     Σ m v = Σ (m v₀ + h f)        Σ x × m v = Σ x × (m v₀ + h f)
 *
 * Conjugate gradients that stop early do not keep that, nor does BDF2 next to particles that take the substep with
 * backward Euler: falling cloth was up to 5 % slower or faster than gravity in single steps. Moving and rotating a piece
 * does not stretch it, so what is missing can be added afterwards.
 */
export class RigidMotion {
  readonly #cloth: Cloth;
  /** Index of the piece of each particle; −1: isolated. */
  #pieces = new Int32Array(0);
  #count = 0;
  #isStale = true;
  /** True if any piece is free. */
  #isNeeded = false;
  #sums = new Float64Array(0);
  /** 1: some particle of the piece is pinned, grabbed, or on an axis or plane. */
  #held = new Uint8Array(0);
  /** m v₀ + h f of each particle. */
  #momenta = new Float64Array(0);

  constructor(cloth: Cloth) {
    this.#cloth = cloth;
  }

  /** Called after an edit or its undo. */
  invalidate(): void {
    this.#isStale = true;
  }

  #label(): void {
    const { pieces, particles } = this.#cloth;
    const indices = new Map<number, number>([[-1, -1]]);
    this.#pieces = ensureCapacity(this.#pieces, particles.count);
    for (let p = 0; p < particles.count; p++) {
      const label = pieces.pieceOf(p);
      if (!indices.has(label)) indices.set(label, indices.size - 1);
      this.#pieces[p] = indices.get(label)!;
    }
    this.#count = indices.size - 1;
    this.#sums = ensureCapacity(this.#sums, STRIDE * this.#count);
    this.#held = ensureCapacity(this.#held, this.#count);
    this.#isStale = false;
  }

  /** Begins a substep of `duration`, s, with the external forces in `forces`. */
  begin(grabs: readonly Attachments[], duration: number): void {
    if (this.#isStale) this.#label();
    this.#findFree(grabs);
    if (!this.#isNeeded) return;
    const { masses, velocities, forces, count } = this.#cloth.particles;
    this.#momenta = ensureCapacity(this.#momenta, 3 * count);
    for (let p = 0; p < count; p++) {
      const m = masses[p]!;
      for (let i = 3 * p; i < 3 * p + 3; i++) {
        this.#momenta[i] = m * velocities[i]! + duration * forces[i]!;
      }
    }
  }

  /** Ends the substep: corrects velocities and positions of all free pieces. */
  end(duration: number): void {
    if (!this.#isNeeded) return;
    this.#addUp();
    for (let piece = 0; piece < this.#count; piece++) {
      if (this.#held[piece] === 0) this.#solve(STRIDE * piece, duration);
    }
    this.#move(duration);
  }

  #findFree(grabs: readonly Attachments[]): void {
    const { inverseMasses, constrained, count } = this.#cloth.particles;
    const held = this.#held;
    held.fill(0);
    for (let p = 0; p < count; p++) {
      const piece = this.#pieces[p]!;
      if (piece !== -1 && (inverseMasses[p] === 0 || constrained[p] === 1)) held[piece] = 1;
    }
    for (let g = 0; g < grabs.length; g++) {
      const { particles, count: grabbed } = grabs[g]!;
      for (let i = 0; i < grabbed; i++) {
        const piece = this.#pieces[particles[i]!]!;
        if (piece !== -1) held[piece] = 1;
      }
    }
    let holding = 0;
    for (let piece = 0; piece < this.#count; piece++) holding += held[piece]!;
    this.#isNeeded = holding < this.#count;
  }

  #addUp(): void {
    const { masses, positions, velocities, count } = this.#cloth.particles;
    const sums = this.#sums;
    const momenta = this.#momenta;
    sums.fill(0);
    for (let p = 0; p < count; p++) {
      const piece = this.#pieces[p]!;
      if (piece === -1 || this.#held[piece] === 1) continue;
      const m = masses[p]!;
      const i = 3 * p;
      const x = positions[i]!;
      const y = positions[i + 1]!;
      const z = positions[i + 2]!;
      const px = momenta[i]! - m * velocities[i]!;
      const py = momenta[i + 1]! - m * velocities[i + 1]!;
      const pz = momenta[i + 2]! - m * velocities[i + 2]!;
      const s = STRIDE * piece;
      sums[s]! += m;
      sums[s + CENTER]! += m * x;
      sums[s + CENTER + 1]! += m * y;
      sums[s + CENTER + 2]! += m * z;
      sums[s + MOMENTUM]! += px;
      sums[s + MOMENTUM + 1]! += py;
      sums[s + MOMENTUM + 2]! += pz;
      sums[s + INERTIA]! += m * (y * y + z * z);
      sums[s + INERTIA + 1]! += m * (x * x + z * z);
      sums[s + INERTIA + 2]! += m * (x * x + y * y);
      sums[s + INERTIA + 3]! -= m * y * z;
      sums[s + INERTIA + 4]! -= m * x * z;
      sums[s + INERTIA + 5]! -= m * x * y;
      sums[s + TORQUE]! += y * pz - z * py;
      sums[s + TORQUE + 1]! += z * px - x * pz;
      sums[s + TORQUE + 2]! += x * py - y * px;
    }
  }

  /** Replaces the sums of a piece by its center, and the velocity and angular velocity that it lacks. */
  #solve(s: number, duration: number): void {
    const sums = this.#sums;
    const m = sums[s]!;
    const px = sums[s + MOMENTUM]!;
    const py = sums[s + MOMENTUM + 1]!;
    const pz = sums[s + MOMENTUM + 2]!;
    for (let k = CENTER; k < INERTIA; k++) sums[s + k]! /= m;
    const x = sums[s + CENTER]!;
    const y = sums[s + CENTER + 1]!;
    const z = sums[s + CENTER + 2]!;
    // About the center (parallel axes).
    const xx = sums[s + INERTIA]! - m * (y * y + z * z);
    const yy = sums[s + INERTIA + 1]! - m * (x * x + z * z);
    const zz = sums[s + INERTIA + 2]! - m * (x * x + y * y);
    const yz = sums[s + INERTIA + 3]! + m * y * z;
    const xz = sums[s + INERTIA + 4]! + m * x * z;
    const xy = sums[s + INERTIA + 5]! + m * x * y;
    const tx = sums[s + TORQUE]! - (y * pz - z * py);
    const ty = sums[s + TORQUE + 1]! - (z * px - x * pz);
    const tz = sums[s + TORQUE + 2]! - (x * py - y * px);
    const cxx = yy * zz - yz * yz;
    const cyy = xx * zz - xz * xz;
    const czz = xx * yy - xy * xy;
    const cxy = xz * yz - xy * zz;
    const cxz = xy * yz - xz * yy;
    const cyz = xy * xz - xx * yz;
    const determinant = xx * cxx + xy * cxy + xz * cxz;
    const trace = xx + yy + zz;
    // Otherwise all particles are on one line, or at one point.
    const isSpread = determinant > 1e-9 * trace * trace * trace;
    const per = isSpread ? 1 / determinant : 0;
    const rx = per * (cxx * tx + cxy * ty + cxz * tz);
    const ry = per * (cxy * tx + cyy * ty + cyz * tz);
    const rz = per * (cxz * tx + cyz * ty + czz * tz);
    const isSmall = duration * Math.sqrt(rx * rx + ry * ry + rz * rz) <= MAX_ANGLE;
    sums[s + TORQUE] = isSmall ? rx : 0;
    sums[s + TORQUE + 1] = isSmall ? ry : 0;
    sums[s + TORQUE + 2] = isSmall ? rz : 0;
  }

  #move(duration: number): void {
    const { positions, velocities, count } = this.#cloth.particles;
    const sums = this.#sums;
    for (let p = 0; p < count; p++) {
      const piece = this.#pieces[p]!;
      if (piece === -1 || this.#held[piece] === 1) continue;
      const s = STRIDE * piece;
      const i = 3 * p;
      const x = positions[i]! - sums[s + CENTER]!;
      const y = positions[i + 1]! - sums[s + CENTER + 1]!;
      const z = positions[i + 2]! - sums[s + CENTER + 2]!;
      const rx = sums[s + TORQUE]!;
      const ry = sums[s + TORQUE + 1]!;
      const rz = sums[s + TORQUE + 2]!;
      const vx = sums[s + MOMENTUM]! + ry * z - rz * y;
      const vy = sums[s + MOMENTUM + 1]! + rz * x - rx * z;
      const vz = sums[s + MOMENTUM + 2]! + rx * y - ry * x;
      velocities[i]! += vx;
      velocities[i + 1]! += vy;
      velocities[i + 2]! += vz;
      positions[i]! += duration * vx;
      positions[i + 1]! += duration * vy;
      positions[i + 2]! += duration * vz;
    }
  }
}
