import { LOW } from "./particles";
import { lane0, lane1, lane2, lane3, sums, VELOCITY } from "./lanes";
import {
  addTo,
  DAMPING_TIME,
  isShared,
  putTogether,
  SCRATCH,
  subtractFrom,
  takeApart,
  TINY,
} from "./blocks";

// Springs: C = |b − a| − L.
//
// Rows of a block: addresses of a, addresses of b, rest length L, factor of the stretch, factor of its growth, impulse,
// then b − a at the anchor of each spring. The fourth lane of that is w_a − w_b, which removes the inverse masses from
// the difference of two particles. A spring without length pushes nothing, because its offset is 0.
const A: usize = 0;
const B: usize = 16;
const REST: usize = 32;
const STRETCH: usize = 48;
const GROWTH: usize = 64;
const IMPULSE: usize = 80;
const OFFSETS: usize = 96;
/** Bytes of a block. */
const BLOCK: usize = 160;
const ROWS = 10;


/** Writes b − a at the anchor of all springs, and sets their impulses to 0. */
export function anchorSprings(block: usize, end: usize, toParts: usize): void {
  const zero = f32x4.splat(0);
  for (; block < end; block += BLOCK) {
    v128.store(block, zero, IMPULSE);
    const a0 = <usize>(load<u32>(block) & ~1) + toParts;
    v128.store(block, anchored(a0, <usize>load<u32>(block, B) + toParts), OFFSETS);
    const a1 = <usize>load<u32>(block, 4) + toParts;
    v128.store(block, anchored(a1, <usize>load<u32>(block, B + 4) + toParts), OFFSETS + 16);
    const a2 = <usize>load<u32>(block, 8) + toParts;
    v128.store(block, anchored(a2, <usize>load<u32>(block, B + 8) + toParts), OFFSETS + 32);
    const a3 = <usize>load<u32>(block, 12) + toParts;
    v128.store(block, anchored(a3, <usize>load<u32>(block, B + 12) + toParts), OFFSETS + 48);
  }
}

/**
 * The offset between two anchors from their parts in f32, high and low. Neighbors are so close that the difference of the
 * high parts has no rounding, so the result is as exact as the difference in f64.
 */
// @ts-ignore: decorator
@inline
function anchored(a: usize, b: usize): v128 {
  const high = f32x4.sub(v128.load(b), v128.load(a));
  return f32x4.add(high, f32x4.sub(v128.load(b, LOW), v128.load(a, LOW)));
}

/**
 * Writes both factors from stiffness k and damping d, for XPBD with substeps of `dt` (pull = (k dt² C + d dt · growth) /
 * ((k dt² + d dt) w + 1)).
 */
export function prepareSprings(block: usize, end: usize, laws: usize, dt: f32): void {
  const one = f32x4.splat(1);
  const step = f32x4.splat(dt);
  const stepSquared = f32x4.splat(dt * dt);
  for (; block < end; block += BLOCK, laws += 32) {
    const w = f32x4.add(inverseMasses(block), inverseMasses(block + B));
    const stiffness = f32x4.mul(v128.load(laws), stepSquared);
    const damping = f32x4.mul(v128.load(laws, 16), step);
    const share = f32x4.div(one, f32x4.add(f32x4.mul(f32x4.add(stiffness, damping), w), one));
    v128.store(block, f32x4.mul(stiffness, share), STRETCH);
    v128.store(block, f32x4.mul(damping, share), GROWTH);
  }
}

/** The inverse masses of the particles of a row of addresses. */
// @ts-ignore: decorator
@inline
function inverseMasses(row: usize): v128 {
  let w = f32x4.splat(load<f32>(load<u32>(row) & ~1, 12));
  w = f32x4.replace_lane(w, 1, load<f32>(load<u32>(row, 4), 12));
  w = f32x4.replace_lane(w, 2, load<f32>(load<u32>(row, 8), 12));
  return f32x4.replace_lane(w, 3, load<f32>(load<u32>(row, 12), 12));
}

/** One XPBD sweep over springs without damping. */
export function projectSprings(block: usize, end: usize, perSecond: f32): void {
  const rate = f32x4.splat(perSecond);
  const tiny = v128.load(TINY);
  for (; block < end; block += BLOCK) {
    if (isShared(block)) {
      for (let lane = 0; lane < 4; lane++) {
        takeApart(block, ROWS, 2, lane);
        projectBlock(SCRATCH, rate, tiny);
        putTogether(block, IMPULSE, lane);
      }
    } else projectBlock(block, rate, tiny);
  }
}

