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
import { arcTangent, crossed, dot, orOne, wrapped } from "./vectors";

// Hinges: C = θ − θ₀, the angle between two triangles. `Hinges` of the reference has a drawing.
//
// Rows of a block: addresses of i, j, k and l; rest angle; minimum squared areas of both triangles; impulse;
// stiffness; damping; then j − i, k − i and l − i at the anchor as x, y, z.
const J: usize = 16;
const K: usize = 32;
const L: usize = 48;
const REST: usize = 64;
const MIN_AREAS: usize = 80;
const IMPULSE: usize = 112;
const STIFFNESS: usize = 128;
const DAMPING: usize = 144;
const IJ: usize = 160;
const IK: usize = 208;
const IL: usize = 256;
const BLOCK: usize = 304;
const ROWS = 19;

// Scratch rows of the particles j, k and l.
const AT_J: usize = NEXT;
const AT_K: usize = 2 * NEXT;
const AT_L: usize = 3 * NEXT;

/** One XPBD sweep. */
export function projectHinges(block: usize, end: usize, dt: f32): void {
  for (; block < end; block += BLOCK) {
    if (isShared(block)) {
      for (let lane = 0; lane < 4; lane++) {
        takeApart(block, ROWS, 4, lane);
        projectBlock(SCRATCH, dt);
        putTogether(block, IMPULSE, lane);
      }
    } else projectBlock(block, dt);
  }
}

/** Adds the forces, and force × `dt` to the impulses. */
export function addHingeForces(block: usize, end: usize, toForce: usize, dt: f32): void {
  for (; block < end; block += BLOCK) {
    if (isShared(block)) {
      for (let lane = 0; lane < 4; lane++) {
        takeApart(block, ROWS, 4, lane);
        addForcesOfBlock(SCRATCH, toForce, dt);
        putTogether(block, IMPULSE, lane);
      }
    } else addForcesOfBlock(block, toForce, dt);
  }
}

function projectBlock(block: usize, dt: f32): void {
  solveBlock(block, false, 0, dt);
}

function addForcesOfBlock(block: usize, toForce: usize, dt: f32): void {
  solveBlock(block, true, toForce, dt);
}

