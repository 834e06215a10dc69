import { ensureCapacity } from "../../../math/grow.js";
import { writeSineAndCosine } from "../../../math/trigonometry.js";
import type { Attachments, Cloth } from "../../../cloth/index.js";
import type { Equations } from "./equations.js";

/** Numbers of a piece: m, m x, the missing momentum, m r² as xx yy zz yz xz xy about the origin, the missing spin. */
const STRIDE = 16;
const CENTER = 1;
const MOMENTUM = 4;
const INERTIA = 7;
const SPIN = 13;
/** Numbers of a piece at the start of a substep: the momentum and the spin that it should have at the end. */
const TARGET_STRIDE = 6;
/** Larger rotations in a substep would stretch a piece. They occur only if it has not converged, or whirls. */
const MAX_ANGLE = 0.02;
/** Pieces that rotate less in a substep start straight, rad. Rotated ones then took one Newton iteration more. */
const MIN_TURN = 0.25;

/**
 * The rigid part of the motion of pieces that nothing holds. Forces between particles have no sum and no torque, so that
 * a substep changes the momentum and the spin (the angular momentum about the center c) by the external forces f alone:
 *
 *     Σ m v = Σ (m v₀ + h f)        Σ (x − c) × m v = Σ (x₀ − c₀) × (m v₀ + h f)
 *
 * Conjugate gradients that stop early do not keep that, nor does BDF2 next to particles that take the substep with
 * backward Euler: falling cloth was up to 5 % slower or faster than gravity in single steps. Backward Euler also brakes
 * whatever spins. Moving and rotating a piece does not stretch it, so what is missing can be added afterwards.
 *
 * About the origin instead of the center, gravity would make a piece spin that moves sideways, by an error of second
 * order in each substep.
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
  #targets = new Float64Array(0);
  /** 1: some particle of the piece is pinned, grabbed, or on an axis or plane. */
  #held = new Uint8Array(0);
  readonly #angle = new Float64Array(1);
  /** Sine and cosine of the angle. */
  readonly #turn = new Float64Array(2);

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
    this.#targets = ensureCapacity(this.#targets, TARGET_STRIDE * this.#count);
    this.#held = ensureCapacity(this.#held, this.#count);
    this.#isStale = false;
  }

  /**
   * Begins a substep of `duration`, s, with the external forces in `forces`. Displacements start at duration × velocity;
   * those of free pieces become rotations.
   */
  begin(grabs: readonly Attachments[], equations: Equations, duration: number): void {
    if (this.#isStale) this.#label();
    this.#findFree(grabs);
    if (!this.#isNeeded) return;
    this.#addUp(duration);
    for (let piece = 0; piece < this.#count; piece++) {
      if (this.#held[piece] === 0) this.#setTarget(STRIDE * piece, TARGET_STRIDE * piece);
    }
    this.#rotate(equations, duration);
  }

  /**
   * Lets free pieces start rotated instead of straight. A crumb of few triangles spins at some 300 rad/s after a rip. In a
   * straight start its edges are a third too long, and all of the cloth takes twice as many Newton iterations.
   */
  #rotate({ views, displacements, offsets }: Equations, duration: number): void {
    const { positions, count } = this.#cloth.particles;
    const { floats } = views;
    const sums = this.#sums;
    let isTurning = false;
    for (let piece = 0; piece < this.#count; piece++) {
      if (this.#held[piece] === 0 && this.#findTurn(STRIDE * piece, duration)) isTurning = true;
    }
    if (!isTurning) return;
    for (let p = 0; p < count; p++) {
      const piece = this.#pieces[p]!;
      if (piece === -1 || this.#held[piece] === 1) continue;
      const s = STRIDE * piece;
      const along = sums[s + MOMENTUM]!;
      const inward = sums[s + MOMENTUM + 1]!;
      if (inward === 0) continue;
      const i = 3 * p;
      const u = displacements + (offsets[p]! >> 2);
      const x = positions[i]! - sums[s + CENTER]!;
      const y = positions[i + 1]! - sums[s + CENTER + 1]!;
      const z = positions[i + 2]! - sums[s + CENTER + 2]!;
      const rx = sums[s + SPIN]!;
      const ry = sums[s + SPIN + 1]!;
      const rz = sums[s + SPIN + 2]!;
      const tx = ry * z - rz * y;
      const ty = rz * x - rx * z;
      const tz = rx * y - ry * x;
      floats[u]! += along * tx + inward * (ry * tz - rz * ty);
      floats[u + 1]! += along * ty + inward * (rz * tx - rx * tz);
      floats[u + 2]! += along * tz + inward * (rx * ty - ry * tx);
    }
  }

  /**
   * Replaces the spin of a piece by the vector θ about which it rotates in a substep, and its momentum by the factors of
   * Rodrigues' formula, of θ × r beyond the straight start and of θ × (θ × r). Returns false if it hardly rotates.
   */
  #findTurn(s: number, duration: number): boolean {
    const sums = this.#sums;
    this.#divideByInertia(s);
    for (let k = s + SPIN; k < s + SPIN + 3; k++) sums[k]! *= duration;
    const x = sums[s + SPIN]!;
    const y = sums[s + SPIN + 1]!;
    const z = sums[s + SPIN + 2]!;
    const squared = x * x + y * y + z * z;
    const isTurning = squared > MIN_TURN * MIN_TURN;
    const angle = Math.sqrt(squared);
    this.#angle[0] = angle;
    writeSineAndCosine(this.#angle, 0, this.#turn);
    sums[s + MOMENTUM] = isTurning ? this.#turn[0]! / angle - 1 : 0;
    sums[s + MOMENTUM + 1] = isTurning ? (1 - this.#turn[1]!) / squared : 0;
    return isTurning;
  }

  /** Ends the substep: corrects positions and velocities of all free pieces. */
  end(duration: number): void {
    if (!this.#isNeeded) return;
    const { positions, velocities } = this.#cloth.particles;
    this.#correct(positions, duration, duration);
    this.#correct(velocities, 1, duration); // from the new positions, on which the spin depends
  }

  /** Adds `time` times the velocities that are missing to some vectors. */
  #correct(vectors: Float64Array, time: number, duration: number): void {
    this.#addUp(0);
    for (let piece = 0; piece < this.#count; piece++) {
      if (this.#held[piece] === 0) this.#solve(STRIDE * piece, TARGET_STRIDE * piece, duration);
    }
    this.#move(vectors, time);
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

  /** Adds up the free pieces, with the momentum that external forces add during a time, s. */
  #addUp(duration: number): void {
    const { masses, positions, velocities, forces, count } = this.#cloth.particles;
    const sums = this.#sums;
    sums.fill(0);
    for (let p = 0; p < count; p++) {
      const piece = this.#pieces[p]!;
      if (piece === -1 || this.#held[piece] === 1) continue;
      const m = masses[p]!;
      const i = 3 * p;
      const x = positions[i]!;
      const y = positions[i + 1]!;
      const z = positions[i + 2]!;
      const px = m * velocities[i]! + duration * forces[i]!;
      const py = m * velocities[i + 1]! + duration * forces[i + 1]!;
      const pz = m * velocities[i + 2]! + duration * forces[i + 2]!;
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
      sums[s + SPIN]! += y * pz - z * py;
      sums[s + SPIN + 1]! += z * px - x * pz;
      sums[s + SPIN + 2]! += x * py - y * px;
    }
  }

  /** Replaces the sum m x of a piece by its center, and the angular momentum about the origin by the spin. */
  #findSpin(s: number): void {
    const sums = this.#sums;
    const m = sums[s]!;
    for (let k = CENTER; k < MOMENTUM; k++) sums[s + k]! /= m;
    const x = sums[s + CENTER]!;
    const y = sums[s + CENTER + 1]!;
    const z = sums[s + CENTER + 2]!;
    const px = sums[s + MOMENTUM]!;
    const py = sums[s + MOMENTUM + 1]!;
    const pz = sums[s + MOMENTUM + 2]!;
    sums[s + SPIN]! -= y * pz - z * py;
    sums[s + SPIN + 1]! -= z * px - x * pz;
    sums[s + SPIN + 2]! -= x * py - y * px;
  }

  #setTarget(s: number, t: number): void {
    this.#findSpin(s);
    for (let k = 0; k < 3; k++) {
      this.#targets[t + k] = this.#sums[s + MOMENTUM + k]!;
      this.#targets[t + 3 + k] = this.#sums[s + SPIN + k]!;
    }
  }

  /** Replaces the sums of a piece by its center, and the velocity and angular velocity that it lacks. */
  #solve(s: number, t: number, duration: number): void {
    this.#findSpin(s);
    const sums = this.#sums;
    const targets = this.#targets;
    const m = sums[s]!;
    for (let k = 0; k < 3; k++) {
      sums[s + MOMENTUM + k] = (targets[t + k]! - sums[s + MOMENTUM + k]!) / m;
    }
    for (let k = 0; k < 3; k++) sums[s + SPIN + k] = targets[t + 3 + k]! - sums[s + SPIN + k]!;
    this.#divideByInertia(s);
    const rx = sums[s + SPIN]!;
    const ry = sums[s + SPIN + 1]!;
    const rz = sums[s + SPIN + 2]!;
    const isSmall = duration * Math.sqrt(rx * rx + ry * ry + rz * rz) <= MAX_ANGLE;
    if (!isSmall) sums.fill(0, s + SPIN, s + SPIN + 3);
  }

  /** Replaces the spin of a piece by its angular velocity; 0 if all particles are on one line, or at one point. */
  #divideByInertia(s: number): void {
    const sums = this.#sums;
    const m = sums[s]!;
    const tx = sums[s + SPIN]!;
    const ty = sums[s + SPIN + 1]!;
    const tz = sums[s + SPIN + 2]!;
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
    const cxx = yy * zz - yz * yz;
    const cyy = xx * zz - xz * xz;
    const czz = xx * yy - xy * xy;
    const cxy = xz * yz - xy * zz;
    const cxz = xy * yz - xz * yy;
    const cyz = xy * xz - xx * yz;
    const determinant = xx * cxx + xy * cxy + xz * cxz;
    const trace = xx + yy + zz;
    const isSpread = determinant > 1e-9 * trace * trace * trace;
    const per = isSpread ? 1 / determinant : 0;
    sums[s + SPIN] = per * (cxx * tx + cxy * ty + cxz * tz);
    sums[s + SPIN + 1] = per * (cxy * tx + cyy * ty + cyz * tz);
    sums[s + SPIN + 2] = per * (cxz * tx + cyz * ty + czz * tz);
  }

  #move(vectors: Float64Array, time: number): void {
    const { positions, count } = this.#cloth.particles;
    const sums = this.#sums;
    for (let p = 0; p < count; p++) {
      const piece = this.#pieces[p]!;
      if (piece === -1 || this.#held[piece] === 1) continue;
      const s = STRIDE * piece;
      const i = 3 * p;
      const x = positions[i]! - sums[s + CENTER]!;
      const y = positions[i + 1]! - sums[s + CENTER + 1]!;
      const z = positions[i + 2]! - sums[s + CENTER + 2]!;
      const rx = sums[s + SPIN]!;
      const ry = sums[s + SPIN + 1]!;
      const rz = sums[s + SPIN + 2]!;
      vectors[i]! += time * (sums[s + MOMENTUM]! + ry * z - rz * y);
      vectors[i + 1]! += time * (sums[s + MOMENTUM + 1]! + rz * x - rx * z);
      vectors[i + 2]! += time * (sums[s + MOMENTUM + 2]! + rx * y - ry * x);
    }
  }
}
