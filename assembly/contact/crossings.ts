import {
  CROSSING,
  NONE,
  crossingCapacity,
  crossings,
  froms,
  groups,
  inverseMasses,
  marks,
  mobilityOf,
  opposites,
  particleCount,
  tangled,
  tos,
  triangleCount,
  triangles,
  velocities,
  zones,
} from "./memory";
import { cornerOf, next } from "./topology";

// Edges that pass through triangles, and how they are drawn apart: each moves so that the line in which the surfaces meet
// gets shorter (Volino & Magnenat-Thalmann, Resolving Surface Collisions through Intersection Contour Minimization, 2006).
// This also works at borders and torn edges, where no inside and outside exist.
//
// A crossing: the two ends of the edge, the three corners of the triangle (u32), two spare; then where the edge is crossed,
// and the weights of the first two corners (f64); and both features (u32).

const SHARE: usize = 24;
const FIRST: usize = 32;
const SECOND: usize = 40;
const EDGE: usize = 48;
const TRIANGLE: usize = 52;

/** Bound of the rounding of an orientation, as a fraction of the product of its lengths. */
const ROUNDING: f64 = 8e-16;

let count: u32 = 0;

export function crossingCount(): u32 {
  return count;
}

export function startCrossings(): void {
  count = 0;
  memory.fill(tangled, 0, 4 * <usize>particleCount);
}

/** Marks the particles around those of crossings as well: what is drawn apart passes through the triangles there. */
export function endCrossings(): void {
  if (count == 0) return;
  for (let t: u32 = 0; t < triangleCount; t++) {
    const a = tangled + 4 * <usize>cornerOf(t, 0);
    const b = tangled + 4 * <usize>cornerOf(t, 1);
    const c = tangled + 4 * <usize>cornerOf(t, 2);
    if (load<u32>(a) != CROSSED && load<u32>(b) != CROSSED && load<u32>(c) != CROSSED) continue;
    if (load<u32>(a) == 0) store<u32>(a, BESIDE);
    if (load<u32>(b) == 0) store<u32>(b, BESIDE);
    if (load<u32>(c) == 0) store<u32>(c, BESIDE);
  }
}

/** Marks of particles: of a crossing, and beside one. They have a bit in common. */
const CROSSED: u32 = 1;
const BESIDE: u32 = 3;

/** Lists the crossings of two triangles and the edges that they own. */
export function crossTriangles(s: u32, t: u32): void {
  if (areApart(s, t)) return;
  crossWith(s, t);
  crossWith(t, s);
}

/** True if the boxes of two triangles at the start of the substep are apart, or if they have two corners in common. */
function areApart(s: u32, t: u32): bool {
  const a = cornerOf(s, 0);
  const b = cornerOf(s, 1);
  const c = cornerOf(s, 2);
  const u = cornerOf(t, 0);
  const v = cornerOf(t, 1);
  const w = cornerOf(t, 2);
  const shared = has(a, u, v, w) + has(b, u, v, w) + has(c, u, v, w);
  if (shared > 1) return true;
  for (let k: usize = 0; k < 24; k += 8) {
    const base = froms + k;
    const a0 = load<f64>(base + 24 * <usize>a);
    const b0 = load<f64>(base + 24 * <usize>b);
    const c0 = load<f64>(base + 24 * <usize>c);
    const u0 = load<f64>(base + 24 * <usize>u);
    const v0 = load<f64>(base + 24 * <usize>v);
    const w0 = load<f64>(base + 24 * <usize>w);
    if (min<f64>(min<f64>(a0, b0), c0) > max<f64>(max<f64>(u0, v0), w0)) return true;
    if (max<f64>(max<f64>(a0, b0), c0) < min<f64>(min<f64>(u0, v0), w0)) return true;
  }
  return false;
}

// @ts-ignore: decorator
@inline
function has(p: u32, u: u32, v: u32, w: u32): i32 {
  return <i32>(p == u) | <i32>(p == v) | <i32>(p == w);
}

