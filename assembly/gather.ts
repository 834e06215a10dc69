import { addTo, subtractFrom } from "./blocks";
import { transposed0, transposed1, transposed2, transposed3, VELOCITY } from "./lanes";

// The particles of four elements, from where they lie to one lane each and back. An inlined function has one
// result, so what is gathered goes through a scratch area of the memory, at constant addresses.

/** Scratch rows x, y, z and w of the first particle of each element; those of the second follow. */
export const POSES: usize = 512;
/** Scratch rows x, y and z of the second vector of each particle, in the same order. */
export const RATES: usize = 768;
/** Bytes from the scratch rows of a particle to those of the next. */
export const NEXT: usize = 64;

/** Gathers the displacements and inverse masses of the particles of a row of addresses. */
// @ts-ignore: decorator
@inline
export function gather(row: usize, to: usize): void {
  const a = v128.load(<usize>load<u32>(row));
  const b = v128.load(<usize>load<u32>(row, 4));
  const c = v128.load(<usize>load<u32>(row, 8));
  const d = v128.load(<usize>load<u32>(row, 12));
  v128.store(to, transposed0(a, b, c, d));
  v128.store(to, transposed1(a, b, c, d), 16);
  v128.store(to, transposed2(a, b, c, d), 32);
  v128.store(to, transposed3(a, b, c, d), 48);
}

/** Gathers the velocities, or the displacements at the start of the substep. */
// @ts-ignore: decorator
@inline
export function gatherRates(row: usize, to: usize): void {
  const a = v128.load(<usize>load<u32>(row), VELOCITY);
  const b = v128.load(<usize>load<u32>(row, 4), VELOCITY);
  const c = v128.load(<usize>load<u32>(row, 8), VELOCITY);
  const d = v128.load(<usize>load<u32>(row, 12), VELOCITY);
  v128.store(to, transposed0(a, b, c, d));
  v128.store(to, transposed1(a, b, c, d), 16);
  v128.store(to, transposed2(a, b, c, d), 32);
}

/** One coordinate of a particle relative to the first one of its element. `axis`: 0, 16 or 32. */
// @ts-ignore: decorator
@inline
export function relative(from: usize, particle: usize, axis: usize): v128 {
  return f32x4.sub(v128.load(from + particle + axis), v128.load(from + axis));
}

/** A particle relative to the first of its element: its velocity, or its change since the substep began. */
// @ts-ignore: decorator
@inline
export function changeOf(isVelocity: bool, particle: usize, axis: usize): v128 {
  const rate = relative(RATES, particle, axis);
  return isVelocity ? rate : f32x4.sub(relative(POSES, particle, axis), rate);
}

/** Moves the gathered particles of a row of addresses by −w times a vector. The inverse masses w stay. */
// @ts-ignore: decorator
@inline
export function moveBack(row: usize, particle: usize, x: v128, y: v128, z: v128): void {
  const w = v128.load(POSES + particle + 48);
  const newX = f32x4.sub(v128.load(POSES + particle), f32x4.mul(w, x));
  const newY = f32x4.sub(v128.load(POSES + particle + 16), f32x4.mul(w, y));
  const newZ = f32x4.sub(v128.load(POSES + particle + 32), f32x4.mul(w, z));
  v128.store(<usize>load<u32>(row), transposed0(newX, newY, newZ, w));
  v128.store(<usize>load<u32>(row, 4), transposed1(newX, newY, newZ, w));
  v128.store(<usize>load<u32>(row, 8), transposed2(newX, newY, newZ, w));
  v128.store(<usize>load<u32>(row, 12), transposed3(newX, newY, newZ, w));
}

/** Subtracts vectors from the forces on the particles of a row of addresses. */
// @ts-ignore: decorator
@inline
export function subtractForces(row: usize, toForce: usize, x: v128, y: v128, z: v128): void {
  const zero = f32x4.splat(0);
  subtractFrom(<usize>load<u32>(row) + toForce, transposed0(x, y, z, zero));
  subtractFrom(<usize>load<u32>(row, 4) + toForce, transposed1(x, y, z, zero));
  subtractFrom(<usize>load<u32>(row, 8) + toForce, transposed2(x, y, z, zero));
  subtractFrom(<usize>load<u32>(row, 12) + toForce, transposed3(x, y, z, zero));
}

/** Adds to one row of impulses. */
// @ts-ignore: decorator
@inline
export function addImpulse(block: usize, row: usize, pull: v128, scale: v128): void {
  addTo(block + row, f32x4.mul(pull, scale));
}
