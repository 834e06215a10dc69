import { isShared, putTogether, SCRATCH, takeApart } from "./blocks";
import {
  addImpulse,
  changeOf,
  gather,
  gatherRates,
  moveBack,
  NEXT,
  POSES,
  RATES,
  relative,
  subtractForces,
} from "./gather";
import { ALONE, FORCES, isSolvable, TOGETHER } from "./triples";
import { dot, orOne } from "./vectors";

// Triangles as pieces of a sheet: `Membrane` and `StretchShear` of the reference, three conditions each.
//
// Rows of a block: addresses of the particles; slopes u₁, v₁, u₂ and v₂ of the weights of the second and the
// third; stiffnesses; dampings; impulses; weight c of the strain along v in the first condition of a
// membrane; then the second and the third particle relative to the first at the anchor as x, y, z.
//
// With the images u and v of unit vectors along weft and warp, the gradients of the conditions at a particle
// are its slope by u times a vector plus its slope by v times another one:
//
//     condition        membrane       stretch and shear
//        0             u, c v         u / |u|, 0
//        1             0, v           0, v / |v|
//        2             v, u           v, u
//
// So sums over particles are sums over the slopes alone, times |u|², |v|² and u · v.
const SECOND: usize = 16;
const THIRD: usize = 32;
const SLOPES: usize = 48;
const STIFFNESS: usize = 112;
const DAMPING: usize = 160;
const IMPULSE: usize = 208;
const CROSS: usize = 256;
const OFFSETS: usize = 272;
const BLOCK: usize = 368;
const ROWS = 23;

// Scratch rows of the second and the third particle.
const AT_1: usize = NEXT;
const AT_2: usize = 2 * NEXT;

/** Below this stretch a direction has collapsed, and its gradient is undefined. */
const COLLAPSED: f32 = 1e-9;

/** One XPBD sweep over membranes. */
export function projectMembranes(block: usize, end: usize, dt: f32): void {
  for (; block < end; block += BLOCK) {
    if (isShared(block)) {
      for (let lane = 0; lane < 4; lane++) {
        takeApart(block, ROWS, 3, lane);
        projectMembrane(SCRATCH, dt);
        putImpulsesTogether(block, lane);
      }
    } else projectMembrane(block, dt);
  }
}

/** One XPBD sweep over triangles with stretch and shear. */
export function projectStretchShear(block: usize, end: usize, dt: f32): void {
  for (; block < end; block += BLOCK) {
    if (isShared(block)) {
      for (let lane = 0; lane < 4; lane++) {
        takeApart(block, ROWS, 3, lane);
        projectStretch(SCRATCH, dt);
        putImpulsesTogether(block, lane);
      }
    } else projectStretch(block, dt);
  }
}

/** Adds the forces of membranes, and force × `dt` to their impulses. */
export function addMembraneForces(block: usize, end: usize, toForce: usize, dt: f32): void {
  for (; block < end; block += BLOCK) {
    if (isShared(block)) {
      for (let lane = 0; lane < 4; lane++) {
        takeApart(block, ROWS, 3, lane);
        addForcesOfMembrane(SCRATCH, toForce, dt);
        putImpulsesTogether(block, lane);
      }
    } else addForcesOfMembrane(block, toForce, dt);
  }
}

/** Adds the forces of stretch and shear, and force × `dt` to the impulses. */
export function addStretchShearForces(block: usize, end: usize, toForce: usize, dt: f32): void {
  for (; block < end; block += BLOCK) {
    if (isShared(block)) {
      for (let lane = 0; lane < 4; lane++) {
        takeApart(block, ROWS, 3, lane);
        addForcesOfStretch(SCRATCH, toForce, dt);
        putImpulsesTogether(block, lane);
      }
    } else addForcesOfStretch(block, toForce, dt);
  }
}

function putImpulsesTogether(block: usize, lane: i32): void {
  putTogether(block, IMPULSE, lane);
  putTogether(block, IMPULSE + 16, lane);
  putTogether(block, IMPULSE + 32, lane);
}

