import { FRICTION, GAP, MOBILITY, NORMAL, PUSH, RUB, WEIGHTS, contactCount } from "./contacts";
import { CONTACT, contacts, froms, inverseMasses, tos, velocities } from "./memory";

// Contacts are resolved by projected Gauss-Seidel iterations over the positions at the end of a substep; velocities follow.
// Tried and rejected: iterations over velocities and positions apart. In a stack the velocities then do not converge: ten
// resting sheets had 75 mm/s.

/** Fraction of a depth that is corrected in a substep, and the largest speed of this, m/s. */
const RECOVERY: f64 = 0.1;

/** Starts the contacts of a substep. */
export function startContacts(): void {
  const end = contacts + CONTACT * <usize>contactCount();
  for (let at = contacts; at < end; at += CONTACT) {
    store<f64>(at, 0, RUB);
    store<f64>(at, 0, RUB + 8);
    store<f64>(at, 0, RUB + 16);
    store<f64>(at, 0, PUSH);
  }
}

/** One iteration over all contacts; `speed`: largest speed of depenetration, m/s. Returns the number of those that bear. */
export function projectContacts(dt: f64, speed: f64): u32 {
  const end = contacts + CONTACT * <usize>contactCount();
  const perSecond = 1 / dt;
  let bearing: u32 = 0;
  for (let at = contacts; at < end; at += CONTACT) {
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
    const gap = load<f64>(at, GAP);
    const push = load<f64>(at, PUSH);
    const px = sumOf(tos, a, b, c, d, f0, f1, f2, f3);
    const py = sumOf(tos + 8, a, b, c, d, f0, f1, f2, f3);
    const pz = sumOf(tos + 16, a, b, c, d, f0, f1, f2, f3);
    const now = px * nx + py * ny + pz * nz;
    if (now >= gap && push == 0) continue;
    const qx = sumOf(froms, a, b, c, d, f0, f1, f2, f3);
    const qy = sumOf(froms + 8, a, b, c, d, f0, f1, f2, f3);
    const qz = sumOf(froms + 16, a, b, c, d, f0, f1, f2, f3);
    const before = qx * nx + qy * ny + qz * nz;
    const perMobility = 1 / load<f64>(at, MOBILITY);
    const i0 = f0 * load<f64>(inverseMasses + a / 3);
    const i1 = f1 * load<f64>(inverseMasses + b / 3);
    const i2 = f2 * load<f64>(inverseMasses + c / 3);
    const i3 = f3 * load<f64>(inverseMasses + d / 3);
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
    const kx = sx * perSecond;
    const ky = sy * perSecond;
    const kz = sz * perSecond;
    move(a, i0, kx, ky, kz, sx, sy, sz);
    move(b, i1, kx, ky, kz, sx, sy, sz);
    move(c, i2, kx, ky, kz, sx, sy, sz);
    move(d, i3, kx, ky, kz, sx, sy, sz);
  }
  return bearing;
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
function move(
  i: usize,
  share: f64,
  kx: f64,
  ky: f64,
  kz: f64,
  sx: f64,
  sy: f64,
  sz: f64,
): void {
  store<f64>(velocities + i, load<f64>(velocities + i) + share * kx);
  store<f64>(velocities + i, load<f64>(velocities + i, 8) + share * ky, 8);
  store<f64>(velocities + i, load<f64>(velocities + i, 16) + share * kz, 16);
  store<f64>(tos + i, load<f64>(tos + i) + share * sx);
  store<f64>(tos + i, load<f64>(tos + i, 8) + share * sy, 8);
  store<f64>(tos + i, load<f64>(tos + i, 16) + share * sz, 16);
}
