import { difference, gatherDifferences, placeOf, scatter, total } from "./element-equations";
import { DIAGONALS, DOWNHILL, STEP, SUM } from "./equations-header";
import { transposed0, transposed1, transposed2, transposed3 } from "./lanes";
import { dot } from "./vectors";

// Triangles in the equations of a substep: three conditions on three particles each. Everything depends on the
// displacements of the second and the third particle relative to the first, e₁ and e₂, so a triangle adds to A
//
//     e₁ᵀ E₁₁ e₁ + 2 e₁ᵀ E₁₂ e₂ + e₂ᵀ E₂₂ e₂          E_ij = Σ over conditions of K g_i g_jᵀ + γ_ij I
//
// with the gradients g at these two particles and the geometric stiffness γ.

// Rows of a block: offsets of the particles; E₁₁ and E₂₂ as xx, yy, zz, yz, xz, xy; E₁₂ row by row.
export const SECOND: usize = 16;
export const THIRD: usize = 32;
const E11: usize = 48;
const E22: usize = 144;
const E12: usize = 240;
/** Bytes of a block. */
export const TRIANGLE_BLOCK: usize = 384;

// Rows of a law: see `element-equations.ts`; then C* of the damping, k C + d Ċ, K, and the gradients at the second and at
// the third particle. The rest belongs to the kind of triangle.
export const NEXT: usize = 48;
export const STIFFNESS: usize = 144;
export const DAMPING: usize = 192;
export const BEFORE: usize = 240;
export const PULL: usize = 288;
export const TOTAL: usize = 336;
export const GRADIENTS: usize = 384;
/** Bytes from the gradients at the second particle to those at the third. */
export const NEXT_GRADIENTS: usize = 144;
export const OWN: usize = 672;

/**
 * Weight of a triangle in the diagonal blocks. A triangle of three particles can have an eigenvalue of D⁻¹A of 3, and Jacobi
 * sweeps damped by 0.74 diverge over 2.7.
 */
const SMOOTHING: f32 = 1.12;

/**
 * Weight of triangles in the sum of the squares of all forces, to which residuals are relative. The forces of a triangle
 * act on its corners together, so their squares are half of those of springs that carry the same stress.
 */
export const SCALE: f64 = 2;

/** Bytes of a part: an address, then the factors of E₁₁, E₂₂, the symmetric and the antisymmetric part of E₁₂. */
const PART: usize = 20;

/** Scratch rows: e₁ and e₂ of a step or of a displacement. */
export const FIRST_EDGES: usize = 512;
export const SECOND_EDGES: usize = 560;

/** Writes the pull of a condition, k C + d Ċ, and its K. */
// @ts-ignore: decorator
@inline
export function writePull(law: usize, row: usize, value: v128, perStep: v128, isDefined: v128): void {
  const stiffness = v128.and(v128.load(law + row, STIFFNESS), isDefined);
  const before = v128.load(law + row, BEFORE);
  // A condition that was undefined at the start of the substep has an unknown rate: NaN.
  const isKnown = v128.and(f32x4.eq(before, before), isDefined);
  const viscosity = v128.and(f32x4.mul(v128.load(law + row, DAMPING), perStep), isKnown);
  const growth = v128.and(f32x4.sub(value, before), isKnown);
  const pull = f32x4.add(f32x4.mul(stiffness, value), f32x4.mul(viscosity, growth));
  v128.store(law + row, v128.and(pull, isDefined), PULL);
  v128.store(law + row, f32x4.add(stiffness, viscosity), TOTAL);
}

/** A row of the gradients: condition 0 to 2, axis 0 to 2. */
// @ts-ignore: decorator
@inline
function gradient(law: usize, which: usize, condition: usize, axis: usize): v128 {
  return v128.load(law + which * NEXT_GRADIENTS + 48 * condition + 16 * axis, GRADIENTS);
}

/** The sum of the pulls times the gradients along an axis, at the second or the third particle. */
// @ts-ignore: decorator
@inline
function force(law: usize, which: usize, axis: usize): v128 {
  return dot(
    v128.load(law, PULL),
    v128.load(law, PULL + 16),
    v128.load(law, PULL + 32),
    gradient(law, which, 0, axis),
    gradient(law, which, 1, axis),
    gradient(law, which, 2, axis),
  );
}