// @ts-ignore: decorator
@inline
function projectBlock(block: usize, rate: v128, tiny: v128): void {
  const a0 = <usize>load<u32>(block);
  const a1 = <usize>load<u32>(block, 4);
  const a2 = <usize>load<u32>(block, 8);
  const a3 = <usize>load<u32>(block, 12);
  const b0 = <usize>load<u32>(block, B);
  const b1 = <usize>load<u32>(block, B + 4);
  const b2 = <usize>load<u32>(block, B + 8);
  const b3 = <usize>load<u32>(block, B + 12);
  const ua0 = v128.load(a0);
  const ua1 = v128.load(a1);
  const ua2 = v128.load(a2);
  const ua3 = v128.load(a3);
  const ub0 = v128.load(b0);
  const ub1 = v128.load(b1);
  const ub2 = v128.load(b2);
  const ub3 = v128.load(b3);
  const d0 = f32x4.add(v128.load(block, OFFSETS), f32x4.sub(ub0, ua0));
  const d1 = f32x4.add(v128.load(block, OFFSETS + 16), f32x4.sub(ub1, ua1));
  const d2 = f32x4.add(v128.load(block, OFFSETS + 32), f32x4.sub(ub2, ua2));
  const d3 = f32x4.add(v128.load(block, OFFSETS + 48), f32x4.sub(ub3, ua3));
  const squared = sums(f32x4.mul(d0, d0), f32x4.mul(d1, d1), f32x4.mul(d2, d2), f32x4.mul(d3, d3));
  const length = f32x4.sqrt(squared);
  const stretch = f32x4.sub(length, v128.load(block, REST));
  const pull = f32x4.mul(v128.load(block, STRETCH), stretch);
  const impulse = f32x4.mul(pull, rate);
  v128.store(block, f32x4.add(v128.load(block, IMPULSE), impulse), IMPULSE);
  const scale = f32x4.div(pull, f32x4.pmax(tiny, length));
  const c0 = f32x4.mul(d0, lane0(scale));
  const c1 = f32x4.mul(d1, lane1(scale));
  const c2 = f32x4.mul(d2, lane2(scale));
  const c3 = f32x4.mul(d3, lane3(scale));
  v128.store(a0, f32x4.add(ua0, f32x4.mul(c0, lane3(ua0))));
  v128.store(a1, f32x4.add(ua1, f32x4.mul(c1, lane3(ua1))));
  v128.store(a2, f32x4.add(ua2, f32x4.mul(c2, lane3(ua2))));
  v128.store(a3, f32x4.add(ua3, f32x4.mul(c3, lane3(ua3))));
  v128.store(b0, f32x4.sub(ub0, f32x4.mul(c0, lane3(ub0))));
  v128.store(b1, f32x4.sub(ub1, f32x4.mul(c1, lane3(ub1))));
  v128.store(b2, f32x4.sub(ub2, f32x4.mul(c2, lane3(ub2))));
  v128.store(b3, f32x4.sub(ub3, f32x4.mul(c3, lane3(ub3))));
}

/** One XPBD sweep over springs with damping. */
export function projectDampedSprings(block: usize, end: usize, perSecond: f32): void {
  const rate = f32x4.splat(perSecond);
  const tiny = v128.load(TINY);
  for (; block < end; block += BLOCK) {
    if (isShared(block)) {
      for (let lane = 0; lane < 4; lane++) {
        takeApart(block, ROWS, 2, lane);
        projectDampedBlock(SCRATCH, rate, tiny);
        putTogether(block, IMPULSE, lane);
      }
    } else projectDampedBlock(block, rate, tiny);
  }
}

