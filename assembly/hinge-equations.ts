import { gatherDifferences, placeOf, scatter, total } from "./element-equations";
import {
  ANCHORS,
  DIAGONALS,
  DOWNHILL,
  PER_STEP,
  STEP,
  SUM,
  U,
  U_BEFORE,
  WEIGHT,
} from "./equations-header";
import { lane0, lane1, lane2, lane3, sums, transposed0, transposed1, transposed2, transposed3 } from "./lanes";
import { arcTangent, crossed, dot, orOne, wrapped } from "./vectors";

// Hinges in the equations of a substep: C = θ − θ₀. `Hinges` of the reference has a drawing.
//
// With t, the place of a far corner along the edge, the change of the angle is
//
//     ∇C · δ = g_k · (δ_k − δ_i − t_k (δ_j − δ_i)) + g_l · (δ_l − δ_i − t_l (δ_j − δ_i))
//
// so a block has t_k and t_l and, for each hinge, √K g_k and √K g_l, after the offsets of i, j, k and l.
const J: usize = 16;
const K: usize = 32;
const L: usize = 48;
const AT_K: usize = 64;
const AT_L: usize = 80;
const GRADIENT_K: usize = 96;
const GRADIENT_L: usize = 160;
/** Bytes of a block. */
const BLOCK: usize = 224;

// Rows of a law: see `element-equations.ts`; then θ₀, minimum squared areas of both triangles, C* of the damping,
// k C + d Ċ, √K, and j − i, k − i and l − i at the anchor as x, y, z.
const NEXT: usize = 16;
const STIFFNESS: usize = 48;
const DAMPING: usize = 64;
const REST: usize = 80;
const MIN_AREAS: usize = 96;
const BEFORE: usize = 128;
const PULL: usize = 144;
const FACTOR: usize = 160;
const OFFSETS: usize = 176;
/** Bytes of a law. */
const LAW: usize = 320;

/**
 * Square root of the weight of a hinge in the diagonal blocks. A hinge of four particles can have an eigenvalue of D⁻¹A of
 * 4, and Jacobi sweeps damped by 0.74 diverge over 2.7.
 */
const SMOOTHING: f32 = 1.22;

// Scratch: rows of the edge e and the corners d and f relative to i; then what `measure` finds.
const EDGES: usize = 512;
const CORNERS_K: usize = 560;
const CORNERS_L: usize = 608;
const VALUE: usize = 656;
const DEFINED: usize = 672;
const FOUND_K: usize = 688; // g_k, t_k
const FOUND_L: usize = 752; // g_l, t_l

/** Finds the angle and its gradient at displacements since the anchor. `isMoved` false: at the anchor. */
// @ts-ignore: decorator
@inline
function measure(block: usize, law: usize, vector: usize, isMoved: bool): void {
  if (isMoved) {
    gatherDifferences(vector, block + J, block, EDGES);
    gatherDifferences(vector, block + K, block, CORNERS_K);
    gatherDifferences(vector, block + L, block, CORNERS_L);
  }
  const ex = moved(law, 0, isMoved);
  const ey = moved(law, 16, isMoved);
  const ez = moved(law, 32, isMoved);
  const dx = moved(law, 48, isMoved);
  const dy = moved(law, 64, isMoved);
  const dz = moved(law, 80, isMoved);
  const fx = moved(law, 96, isMoved);
  const fy = moved(law, 112, isMoved);
  const fz = moved(law, 128, isMoved);
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
    f32x4.gt(aa, v128.load(law, MIN_AREAS)),
    f32x4.gt(bb, v128.load(law, MIN_AREAS + 16)),
  );
  const length = f32x4.sqrt(ee);
  // n₁ × n₂ = (e × d) × (f × e) = −(n₁ · f) e lies along the edge.
  const sine = f32x4.neg(f32x4.mul(length, dot(ax, ay, az, fx, fy, fz)));
  const cosine = dot(ax, ay, az, bx, by, bz);
  const angle = wrapped(f32x4.sub(arcTangent(sine, cosine), v128.load(law, REST)));
  v128.store(VALUE, angle);
  v128.store(DEFINED, isDefined);
  const perSquare = f32x4.div(f32x4.splat(1), orOne(ee, isDefined));
  const scaleK = f32x4.neg(f32x4.div(length, orOne(aa, isDefined)));
  const scaleL = f32x4.neg(f32x4.div(length, orOne(bb, isDefined)));
  v128.store(FOUND_K, f32x4.mul(ax, scaleK));
  v128.store(FOUND_K, f32x4.mul(ay, scaleK), 16);
  v128.store(FOUND_K, f32x4.mul(az, scaleK), 32);
  v128.store(FOUND_K, f32x4.mul(dot(dx, dy, dz, ex, ey, ez), perSquare), 48);
  v128.store(FOUND_L, f32x4.mul(bx, scaleL));
  v128.store(FOUND_L, f32x4.mul(by, scaleL), 16);
  v128.store(FOUND_L, f32x4.mul(bz, scaleL), 32);
  v128.store(FOUND_L, f32x4.mul(dot(fx, fy, fz, ex, ey, ez), perSquare), 48);
}