/** Σ K g_i g_j for one axis at one particle and another at another. */
// @ts-ignore: decorator
@inline
function product(law: usize, i: usize, axis: usize, j: usize, other: usize): v128 {
  return dot(
    f32x4.mul(v128.load(law, TOTAL), gradient(law, i, 0, axis)),
    f32x4.mul(v128.load(law, TOTAL + 16), gradient(law, i, 1, axis)),
    f32x4.mul(v128.load(law, TOTAL + 32), gradient(law, i, 2, axis)),
    gradient(law, j, 0, other),
    gradient(law, j, 1, other),
    gradient(law, j, 2, other),
  );
}

/**
 * Adds the forces of the triangles of a block to −∇Φ and their stiffness to the diagonal blocks, and writes E, all from
 * the pulls, K and gradients of their law.
 */
export function addTriangles(block: usize, law: usize, g11: v128, g22: v128, g12: v128): void {
  const downhill = <usize>load<u32>(DOWNHILL);
  const diagonals = <usize>load<u32>(DIAGONALS);
  const x1 = force(law, 0, 0);
  const y1 = force(law, 0, 1);
  const z1 = force(law, 0, 2);
  const x2 = force(law, 1, 0);
  const y2 = force(law, 1, 1);
  const z2 = force(law, 1, 2);
  scatter(downhill, block, 1, f32x4.add(x1, x2), f32x4.add(y1, y2), f32x4.add(z1, z2));
  scatter(downhill, block + SECOND, 1, f32x4.neg(x1), f32x4.neg(y1), f32x4.neg(z1));
  scatter(downhill, block + THIRD, 1, f32x4.neg(x2), f32x4.neg(y2), f32x4.neg(z2));
  writeSymmetric(block + E11, law, 0, g11);
  writeSymmetric(block + E22, law, 1, g22);
  for (let axis: usize = 0; axis < 3; axis++) {
    for (let other: usize = 0; other < 3; other++) {
      const sum = product(law, 0, axis, 1, other);
      const at = block + E12 + 48 * axis + 16 * other;
      v128.store(at, axis == other ? f32x4.add(sum, g12) : sum);
    }
  }
  addDiagonal(diagonals, block + SECOND, block + E11);
  addDiagonal(diagonals, block + THIRD, block + E22);
  // At the first particle: E₁₁ + E₂₂ + E₁₂ + E₁₂ᵀ.
  const e = block + E12;
  scatter(
    diagonals,
    block,
    2,
    corner(block, 0, v128.load(e), v128.load(e)),
    corner(block, 16, v128.load(e, 64), v128.load(e, 64)),
    corner(block, 32, v128.load(e, 128), v128.load(e, 128)),
  );
  scatter(
    diagonals + 16,
    block,
    2,
    corner(block, 48, v128.load(e, 80), v128.load(e, 112)),
    corner(block, 64, v128.load(e, 32), v128.load(e, 96)),
    corner(block, 80, v128.load(e, 16), v128.load(e, 48)),
  );
}

// @ts-ignore: decorator
@inline
function corner(block: usize, row: usize, mixed: v128, transposed: v128): v128 {
  const straight = f32x4.add(v128.load(block + row, E11), v128.load(block + row, E22));
  const sum = f32x4.add(straight, f32x4.add(mixed, transposed));
  return f32x4.mul(sum, f32x4.splat(SMOOTHING));
}

function writeSymmetric(to: usize, law: usize, which: usize, geometric: v128): void {
  v128.store(to, f32x4.add(product(law, which, 0, which, 0), geometric));
  v128.store(to, f32x4.add(product(law, which, 1, which, 1), geometric), 16);
  v128.store(to, f32x4.add(product(law, which, 2, which, 2), geometric), 32);
  v128.store(to, product(law, which, 1, which, 2), 48);
  v128.store(to, product(law, which, 0, which, 2), 64);
  v128.store(to, product(law, which, 0, which, 1), 80);
}

// @ts-ignore: decorator
@inline
function weighted(row: usize): v128 {
  return f32x4.mul(v128.load(row), f32x4.splat(SMOOTHING));
}

function addDiagonal(diagonals: usize, row: usize, e: usize): void {
  scatter(diagonals, row, 2, weighted(e), weighted(e + 16), weighted(e + 32));
  scatter(diagonals + 16, row, 2, weighted(e + 48), weighted(e + 64), weighted(e + 80));
}