/** Lists where the edges of triangle s cross triangle t. */
function crossWith(s: u32, t: u32): void {
  const own = load<u32>(triangles + 16 * <usize>s, 12);
  if ((own & 56) == 0) return;
  const a = cornerOf(t, 0);
  const b = cornerOf(t, 1);
  const c = cornerOf(t, 2);
  let isMeasured = false;
  let h0: f64 = 0;
  let h1: f64 = 0;
  let h2: f64 = 0;
  for (let i: u32 = 0; i < 3; i++) {
    if ((own & (8 << i)) == 0) continue;
    const p = cornerOf(s, i);
    const q = cornerOf(s, next(i));
    if (p == a || p == b || p == c || q == a || q == b || q == c) continue;
    if (!isMeasured) {
      isMeasured = true;
      h0 = orientation(froms, a, b, c, cornerOf(s, 0));
      h1 = orientation(froms, a, b, c, cornerOf(s, 1));
      h2 = orientation(froms, a, b, c, cornerOf(s, 2));
    }
    const hp = i == 0 ? h0 : i == 1 ? h1 : h2;
    const hq = i == 0 ? h1 : i == 1 ? h2 : h0;
    if (!((hp > 0 && hq < 0) || (hp < 0 && hq > 0))) continue;
    const u = orientation(froms, p, q, a, b);
    const v = orientation(froms, p, q, b, c);
    const w = orientation(froms, p, q, c, a);
    if (!((u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0))) continue;
    if (count < crossingCapacity) {
      const at = crossings + CROSSING * <usize>count;
      store<u32>(at, p);
      store<u32>(at, q, 4);
      store<u32>(at, a, 8);
      store<u32>(at, b, 12);
      store<u32>(at, c, 16);
      store<f64>(at, hp / (hp - hq), SHARE);
      const inverse = 1 / (u + v + w);
      store<f64>(at, v * inverse, FIRST);
      store<f64>(at, w * inverse, SECOND);
      store<u32>(at, 4 * s + i, EDGE);
      store<u32>(at, t, TRIANGLE);
    }
    tangle(p);
    tangle(q);
    tangle(a);
    tangle(b);
    tangle(c);
    count++;
  }
}

// @ts-ignore: decorator
@inline
function tangle(particle: u32): void {
  store<u32>(tangled + 4 * <usize>particle, CROSSED);
}

/**
 * True if an edge may pass through a triangle: it does, or rounding hides whether it does. Flat cloth, in which no height is certain,
 * does not.
 */
export function mayCross(points: usize, p: u32, q: u32, a: u32, b: u32, c: u32): bool {
  const hp = sideOf(points, a, b, c, p);
  if (hp == ZERO) return false;
  const hq = sideOf(points, a, b, c, q);
  if (hq == ZERO || hp == hq) return false;
  const u = sideOf(points, p, q, a, b);
  const v = sideOf(points, p, q, b, c);
  const w = sideOf(points, p, q, c, a);
  if (u == ZERO || v == ZERO || w == ZERO) return false;
  const isAbove = u == ABOVE || v == ABOVE || w == ABOVE;
  return !(isAbove && (u == BELOW || v == BELOW || w == BELOW));
}

/** Signs of an orientation. */
const ZERO: i32 = 0;
const ABOVE: i32 = 1;
const BELOW: i32 = -1;
const UNCERTAIN: i32 = 2;

function sideOf(points: usize, a: u32, b: u32, c: u32, d: u32): i32 {
  const value = orientation(points, a, b, c, d);
  if (value > 0) return ABOVE;
  if (value < 0) return BELOW;
  return isExact ? ZERO : UNCERTAIN;
}

/** The latest orientation of 0 is exact. */
let isExact: bool = false;

/** Six times the volume of a, b, c, d; 0 if it is too small for its sign to be certain. */
function orientation(points: usize, a: u32, b: u32, c: u32, d: u32): f64 {
  const o = points + 24 * <usize>d;
  const x = load<f64>(o);
  const y = load<f64>(o, 8);
  const z = load<f64>(o, 16);
  const pa = points + 24 * <usize>a;
  const pb = points + 24 * <usize>b;
  const pc = points + 24 * <usize>c;
  const ax = load<f64>(pa) - x;
  const ay = load<f64>(pa, 8) - y;
  const az = load<f64>(pa, 16) - z;
  const bx = load<f64>(pb) - x;
  const by = load<f64>(pb, 8) - y;
  const bz = load<f64>(pb, 16) - z;
  const cx = load<f64>(pc) - x;
  const cy = load<f64>(pc, 8) - y;
  const cz = load<f64>(pc, 16) - z;
  const value =
    ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const bound =
    abs<f64>(ax) * (abs<f64>(by * cz) + abs<f64>(bz * cy)) +
    abs<f64>(ay) * (abs<f64>(bz * cx) + abs<f64>(bx * cz)) +
    abs<f64>(az) * (abs<f64>(bx * cy) + abs<f64>(by * cx));
  isExact = bound == 0;
  return abs<f64>(value) > ROUNDING * bound ? value : 0;
}

