import { ensureCapacity } from "../../../math/grow.js";
import type { Cloth } from "../../../cloth/index.js";
import type { Equations } from "./equations.js";

/** Numbers of a piece: w, w x, w (y − x), the inertia xx yy zz yz xz xy about the origin, w x × (y − x). */
const STRIDE = 16;
const OFFSET = 1;
const PULL = 4;
const INERTIA = 7;
const TORQUE = 13;
/** Larger rotations would stretch a piece. They occur only in substeps that have not converged. */
const MAX_ANGLE = 0.02;

/**
 * The rigid part of the motion of pieces that nothing holds. Forces between particles have no sum and no torque, so that
 *
 *     Σ w (y − x) = 0        Σ w x × (y − x) = 0
 *
 * whatever they are. Conjugate gradients that stop early do not keep that: falling cloth was up to 5 % slower or faster
 * than gravity in single steps. Moving and rotating a piece does not stretch it, so the sums can be made 0 afterwards,
 * exactly. Then momentum is conserved to rounding, angular momentum up to the square of the rotation.
 */
export class RigidMotion {
  readonly #cloth: Cloth;
  readonly #equations: Equations;
  /** Index of the piece of each particle; −1: isolated. */
  #pieces = new Int32Array(0);
  #count = 0;
  #isStale = true;
  #sums = new Float64Array(0);
  /** 1: some particle of the piece is pinned, or on an axis or plane. */
  #held = new Uint8Array(0);

  constructor(cloth: Cloth, equations: Equations) {
    this.#cloth = cloth;
    this.#equations = equations;
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

  /** Corrects the displacements of all free pieces. */
  correct(): void {
    if (this.#isStale) this.#label();
    if (!this.#findFree()) return;
    this.#addUp();
    for (let piece = 0; piece < this.#count; piece++) {
      if (this.#held[piece] === 0) this.#solve(STRIDE * piece);
    }
    this.#move();
  }

  /** Returns true if any piece is free. */
  #findFree(): boolean {
    const { inverseMasses, constrained, count } = this.#cloth.particles;
    const held = this.#held;
    held.fill(0);
    let holding = 0;
    for (let p = 0; p < count; p++) {
      if (inverseMasses[p] !== 0 && constrained[p] === 0) continue;
      const piece = this.#pieces[p]!;
      if (piece === -1 || held[piece] === 1) continue;
      held[piece] = 1;
      holding++;
    }
    return holding < this.#count;
  }

  #addUp(): void {
    const { views, displacements, targets, anchors, offsets } = this.#equations;
    const { floats, doubles } = views;
    const sums = this.#sums;
    sums.fill(0);
    for (let p = 0; p < this.#cloth.particles.count; p++) {
      const piece = this.#pieces[p]!;
      if (piece === -1 || this.#held[piece] === 1) continue;
      const offset = offsets[p]! >> 2;
      const a = anchors + offset;
      const u = displacements + offset;
      const t = targets + offset;
      const w = floats[t + 3]!;
      const x = doubles[a]! + floats[u]!;
      const y = doubles[a + 1]! + floats[u + 1]!;
      const z = doubles[a + 2]! + floats[u + 2]!;
      const px = w * (floats[t]! - floats[u]!);
      const py = w * (floats[t + 1]! - floats[u + 1]!);
      const pz = w * (floats[t + 2]! - floats[u + 2]!);
      const s = STRIDE * piece;
      sums[s]! += w;
      sums[s + OFFSET]! += w * x;
      sums[s + OFFSET + 1]! += w * y;
      sums[s + OFFSET + 2]! += w * z;
      sums[s + PULL]! += px;
      sums[s + PULL + 1]! += py;
      sums[s + PULL + 2]! += pz;
      sums[s + INERTIA]! += w * (y * y + z * z);
      sums[s + INERTIA + 1]! += w * (x * x + z * z);
      sums[s + INERTIA + 2]! += w * (x * x + y * y);
      sums[s + INERTIA + 3]! -= w * y * z;
      sums[s + INERTIA + 4]! -= w * x * z;
      sums[s + INERTIA + 5]! -= w * x * y;
      sums[s + TORQUE]! += y * pz - z * py;
      sums[s + TORQUE + 1]! += z * px - x * pz;
      sums[s + TORQUE + 2]! += x * py - y * px;
    }
  }

  /** Replaces the sums of a piece by its center, displacement and rotation. */
  #solve(s: number): void {
    const sums = this.#sums;
    const w = sums[s]!;
    if (!(w > 0)) {
      sums.fill(0, s, s + STRIDE);
      return;
    }
    for (let k = OFFSET; k < INERTIA; k++) sums[s + k]! /= w;
    const x = sums[s + OFFSET]!;
    const y = sums[s + OFFSET + 1]!;
    const z = sums[s + OFFSET + 2]!;
    const px = w * sums[s + PULL]!;
    const py = w * sums[s + PULL + 1]!;
    const pz = w * sums[s + PULL + 2]!;
    // About the center (parallel axes).
    const xx = sums[s + INERTIA]! - w * (y * y + z * z);
    const yy = sums[s + INERTIA + 1]! - w * (x * x + z * z);
    const zz = sums[s + INERTIA + 2]! - w * (x * x + y * y);
    const yz = sums[s + INERTIA + 3]! + w * y * z;
    const xz = sums[s + INERTIA + 4]! + w * x * z;
    const xy = sums[s + INERTIA + 5]! + w * x * y;
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
    const isSmall = rx * rx + ry * ry + rz * rz <= MAX_ANGLE * MAX_ANGLE;
    sums[s + TORQUE] = isSmall ? rx : 0;
    sums[s + TORQUE + 1] = isSmall ? ry : 0;
    sums[s + TORQUE + 2] = isSmall ? rz : 0;
  }

  #move(): void {
    const { views, displacements, anchors, offsets } = this.#equations;
    const { floats, doubles } = views;
    const sums = this.#sums;
    for (let p = 0; p < this.#cloth.particles.count; p++) {
      const piece = this.#pieces[p]!;
      if (piece === -1 || this.#held[piece] === 1) continue;
      const s = STRIDE * piece;
      const a = anchors + (offsets[p]! >> 2);
      const u = displacements + (offsets[p]! >> 2);
      const x = doubles[a]! + floats[u]! - sums[s + OFFSET]!;
      const y = doubles[a + 1]! + floats[u + 1]! - sums[s + OFFSET + 1]!;
      const z = doubles[a + 2]! + floats[u + 2]! - sums[s + OFFSET + 2]!;
      const rx = sums[s + TORQUE]!;
      const ry = sums[s + TORQUE + 1]!;
      const rz = sums[s + TORQUE + 2]!;
      floats[u]! += sums[s + PULL]! + ry * z - rz * y;
      floats[u + 1]! += sums[s + PULL + 1]! + rz * x - rx * z;
      floats[u + 2]! += sums[s + PULL + 2]! + rx * y - ry * x;
    }
  }
}
