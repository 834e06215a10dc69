import { scramble } from "./random.js";

// Smooth chance: the same seed and place give the same value, on every machine. Nothing is stored; what stands at a
// point of the lattice of whole numbers is scrambled from the seed and the point.

/** 0 at 0, 1 at 1, with no slope and no curvature at either end (Perlin 2002). */
export function fade(t: number): number {
  return t * t * t * (t * (6 * t - 15) + 10);
}

function fadeSlope(t: number): number {
  return 30 * t * t * (t - 1) * (t - 1);
}

/** Another seed from a seed, for chance that is to be independent of it; `n` a whole number. */
export function deriveSeed(seed: number, n: number): number {
  return scramble((scramble(seed) + Math.imul(n, 0x9e3779b9)) | 0);
}

/**
 * Smooth chance along a line, from −1 to 1, 0 in the mean, C2. Every whole number has a height and a slope by chance,
 * and the straight lines of two neighbours fade into each other. Slopes alone (Perlin noise) would bring it back to 0
 * at every whole number, which the eye finds in a gust.
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
 * Smooth chance in space, from 0 to 1, ½ in the mean, C2: every point of the lattice has a value by chance, and neighbours
 * fade into each other.
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
  return Math.min(sum, 1); // the weights may add up to more, by rounding
}

/** Brings 99 of 100 components of `addCurlNoise` into −0.9 to 0.9; their standard deviation is then 0.35. */
const CURL_SCALE = 1 / 16;

/** The smooth flow by chance that `addCurlNoise` adds. */
export interface CurlNoise {
  seed: number;
  /** Of the eddies, in the unit of the points. */
  size: number;
  /** How far the flow as a whole has been moved, in sizes; three numbers. */
  shift: Float64Array;
  /** Size of its largest components, or nearly. */
  weight: number;
}

/**
 * Adds a smooth flow by chance at the first `count` points to `out`: components of about −weight to weight, 0 in the
 * mean, C1. It is the curl of a vector potential of gradient noise (Bridson et al. 2007, Curl-noise for procedural
 * fluid flow), so it has no divergence: air that neither piles up nor thins out.
 *
 * With a random matrix G at each corner of a cell, W the product of the fades and d the way from the corner, the
 * potential is Σ W G d and its curl Σ ∇W × G d + W (curl of G d), exactly, with no differences taken.
 */
export function addCurlNoise(
  out: Float64Array,
  points: Float64Array,
  count: number,
  { seed, size, shift, weight }: CurlNoise,
): void {
  const scale = CURL_SCALE * weight;
  // All points in one call: numbers that are handed over one by one would be new objects.
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