/** Moves what crosses by `step`, m, so that the crossing gets smaller, and lets it move on at `speed`, m/s. */
export function untangle(step: f64, speed: f64): void {
  const end = crossings + CROSSING * <usize>min<u32>(count, crossingCapacity);
  memory.fill(zones, 0, 56 * <usize>particleCount);
  groupParts();
  for (let at = crossings; at < end; at += CROSSING) pushApart(at, step, speed);
  const last: usize = 24 * <usize>particleCount;
  let zone = zones;
  for (let i: usize = 0; i < last; i += 24, zone += 56) {
    const parts = load<f64>(zone);
    if (parts == 0) continue;
    const inverse = 1 / parts;
    for (let k: usize = 0; k < 24; k += 8) {
      store<f64>(tos + i + k, load<f64>(tos + i + k) + inverse * load<f64>(zone + k, 8));
      store<f64>(
        velocities + i + k,
        load<f64>(velocities + i + k) + inverse * load<f64>(zone + k, 32),
      );
    }
  }
}

// Where crossings cut a piece of cloth in two, both ends of a crossing line are borders, and pull in opposite directions. Then
// the smaller part goes back through.

/** Joins particles to groups along all edges that do not cross anything, and counts the particles of each. */
function groupParts(): void {
  const end = crossings + CROSSING * <usize>min<u32>(count, crossingCapacity);
  for (let at = crossings; at < end; at += CROSSING) flag(load<u32>(at, EDGE));
  for (let p: u32 = 0; p < particleCount; p++) {
    store<u32>(groups + 4 * <usize>p, p);
    store<u32>(marks + 4 * <usize>p, 0);
  }
  for (let t: u32 = 0; t < triangleCount; t++) {
    const own = load<u32>(triangles + 16 * <usize>t, 12);
    for (let i: u32 = 0; i < 3; i++) {
      if ((own & (8 << i)) == 0 || (own & (64 << i)) != 0) continue;
      const a = rootOf(cornerOf(t, i));
      const b = rootOf(cornerOf(t, next(i)));
      store<u32>(groups + 4 * <usize>max<u32>(a, b), min<u32>(a, b));
    }
  }
  for (let p: u32 = 0; p < particleCount; p++) {
    const at = marks + 4 * <usize>rootOf(p);
    store<u32>(at, load<u32>(at) + 1);
  }
  for (let at = crossings; at < end; at += CROSSING) unflag(load<u32>(at, EDGE));
}

function flag(edge: u32): void {
  const at = triangles + 16 * <usize>(edge >> 2);
  store<u32>(at, load<u32>(at, 12) | (64 << (edge & 3)), 12);
}

function unflag(edge: u32): void {
  const at = triangles + 16 * <usize>(edge >> 2);
  store<u32>(at, load<u32>(at, 12) & 63, 12);
}

function rootOf(particle: u32): u32 {
  while (true) {
    const at = groups + 4 * <usize>particle;
    const parent = load<u32>(at);
    if (parent == particle) return particle;
    const above = load<u32>(groups + 4 * <usize>parent);
    store<u32>(at, above);
    particle = above;
  }
}

function sizeOf(root: u32): u32 {
  return load<u32>(marks + 4 * <usize>root);
}

// The direction in which a crossing gets smaller.
let gx: f64 = 0;
let gy: f64 = 0;
let gz: f64 = 0;

function pushApart(at: usize, step: f64, speed: f64): void {
  const p = load<u32>(at);
  const q = load<u32>(at, 4);
  const a = load<u32>(at, 8);
  const b = load<u32>(at, 12);
  const c = load<u32>(at, 16);
  // E along the edge, N along the normal of the triangle.
  const pp = froms + 24 * <usize>p;
  const pq = froms + 24 * <usize>q;
  const pa = froms + 24 * <usize>a;
  const pb = froms + 24 * <usize>b;
  const pc = froms + 24 * <usize>c;
  const ex = load<f64>(pq) - load<f64>(pp);
  const ey = load<f64>(pq, 8) - load<f64>(pp, 8);
  const ez = load<f64>(pq, 16) - load<f64>(pp, 16);
  const ux = load<f64>(pb) - load<f64>(pa);
  const uy = load<f64>(pb, 8) - load<f64>(pa, 8);
  const uz = load<f64>(pb, 16) - load<f64>(pa, 16);
  const vx = load<f64>(pc) - load<f64>(pa);
  const vy = load<f64>(pc, 8) - load<f64>(pa, 8);
  const vz = load<f64>(pc, 16) - load<f64>(pa, 16);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const along = ex * nx + ey * ny + ez * nz;
  if (along == 0) return;
  gx = 0;
  gy = 0;
  gz = 0;
  const edge = load<u32>(at, EDGE);
  addSide(cornerOf(edge >> 2, next(next(edge & 3))), pp, ex, ey, ez, nx, ny, nz, along);
  const other = load<u32>(opposites + 16 * <usize>(edge >> 2) + 4 * <usize>(edge & 3));
  if (other != NONE) addSide(other, pp, ex, ey, ez, nx, ny, nz, along);
  const first = rootOf(p);
  const second = rootOf(q);
  if (first != second) {
    // The edge goes back to where the larger part of its piece is.
    const sign = (along > 0) == (sizeOf(second) >= sizeOf(first)) ? 1 : -1;
    gx = sign * nx;
    gy = sign * ny;
    gz = sign * nz;
  }
  const length = sqrt<f64>(gx * gx + gy * gy + gz * gz);
  if (!(length > 1e-12)) return;
  gx /= length;
  gy /= length;
  gz /= length;
  const s = load<f64>(at, SHARE);
  const f2 = -load<f64>(at, FIRST);
  const f3 = -load<f64>(at, SECOND);
  const f4 = -1 - f2 - f3;
  // As in `mobilityOf`, for five particles.
  const free = max<f64>(
    mobilityOf(p, q, a, b, 1 - s, s, f2, f3),
    mobilityOf(p, q, b, c, 1 - s, s, f3, f4),
  );
  const mobility = free + square(f4) * load<f64>(inverseMasses + 8 * <usize>c);
  if (!(mobility > 0)) return;
  const push = step / mobility;
  // The cloth around has to follow: the crossing gets a speed.
  const wx = (mean(velocities, p, q, a, b, c, s, f2, f3, f4) - speed * gx) / mobility;
  const wy = (mean(velocities + 8, p, q, a, b, c, s, f2, f3, f4) - speed * gy) / mobility;
  const wz = (mean(velocities + 16, p, q, a, b, c, s, f2, f3, f4) - speed * gz) / mobility;
  share(p, 1 - s, push, wx, wy, wz);
  share(q, s, push, wx, wy, wz);
  share(a, f2, push, wx, wy, wz);
  share(b, f3, push, wx, wy, wz);
  share(c, f4, push, wx, wy, wz);
}