/** product += triangles of A · vector. */
export function addTriangleProduct(block: usize, end: usize, vector: usize, to: usize): void {
  const zero = f32x4.splat(0);
  for (; block < end; block += TRIANGLE_BLOCK) {
    const a0 = difference(vector, block + SECOND, block, 0);
    const a1 = difference(vector, block + SECOND, block, 1);
    const a2 = difference(vector, block + SECOND, block, 2);
    const a3 = difference(vector, block + SECOND, block, 3);
    const b0 = difference(vector, block + THIRD, block, 0);
    const b1 = difference(vector, block + THIRD, block, 1);
    const b2 = difference(vector, block + THIRD, block, 2);
    const b3 = difference(vector, block + THIRD, block, 3);
    const ax = transposed0(a0, a1, a2, a3);
    const ay = transposed1(a0, a1, a2, a3);
    const az = transposed2(a0, a1, a2, a3);
    const bx = transposed0(b0, b1, b2, b3);
    const by = transposed1(b0, b1, b2, b3);
    const bz = transposed2(b0, b1, b2, b3);
    const xx = v128.load(block, E12);
    const xy = v128.load(block, E12 + 16);
    const xz = v128.load(block, E12 + 32);
    const yx = v128.load(block, E12 + 48);
    const yy = v128.load(block, E12 + 64);
    const yz = v128.load(block, E12 + 80);
    const zx = v128.load(block, E12 + 96);
    const zy = v128.load(block, E12 + 112);
    const zz = v128.load(block, E12 + 128);
    const x1 = f32x4.add(alongX(block + E11, ax, ay, az), dot(xx, xy, xz, bx, by, bz));
    const y1 = f32x4.add(alongY(block + E11, ax, ay, az), dot(yx, yy, yz, bx, by, bz));
    const z1 = f32x4.add(alongZ(block + E11, ax, ay, az), dot(zx, zy, zz, bx, by, bz));
    const x2 = f32x4.add(alongX(block + E22, bx, by, bz), dot(xx, yx, zx, ax, ay, az));
    const y2 = f32x4.add(alongY(block + E22, bx, by, bz), dot(xy, yy, zy, ax, ay, az));
    const z2 = f32x4.add(alongZ(block + E22, bx, by, bz), dot(xz, yz, zz, ax, ay, az));
    addForces(block, 0, to, transposed0(x1, y1, z1, zero), transposed0(x2, y2, z2, zero));
    addForces(block, 1, to, transposed1(x1, y1, z1, zero), transposed1(x2, y2, z2, zero));
    addForces(block, 2, to, transposed2(x1, y1, z1, zero), transposed2(x2, y2, z2, zero));
    addForces(block, 3, to, transposed3(x1, y1, z1, zero), transposed3(x2, y2, z2, zero));
  }
}

// @ts-ignore: decorator
@inline
function alongX(e: usize, x: v128, y: v128, z: v128): v128 {
  return dot(v128.load(e), v128.load(e, 80), v128.load(e, 64), x, y, z);
}

// @ts-ignore: decorator
@inline
function alongY(e: usize, x: v128, y: v128, z: v128): v128 {
  return dot(v128.load(e, 80), v128.load(e, 16), v128.load(e, 48), x, y, z);
}

// @ts-ignore: decorator
@inline
function alongZ(e: usize, x: v128, y: v128, z: v128): v128 {
  return dot(v128.load(e, 64), v128.load(e, 48), v128.load(e, 32), x, y, z);
}

// @ts-ignore: decorator
@inline
function addForces(block: usize, lane: usize, to: usize, second: v128, third: v128): void {
  const a = to + placeOf(block, lane);
  v128.store(a, f32x4.sub(v128.load(a), f32x4.add(second, third)));
  const b = to + placeOf(block + SECOND, lane);
  v128.store(b, f32x4.add(v128.load(b), second));
  const c = to + placeOf(block + THIRD, lane);
  v128.store(c, f32x4.add(v128.load(c), third));
}

