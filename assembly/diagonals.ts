import {
  SIZE,
  TARGETS,
  DOWNHILL,
  DIAGONALS,
  INVERSES,
  CONSTRAINTS,
  CONSTRAINTS_END,
} from "./equations-header";
import { lane0, lane1, lane2 } from "./lanes";

// The diagonal blocks of the equations and their inverses, with what pins, axes and planes leave free.

/** Removes the constrained components of a vector. A constraint: offset (u32), isAxis (u32), 0, 0, direction (f32 × 4). */
export function filter(vector: usize): void {
  const end = <usize>load<u32>(CONSTRAINTS_END);
  for (let at = <usize>load<u32>(CONSTRAINTS); at < end; at += 32) {
    const p = vector + <usize>load<u32>(at);
    const x = load<f32>(at, 16);
    const y = load<f32>(at, 20);
    const z = load<f32>(at, 24);
    const along = load<f32>(p) * x + load<f32>(p, 4) * y + load<f32>(p, 8) * z;
    const isAxis = load<u32>(at, 4) != 0;
    const weight: f32 = isAxis ? 0 : 1;
    const shift: f32 = isAxis ? along : -along;
    store<f32>(p, weight * load<f32>(p) + shift * x);
    store<f32>(p, weight * load<f32>(p, 4) + shift * y, 4);
    store<f32>(p, weight * load<f32>(p, 8) + shift * z, 8);
  }
}

/** Inverts all diagonal blocks, and sets −∇Φ of pinned particles to 0. In f64: blocks of paper have a condition of 1e6. */
export function invertDiagonals(): void {
  const size = <usize>load<u32>(SIZE);
  const targets = <usize>load<u32>(TARGETS);
  const downhill = <usize>load<u32>(DOWNHILL);
  const diagonals = <usize>load<u32>(DIAGONALS);
  const inverses = <usize>load<u32>(INVERSES);
  const zero = f32x4.splat(0);
  for (let p: usize = 0; p < size; p += 16) {
    if (load<f32>(targets + p, 12) == 0) {
      v128.store(downhill + p, zero);
      v128.store(inverses + 3 * p, zero);
      v128.store(inverses + 3 * p, zero, 16);
      v128.store(inverses + 3 * p, zero, 32);
    } else invertBlock(diagonals + 2 * p, inverses + 3 * p);
  }
  constrainInverses();
  filter(downhill);
}

/** Writes the columns of the inverse of a symmetric block; 0 if it is singular. */
export function invertBlock(block: usize, into: usize): void {
  const xx = <f64>load<f32>(block);
  const yy = <f64>load<f32>(block, 4);
  const zz = <f64>load<f32>(block, 8);
  const yz = <f64>load<f32>(block, 16);
  const xz = <f64>load<f32>(block, 20);
  const xy = <f64>load<f32>(block, 24);
  const cxx = yy * zz - yz * yz;
  const cxy = xz * yz - xy * zz;
  const cxz = xy * yz - xz * yy;
  const determinant = xx * cxx + xy * cxy + xz * cxz;
  const isRegular = determinant > 1e-30 && xx > 0 && cxx > 0;
  const per = isRegular ? 1 / determinant : 0;
  const ixy = <f32>(cxy * per);
  const ixz = <f32>(cxz * per);
  const iyz = <f32>((xy * xz - xx * yz) * per);
  store<f32>(into, <f32>(cxx * per));
  store<f32>(into, ixy, 4);
  store<f32>(into, ixz, 8);
  store<f32>(into, 0, 12);
  store<f32>(into, ixy, 16);
  store<f32>(into, <f32>((xx * zz - xz * xz) * per), 20);
  store<f32>(into, iyz, 24);
  store<f32>(into, 0, 28);
  store<f32>(into, ixz, 32);
  store<f32>(into, iyz, 36);
  store<f32>(into, <f32>((xx * yy - xy * xy) * per), 40);
  store<f32>(into, 0, 44);
}

/**
 * Replaces the inverses of constrained particles by those within their axis or plane: n nᵀ / (nᵀ D n) on an axis;
 * D⁻¹ − D⁻¹n nᵀD⁻¹ / (nᵀ D⁻¹ n) in a plane.
 */
function constrainInverses(): void {
  const end = <usize>load<u32>(CONSTRAINTS_END);
  const diagonals = <usize>load<u32>(DIAGONALS);
  const inverses = <usize>load<u32>(INVERSES);
  for (let at = <usize>load<u32>(CONSTRAINTS); at < end; at += 32) {
    const p = <usize>load<u32>(at);
    const into = inverses + 3 * p;
    const isAxis = load<u32>(at, 4) != 0;
    const x = <f64>load<f32>(at, 16);
    const y = <f64>load<f32>(at, 20);
    const z = <f64>load<f32>(at, 24);
    if (isAxis) {
      const d = diagonals + 2 * p;
      const stiffness =
        x * x * <f64>load<f32>(d) +
        y * y * <f64>load<f32>(d, 4) +
        z * z * <f64>load<f32>(d, 8) +
        2 * (y * z * <f64>load<f32>(d, 16) + x * z * <f64>load<f32>(d, 20) + x * y * <f64>load<f32>(d, 24));
      const per = stiffness > 0 ? 1 / stiffness : 0;
      writeOuter(into, x, y, z, per, false);
    } else {
      const ix = x * <f64>load<f32>(into) + y * <f64>load<f32>(into, 4) + z * <f64>load<f32>(into, 8);
      const iy = x * <f64>load<f32>(into, 16) + y * <f64>load<f32>(into, 20) + z * <f64>load<f32>(into, 24);
      const iz = x * <f64>load<f32>(into, 32) + y * <f64>load<f32>(into, 36) + z * <f64>load<f32>(into, 40);
      const weight = x * ix + y * iy + z * iz;
      writeOuter(into, ix, iy, iz, weight > 0 ? -1 / weight : 0, true);
    }
  }
}

/** Writes or adds scale · v vᵀ to three columns. */
function writeOuter(into: usize, x: f64, y: f64, z: f64, scale: f64, isAdded: bool): void {
  for (let column: usize = 0; column < 3; column++) {
    const c = scale * (column == 0 ? x : column == 1 ? y : z);
    const at = into + 16 * column;
    store<f32>(at, <f32>(c * x + (isAdded ? <f64>load<f32>(at) : 0)));
    store<f32>(at, <f32>(c * y + (isAdded ? <f64>load<f32>(at, 4) : 0)), 4);
    store<f32>(at, <f32>(c * z + (isAdded ? <f64>load<f32>(at, 8) : 0)), 8);
  }
}

/** The inverse block at an address times a vector. */
// @ts-ignore: decorator
@inline
export function inverseTimes(inverse: usize, vector: v128): v128 {
  return f32x4.add(
    f32x4.add(
      f32x4.mul(v128.load(inverse), lane0(vector)),
      f32x4.mul(v128.load(inverse, 16), lane1(vector)),
    ),
    f32x4.mul(v128.load(inverse, 32), lane2(vector)),
  );
}