/** Adds R − (R · E / E · N) N of a triangle at the edge; R points along the line of both triangles into it. */
function addSide(
  far: u32,
  pp: usize,
  ex: f64,
  ey: f64,
  ez: f64,
  nx: f64,
  ny: f64,
  nz: f64,
  along: f64,
): void {
  const pf = froms + 24 * <usize>far;
  const fx = load<f64>(pf) - load<f64>(pp);
  const fy = load<f64>(pf, 8) - load<f64>(pp, 8);
  const fz = load<f64>(pf, 16) - load<f64>(pp, 16);
  const mx = ey * fz - ez * fy;
  const my = ez * fx - ex * fz;
  const mz = ex * fy - ey * fx;
  let rx = my * nz - mz * ny;
  let ry = mz * nx - mx * nz;
  let rz = mx * ny - my * nx;
  const length = sqrt<f64>(rx * rx + ry * ry + rz * rz);
  if (!(length > 0)) return;
  // Into the triangle: to the side of the edge where its far corner is.
  const ee = ex * ex + ey * ey + ez * ez;
  const t = (fx * ex + fy * ey + fz * ez) / ee;
  const inwards = rx * (fx - t * ex) + ry * (fy - t * ey) + rz * (fz - t * ez);
  const sign = (inwards > 0 ? 1 : -1) / length;
  rx *= sign;
  ry *= sign;
  rz *= sign;
  const k = (rx * ex + ry * ey + rz * ez) / along;
  gx += rx - k * nx;
  gy += ry - k * ny;
  gz += rz - k * nz;
}

function mean(
  array: usize,
  p: u32,
  q: u32,
  a: u32,
  b: u32,
  c: u32,
  s: f64,
  f2: f64,
  f3: f64,
  f4: f64,
): f64 {
  return (
    (1 - s) * load<f64>(array + 24 * <usize>p) +
    s * load<f64>(array + 24 * <usize>q) +
    f2 * load<f64>(array + 24 * <usize>a) +
    f3 * load<f64>(array + 24 * <usize>b) +
    f4 * load<f64>(array + 24 * <usize>c)
  );
}

// @ts-ignore: decorator
@inline
function square(x: f64): f64 {
  return x * x;
}

function share(particle: u32, weight: f64, push: f64, wx: f64, wy: f64, wz: f64): void {
  const zone = zones + 56 * <usize>particle;
  const w = weight * load<f64>(inverseMasses + 8 * <usize>particle);
  store<f64>(zone, load<f64>(zone) + 1);
  store<f64>(zone, load<f64>(zone, 8) + w * push * gx, 8);
  store<f64>(zone, load<f64>(zone, 16) + w * push * gy, 16);
  store<f64>(zone, load<f64>(zone, 24) + w * push * gz, 24);
  store<f64>(zone, load<f64>(zone, 32) - w * wx, 32);
  store<f64>(zone, load<f64>(zone, 40) - w * wy, 40);
  store<f64>(zone, load<f64>(zone, 48) - w * wz, 48);
}