// @ts-ignore: decorator
@inline
function moved(law: usize, row: usize, isMoved: bool): v128 {
  const offset = v128.load(law + row, OFFSETS);
  return isMoved ? f32x4.add(offset, v128.load(EDGES + row)) : offset;
}

/**
 * Writes the offsets of the particles at the anchor. Also writes C* of the damping, NaN where it is undefined, and the
 * elastic moment as λ of new hinges. Adds Σ λ² |∇C|² to SUM.
 */
export function anchorHinges(block: usize, end: usize, law: usize): void {
  const anchors = <usize>load<u32>(ANCHORS);
  const before = <usize>load<u32>(U_BEFORE);
  const weight = load<f64>(WEIGHT);
  let sum: f64 = 0;
  for (; block < end; block += BLOCK, law += LAW) {
    for (let lane: usize = 0; lane < 16; lane += 4) {
      const origin = anchors + 2 * <usize>load<u32>(block + lane);
      for (let n: usize = 0; n < 3; n++) {
        const corner = anchors + 2 * <usize>load<u32>(block + lane + 16 * n, J);
        for (let axis: usize = 0; axis < 3; axis++) {
          const offset = load<f64>(corner + 8 * axis) - load<f64>(origin + 8 * axis);
          store<f32>(law + lane + 48 * n + 16 * axis, <f32>offset, OFFSETS);
        }
      }
    }
    const lambda = v128.load(law);
    const isOld = f32x4.eq(lambda, lambda);
    if (v128.any_true(v128.load(law, DAMPING)) || !i32x4.all_true(isOld)) {
      measure(block, law, before, false);
      const isDefined = v128.load(DEFINED);
      const value = v128.load(VALUE);
      const elastic = v128.and(f32x4.mul(v128.load(law, STIFFNESS), value), isDefined);
      v128.store(law, v128.bitselect(lambda, elastic, isOld));
      let start = value;
      if (weight != 0) {
        measure(block, law, before, true);
        const change = v128.and(wrapped(f32x4.sub(value, v128.load(VALUE))), v128.load(DEFINED));
        start = f32x4.add(value, f32x4.mul(f32x4.splat(<f32>weight), change));
      }
      v128.store(law, v128.bitselect(start, f32x4.splat(NaN), isDefined), BEFORE);
    }
    // |∇C|² of a flat hinge is about 1.5 |e|² (1 / |n₁|² + 1 / |n₂|²); the minimum areas are 1e-4 of the squares at rest.
    const ex = v128.load(law, OFFSETS);
    const ey = v128.load(law, OFFSETS + 16);
    const ez = v128.load(law, OFFSETS + 32);
    const one = v128.load(law, MIN_AREAS);
    const two = v128.load(law, MIN_AREAS + 16);
    const isAlive = f32x4.gt(one, f32x4.splat(0));
    const unit = f32x4.splat(1.5e-4);
    const perAreas = f32x4.add(f32x4.div(unit, orOne(one, isAlive)), f32x4.div(unit, orOne(two, isAlive)));
    const force = v128.load(law);
    const square = f32x4.mul(f32x4.mul(force, force), f32x4.mul(dot(ex, ey, ez, ex, ey, ez), perAreas));
    sum += total(v128.and(square, isAlive));
  }
  store<f64>(SUM, load<f64>(SUM) + sum);
}

/**
 * Adds hinges at the current displacements: their moments to −∇Φ, their stiffness to the diagonal blocks, and writes √K
 * times the gradients. Their geometric stiffness is left out: it is small, and may be negative.
 */