function projectMembrane(block: usize, dt: f32): void {
  const isLeft = solve(block, true, TOGETHER, 0, f32x4.splat(0), 0, dt);
  if (v128.any_true(isLeft)) projectOneByOne(block, true, isLeft, dt);
}

function projectStretch(block: usize, dt: f32): void {
  const isLeft = solve(block, false, TOGETHER, 0, f32x4.splat(0), 0, dt);
  if (v128.any_true(isLeft)) projectOneByOne(block, false, isLeft, dt);
}

/**
 * Projects the conditions of some lanes one after the other, each in the pose that the previous one left. Rare, so one
 * function for both kinds is enough.
 */
function projectOneByOne(block: usize, isMembrane: bool, lanes: v128, dt: f32): void {
  for (let condition = 0; condition < 3; condition++) {
    solve(block, isMembrane, ALONE, condition, lanes, 0, dt);
  }
}

function addForcesOfMembrane(block: usize, toForce: usize, dt: f32): void {
  solve(block, true, FORCES, 0, f32x4.splat(0), toForce, dt);
}

function addForcesOfStretch(block: usize, toForce: usize, dt: f32): void {
  solve(block, false, FORCES, 0, f32x4.splat(0), toForce, dt);
}

/**
 * Adds the forces of a block, or projects it.
 *
 * @param isMembrane The kind: like `mode` a constant where it is fast, so the compiler leaves out what belongs to others.
 * @param condition What to project alone, in which lanes.
 * @returns The lanes whose conditions contradict one another, so that they cannot be solved together.
 */