// @ts-ignore: decorator
@inline
function projectDampedBlock(block: usize, rate: v128, tiny: v128): void {
  const a0 = <usize>load<u32>(block);
  const a1 = <usize>load<u32>(block, 4);
  const a2 = <usize>load<u32>(block, 8);
  const a3 = <usize>load<u32>(block, 12);
  const b0 = <usize>load<u32>(block, B);
  const b1 = <usize>load<u32>(block, B + 4);
  const b2 = <usize>load<u32>(block, B + 8);
  const b3 = <usize>load<u32>(block, B + 12);
  const ua0 = v128.load(a0);
  const ua1 = v128.load(a1);
  const ua2 = v128.load(a2);
  const ua3 = v128.load(a3);
  const ub0 = v128.load(b0);
  const ub1 = v128.load(b1);
  const ub2 = v128.load(b2);
  const ub3 = v128.load(b3);
  const x0 = f32x4.sub(ub0, ua0);
  const x1 = f32x4.sub(ub1, ua1);
  const x2 = f32x4.sub(ub2, ua2);
  const x3 = f32x4.sub(ub3, ua3);
  const d0 = f32x4.add(v128.load(block, OFFSETS), x0);
  const d1 = f32x4.add(v128.load(block, OFFSETS + 16), x1);
  const d2 = f32x4.add(v128.load(block, OFFSETS + 32), x2);
  const d3 = f32x4.add(v128.load(block, OFFSETS + 48), x3);
  const squared = sums(f32x4.mul(d0, d0), f32x4.mul(d1, d1), f32x4.mul(d2, d2), f32x4.mul(d3, d3));
  // Length times the growth along the spring since the start of the substep.
  const along = sums(
    f32x4.mul(d0, f32x4.sub(x0, f32x4.sub(v128.load(b0, VELOCITY), v128.load(a0, VELOCITY)))),
    f32x4.mul(d1, f32x4.sub(x1, f32x4.sub(v128.load(b1, VELOCITY), v128.load(a1, VELOCITY)))),
    f32x4.mul(d2, f32x4.sub(x2, f32x4.sub(v128.load(b2, VELOCITY), v128.load(a2, VELOCITY)))),
    f32x4.mul(d3, f32x4.sub(x3, f32x4.sub(v128.load(b3, VELOCITY), v128.load(a3, VELOCITY)))),
  );
  const length = f32x4.sqrt(squared);
  const perLength = f32x4.div(f32x4.splat(1), f32x4.pmax(tiny, length));
  const stretch = f32x4.sub(length, v128.load(block, REST));
  const pull = f32x4.add(
    f32x4.mul(v128.load(block, STRETCH), stretch),
    f32x4.mul(v128.load(block, GROWTH), f32x4.mul(along, perLength)),
  );
  const impulse = f32x4.mul(pull, rate);
  v128.store(block, f32x4.add(v128.load(block, IMPULSE), impulse), IMPULSE);
  const scale = f32x4.mul(pull, perLength);
  const c0 = f32x4.mul(d0, lane0(scale));
  const c1 = f32x4.mul(d1, lane1(scale));
  const c2 = f32x4.mul(d2, lane2(scale));
  const c3 = f32x4.mul(d3, lane3(scale));
  v128.store(a0, f32x4.add(ua0, f32x4.mul(c0, v128.load32_splat(a0, 12))));
  v128.store(a1, f32x4.add(ua1, f32x4.mul(c1, v128.load32_splat(a1, 12))));
  v128.store(a2, f32x4.add(ua2, f32x4.mul(c2, v128.load32_splat(a2, 12))));
  v128.store(a3, f32x4.add(ua3, f32x4.mul(c3, v128.load32_splat(a3, 12))));
  v128.store(b0, f32x4.sub(ub0, f32x4.mul(c0, v128.load32_splat(b0, 12))));
  v128.store(b1, f32x4.sub(ub1, f32x4.mul(c1, v128.load32_splat(b1, 12))));
  v128.store(b2, f32x4.sub(ub2, f32x4.mul(c2, v128.load32_splat(b2, 12))));
  v128.store(b3, f32x4.sub(ub3, f32x4.mul(c3, v128.load32_splat(b3, 12))));
}

/** Adds the forces of springs without damping, and force × `dt` to their impulses. The laws hold k. */
export function addSpringForces(
  block: usize,
  end: usize,
  laws: usize,
  toForce: usize,
  dt: f32,
): void {
  addForces(false, block, end, laws, toForce, dt);
}

/**
 * Adds the forces of springs (Phillips eq. 10), and force × `dt` to their impulses. The laws hold k and d; d counts up to
 * k times the number at `DAMPING_TIME`.
 */
