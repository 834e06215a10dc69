import {
  fanStarts,
  fans,
  flats,
  froms,
  normals,
  particleBoxes,
  particleCount,
  triangleCount,
  triangles,
} from "./memory";
import { cornerOf, next } from "./topology";
import { BOX, SWEEP } from "./tree";

// Where the triangles around a particle are spread out flat, none of them can meet another one until the next search. Most of
// the cloth is flat in this sense, and most neighbors in the tree are such triangles.

/** Smallest cosine of the angle of a triangle to the mean of those around the particle. */
const COSINE: f64 = 0.5;

/** Marks all particles around which the cloth is flat, however they move within their boxes; `gap` in m. */
export function findFlat(gap: f64): void {
  for (let t: u32 = 0; t < triangleCount; t++) {
    const at = triangles + 16 * <usize>t;
    const a = froms + 24 * <usize>load<u32>(at);
    const b = froms + 24 * <usize>load<u32>(at, 4);
    const c = froms + 24 * <usize>load<u32>(at, 8);
    const ux = load<f64>(b) - load<f64>(a);
    const uy = load<f64>(b, 8) - load<f64>(a, 8);
    const uz = load<f64>(b, 16) - load<f64>(a, 16);
    const vx = load<f64>(c) - load<f64>(a);
    const vy = load<f64>(c, 8) - load<f64>(a, 8);
    const vz = load<f64>(c, 16) - load<f64>(a, 16);
    const to = normals + 32 * <usize>t;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const area = nx * nx + ny * ny + nz * nz;
    const inverse = area > 0 ? 1 / sqrt<f64>(area) : 0;
    store<f64>(to, nx * inverse);
    store<f64>(to, ny * inverse, 8);
    store<f64>(to, nz * inverse, 16);
    // The two longer edges together are as long as this at most.
    const wx = vx - ux;
    const wy = vy - uy;
    const wz = vz - uz;
    const longest = max<f64>(
      max<f64>(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz),
      wx * wx + wy * wy + wz * wz,
    );
    // Double area over twice the longest edge: what each corner may move before the triangle can turn over.
    store<f64>(to, longest > 0 ? 0.5 * sqrt<f64>(area / longest) : 0, 24);
  }
  for (let p: u32 = 0; p < particleCount; p++) {
    store<u32>(flats + 4 * <usize>p, isFlat(p, gap) ? 1 : 0);
  }
}

function isFlat(p: u32, gap: f64): bool {
  const first = load<u32>(fanStarts + 4 * <usize>p);
  const end = load<u32>(fanStarts + 4 * <usize>p, 4);
  if (first == end) return false;
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  for (let i = first; i < end; i++) {
    const n = normals + 32 * <usize>(load<u32>(fans + 4 * <usize>i) >> 2);
    x += load<f64>(n);
    y += load<f64>(n, 8);
    z += load<f64>(n, 16);
  }
  const square = x * x + y * y + z * z;
  const o = froms + 24 * <usize>p;
  const own = sweepOf(p);
  // A direction in the plane, for the count of turns.
  let ax: f64 = 0;
  let ay: f64 = 0;
  let az: f64 = 0;
  let turns = 0;
  for (let i = first; i < end; i++) {
    const place = load<u32>(fans + 4 * <usize>i);
    const triangle = place >> 2;
    const n = normals + 32 * <usize>triangle;
    const nx = load<f64>(n);
    const ny = load<f64>(n, 8);
    const nz = load<f64>(n, 16);
    const along = nx * x + ny * y + nz * z;
    if (!(along > 0 && along * along > COSINE * COSINE * square)) return false;
    const corner = next(place & 3);
    const u = cornerOf(triangle, corner);
    const v = cornerOf(triangle, next(corner));
    // In the plane heights are shorter by the cosine; they have to exceed the gap and the way of both sides.
    const way = gap + own + max<f64>(sweepOf(u), sweepOf(v));
    if (COSINE * load<f64>(n, 24) < way) return false;
    const pu = froms + 24 * <usize>u;
    const pv = froms + 24 * <usize>v;
    const ux = load<f64>(pu) - load<f64>(o);
    const uy = load<f64>(pu, 8) - load<f64>(o, 8);
    const uz = load<f64>(pu, 16) - load<f64>(o, 16);
    if (i == first) {
      ax = y * uz - z * uy;
      ay = z * ux - x * uz;
      az = x * uy - y * ux;
      turns = 0;
    }
    const from = ax * ux + ay * uy + az * uz;
    const to =
      ax * (load<f64>(pv) - load<f64>(o)) +
      ay * (load<f64>(pv, 8) - load<f64>(o, 8)) +
      az * (load<f64>(pv, 16) - load<f64>(o, 16));
    if (from < 0 && to >= 0) turns++;
  }
  return turns < 2;
}

// @ts-ignore: decorator
@inline
function sweepOf(particle: u32): f64 {
  return <f64>load<f32>(particleBoxes + BOX * <usize>particle, SWEEP);
}

/** True if a triangle lies on one side of the plane of another one, farther than a distance, m. */
export function isBeside(plane: u32, origin: u32, a: u32, b: u32, c: u32, distance: f64): bool {
  const n = normals + 32 * <usize>plane;
  const nx = load<f64>(n);
  const ny = load<f64>(n, 8);
  const nz = load<f64>(n, 16);
  const o = froms + 24 * <usize>origin;
  const level = nx * load<f64>(o) + ny * load<f64>(o, 8) + nz * load<f64>(o, 16);
  const ha = heightOf(a, nx, ny, nz) - level;
  const hb = heightOf(b, nx, ny, nz) - level;
  const hc = heightOf(c, nx, ny, nz) - level;
  return (
    (ha > distance && hb > distance && hc > distance) ||
    (ha < -distance && hb < -distance && hc < -distance)
  );
}

// @ts-ignore: decorator
@inline
function heightOf(p: u32, nx: f64, ny: f64, nz: f64): f64 {
  const at = froms + 24 * <usize>p;
  return nx * load<f64>(at) + ny * load<f64>(at, 8) + nz * load<f64>(at, 16);
}

/** True if two triangles share a particle around which the cloth is flat. */
export function areFlatNeighbors(
  a: u32,
  b: u32,
  c: u32,
  u: u32,
  v: u32,
  w: u32,
): bool {
  return isShared(a, u, v, w) || isShared(b, u, v, w) || isShared(c, u, v, w);
}

// @ts-ignore: decorator
@inline
function isShared(p: u32, u: u32, v: u32, w: u32): bool {
  return (p == u || p == v || p == w) && load<u32>(flats + 4 * <usize>p) != 0;
}
