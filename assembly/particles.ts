import { VELOCITY } from "./lanes";

// Particles in their own order: `addresses` has the address of each particle by the number that users see. Anchors (f64)
// and loads lie in arrays of the same stride, so a distance in bytes leads from a particle to its own.

const STRIDE: usize = 32;

/** Addresses of the time since the anchor, s, and of three numbers of gravity, m/s². */
const ELAPSED: usize = 0;
const GRAVITY: usize = 8;

/** Bytes from the velocity at the start of a substep to the displacement that it predicts. */
const PREDICTED: usize = 16;

/** Bytes from the high part of an anchor in f32 to its low part. */
export const LOW: usize = 16;

/**
 * Takes positions (as anchors), velocities and inverse masses from the stores' numbers.
 *
 * @returns 1 if an inverse mass has changed.
 */
export function takeParticles(
  count: i32,
  addresses: usize,
  positions: usize,
  velocities: usize,
  inverseMasses: usize,
  toAnchor: usize,
  toParts: usize,
): i32 {
  let hasChanged = 0;
  for (let i = 0; i < count; i++) {
    const p: usize = load<u32>(addresses);
    const w = <f32>load<f64>(inverseMasses);
    if (w != load<f32>(p, 12)) hasChanged = 1;
    v128.store(p, f32x4.replace_lane(f32x4.splat(0), 3, w));
    store<f32>(p, <f32>load<f64>(velocities), VELOCITY);
    store<f32>(p, <f32>load<f64>(velocities, 8), VELOCITY + 4);
    store<f32>(p, <f32>load<f64>(velocities, 16), VELOCITY + 8);
    store<f32>(p, 0, VELOCITY + 12);
    v128.store(p + toAnchor, v128.load(positions));
    store<f64>(p + toAnchor, load<f64>(positions, 16), 16);
    for (let k: usize = 0; k < 3; k++) {
      const x = load<f64>(positions + 8 * k);
      const high = <f32>x;
      store<f32>(p + toParts + 4 * k, high);
      store<f32>(p + toParts + 4 * k, <f32>(x - <f64>high), LOW);
    }
    // Removes the inverse masses from the difference of two particles.
    store<f32>(p + toParts, -w, 12);
    store<f32>(p + toParts, 0, LOW + 12);
    addresses += 4;
    positions += 24;
    velocities += 24;
    inverseMasses += 8;
  }
  return hasChanged;
}

/** True if all of `count` numbers are finite and at most `bound` in size. */
export function areWithin(numbers: usize, count: i32, bound: f64): bool {
  const limit = f64x2.splat(bound);
  const end = numbers + <usize>(count & ~1) * 8;
  let areAll = i64x2.splat(-1);
  for (; numbers < end; numbers += 16) {
    areAll = v128.and(areAll, f64x2.le(f64x2.abs(v128.load(numbers)), limit));
  }
  const isLast = (count & 1) == 0 || abs(load<f64>(numbers)) <= bound;
  return isLast && i64x2.all_true(areAll);
}

/** Takes positions and velocities that others have changed within a step: the anchors stay. */
export function adoptParticles(
  count: i32,
  addresses: usize,
  positions: usize,
  velocities: usize,
  toAnchor: usize,
): void {
  for (let i = 0; i < count; i++) {
    const p: usize = load<u32>(addresses);
    const anchor = p + toAnchor;
    store<f32>(p, <f32>(load<f64>(positions) - load<f64>(anchor)));
    store<f32>(p, <f32>(load<f64>(positions, 8) - load<f64>(anchor, 8)), 4);
    store<f32>(p, <f32>(load<f64>(positions, 16) - load<f64>(anchor, 16)), 8);
    store<f32>(p, <f32>load<f64>(velocities), VELOCITY);
    store<f32>(p, <f32>load<f64>(velocities, 8), VELOCITY + 4);
    store<f32>(p, <f32>load<f64>(velocities, 16), VELOCITY + 8);
    addresses += 4;
    positions += 24;
    velocities += 24;
  }
}

/**
 * Writes positions and velocities to the stores' numbers. Pinned particles keep the velocity that they have there, and are
 * where it has taken them in f64.
 */
export function giveParticles(
  count: i32,
  addresses: usize,
  positions: usize,
  velocities: usize,
  toAnchor: usize,
): void {
  const elapsed = load<f64>(ELAPSED);
  for (let i = 0; i < count; i++) {
    const p: usize = load<u32>(addresses);
    const anchor = p + toAnchor;
    const u = v128.load(p);
    if (f32x4.extract_lane(u, 3) == 0) {
      for (let k: usize = 0; k < 24; k += 8) {
        const moved = load<f64>(velocities + k) * elapsed;
        store<f64>(positions + k, load<f64>(anchor + k) + moved);
      }
    } else {
      const v = v128.load(p, VELOCITY);
      v128.store(positions, f64x2.add(v128.load(anchor), f64x2.promote_low_f32x4(u)));
      store<f64>(positions, load<f64>(anchor, 16) + <f64>f32x4.extract_lane(u, 2), 16);
      v128.store(velocities, f64x2.promote_low_f32x4(v));
      store<f64>(velocities, <f64>f32x4.extract_lane(v, 2), 16);
    }
    addresses += 4;
    positions += 24;
    velocities += 24;
  }
}

