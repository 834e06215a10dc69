import { aimContact, BEFORE, FRICTION, GAP, NORMAL, PUSH, RESISTANCE, RUB, WEIGHTS, contactCount } from "./contacts";
import {
  CONTACT,
  contacts,
  froms,
  inverseMasses,
  particleCount,
  stiffnesses,
  tos,
  velocities,
  wholes,
} from "./memory";

// Contacts are resolved by projected Gauss-Seidel iterations over the positions at the end of a substep; velocities follow.
// Tried and rejected: iterations over velocities and positions apart. In a stack the velocities then do not converge: ten
// resting sheets had 75 mm/s.

/** Fraction of a depth that is corrected in a substep, and the largest speed of this, m/s. */
const RECOVERY: f64 = 0.1;

/** Starts the contacts of a substep. */
export function startContacts(): void {
  memory.copy(wholes, tos, 24 * <usize>particleCount);
  const end = contacts + CONTACT * <usize>contactCount();
  for (let at = contacts; at < end; at += CONTACT) {
    aimContact(at);
    store<f64>(at, 0, RUB);
    store<f64>(at, 0, RUB + 8);
    store<f64>(at, 0, RUB + 16);
    store<f64>(at, 0, PUSH);
  }
}

/** Ends them: velocities follow the displacements. */
export function endContacts(dt: f64): void {
  const perSecond = 1 / dt;
  const end: usize = 24 * <usize>particleCount;
  for (let i: usize = 0; i < end; i += 8) {
    const shift = load<f64>(tos + i) - load<f64>(wholes + i);
    if (shift != 0) store<f64>(velocities + i, load<f64>(velocities + i) + perSecond * shift);
  }
}

/**
 * One iteration over all contacts, or over those that bear already; `speed`: largest speed of depenetration, m/s. Returns the
 * number of contacts that bear.
 */
export function projectContacts(dt: f64, speed: f64, all: u32): u32 {
  const end = contacts + CONTACT * <usize>contactCount();
  let bearing: u32 = 0;
  for (let at = contacts; at < end; at += CONTACT) {
    const gap = load<f64>(at, GAP);
    if (gap == -Infinity) continue;
    const push = load<f64>(at, PUSH);
    if (all == 0 && push == 0) continue;
    const a = 24 * <usize>load<u32>(at);
    const b = 24 * <usize>load<u32>(at, 4);
    const c = 24 * <usize>load<u32>(at, 8);
    const d = 24 * <usize>load<u32>(at, 12);
    const f0 = load<f64>(at, WEIGHTS);
    const f1 = load<f64>(at, WEIGHTS + 8);
    const f2 = load<f64>(at, WEIGHTS + 16);
    const f3 = load<f64>(at, WEIGHTS + 24);
    const nx = load<f64>(at, NORMAL);
    const ny = load<f64>(at, NORMAL + 8);
    const nz = load<f64>(at, NORMAL + 16);
    const px = sumOf(tos, a, b, c, d, f0, f1, f2, f3);
    const py = sumOf(tos + 8, a, b, c, d, f0, f1, f2, f3);
    const pz = sumOf(tos + 16, a, b, c, d, f0, f1, f2, f3);
    const now = px * nx + py * ny + pz * nz;
    if (now >= gap && push == 0) continue;
    const qx = load<f64>(at, BEFORE);
    const qy = load<f64>(at, BEFORE + 8);
    const qz = load<f64>(at, BEFORE + 16);
    const before = qx * nx + qy * ny + qz * nz;
    const perMobility = load<f64>(at, RESISTANCE);
    const i0 = f0 * load<f64>(inverseMasses + 8 * <usize>load<u32>(at));
    const i1 = f1 * load<f64>(inverseMasses + 8 * <usize>load<u32>(at, 4));
    const i2 = f2 * load<f64>(inverseMasses + 8 * <usize>load<u32>(at, 8));
    const i3 = f3 * load<f64>(inverseMasses + 8 * <usize>load<u32>(at, 12));
    bearing++;

    // Along the normal: what is left of the gap may be used up. What was too near already moves out slowly.
    const depth = gap - before;
    const target = depth > 0 ? before + min<f64>(RECOVERY * depth, speed * dt) : gap;
    const newPush = max<f64>(0, push + (target - now) * perMobility);
    const shift = newPush - push;
    store<f64>(at, newPush, PUSH);

    // Across it, friction stops as much of the sliding in this substep as it can (Coulomb).
    const along = before - now;
    const rx = load<f64>(at, RUB);
    const ry = load<f64>(at, RUB + 8);
    const rz = load<f64>(at, RUB + 16);
    let tx = rx - (px - qx + along * nx) * perMobility;
    let ty = ry - (py - qy + along * ny) * perMobility;
    let tz = rz - (pz - qz + along * nz) * perMobility;
    const limit = load<f64>(at, FRICTION) * newPush;
    const rub = tx * tx + ty * ty + tz * tz;
    if (rub > limit * limit) {
      const share = limit / sqrt<f64>(rub);
      tx *= share;
      ty *= share;
      tz *= share;
    }
    store<f64>(at, tx, RUB);
    store<f64>(at, ty, RUB + 8);
    store<f64>(at, tz, RUB + 16);
    const sx = shift * nx + tx - rx;
    const sy = shift * ny + ty - ry;
    const sz = shift * nz + tz - rz;
    move(a, i0, sx, sy, sz);
    move(b, i1, sx, sy, sz);
    move(c, i2, sx, sy, sz);
    move(d, i3, sx, sy, sz);
  }
  return bearing;
}