export function addHinges(block: usize, end: usize, law: usize): void {
  const displacements = <usize>load<u32>(U);
  const downhill = <usize>load<u32>(DOWNHILL);
  const diagonals = <usize>load<u32>(DIAGONALS);
  const perStep = f32x4.splat(<f32>load<f64>(PER_STEP));
  for (; block < end; block += BLOCK, law += LAW) {
    measure(block, law, displacements, true);
    const isDefined = v128.load(DEFINED);
    const value = v128.load(VALUE);
    const before = v128.load(law, BEFORE);
    const damping = v128.load(law, DAMPING);
    const isDamped = v128.and(f32x4.gt(damping, f32x4.splat(0)), f32x4.eq(before, before));
    const viscosity = v128.and(f32x4.mul(damping, perStep), isDamped);
    const stiffness = v128.load(law, STIFFNESS);
    const growth = v128.and(wrapped(f32x4.sub(value, before)), isDamped);
    const elastic = f32x4.mul(stiffness, value);
    const pull = v128.and(f32x4.add(elastic, f32x4.mul(viscosity, growth)), isDefined);
    const root = v128.and(f32x4.sqrt(f32x4.add(stiffness, viscosity)), isDefined);
    const weight = f32x4.mul(root, f32x4.splat(SMOOTHING));
    v128.store(law, pull, PULL);
    v128.store(law, root, FACTOR);
    const tk = v128.load(FOUND_K, 48);
    const tl = v128.load(FOUND_L, 48);
    v128.store(block, tk, AT_K);
    v128.store(block, tl, AT_L);
    const kx = v128.load(FOUND_K);
    const ky = v128.load(FOUND_K, 16);
    const kz = v128.load(FOUND_K, 32);
    const lx = v128.load(FOUND_L);
    const ly = v128.load(FOUND_L, 16);
    const lz = v128.load(FOUND_L, 32);
    const jx = along(tk, kx, tl, lx);
    const jy = along(tk, ky, tl, ly);
    const jz = along(tk, kz, tl, lz);
    const ix = f32x4.neg(f32x4.add(f32x4.add(kx, lx), jx));
    const iy = f32x4.neg(f32x4.add(f32x4.add(ky, ly), jy));
    const iz = f32x4.neg(f32x4.add(f32x4.add(kz, lz), jz));
    const back = f32x4.neg(pull);
    scatter(downhill, block, 1, f32x4.mul(back, ix), f32x4.mul(back, iy), f32x4.mul(back, iz));
    scatter(downhill, block + J, 1, f32x4.mul(back, jx), f32x4.mul(back, jy), f32x4.mul(back, jz));
    scatter(downhill, block + K, 1, f32x4.mul(back, kx), f32x4.mul(back, ky), f32x4.mul(back, kz));
    scatter(downhill, block + L, 1, f32x4.mul(back, lx), f32x4.mul(back, ly), f32x4.mul(back, lz));
    addDiagonal(diagonals, block, f32x4.mul(weight, ix), f32x4.mul(weight, iy), f32x4.mul(weight, iz));
    addDiagonal(diagonals, block + J, f32x4.mul(weight, jx), f32x4.mul(weight, jy), f32x4.mul(weight, jz));
    const mkx = f32x4.mul(root, kx);
    const mky = f32x4.mul(root, ky);
    const mkz = f32x4.mul(root, kz);
    const mlx = f32x4.mul(root, lx);
    const mly = f32x4.mul(root, ly);
    const mlz = f32x4.mul(root, lz);
    addDiagonal(diagonals, block + K, f32x4.mul(weight, kx), f32x4.mul(weight, ky), f32x4.mul(weight, kz));
    addDiagonal(diagonals, block + L, f32x4.mul(weight, lx), f32x4.mul(weight, ly), f32x4.mul(weight, lz));
    const zero = f32x4.splat(0);
    v128.store(block, transposed0(mkx, mky, mkz, zero), GRADIENT_K);
    v128.store(block, transposed1(mkx, mky, mkz, zero), GRADIENT_K + 16);
    v128.store(block, transposed2(mkx, mky, mkz, zero), GRADIENT_K + 32);
    v128.store(block, transposed3(mkx, mky, mkz, zero), GRADIENT_K + 48);
    v128.store(block, transposed0(mlx, mly, mlz, zero), GRADIENT_L);
    v128.store(block, transposed1(mlx, mly, mlz, zero), GRADIENT_L + 16);
    v128.store(block, transposed2(mlx, mly, mlz, zero), GRADIENT_L + 32);
    v128.store(block, transposed3(mlx, mly, mlz, zero), GRADIENT_L + 48);
  }
}

/** −(t_k g_k + t_l g_l): the gradient at j. */
// @ts-ignore: decorator
@inline
function along(tk: v128, k: v128, tl: v128, l: v128): v128 {
  return f32x4.neg(f32x4.add(f32x4.mul(tk, k), f32x4.mul(tl, l)));
}

// @ts-ignore: decorator
@inline
function addDiagonal(diagonals: usize, row: usize, x: v128, y: v128, z: v128): void {
  scatter(diagonals, row, 2, f32x4.mul(x, x), f32x4.mul(y, y), f32x4.mul(z, z));
  scatter(diagonals + 16, row, 2, f32x4.mul(y, z), f32x4.mul(x, z), f32x4.mul(x, y));
}

