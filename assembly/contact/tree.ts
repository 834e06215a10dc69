import {
  codes,
  froms,
  nodes,
  order,
  particleBoxes,
  particleCount,
  sortScratch,
  tos,
  triangleCount,
  triangles,
} from "./memory";

// A tree of boxes over all triangles. It is built anew for each search: the leaves are the triangles in the order of a space-
// filling curve, and a node is the union of the nodes below. So it needs no patches after tears, and no history.

export const BOX: usize = 32;
/** In the box of a particle: how far it may go from the start of the substep within the box, m. */
export const SWEEP: usize = 28;
/** Velocity of the frame in which the boxes were made: the mean displacement per substep, m. */
let frameX: f64 = 0;
let frameY: f64 = 0;
let frameZ: f64 = 0;
/** How far the frame has moved since, m. */
let movedX: f64 = 0;
let movedY: f64 = 0;
let movedZ: f64 = 0;
/** The substep that the frame was measured in, s. */
let frameDuration: f64 = 1;
/** Center of the first boxes, subtracted from all coordinates for the sake of f32. */
let centerX: f64 = 0;
let centerY: f64 = 0;
let centerZ: f64 = 0;
/** Leaves of the tree: a power of two. */
let leafCount: u32 = 1;

/** A bound on the rounding of coordinates to f32, as a fraction. */
const ROUNDING: f64 = 1.2e-7;

export function leaves(): u32 {
  return leafCount;
}

/**
 * For how many substeps like this one boxes stay small: until fast particles have moved by about `way`, m, apart from the mean
 * motion. The mean of fourth powers counts a small piece that slides over a large one.
 */
export function horizonOf(way: f64): f64 {
  const end: usize = 24 * <usize>particleCount;
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  for (let i: usize = 0; i < end; i += 24) {
    x += load<f64>(tos + i) - load<f64>(froms + i);
    y += load<f64>(tos + i, 8) - load<f64>(froms + i, 8);
    z += load<f64>(tos + i, 16) - load<f64>(froms + i, 16);
  }
  const share = 1 / <f64>particleCount;
  x *= share;
  y *= share;
  z *= share;
  let sum: f64 = 0;
  for (let i: usize = 0; i < end; i += 24) {
    const mx = load<f64>(tos + i) - load<f64>(froms + i) - x;
    const my = load<f64>(tos + i, 8) - load<f64>(froms + i, 8) - y;
    const mz = load<f64>(tos + i, 16) - load<f64>(froms + i, 16) - z;
    const square = mx * mx + my * my + mz * mz;
    sum += square * square;
  }
  return sum > 0 ? max<f64>(1, way / (2 * sqrt<f64>(sqrt<f64>(share * sum)))) : Infinity;
}

/** Boxes around where each particle stays for `times` times this substep, if it goes on as now, with a margin, m. */
export function boxParticles(times: f64, reach: f64, duration: f64): void {
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  let cx: f64 = 0;
  let cy: f64 = 0;
  let cz: f64 = 0;
  const end: usize = 24 * <usize>particleCount;
  for (let i: usize = 0; i < end; i += 24) {
    cx += load<f64>(froms + i);
    cy += load<f64>(froms + i, 8);
    cz += load<f64>(froms + i, 16);
    x += load<f64>(tos + i) - load<f64>(froms + i);
    y += load<f64>(tos + i, 8) - load<f64>(froms + i, 8);
    z += load<f64>(tos + i, 16) - load<f64>(froms + i, 16);
  }
  const share = 1 / <f64>particleCount;
  frameX = x * share;
  frameY = y * share;
  frameZ = z * share;
  frameDuration = duration;
  movedX = frameX; // at the end of the substep
  movedY = frameY;
  movedZ = frameZ;
  centerX = cx * share;
  centerY = cy * share;
  centerZ = cz * share;
  let box = particleBoxes;
  for (let i: usize = 0; i < end; i += 24, box += BOX) {
    const mx = times * (load<f64>(tos + i) - load<f64>(froms + i) - frameX);
    const my = times * (load<f64>(tos + i, 8) - load<f64>(froms + i, 8) - frameY);
    const mz = times * (load<f64>(tos + i, 16) - load<f64>(froms + i, 16) - frameZ);
    boxAxis(box, load<f64>(froms + i) - centerX, mx, reach);
    boxAxis(box + 4, load<f64>(froms + i, 8) - centerY, my, reach);
    boxAxis(box + 8, load<f64>(froms + i, 16) - centerZ, mz, reach);
    const wx = abs<f64>(mx) + reach;
    const wy = abs<f64>(my) + reach;
    const wz = abs<f64>(mz) + reach;
    store<f32>(box, 0, 12);
    store<f32>(box, <f32>(1.001 * sqrt<f64>(wx * wx + wy * wy + wz * wz)), SWEEP);
  }
}

// @ts-ignore: decorator
@inline
function boxAxis(box: usize, from: f64, move: f64, reach: f64): void {
  const to = from + move;
  const low = min<f64>(from, to) - reach;
  const high = max<f64>(from, to) + reach;
  store<f32>(box, <f32>(low - ROUNDING * abs<f64>(low)));
  store<f32>(box, <f32>(high + ROUNDING * abs<f64>(high)), 16);
}

