import { scramble } from "./random.js";

// Smooth noise: the same seed and position give the same value on every machine. Nothing is stored. The random values
// at integer lattice points are hashed from the seed and the point.

/** Interpolation weight: 0 at 0, 1 at 1, with zero slope and curvature at both ends (Perlin 2002). */
export function fade(t: number): number {
  return t * t * t * (t * (6 * t - 15) + 10);
}

function fadeSlope(t: number): number {
  return 30 * t * t * (t - 1) * (t - 1);
}

/** Derives an independent seed; `n` is an integer. */
export function deriveSeed(seed: number, n: number): number {
  return scramble((scramble(seed) + Math.imul(n, 0x9e3779b9)) | 0);
}

/**
 * One-dimensional smooth noise from −1 to 1, with mean 0, C2. Every integer has a random height and slope, and the
 * lines of two neighbors are blended. With slopes alone (Perlin noise) the value would be 0 at every integer, which is
 * visible in gusts.
 */
export function lineNoise(seed: number, x: number): number {
  const cell = Math.floor(x);
  const t = x - cell;
  const f = fade(t);
  return (1 - f) * lineAt(seed, cell, t) + f * lineAt(seed, cell + 1, t - 1);
}

function lineAt(seed: number, cell: number, x: number): number {
  const bits = deriveSeed(seed, cell);
  const height = (bits & 0xffff) / 32767.5 - 1;
  const slope = (bits >>> 16) / 32767.5 - 1;
  return 0.75 * height + 0.5 * slope * x;
}

/**
 * Three-dimensional value noise from 0 to 1, with mean ½, C2. Every lattice point has a random value, and neighbors are
 * blended.
 */
export function valueNoise(seed: number, x: number, y: number, z: number): number {
  const cellX = Math.floor(x);
  const cellY = Math.floor(y);
  const cellZ = Math.floor(z);
  const fadeX = fade(x - cellX);
  const fadeY = fade(y - cellY);
  const fadeZ = fade(z - cellZ);
  let sum = 0;
  for (let corner = 0; corner < 8; corner++) {
    const i = corner & 1;
    const j = (corner >> 1) & 1;
    const k = corner >> 2;
    const weight =
      (i === 1 ? fadeX : 1 - fadeX) * (j === 1 ? fadeY : 1 - fadeY) * (k === 1 ? fadeZ : 1 - fadeZ);
    sum += (weight * cornerBits(seed, cellX + i, cellY + j, cellZ + k)) / 4294967296;
  }
  return Math.min(sum, 1); // rounding can make the sum of the weights larger
}

/** Scales 99 % of the components of `addCurlNoise` into −0.9 to 0.9; their standard deviation is then 0.35. */
const CURL_SCALE = 1 / 16;

/** Parameters of the flow that `addCurlNoise` adds. */
export interface CurlNoise {
  seed: number;
  /** Size of the eddies, in the unit of the points. */
  size: number;
  /** Displacement of the whole flow, in multiples of `size`; three numbers. */
  shift: Float64Array;
  /** Approximate magnitude of the largest components. */
  weight: number;
}

/**
 * Adds a smooth random flow at the first `count` points to `out`. Its components are about −weight to weight, with mean
 * 0, C1. It is the curl of a vector potential of gradient noise (Bridson et al. 2007, Curl-noise for procedural fluid
 * flow), so it is divergence-free.
 *
 * With a random matrix G at each corner of a cell, W the product of the fades and d the offset from the corner, the
 * potential is Σ W G d. Its curl Σ ∇W × G d + W (curl of G d) is exact, without finite differences.
 */
export function addCurlNoise(
  out: Float64Array,
  points: Float64Array,
  count: number,
  { seed, size, shift, weight }: CurlNoise,
): void {
  const scale = CURL_SCALE * weight;
  // All points in one call: numbers passed one by one would be boxed.
  for (let p = 0; p < 3 * count; p += 3) {
    const x = points[p]! / size - shift[0]!;
    const y = points[p + 1]! / size - shift[1]!;
    const z = points[p + 2]! / size - shift[2]!;
    const cellX = Math.floor(x);
    const cellY = Math.floor(y);
    const cellZ = Math.floor(z);
    const fadeX = fade(x - cellX);
    const fadeY = fade(y - cellY);
    const fadeZ = fade(z - cellZ);
    const slopeX = fadeSlope(x - cellX);
    const slopeY = fadeSlope(y - cellY);
    const slopeZ = fadeSlope(z - cellZ);
    let curlX = 0;
    let curlY = 0;
    let curlZ = 0;
    for (let corner = 0; corner < 8; corner++) {
      const i = corner & 1;
      const j = (corner >> 1) & 1;
      const k = corner >> 2;
      const dx = x - cellX - i;
      const dy = y - cellY - j;
      const dz = z - cellZ - k;
      const wx = i === 1 ? fadeX : 1 - fadeX;
      const wy = j === 1 ? fadeY : 1 - fadeY;
      const wz = k === 1 ? fadeZ : 1 - fadeZ;
      const w = wx * wy * wz;
      const gx = (i === 1 ? slopeX : -slopeX) * wy * wz;
      const gy = (j === 1 ? slopeY : -slopeY) * wx * wz;
      const gz = (k === 1 ? slopeZ : -slopeZ) * wx * wy;
      // Nine entries of three bits each, from −7 to 7 in steps of 2.
      const bits = cornerBits(seed, cellX + i, cellY + j, cellZ + k);
      const xx = 2 * (bits & 7) - 7;
      const xy = 2 * ((bits >>> 3) & 7) - 7;
      const xz = 2 * ((bits >>> 6) & 7) - 7;
      const yx = 2 * ((bits >>> 9) & 7) - 7;
      const yy = 2 * ((bits >>> 12) & 7) - 7;
      const yz = 2 * ((bits >>> 15) & 7) - 7;
      const zx = 2 * ((bits >>> 18) & 7) - 7;
      const zy = 2 * ((bits >>> 21) & 7) - 7;
      const zz = 2 * ((bits >>> 24) & 7) - 7;
      const px = xx * dx + xy * dy + xz * dz;
      const py = yx * dx + yy * dy + yz * dz;
      const pz = zx * dx + zy * dy + zz * dz;
      curlX += gy * pz - gz * py + w * (zy - yz);
      curlY += gz * px - gx * pz + w * (xz - zx);
      curlZ += gx * py - gy * px + w * (yx - xy);
    }
    out[p]! += scale * curlX;
    out[p + 1]! += scale * curlY;
    out[p + 2]! += scale * curlZ;
  }
}

function cornerBits(seed: number, x: number, y: number, z: number): number {
  return scramble(
    (seed + Math.imul(x, 0x8da6b343) + Math.imul(y, 0xd8163841) + Math.imul(z, 0xcb1ab31f)) | 0,
  );
}