/**
 * The response of Quddus & Waugh 1.3 after Bridson, in one pass over the velocities: an inelastic impulse stops features that come
 * nearer within the thickness (m v / 2 for two particles of the same mass), a spring repels them by Δt k d, but no faster than a
 * tenth of the depth d in a substep, and friction takes its share of the sliding. Positions follow. Returns the number of
 * contacts that bear.
 */
export function repelContacts(dt: f64): u32 {
  const end = contacts + CONTACT * <usize>contactCount();
  const perSecond = 1 / dt;
  let bearing: u32 = 0;
  for (let at = contacts; at < end; at += CONTACT) {
    const gap = load<f64>(at, GAP);
    if (gap == -Infinity) continue;
    const a = 24 * <usize>load<u32>(at);
    const b = 24 * <usize>load<u32>(at, 4);
    const c = 24 * <usize>load<u32>(at, 8);
    const d = 24 * <usize>load<u32>(at, 12);
    const f0 = load<f64>(at, WEIGHTS);
    const f1 = load<f64>(at, WEIGHTS + 8);
    const f2 = load<f64>(at, WEIGHTS + 16);
    const f3 = load<f64>(at, WEIGHTS + 24);
    const nx = load<f64>(at, NORMAL);
    const ny = load<f64>(at, NORMAL + 8);
    const nz = load<f64>(at, NORMAL + 16);
    const depth =
      gap -
      nx * sumOf(tos, a, b, c, d, f0, f1, f2, f3) -
      ny * sumOf(tos + 8, a, b, c, d, f0, f1, f2, f3) -
      nz * sumOf(tos + 16, a, b, c, d, f0, f1, f2, f3);
    if (depth <= 0) continue;
    const ux = sumOf(velocities, a, b, c, d, f0, f1, f2, f3);
    const uy = sumOf(velocities + 8, a, b, c, d, f0, f1, f2, f3);
    const uz = sumOf(velocities + 16, a, b, c, d, f0, f1, f2, f3);
    const speed = ux * nx + uy * ny + uz * nz;
    const mass = load<f64>(at, RESISTANCE);
    const away = max<f64>(speed, 0);
    let impulse = mass * (away - speed);
    const stiffness = min<f64>(
      load<f64>(stiffnesses + 8 * <usize>load<u32>(at)),
      load<f64>(stiffnesses + 8 * <usize>load<u32>(at, 12)),
    );
    const allowed = mass * (0.1 * depth * perSecond - away);
    if (allowed > 0) impulse += min<f64>(dt * stiffness * depth, allowed);
    if (impulse == 0) continue;
    bearing++;
    store<f64>(at, impulse, PUSH);
    const tx = ux - speed * nx;
    const ty = uy - speed * ny;
    const tz = uz - speed * nz;
    const sliding = sqrt<f64>(tx * tx + ty * ty + tz * tz);
    const rub = sliding > 0 ? min<f64>(load<f64>(at, FRICTION) * impulse, mass * sliding) / sliding : 0;
    const kx = impulse * nx - rub * tx;
    const ky = impulse * ny - rub * ty;
    const kz = impulse * nz - rub * tz;
    kick(a, f0 * load<f64>(inverseMasses + 8 * <usize>load<u32>(at)), kx, ky, kz, dt);
    kick(b, f1 * load<f64>(inverseMasses + 8 * <usize>load<u32>(at, 4)), kx, ky, kz, dt);
    kick(c, f2 * load<f64>(inverseMasses + 8 * <usize>load<u32>(at, 8)), kx, ky, kz, dt);
    kick(d, f3 * load<f64>(inverseMasses + 8 * <usize>load<u32>(at, 12)), kx, ky, kz, dt);
  }
  return bearing;
}

/** Changes the velocity of a particle, and how far it came in the substep. */
// @ts-ignore: decorator
@inline
function kick(i: usize, share: f64, kx: f64, ky: f64, kz: f64, dt: f64): void {
  const x = share * kx;
  const y = share * ky;
  const z = share * kz;
  store<f64>(velocities + i, load<f64>(velocities + i) + x);
  store<f64>(velocities + i, load<f64>(velocities + i, 8) + y, 8);
  store<f64>(velocities + i, load<f64>(velocities + i, 16) + z, 16);
  store<f64>(tos + i, load<f64>(tos + i) + dt * x);
  store<f64>(tos + i, load<f64>(tos + i, 8) + dt * y, 8);
  store<f64>(tos + i, load<f64>(tos + i, 16) + dt * z, 16);
}

/** Σ w x of one coordinate. */
// @ts-ignore: decorator
@inline
function sumOf(
  array: usize,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  f0: f64,
  f1: f64,
  f2: f64,
  f3: f64,
): f64 {
  return (
    f0 * load<f64>(array + a) +
    f1 * load<f64>(array + b) +
    f2 * load<f64>(array + c) +
    f3 * load<f64>(array + d)
  );
}

// @ts-ignore: decorator
@inline
function move(i: usize, share: f64, sx: f64, sy: f64, sz: f64): void {
  store<f64>(tos + i, load<f64>(tos + i) + share * sx);
  store<f64>(tos + i, load<f64>(tos + i, 8) + share * sy, 8);
  store<f64>(tos + i, load<f64>(tos + i, 16) + share * sz, 16);
}