/** Moves the frame by a substep, s. Returns 1 if all particles are still in their boxes. */
export function areInContactBoxes(duration: f64): i32 {
  const share = duration / frameDuration;
  movedX += share * frameX;
  movedY += share * frameY;
  movedZ += share * frameZ;
  const ox = centerX + movedX;
  const oy = centerY + movedY;
  const oz = centerZ + movedZ;
  const end: usize = 24 * <usize>particleCount;
  let box = particleBoxes;
  for (let i: usize = 0; i < end; i += 24, box += BOX) {
    const x = load<f64>(tos + i) - ox;
    const y = load<f64>(tos + i, 8) - oy;
    const z = load<f64>(tos + i, 16) - oz;
    if (!(x >= load<f32>(box) && y >= load<f32>(box, 4) && z >= load<f32>(box, 8))) return 0;
    if (!(x <= load<f32>(box, 16) && y <= load<f32>(box, 20) && z <= load<f32>(box, 24))) return 0;
  }
  return 1;
}

/** Builds the tree over the boxes of the particles. */
export function buildTree(): void {
  leafCount = 1;
  while (leafCount < triangleCount) leafCount *= 2;
  sortTriangles();
  const first = nodes + BOX * <usize>(leafCount - 1);
  for (let i: u32 = 0; i < triangleCount; i++) {
    const t = triangles + 16 * <usize>load<u32>(order + 4 * <usize>i);
    const a = particleBoxes + BOX * <usize>load<u32>(t);
    const b = particleBoxes + BOX * <usize>load<u32>(t, 4);
    const c = particleBoxes + BOX * <usize>load<u32>(t, 8);
    const node = first + BOX * <usize>i;
    v128.store(node, f32x4.min(f32x4.min(v128.load(a), v128.load(b)), v128.load(c)));
    v128.store(node, f32x4.max(f32x4.max(v128.load(a, 16), v128.load(b, 16)), v128.load(c, 16)), 16);
  }
  for (let i = triangleCount; i < leafCount; i++) {
    v128.store(first + BOX * <usize>i, f32x4.splat(Infinity));
    v128.store(first + BOX * <usize>i, f32x4.splat(-Infinity), 16);
  }
  for (let n: i32 = <i32>leafCount - 2; n >= 0; n--) {
    const node = nodes + BOX * <usize>n;
    const child = nodes + BOX * (2 * <usize>n + 1);
    v128.store(node, f32x4.min(v128.load(child), v128.load(child, 32)));
    v128.store(node, f32x4.max(v128.load(child, 16), v128.load(child, 48)), 16);
  }
}

/** Spreads the lowest ten bits to every third bit. */
// @ts-ignore: decorator
@inline
function spread(bits: u32): u32 {
  bits = (bits | (bits << 16)) & 0x030000ff;
  bits = (bits | (bits << 8)) & 0x0300f00f;
  bits = (bits | (bits << 4)) & 0x030c30c3;
  return (bits | (bits << 2)) & 0x09249249;
}

/** Sorts the triangles by the Morton code of their first particle: their center would be no better. */
function sortTriangles(): void {
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  for (let p: usize = 0; p < <usize>particleCount; p++) {
    const point = v128.load(particleBoxes + BOX * p);
    low = f32x4.min(low, point);
    high = f32x4.max(high, point);
  }
  const span = f32x4.sub(high, low);
  const widest = max<f32>(
    f32x4.extract_lane(span, 0),
    max<f32>(f32x4.extract_lane(span, 1), f32x4.extract_lane(span, 2)),
  );
  const scale: f32 = widest > 0 ? <f32>1023 / widest : 0;
  for (let t: u32 = 0; t < triangleCount; t++) {
    const at = triangles + 16 * <usize>t;
    const box = particleBoxes + BOX * <usize>load<u32>(at);
    const other = particleBoxes + BOX * <usize>load<u32>(at, 4);
    const last = particleBoxes + BOX * <usize>load<u32>(at, 8);
    const sum = f32x4.add(f32x4.add(v128.load(box), v128.load(other)), v128.load(last));
    const cell = i32x4.trunc_sat_f32x4_s(
      f32x4.mul(
        f32x4.sub(f32x4.mul(sum, f32x4.splat(<f32>(1.0 / 3.0))), low),
        f32x4.splat(scale),
      ),
    );
    const x = <u32>i32x4.extract_lane(cell, 0);
    const y = <u32>i32x4.extract_lane(cell, 1);
    const z = <u32>i32x4.extract_lane(cell, 2);
    store<u32>(codes + 4 * <usize>t, spread(x & 1023) | (spread(y & 1023) << 1) | (spread(z & 1023) << 2));
    store<u32>(order + 4 * <usize>t, t);
  }
  // A stable radix sort, ten bits at a time, from one list of triangles to the other.
  let from = order;
  let to = sortScratch;
  const counts = sortScratch + 4 * <usize>triangleCount;
  for (let shift: u32 = 0; shift < 30; shift += 10) {
    memory.fill(counts, 0, 4096);
    for (let i: u32 = 0; i < triangleCount; i++) {
      const at = counts + 4 * <usize>((load<u32>(codes + 4 * <usize>i) >> shift) & 1023);
      store<u32>(at, load<u32>(at) + 1);
    }
    let sum: u32 = 0;
    for (let d: usize = 0; d < 1024; d++) {
      const count = load<u32>(counts + 4 * d);
      store<u32>(counts + 4 * d, sum);
      sum += count;
    }
    for (let i: u32 = 0; i < triangleCount; i++) {
      const t = load<u32>(from + 4 * <usize>i);
      const at = counts + 4 * <usize>((load<u32>(codes + 4 * <usize>t) >> shift) & 1023);
      const place = load<u32>(at);
      store<u32>(at, place + 1);
      store<u32>(to + 4 * <usize>place, t);
    }
    const other = from;
    from = to;
    to = other;
  }
  memory.copy(order, from, 4 * <usize>triangleCount);
}