/** √K ∇C · δ of one hinge without the sum over the axes. */
// @ts-ignore: decorator
@inline
function turn(block: usize, lane: usize, vector: usize): v128 {
  const i = v128.load(vector + placeOf(block, lane));
  const e = f32x4.sub(v128.load(vector + placeOf(block + J, lane)), i);
  const k = f32x4.sub(v128.load(vector + placeOf(block + K, lane)), i);
  const l = f32x4.sub(v128.load(vector + placeOf(block + L, lane)), i);
  const atK = f32x4.sub(k, f32x4.mul(v128.load32_splat(block + 4 * lane, AT_K), e));
  const atL = f32x4.sub(l, f32x4.mul(v128.load32_splat(block + 4 * lane, AT_L), e));
  return f32x4.add(
    f32x4.mul(v128.load(block + 16 * lane, GRADIENT_K), atK),
    f32x4.mul(v128.load(block + 16 * lane, GRADIENT_L), atL),
  );
}

/** product += hinges of A · vector. */
export function addHingeProduct(block: usize, end: usize, vector: usize, to: usize): void {
  for (; block < end; block += BLOCK) {
    const change = sums(
      turn(block, 0, vector),
      turn(block, 1, vector),
      turn(block, 2, vector),
      turn(block, 3, vector),
    );
    addMoments(block, 0, lane0(change), to);
    addMoments(block, 1, lane1(change), to);
    addMoments(block, 2, lane2(change), to);
    addMoments(block, 3, lane3(change), to);
  }
}

// @ts-ignore: decorator
@inline
function addMoments(block: usize, lane: usize, moment: v128, to: usize): void {
  const fk = f32x4.mul(moment, v128.load(block + 16 * lane, GRADIENT_K));
  const fl = f32x4.mul(moment, v128.load(block + 16 * lane, GRADIENT_L));
  const sum = f32x4.add(fk, fl);
  const atJ = f32x4.add(
    f32x4.mul(v128.load32_splat(block + 4 * lane, AT_K), fk),
    f32x4.mul(v128.load32_splat(block + 4 * lane, AT_L), fl),
  );
  const i = to + placeOf(block, lane);
  v128.store(i, f32x4.add(v128.load(i), f32x4.sub(atJ, sum)));
  const j = to + placeOf(block + J, lane);
  v128.store(j, f32x4.sub(v128.load(j), atJ));
  const k = to + placeOf(block + K, lane);
  v128.store(k, f32x4.add(v128.load(k), fk));
  const l = to + placeOf(block + L, lane);
  v128.store(l, f32x4.add(v128.load(l), fl));
}

/** Writes the multipliers of the step, λ = k C + d Ċ + K ∇C · δ. Adds Σ λ² |∇C|² to SUM, as `anchorHinges` does. */
export function solveHingeMultipliers(block: usize, end: usize, law: usize): void {
  const step = <usize>load<u32>(STEP);
  let sum: f64 = 0;
  for (; block < end; block += BLOCK, law += LAW) {
    const change = sums(turn(block, 0, step), turn(block, 1, step), turn(block, 2, step), turn(block, 3, step));
    const factor = v128.load(law, FACTOR);
    const lambda = f32x4.add(v128.load(law, PULL), f32x4.mul(factor, change));
    v128.store(law, lambda, NEXT);
    const squares = sums(squaresOf(block, 0), squaresOf(block, 1), squaresOf(block, 2), squaresOf(block, 3));
    const squared = f32x4.mul(factor, factor);
    const isStiff = f32x4.gt(squared, f32x4.splat(0));
    const gradients = v128.and(f32x4.div(squares, orOne(squared, isStiff)), isStiff);
    sum += total(f32x4.mul(f32x4.mul(lambda, lambda), gradients));
  }
  store<f64>(SUM, load<f64>(SUM) + 1.5 * sum);
}

/** The squares of √K g_k and √K g_l. */
// @ts-ignore: decorator
@inline
function squaresOf(block: usize, lane: usize): v128 {
  const k = v128.load(block + 16 * lane, GRADIENT_K);
  const l = v128.load(block + 16 * lane, GRADIENT_L);
  return f32x4.add(f32x4.mul(k, k), f32x4.mul(l, l));
}

/**
 * Adds hinges to the first coarse level, as if they were flat and bent in all directions: K b bᵀ I with the weights b of a
 * flat hinge, which the parts hold. `spans`: start and end of the parts of each lane.
 */
export function coarsenHinges(block: usize, end: usize, law: usize, spans: usize): void {
  const perStep = <f32>load<f64>(PER_STEP);
  for (; block < end; block += BLOCK, law += LAW) {
    for (let lane: usize = 0; lane < 4; lane++, spans += 8) {
      const last = <usize>load<u32>(spans, 4);
      let part = <usize>load<u32>(spans);
      const stiffness = load<f32>(law + 4 * lane, STIFFNESS) + perStep * load<f32>(law + 4 * lane, DAMPING);
      const k = f32x4.replace_lane(f32x4.splat(stiffness), 3, 0);
      for (; part < last; part += 8) {
        const to = <usize>load<u32>(part);
        v128.store(to, f32x4.add(v128.load(to), f32x4.mul(k, v128.load32_splat(part, 4))));
      }
    }
  }
}