/** Writes the multipliers of the step, λ = k C + d Ċ + K ∇C · δ. Adds 2 Σ λ² |∇C|² to SUM. */
export function solveTriangleMultipliers(block: usize, end: usize, law: usize, size: usize): void {
  const step = <usize>load<u32>(STEP);
  let sum: f64 = 0;
  for (; block < end; block += TRIANGLE_BLOCK, law += size) {
    gatherDifferences(step, block + SECOND, block, FIRST_EDGES);
    gatherDifferences(step, block + THIRD, block, SECOND_EDGES);
    for (let row: usize = 0; row < 48; row += 16) {
      let growth = f32x4.splat(0);
      let squared = f32x4.splat(0);
      for (let axis: usize = 0; axis < 48; axis += 16) {
        const one = v128.load(law + 3 * row + axis, GRADIENTS);
        const two = v128.load(law + 3 * row + axis, GRADIENTS + NEXT_GRADIENTS);
        const both = f32x4.add(one, two);
        growth = f32x4.add(growth, f32x4.mul(one, v128.load(FIRST_EDGES + axis)));
        growth = f32x4.add(growth, f32x4.mul(two, v128.load(SECOND_EDGES + axis)));
        squared = f32x4.add(squared, dot(one, two, both, one, two, both));
      }
      const lambda = f32x4.add(v128.load(law + row, PULL), f32x4.mul(v128.load(law + row, TOTAL), growth));
      v128.store(law + row, lambda, NEXT);
      sum += total(f32x4.mul(f32x4.mul(lambda, lambda), squared));
    }
  }
  store<f64>(SUM, load<f64>(SUM) + SCALE * sum);
}

/**
 * Adds triangles to the first coarse level. `spans`: start and end of the parts of each lane. A block of the level is a
 * symmetric part of 32 bytes and, at `axials` plus half its offset from `blocks`, the axial vector of the rest.
 */
export function coarsenTriangles(
  block: usize,
  end: usize,
  spans: usize,
  blocks: usize,
  axials: usize,
): void {
  const half = f32x4.splat(0.5);
  for (; block < end; block += TRIANGLE_BLOCK) {
    for (let lane: usize = 0; lane < 4; lane++, spans += 8) {
      const last = <usize>load<u32>(spans, 4);
      let part = <usize>load<u32>(spans);
      if (part == last) continue;
      const at = block + 4 * lane;
      const e = at + E12;
      const straight11 = laneOf(at + E11, 0, 16, 32);
      const mixed11 = laneOf(at + E11, 48, 64, 80);
      const straight22 = laneOf(at + E22, 0, 16, 32);
      const mixed22 = laneOf(at + E22, 48, 64, 80);
      const straight12 = laneOf(e, 0, 64, 128);
      const upper = laneOf(e, 80, 32, 16); // yz, xz, xy
      const lower = laneOf(e, 112, 96, 48); // zy, zx, yx
      const mixed12 = f32x4.mul(half, f32x4.add(upper, lower));
      // ½ (zy − yz, xz − zx, yx − xy)
      const axial12 = f32x4.mul(
        f32x4.mul(half, f32x4.sub(lower, upper)),
        f32x4(1, -1, 1, 0),
      );
      for (; part < last; part += PART) {
        const to = <usize>load<u32>(part);
        const one = v128.load32_splat(part, 4);
        const two = v128.load32_splat(part, 8);
        const both = v128.load32_splat(part, 12);
        addSum(to, straight11, one, straight22, two, straight12, both);
        addSum(to + 16, mixed11, one, mixed22, two, mixed12, both);
        const axial = axials + ((to - blocks) >> 1);
        const turned = f32x4.mul(axial12, v128.load32_splat(part, 16));
        v128.store(axial, f32x4.add(v128.load(axial), turned));
      }
    }
  }
}

// @ts-ignore: decorator
@inline
function laneOf(at: usize, x: usize, y: usize, z: usize): v128 {
  const zero = f32x4.splat(0);
  const xy = f32x4.replace_lane(f32x4.replace_lane(zero, 0, load<f32>(at + x)), 1, load<f32>(at + y));
  return f32x4.replace_lane(xy, 2, load<f32>(at + z));
}

// @ts-ignore: decorator
@inline
function addSum(to: usize, a: v128, x: v128, b: v128, y: v128, c: v128, z: v128): void {
  const sum = f32x4.add(f32x4.add(f32x4.mul(a, x), f32x4.mul(b, y)), f32x4.mul(c, z));
  v128.store(to, f32x4.add(v128.load(to), sum));
}