// @ts-ignore: decorator
@inline
function solve(
  block: usize,
  isMembrane: bool,
  mode: i32,
  condition: i32,
  lanes: v128,
  toForce: usize,
  dt: f32,
): v128 {
  gather(block, POSES);
  gather(block + SECOND, POSES + AT_1);
  gather(block + THIRD, POSES + AT_2);
  const u1 = v128.load(block, SLOPES);
  const v1 = v128.load(block, SLOPES + 16);
  const u2 = v128.load(block, SLOPES + 32);
  const v2 = v128.load(block, SLOPES + 48);
  const e1x = f32x4.add(v128.load(block, OFFSETS), relative(POSES, AT_1, 0));
  const e1y = f32x4.add(v128.load(block, OFFSETS + 16), relative(POSES, AT_1, 16));
  const e1z = f32x4.add(v128.load(block, OFFSETS + 32), relative(POSES, AT_1, 32));
  const e2x = f32x4.add(v128.load(block, OFFSETS + 48), relative(POSES, AT_2, 0));
  const e2y = f32x4.add(v128.load(block, OFFSETS + 64), relative(POSES, AT_2, 16));
  const e2z = f32x4.add(v128.load(block, OFFSETS + 80), relative(POSES, AT_2, 32));
  const ux = weighted(u1, e1x, u2, e2x);
  const uy = weighted(u1, e1y, u2, e2y);
  const uz = weighted(u1, e1z, u2, e2z);
  const vx = weighted(v1, e1x, v2, e2x);
  const vy = weighted(v1, e1y, v2, e2y);
  const vz = weighted(v1, e1z, v2, e2z);
  const uu = dot(ux, uy, uz, ux, uy, uz);
  const vv = dot(vx, vy, vz, vx, vy, vz);
  const uv = dot(ux, uy, uz, vx, vy, vz);
  const one = f32x4.splat(1);
  const half = f32x4.splat(0.5);
  const cross = v128.load(block, CROSS);
  let k0 = v128.load(block, STIFFNESS);
  let k1 = v128.load(block, STIFFNESS + 16);
  let k2 = v128.load(block, STIFFNESS + 32);
  let d0 = v128.load(block, DAMPING);
  let d1 = v128.load(block, DAMPING + 16);
  let d2 = v128.load(block, DAMPING + 32);
  const isDamped = v128.any_true(v128.or(v128.or(d0, d1), d2));
  let value0: v128;
  let value1: v128;
  // 1 / |u| and 1 / |v|
  let perU = one;
  let perV = one;
  if (isMembrane) {
    value1 = f32x4.mul(f32x4.sub(vv, one), half);
    value0 = f32x4.add(f32x4.mul(f32x4.sub(uu, one), half), f32x4.mul(cross, value1));
  } else {
    const lengthU = f32x4.sqrt(uu);
    const lengthV = f32x4.sqrt(vv);
    const isDefined = v128.and(
      f32x4.ge(lengthU, f32x4.splat(COLLAPSED)),
      f32x4.ge(lengthV, f32x4.splat(COLLAPSED)),
    );
    k0 = v128.and(k0, isDefined);
    k1 = v128.and(k1, isDefined);
    k2 = v128.and(k2, isDefined);
    d0 = v128.and(d0, isDefined);
    d1 = v128.and(d1, isDefined);
    d2 = v128.and(d2, isDefined);
    value0 = f32x4.sub(lengthU, one);
    value1 = f32x4.sub(lengthV, one);
    perU = f32x4.div(one, orOne(lengthU, isDefined));
    perV = f32x4.div(one, orOne(lengthV, isDefined));
  }
  if (mode != FORCES) {
    const step = f32x4.splat(dt);
    const stepSquared = f32x4.splat(dt * dt);
    k0 = f32x4.mul(k0, stepSquared);
    k1 = f32x4.mul(k1, stepSquared);
    k2 = f32x4.mul(k2, stepSquared);
    d0 = f32x4.mul(d0, step);
    d1 = f32x4.mul(d1, step);
    d2 = f32x4.mul(d2, step);
  }
  let pull0 = f32x4.mul(k0, value0);
  let pull1 = f32x4.mul(k1, value1);
  let pull2 = f32x4.mul(k2, uv);
  if (isDamped) {
    gatherRates(block, RATES);
    gatherRates(block + SECOND, RATES + AT_1);
    gatherRates(block + THIRD, RATES + AT_2);
    // The changes of u and v.
    const isRate = mode == FORCES;
    const c1x = changeOf(isRate, AT_1, 0);
    const c1y = changeOf(isRate, AT_1, 16);
    const c1z = changeOf(isRate, AT_1, 32);
    const c2x = changeOf(isRate, AT_2, 0);
    const c2y = changeOf(isRate, AT_2, 16);
    const c2z = changeOf(isRate, AT_2, 32);
    const dux = weighted(u1, c1x, u2, c2x);
    const duy = weighted(u1, c1y, u2, c2y);
    const duz = weighted(u1, c1z, u2, c2z);
    const dvx = weighted(v1, c1x, v2, c2x);
    const dvy = weighted(v1, c1y, v2, c2y);
    const dvz = weighted(v1, c1z, v2, c2z);
    let growth0 = dot(ux, uy, uz, dux, duy, duz);
    let growth1 = dot(vx, vy, vz, dvx, dvy, dvz);
    const growth2 = f32x4.add(
      dot(vx, vy, vz, dux, duy, duz),
      dot(ux, uy, uz, dvx, dvy, dvz),
    );
    if (isMembrane) growth0 = f32x4.add(growth0, f32x4.mul(cross, growth1));
    else {
      growth0 = f32x4.mul(growth0, perU);
      growth1 = f32x4.mul(growth1, perV);
    }
    pull0 = f32x4.add(pull0, f32x4.mul(d0, growth0));
    pull1 = f32x4.add(pull1, f32x4.mul(d1, growth1));
    pull2 = f32x4.add(pull2, f32x4.mul(d2, growth2));
  }
  let aloneSquared = f32x4.splat(0);
  if (mode != FORCES) {
    // Sums of w times products of the slopes.
    const u0 = f32x4.add(u1, u2);
    const v0 = f32x4.add(v1, v2);
    const m0 = v128.load(POSES + 48);
    const m1 = v128.load(POSES + AT_1 + 48);
    const m2 = v128.load(POSES + AT_2 + 48);
    const wu0 = f32x4.mul(m0, u0);
    const wu1 = f32x4.mul(m1, u1);
    const wu2 = f32x4.mul(m2, u2);
    const byU = dot(wu0, wu1, wu2, u0, u1, u2);
    const mixed = dot(wu0, wu1, wu2, v0, v1, v2);
    const byV = dot(f32x4.mul(m0, v0), f32x4.mul(m1, v1), f32x4.mul(m2, v2), v0, v1, v2);
    // W = ∇C M⁻¹ ∇Cᵀ
    const mixedUv = f32x4.mul(mixed, uv);
    const w22 = f32x4.add(
      f32x4.add(f32x4.mul(byU, vv), f32x4.mul(byV, uu)),
      f32x4.add(mixedUv, mixedUv),
    );
    let w00: v128;
    let w11: v128;
    let w01: v128;
    let w02 = f32x4.add(f32x4.mul(byU, uv), f32x4.mul(mixed, uu));
    let w12 = f32x4.add(f32x4.mul(byV, uv), f32x4.mul(mixed, vv));
    if (isMembrane) {
      w11 = f32x4.mul(byV, vv);
      const crossed11 = f32x4.mul(cross, w11);
      w01 = f32x4.add(mixedUv, crossed11);
      w00 = f32x4.add(f32x4.mul(byU, uu), f32x4.mul(cross, f32x4.add(mixedUv, w01)));
      w02 = f32x4.add(w02, f32x4.mul(cross, w12));
    } else {
      w00 = byU;
      w11 = byV;
      w01 = f32x4.mul(mixedUv, f32x4.mul(perU, perV));
      w02 = f32x4.mul(w02, perU);
      w12 = f32x4.mul(w12, perV);
    }
    // Rows of I + (s + t) W.
    const s0 = f32x4.add(k0, d0);
    const s1 = f32x4.add(k1, d1);
    const s2 = f32x4.add(k2, d2);
    const a11 = f32x4.add(one, f32x4.mul(s1, w11));
    const a22 = f32x4.add(one, f32x4.mul(s2, w22));
    const per0 = f32x4.div(one, f32x4.add(one, f32x4.mul(s0, w00)));
    const alone0 = f32x4.mul(pull0, per0);
    const alone1 = f32x4.div(pull1, a11);
    const alone2 = f32x4.div(pull2, a22);
    if (mode == TOGETHER) {
      // Elimination from the first row down. It needs no exchange of rows, because the matrix is similar to a
      // positive definite one. No pivot is below 1, and rounding errors must not make one smaller. Cramer's
      // rule would lose all digits where W is singular and the stiffness large, as next to pinned particles.
      const a01 = f32x4.mul(f32x4.mul(s0, w01), per0);
      const a02 = f32x4.mul(f32x4.mul(s0, w02), per0);
      const a10 = f32x4.mul(s1, w01);
      const a20 = f32x4.mul(s2, w02);
      const b11 = f32x4.pmax(one, f32x4.sub(a11, f32x4.mul(a10, a01)));
      const b12 = f32x4.sub(f32x4.mul(s1, w12), f32x4.mul(a10, a02));
      const b21 = f32x4.sub(f32x4.mul(s2, w12), f32x4.mul(a20, a01));
      const b22 = f32x4.sub(a22, f32x4.mul(a20, a02));
      const r1 = f32x4.sub(pull1, f32x4.mul(a10, alone0));
      const r2 = f32x4.sub(pull2, f32x4.mul(a20, alone0));
      const factor = f32x4.div(b21, b11);
      const c22 = f32x4.pmax(one, f32x4.sub(b22, f32x4.mul(factor, b12)));
      const p2 = f32x4.div(f32x4.sub(r2, f32x4.mul(factor, r1)), c22);
      const p1 = f32x4.div(f32x4.sub(r1, f32x4.mul(b12, p2)), b11);
      const p0 = f32x4.sub(f32x4.sub(alone0, f32x4.mul(a01, p1)), f32x4.mul(a02, p2));
      aloneSquared = dot(
        f32x4.mul(w00, alone0),
        f32x4.mul(w11, alone1),
        f32x4.mul(w22, alone2),
        alone0,
        alone1,
        alone2,
      );
      pull0 = p0;
      pull1 = p1;
      pull2 = p2;
    } else {
      pull0 = condition == 0 ? v128.and(alone0, lanes) : f32x4.splat(0);
      pull1 = condition == 1 ? v128.and(alone1, lanes) : f32x4.splat(0);
      pull2 = condition == 2 ? v128.and(alone2, lanes) : f32x4.splat(0);
    }
  }
  // The sum of pulls times gradients at a particle is its slope by u times p plus its slope by v times q.
  const alongU = isMembrane ? pull0 : f32x4.mul(pull0, perU);
  const alongV = isMembrane
    ? f32x4.add(f32x4.mul(cross, pull0), pull1)
    : f32x4.mul(pull1, perV);
  const px = weighted(alongU, ux, pull2, vx);
  const py = weighted(alongU, uy, pull2, vy);
  const pz = weighted(alongU, uz, pull2, vz);
  const qx = weighted(alongV, vx, pull2, ux);
  const qy = weighted(alongV, vy, pull2, uy);
  const qz = weighted(alongV, vz, pull2, uz);
  let x1 = weighted(u1, px, v1, qx);
  let y1 = weighted(u1, py, v1, qy);
  let z1 = weighted(u1, pz, v1, qz);
  let x2 = weighted(u2, px, v2, qx);
  let y2 = weighted(u2, py, v2, qy);
  let z2 = weighted(u2, pz, v2, qz);
  let x0 = f32x4.neg(f32x4.add(x1, x2));
  let y0 = f32x4.neg(f32x4.add(y1, y2));
  let z0 = f32x4.neg(f32x4.add(z1, z2));
  let isLeft = f32x4.splat(0);
  if (mode == TOGETHER) {
    const isSolved = isSolvable(aloneSquared, x0, y0, z0, x1, y1, z1, x2, y2, z2);
    isLeft = v128.not(isSolved);
    pull0 = v128.and(pull0, isSolved);
    pull1 = v128.and(pull1, isSolved);
    pull2 = v128.and(pull2, isSolved);
    x0 = v128.and(x0, isSolved);
    y0 = v128.and(y0, isSolved);
    z0 = v128.and(z0, isSolved);
    x1 = v128.and(x1, isSolved);
    y1 = v128.and(y1, isSolved);
    z1 = v128.and(z1, isSolved);
    x2 = v128.and(x2, isSolved);
    y2 = v128.and(y2, isSolved);
    z2 = v128.and(z2, isSolved);
  }
  const scale = f32x4.splat(mode == FORCES ? dt : 1 / dt);
  addImpulse(block, IMPULSE, pull0, scale);
  addImpulse(block, IMPULSE + 16, pull1, scale);
  addImpulse(block, IMPULSE + 32, pull2, scale);
  if (mode == FORCES) {
    subtractForces(block, toForce, x0, y0, z0);
    subtractForces(block + SECOND, toForce, x1, y1, z1);
    subtractForces(block + THIRD, toForce, x2, y2, z2);
  } else {
    moveBack(block, 0, x0, y0, z0);
    moveBack(block + SECOND, AT_1, x1, y1, z1);
    moveBack(block + THIRD, AT_2, x2, y2, z2);
  }
  return isLeft;
}

/** a x + b y. */
// @ts-ignore: decorator
@inline
function weighted(a: v128, x: v128, b: v128, y: v128): v128 {
  return f32x4.add(f32x4.mul(a, x), f32x4.mul(b, y));
}