export function addDampedSpringForces(
  block: usize,
  end: usize,
  laws: usize,
  toForce: usize,
  dt: f32,
): void {
  addForces(true, block, end, laws, toForce, dt);
}

// @ts-ignore: decorator
@inline
function addForces(
  isDamped: bool,
  block: usize,
  end: usize,
  laws: usize,
  toForce: usize,
  dt: f32,
): void {
  const step = f32x4.splat(dt);
  const tiny = v128.load(TINY);
  for (; block < end; block += BLOCK, laws += 32) {
    if (isShared(block)) {
      for (let lane = 0; lane < 4; lane++) {
        takeApart(block, ROWS, 2, lane);
        addForcesOfBlock(isDamped, SCRATCH, laws, toForce, step, tiny);
        putTogether(block, IMPULSE, lane);
      }
    } else addForcesOfBlock(isDamped, block, laws, toForce, step, tiny);
  }
}

// @ts-ignore: decorator
@inline
function addForcesOfBlock(
  isDamped: bool,
  block: usize,
  laws: usize,
  toForce: usize,
  step: v128,
  tiny: v128,
): void {
  const a0 = <usize>load<u32>(block);
  const a1 = <usize>load<u32>(block, 4);
  const a2 = <usize>load<u32>(block, 8);
  const a3 = <usize>load<u32>(block, 12);
  const b0 = <usize>load<u32>(block, B);
  const b1 = <usize>load<u32>(block, B + 4);
  const b2 = <usize>load<u32>(block, B + 8);
  const b3 = <usize>load<u32>(block, B + 12);
  const d0 = f32x4.add(v128.load(block, OFFSETS), f32x4.sub(v128.load(b0), v128.load(a0)));
  const d1 = f32x4.add(v128.load(block, OFFSETS + 16), f32x4.sub(v128.load(b1), v128.load(a1)));
  const d2 = f32x4.add(v128.load(block, OFFSETS + 32), f32x4.sub(v128.load(b2), v128.load(a2)));
  const d3 = f32x4.add(v128.load(block, OFFSETS + 48), f32x4.sub(v128.load(b3), v128.load(a3)));
  const squared = sums(f32x4.mul(d0, d0), f32x4.mul(d1, d1), f32x4.mul(d2, d2), f32x4.mul(d3, d3));
  const length = f32x4.sqrt(squared);
  const perLength = f32x4.div(f32x4.splat(1), f32x4.pmax(tiny, length));
  const stretch = f32x4.sub(length, v128.load(block, REST));
  let pull = f32x4.mul(v128.load(laws), stretch);
  if (isDamped) {
    const along = sums(
      f32x4.mul(d0, f32x4.sub(v128.load(b0, VELOCITY), v128.load(a0, VELOCITY))),
      f32x4.mul(d1, f32x4.sub(v128.load(b1, VELOCITY), v128.load(a1, VELOCITY))),
      f32x4.mul(d2, f32x4.sub(v128.load(b2, VELOCITY), v128.load(a2, VELOCITY))),
      f32x4.mul(d3, f32x4.sub(v128.load(b3, VELOCITY), v128.load(a3, VELOCITY))),
    );
    const most = f32x4.mul(v128.load(laws), v128.load(DAMPING_TIME));
    const viscosity = f32x4.pmin(v128.load(laws, 16), most);
    const damping = f32x4.mul(viscosity, f32x4.mul(along, perLength));
    pull = f32x4.add(pull, damping);
  }
  const impulse = f32x4.mul(pull, step);
  v128.store(block, f32x4.add(v128.load(block, IMPULSE), impulse), IMPULSE);
  const scale = f32x4.mul(pull, perLength);
  const c0 = f32x4.mul(d0, lane0(scale));
  const c1 = f32x4.mul(d1, lane1(scale));
  const c2 = f32x4.mul(d2, lane2(scale));
  const c3 = f32x4.mul(d3, lane3(scale));
  addTo(a0 + toForce, c0);
  addTo(a1 + toForce, c1);
  addTo(a2 + toForce, c2);
  addTo(a3 + toForce, c3);
  subtractFrom(b0 + toForce, c0);
  subtractFrom(b1 + toForce, c1);
  subtractFrom(b2 + toForce, c2);
  subtractFrom(b3 + toForce, c3);
}