/** Copies vectors from the stores' numbers to where a distance from each particle leads. */
export function takeVectors(count: i32, addresses: usize, vectors: usize, toVector: usize): void {
  for (let i = 0; i < count; i++) {
    const at = <usize>load<u32>(addresses) + toVector;
    store<f32>(at, <f32>load<f64>(vectors));
    store<f32>(at, <f32>load<f64>(vectors, 8), 4);
    store<f32>(at, <f32>load<f64>(vectors, 16), 8);
    addresses += 4;
    vectors += 24;
  }
}

/** Adds vectors from the stores' numbers to where a distance from each particle leads. */
export function addVectors(count: i32, addresses: usize, vectors: usize, toVector: usize): void {
  for (let i = 0; i < count; i++) {
    const at = <usize>load<u32>(addresses) + toVector;
    store<f32>(at, load<f32>(at) + <f32>load<f64>(vectors));
    store<f32>(at, load<f32>(at, 4) + <f32>load<f64>(vectors, 8), 4);
    store<f32>(at, load<f32>(at, 8) + <f32>load<f64>(vectors, 16), 8);
    addresses += 4;
    vectors += 24;
  }
}

/** Sets the vectors of all particles at a distance to 0. */
export function clearVectors(first: usize, end: usize, toVector: usize): void {
  const zero = f32x4.splat(0);
  for (let p = first + toVector; p < end + toVector; p += STRIDE) v128.store(p, zero);
}

/** Velocity that gravity gives in `dt`. */
// @ts-ignore: decorator
@inline
function kickOf(dt: f64): v128 {
  const x = <f32>(load<f64>(GRAVITY) * dt);
  const y = <f32>(load<f64>(GRAVITY, 8) * dt);
  const z = <f32>(load<f64>(GRAVITY, 16) * dt);
  return f32x4(x, y, z, 0);
}

/**
 * Adds a change to the velocity of a particle. What rounding loses is kept and added with the next change (Kahan):
 * otherwise gravity, which adds the same in every substep, would be too strong or too weak by up to 0.5 % in 320 substeps
 * at 20 m/s.
 */
// @ts-ignore: decorator
@inline
function accelerate(p: usize, change: v128, toLost: usize): void {
  const v = v128.load(p, VELOCITY);
  const wanted = f32x4.add(change, v128.load(p + toLost));
  const changed = f32x4.add(v, wanted);
  v128.store(p + toLost, f32x4.sub(wanted, f32x4.sub(changed, v)));
  v128.store(p, changed, VELOCITY);
}

/** Changes velocities by gravity × `dt`; pinned particles keep theirs. */
export function applyGravity(first: usize, end: usize, toLost: usize, dt: f64): void {
  const kick = kickOf(dt);
  const zero = f32x4.splat(0);
  for (let p = first; p < end; p += STRIDE) {
    const isFree = f32x4.gt(v128.load32_splat(p, 12), zero);
    accelerate(p, v128.and(kick, isFree), toLost);
  }
}

/** Changes velocities by gravity × `dt` and force × `dt` / mass; pinned particles keep theirs. */
export function applyForces(
  first: usize,
  end: usize,
  toForce: usize,
  toLost: usize,
  dt: f64,
): void {
  const kick = kickOf(dt);
  const zero = f32x4.splat(0);
  const step = f32x4.splat(<f32>dt);
  for (let p = first; p < end; p += STRIDE) {
    const w = v128.load32_splat(p, 12);
    const isFree = f32x4.gt(w, zero);
    const own = f32x4.mul(f32x4.mul(w, step), v128.load(p + toForce));
    accelerate(p, f32x4.add(v128.and(kick, isFree), own), toLost);
  }
}

/**
 * XPBD: saves displacements in place of the velocities, and advances them with the velocities. Keeps the velocities and
 * the predicted displacements for `deriveVelocities`.
 */
export function predict(first: usize, end: usize, toSubstep: usize, dt: f32): void {
  const step = f32x4.splat(dt);
  for (let p = first; p < end; p += STRIDE) {
    const u = v128.load(p);
    const v = v128.load(p, VELOCITY);
    const predicted = f32x4.add(u, f32x4.mul(v, step));
    v128.store(p, u, VELOCITY);
    v128.store(p, predicted);
    v128.store(p + toSubstep, v);
    v128.store(p + toSubstep, predicted, PREDICTED);
  }
}

/**
 * XPBD: velocities from the change since the start of the substep. That is the velocity before plus the change since the
 * prediction. The difference of the displacements itself would be rounded in the same way in every substep: at 320
 * substeps, cloth in free fall accelerated by 10.8 m/s² instead of 9.81.
 */
export function deriveVelocities(
  first: usize,
  end: usize,
  toSubstep: usize,
  perSecond: f32,
): void {
  const scale = f32x4.splat(perSecond);
  for (let p = first; p < end; p += STRIDE) {
    const moved = f32x4.sub(v128.load(p), v128.load(p + toSubstep, PREDICTED));
    v128.store(p, f32x4.add(v128.load(p + toSubstep), f32x4.mul(moved, scale)), VELOCITY);
  }
}

/** Symplectic Euler: advances displacements with the velocities. */
export function advance(first: usize, end: usize, dt: f32): void {
  const step = f32x4.splat(dt);
  for (let p = first; p < end; p += STRIDE) {
    v128.store(p, f32x4.add(v128.load(p), f32x4.mul(v128.load(p, VELOCITY), step)));
  }
}