/** Adds the forces of a block, or projects it: `addsForces` is a constant, so the compiler omits one half. */
// @ts-ignore: decorator
@inline
function solveBlock(block: usize, addsForces: bool, toForce: usize, dt: f32): void {
  gather(block, POSES);
  gather(block + J, POSES + AT_J);
  gather(block + K, POSES + AT_K);
  gather(block + L, POSES + AT_L);
  // The edge e, and the far corners d and f relative to i.
  const ex = f32x4.add(v128.load(block, IJ), relative(POSES, AT_J, 0));
  const ey = f32x4.add(v128.load(block, IJ + 16), relative(POSES, AT_J, 16));
  const ez = f32x4.add(v128.load(block, IJ + 32), relative(POSES, AT_J, 32));
  const dx = f32x4.add(v128.load(block, IK), relative(POSES, AT_K, 0));
  const dy = f32x4.add(v128.load(block, IK + 16), relative(POSES, AT_K, 16));
  const dz = f32x4.add(v128.load(block, IK + 32), relative(POSES, AT_K, 32));
  const fx = f32x4.add(v128.load(block, IL), relative(POSES, AT_L, 0));
  const fy = f32x4.add(v128.load(block, IL + 16), relative(POSES, AT_L, 16));
  const fz = f32x4.add(v128.load(block, IL + 32), relative(POSES, AT_L, 32));
  const ax = crossed(ey, ez, dy, dz); // n₁
  const ay = crossed(ez, ex, dz, dx);
  const az = crossed(ex, ey, dx, dy);
  const bx = crossed(fy, fz, ey, ez); // n₂
  const by = crossed(fz, fx, ez, ex);
  const bz = crossed(fx, fy, ex, ey);
  const aa = dot(ax, ay, az, ax, ay, az);
  const bb = dot(bx, by, bz, bx, by, bz);
  const ee = dot(ex, ey, ez, ex, ey, ez);
  const isDefined = v128.and(
    f32x4.gt(aa, v128.load(block, MIN_AREAS)),
    f32x4.gt(bb, v128.load(block, MIN_AREAS + 16)),
  );
  const length = f32x4.sqrt(ee);
  // n₁ × n₂ = (e × d) × (f × e) = −(n₁ · f) e lies along the edge.
  const sine = f32x4.neg(f32x4.mul(length, dot(ax, ay, az, fx, fy, fz)));
  const cosine = dot(ax, ay, az, bx, by, bz);
  const angle = wrapped(f32x4.sub(arcTangent(sine, cosine), v128.load(block, REST)));
  // Gradients; in lanes without a defined angle they have no meaning, but are finite.
  const perSquare = f32x4.div(f32x4.splat(1), orOne(ee, isDefined));
  const tk = f32x4.mul(dot(dx, dy, dz, ex, ey, ez), perSquare);
  const tl = f32x4.mul(dot(fx, fy, fz, ex, ey, ez), perSquare);
  const scaleK = f32x4.neg(f32x4.div(length, orOne(aa, isDefined)));
  const scaleL = f32x4.neg(f32x4.div(length, orOne(bb, isDefined)));
  const kx = f32x4.mul(ax, scaleK);
  const ky = f32x4.mul(ay, scaleK);
  const kz = f32x4.mul(az, scaleK);
  const lx = f32x4.mul(bx, scaleL);
  const ly = f32x4.mul(by, scaleL);
  const lz = f32x4.mul(bz, scaleL);
  const jx = f32x4.neg(f32x4.add(f32x4.mul(tk, kx), f32x4.mul(tl, lx)));
  const jy = f32x4.neg(f32x4.add(f32x4.mul(tk, ky), f32x4.mul(tl, ly)));
  const jz = f32x4.neg(f32x4.add(f32x4.mul(tk, kz), f32x4.mul(tl, lz)));
  const ix = f32x4.neg(f32x4.add(f32x4.add(kx, lx), jx));
  const iy = f32x4.neg(f32x4.add(f32x4.add(ky, ly), jy));
  const iz = f32x4.neg(f32x4.add(f32x4.add(kz, lz), jz));
  let stiffness = v128.load(block, STIFFNESS);
  let damping = v128.load(block, DAMPING);
  const isDamped = v128.any_true(damping);
  if (!addsForces) {
    stiffness = f32x4.mul(stiffness, f32x4.splat(dt * dt));
    damping = f32x4.mul(damping, f32x4.splat(dt));
  }
  let pull = f32x4.mul(stiffness, angle);
  if (isDamped) {
    gatherRates(block, RATES);
    gatherRates(block + J, RATES + AT_J);
    gatherRates(block + K, RATES + AT_K);
    gatherRates(block + L, RATES + AT_L);
    // The gradients sum to zero, so motion relative to i suffices.
    const growth = f32x4.add(
      f32x4.add(
        changeAlong(addsForces, AT_J, jx, jy, jz),
        changeAlong(addsForces, AT_K, kx, ky, kz),
      ),
      changeAlong(addsForces, AT_L, lx, ly, lz),
    );
    pull = f32x4.add(pull, f32x4.mul(damping, growth));
  }
  if (addsForces) {
    pull = v128.and(pull, isDefined);
    addImpulse(block, IMPULSE, pull, f32x4.splat(dt));
    subtractForces(block, toForce, f32x4.mul(pull, ix), f32x4.mul(pull, iy), f32x4.mul(pull, iz));
    subtractForces(block + J, toForce, f32x4.mul(pull, jx), f32x4.mul(pull, jy), f32x4.mul(pull, jz));
    subtractForces(block + K, toForce, f32x4.mul(pull, kx), f32x4.mul(pull, ky), f32x4.mul(pull, kz));
    subtractForces(block + L, toForce, f32x4.mul(pull, lx), f32x4.mul(pull, ly), f32x4.mul(pull, lz));
  } else {
    const w = f32x4.add(
      f32x4.add(
        f32x4.mul(v128.load(POSES + 48), dot(ix, iy, iz, ix, iy, iz)),
        f32x4.mul(v128.load(POSES + AT_J + 48), dot(jx, jy, jz, jx, jy, jz)),
      ),
      f32x4.add(
        f32x4.mul(v128.load(POSES + AT_K + 48), dot(kx, ky, kz, kx, ky, kz)),
        f32x4.mul(v128.load(POSES + AT_L + 48), dot(lx, ly, lz, lx, ly, lz)),
      ),
    );
    const share = f32x4.add(f32x4.mul(f32x4.add(stiffness, damping), w), f32x4.splat(1));
    // Four pinned particles: nothing can move, and nothing pulls.
    const isFree = f32x4.gt(w, f32x4.splat(0));
    pull = v128.and(f32x4.div(pull, share), v128.and(isDefined, isFree));
    addImpulse(block, IMPULSE, pull, f32x4.splat(1 / dt));
    moveBack(block, 0, f32x4.mul(pull, ix), f32x4.mul(pull, iy), f32x4.mul(pull, iz));
    moveBack(block + J, AT_J, f32x4.mul(pull, jx), f32x4.mul(pull, jy), f32x4.mul(pull, jz));
    moveBack(block + K, AT_K, f32x4.mul(pull, kx), f32x4.mul(pull, ky), f32x4.mul(pull, kz));
    moveBack(block + L, AT_L, f32x4.mul(pull, lx), f32x4.mul(pull, ly), f32x4.mul(pull, lz));
  }
}

/** `changeOf` a particle along a gradient. */
// @ts-ignore: decorator
@inline
function changeAlong(isVelocity: bool, particle: usize, x: v128, y: v128, z: v128): v128 {
  return dot(
    x,
    y,
    z,
    changeOf(isVelocity, particle, 0),
    changeOf(isVelocity, particle, 16),
    changeOf(isVelocity, particle, 32),
  );
}
