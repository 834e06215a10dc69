import { filter, inverseTimes } from "./diagonals";
import { difference, total } from "./element-equations";
import {
  SIZE,
  U,
  TARGETS,
  DOWNHILL,
  DIAGONALS,
  INVERSES,
  STEP,
  ANCHORS,
  U_BEFORE,
  PER_STEP,
  WEIGHT,
  SUM,
  KINDS,
} from "./equations-header";
import { addHingeProduct } from "./hinge-equations";
import { lane0, lane1, lane2, lane3, sums } from "./lanes";
import { addTriangleProduct } from "./triangle-equations";

// The equations of a substep of the implicit solver, without a matrix: A = Σ over particles of w I + Σ over elements; a
// spring adds σ I + m mᵀ between both ends, with σ = |λ| / l. (With 0 for springs under compression, these buckle too far
// in a Newton step, and the search along the step has to shorten it for all of the cloth.) Vectors have 16 bytes per
// particle, (x, y, z, 0). Numbers and addresses lie in a header.

// Springs lie in blocks of four. A block has rows for the product with A: offsets of both ends in a vector, σ, then
// m = √(K − σ) n of each spring. The law of one condition (`element-equations.ts`) goes on with L, s₀, C*, k C + d Ċ,
// K / √(K − σ), then the offset d₀ = a − b of each spring at the anchor.
const B: usize = 16;
const SIGMA: usize = 32;
const M: usize = 48;
/** Bytes of a block. */
export const BLOCK: usize = 112;
const NEXT: usize = 16;
const STIFFNESS: usize = 48;
const DAMPING: usize = 64;
const REST: usize = 80;
const SQUARED: usize = 96;
const BEFORE: usize = 112;
const PULL: usize = 128;
const FACTOR: usize = 144;
const OFFSETS: usize = 160;
/** Bytes of a law. */
export const LAW: usize = 224;

/** A spring is at least this fraction of its rest length long, squared: the direction of a shorter one is undefined. */
const MIN_SQUARED_LENGTH: f32 = 1e-4;
const TINY: f32 = 1e-20;
/** σ is at most this fraction of K, so that the direction of a spring can be found from m. */
const MAX_SIGMA: f32 = 0.99;

/**
 * Writes d₀ and s₀ = |d₀|² − L² of all springs from the positions at the anchor, in f64: their difference would lose all
 * digits of a small stretch in f32. Also writes C* of the damping, and the elastic force as λ of new springs. Adds 2 Σ λ²
 * to SUM.
 */
export function anchorBlocks(block: usize, end: usize, law: usize): void {
  const anchors = <usize>load<u32>(ANCHORS);
  const before = <usize>load<u32>(U_BEFORE);
  const weight = load<f64>(WEIGHT);
  let sum: f64 = 0;
  for (; block < end; block += BLOCK, law += LAW) {
    for (let lane: usize = 0; lane < 16; lane += 4) {
      const p = <usize>load<u32>(block + lane);
      const q = <usize>load<u32>(block + lane, B);
      const a = anchors + 2 * p;
      const b = anchors + 2 * q;
      const x = load<f64>(a) - load<f64>(b);
      const y = load<f64>(a, 8) - load<f64>(b, 8);
      const z = load<f64>(a, 16) - load<f64>(b, 16);
      const rest = <f64>load<f32>(law + lane, REST);
      const squared = x * x + y * y + z * z;
      const s = squared - rest * rest;
      store<f32>(law + lane, <f32>s, SQUARED);
      const at = law + 4 * lane;
      store<f32>(at, <f32>x, OFFSETS);
      store<f32>(at, <f32>y, OFFSETS + 4);
      store<f32>(at, <f32>z, OFFSETS + 8);
      const isNew = load<f32>(law + lane) != load<f32>(law + lane); // NaN: it has no multiplier
      if (isNew || load<f32>(law + lane, DAMPING) != 0) {
        const stretch = s / Math.max(Math.sqrt(squared) + rest, 1e-20);
        if (isNew) store<f32>(law + lane, load<f32>(law + lane, STIFFNESS) * <f32>stretch);
        let start = stretch;
        if (weight != 0) {
          const dx = <f64>(load<f32>(before + p) - load<f32>(before + q));
          const dy = <f64>(load<f32>(before + p, 4) - load<f32>(before + q, 4));
          const dz = <f64>(load<f32>(before + p, 8) - load<f32>(before + q, 8));
          const s1 = s + dx * (2 * x + dx) + dy * (2 * y + dy) + dz * (2 * z + dz);
          const l1 = Math.sqrt(Math.max(rest * rest + s1, 0));
          start += weight * (stretch - s1 / Math.max(l1 + rest, 1e-20));
        }
        store<f32>(law + lane, <f32>start, BEFORE);
      }
      const force = <f64>load<f32>(law + lane);
      sum += force * force;
    }
  }
  store<f64>(SUM, load<f64>(SUM) + 2 * sum);
}

/** Starts −∇Φ with the inertia, and the diagonal blocks of A. */
export function startEquations(): void {
  const size = <usize>load<u32>(SIZE);
  const u = <usize>load<u32>(U);
  const targets = <usize>load<u32>(TARGETS);
  const downhill = <usize>load<u32>(DOWNHILL);
  const diagonals = <usize>load<u32>(DIAGONALS);
  const zero = f32x4.splat(0);
  for (let p: usize = 0; p < size; p += 16) {
    const w = f32x4.replace_lane(v128.load32_splat(targets + p, 12), 3, 0);
    v128.store(downhill + p, f32x4.mul(w, f32x4.sub(v128.load(targets + p), v128.load(u + p))));
    v128.store(diagonals + 2 * p, w);
    v128.store(diagonals + 2 * p, zero, 16);
  }
}

/**
 * Adds springs at the current displacements: their forces to −∇Φ, their stiffness to the diagonal blocks, and writes σ
 * and m. Lengths do not cancel: s = s₀ + Δ · (2 d₀ + Δ) with Δ = u_a − u_b, C = s / (l + L).
 *
 * @param isFirst 1: σ from the multiplier of the previous solve; 0: from the law at the current lengths.
 */
export function addSprings(block: usize, end: usize, law: usize, isFirst: i32): void {
  const u = <usize>load<u32>(U);
  const downhill = <usize>load<u32>(DOWNHILL);
  const diagonals = <usize>load<u32>(DIAGONALS);
  const perStep = f32x4.splat(<f32>load<f64>(PER_STEP));
  const zero = f32x4.splat(0);
  const tiny = f32x4.splat(TINY);
  for (; block < end; block += BLOCK, law += LAW) {
    const a0 = <usize>load<u32>(block);
    const a1 = <usize>load<u32>(block, 4);
    const a2 = <usize>load<u32>(block, 8);
    const a3 = <usize>load<u32>(block, 12);
    const b0 = <usize>load<u32>(block, B);
    const b1 = <usize>load<u32>(block, B + 4);
    const b2 = <usize>load<u32>(block, B + 8);
    const b3 = <usize>load<u32>(block, B + 12);
    const d0 = f32x4.sub(v128.load(u + a0), v128.load(u + b0));
    const d1 = f32x4.sub(v128.load(u + a1), v128.load(u + b1));
    const d2 = f32x4.sub(v128.load(u + a2), v128.load(u + b2));
    const d3 = f32x4.sub(v128.load(u + a3), v128.load(u + b3));
    const o0 = v128.load(law, OFFSETS);
    const o1 = v128.load(law, OFFSETS + 16);
    const o2 = v128.load(law, OFFSETS + 32);
    const o3 = v128.load(law, OFFSETS + 48);
    const e0 = f32x4.add(o0, d0);
    const e1 = f32x4.add(o1, d1);
    const e2 = f32x4.add(o2, d2);
    const e3 = f32x4.add(o3, d3);
    const growth = sums(
      f32x4.mul(d0, f32x4.add(o0, e0)),
      f32x4.mul(d1, f32x4.add(o1, e1)),
      f32x4.mul(d2, f32x4.add(o2, e2)),
      f32x4.mul(d3, f32x4.add(o3, e3)),
    );
    const rest = v128.load(law, REST);
    const restSquared = f32x4.mul(rest, rest);
    const s = f32x4.add(v128.load(law, SQUARED), growth);
    const squared = f32x4.pmax(
      f32x4.add(restSquared, s),
      f32x4.add(f32x4.mul(restSquared, f32x4.splat(MIN_SQUARED_LENGTH)), tiny),
    );
    const length = f32x4.sqrt(squared);
    const perLength = f32x4.div(f32x4.splat(1), length);
    const stretch = f32x4.div(s, f32x4.add(length, rest));
    const stiffness = v128.load(law, STIFFNESS);
    const viscosity = f32x4.mul(v128.load(law, DAMPING), perStep);
    const pull = f32x4.add(
      f32x4.mul(stiffness, stretch),
      f32x4.mul(viscosity, f32x4.sub(stretch, v128.load(law, BEFORE))),
    );
    v128.store(law, pull, PULL);
    const total = f32x4.add(stiffness, viscosity);
    const lambda = isFirst != 0 ? v128.load(law) : pull;
    const sigma = f32x4.pmin(
      f32x4.abs(f32x4.mul(lambda, perLength)),
      f32x4.mul(total, f32x4.splat(MAX_SIGMA)),
    );
    const root = f32x4.sqrt(f32x4.sub(total, sigma));
    v128.store(block, sigma, SIGMA);
    v128.store(law, f32x4.div(total, f32x4.pmax(root, tiny)), FACTOR);
    const scale = f32x4.mul(root, perLength);
    const force = f32x4.mul(pull, perLength);
    addSpring(block, 0, e0, lane0(scale), lane0(force), a0, b0, downhill, diagonals);
    addSpring(block, 1, e1, lane1(scale), lane1(force), a1, b1, downhill, diagonals);
    addSpring(block, 2, e2, lane2(scale), lane2(force), a2, b2, downhill, diagonals);
    addSpring(block, 3, e3, lane3(scale), lane3(force), a3, b3, downhill, diagonals);
  }
}

// @ts-ignore: decorator
@inline
function addSpring(
  block: usize,
  lane: usize,
  e: v128,
  scale: v128,
  force: v128,
  a: usize,
  b: usize,
  downhill: usize,
  diagonals: usize,
): void {
  const m = f32x4.mul(e, scale);
  v128.store(block + M + 16 * lane, m);
  const f = f32x4.mul(e, force);
  v128.store(downhill + a, f32x4.sub(v128.load(downhill + a), f));
  v128.store(downhill + b, f32x4.add(v128.load(downhill + b), f));
  const sigma = f32x4.replace_lane(v128.load32_splat(block + 4 * lane, SIGMA), 3, 0);
  const straight = f32x4.add(f32x4.mul(m, m), sigma);
  const mixed = f32x4.mul(v128.shuffle<f32>(m, m, 1, 2, 0, 3), v128.shuffle<f32>(m, m, 2, 0, 1, 3));
  const pa = diagonals + 2 * a;
  const pb = diagonals + 2 * b;
  v128.store(pa, f32x4.add(v128.load(pa), straight));
  v128.store(pa, f32x4.add(v128.load(pa, 16), mixed), 16);
  v128.store(pb, f32x4.add(v128.load(pb), straight));
  v128.store(pb, f32x4.add(v128.load(pb, 16), mixed), 16);
}

/** product = w · vector: the part of A that acts on single particles. */
// @ts-ignore: decorator
@inline
function startProduct(vector: usize, product: usize): void {
  const size = <usize>load<u32>(SIZE);
  const targets = <usize>load<u32>(TARGETS);
  for (let p: usize = 0; p < size; p += 16) {
    v128.store(product + p, f32x4.mul(v128.load32_splat(targets + p, 12), v128.load(vector + p)));
  }
}

/** product += springs of A · vector. */
// @ts-ignore: decorator
@inline
function addProduct(block: usize, end: usize, vector: usize, product: usize): void {
  for (; block < end; block += BLOCK) {
    const a0 = <usize>load<u32>(block);
    const a1 = <usize>load<u32>(block, 4);
    const a2 = <usize>load<u32>(block, 8);
    const a3 = <usize>load<u32>(block, 12);
    const b0 = <usize>load<u32>(block, B);
    const b1 = <usize>load<u32>(block, B + 4);
    const b2 = <usize>load<u32>(block, B + 8);
    const b3 = <usize>load<u32>(block, B + 12);
    const d0 = f32x4.sub(v128.load(vector + a0), v128.load(vector + b0));
    const d1 = f32x4.sub(v128.load(vector + a1), v128.load(vector + b1));
    const d2 = f32x4.sub(v128.load(vector + a2), v128.load(vector + b2));
    const d3 = f32x4.sub(v128.load(vector + a3), v128.load(vector + b3));
    const m0 = v128.load(block, M);
    const m1 = v128.load(block, M + 16);
    const m2 = v128.load(block, M + 32);
    const m3 = v128.load(block, M + 48);
    const along = sums(f32x4.mul(m0, d0), f32x4.mul(m1, d1), f32x4.mul(m2, d2), f32x4.mul(m3, d3));
    const f0 = f32x4.add(f32x4.mul(m0, lane0(along)), f32x4.mul(d0, v128.load32_splat(block, SIGMA)));
    const f1 = f32x4.add(f32x4.mul(m1, lane1(along)), f32x4.mul(d1, v128.load32_splat(block, SIGMA + 4)));
    const f2 = f32x4.add(f32x4.mul(m2, lane2(along)), f32x4.mul(d2, v128.load32_splat(block, SIGMA + 8)));
    const f3 = f32x4.add(f32x4.mul(m3, lane3(along)), f32x4.mul(d3, v128.load32_splat(block, SIGMA + 12)));
    v128.store(product + a0, f32x4.add(v128.load(product + a0), f0));
    v128.store(product + a1, f32x4.add(v128.load(product + a1), f1));
    v128.store(product + a2, f32x4.add(v128.load(product + a2), f2));
    v128.store(product + a3, f32x4.add(v128.load(product + a3), f3));
    v128.store(product + b0, f32x4.sub(v128.load(product + b0), f0));
    v128.store(product + b1, f32x4.sub(v128.load(product + b1), f1));
    v128.store(product + b2, f32x4.sub(v128.load(product + b2), f2));
    v128.store(product + b3, f32x4.sub(v128.load(product + b3), f3));
  }
}

/** product = A · vector, filtered by the constraints. Pinned particles are ignored by all who read it. */
export function multiply(vector: usize, product: usize): void {
  startProduct(vector, product);
  addProduct(<usize>load<u32>(KINDS), <usize>load<u32>(KINDS, 4), vector, product);
  addProduct(<usize>load<u32>(KINDS, 8), <usize>load<u32>(KINDS, 12), vector, product);
  addTriangleProduct(<usize>load<u32>(KINDS, 16), <usize>load<u32>(KINDS, 20), vector, product);
  addHingeProduct(<usize>load<u32>(KINDS, 24), <usize>load<u32>(KINDS, 28), vector, product);
  filter(product);
}

/** Displaces all particles by `weight` (in SUM) times D⁻¹ · −∇Φ: one damped Jacobi sweep on positions. */
export function relaxPositions(): void {
  const size = <usize>load<u32>(SIZE);
  const u = <usize>load<u32>(U);
  const downhill = <usize>load<u32>(DOWNHILL);
  const inverses = <usize>load<u32>(INVERSES);
  const weight = f32x4.splat(<f32>load<f64>(SUM));
  for (let p: usize = 0; p < size; p += 16) {
    const change = inverseTimes(inverses + 3 * p, v128.load(downhill + p));
    v128.store(u + p, f32x4.add(v128.load(u + p), f32x4.mul(weight, change)));
  }
}

/** u += fraction (in SUM) · step. */
export function takeStep(): void {
  const size = <usize>load<u32>(SIZE);
  const u = <usize>load<u32>(U);
  const step = <usize>load<u32>(STEP);
  const fraction = f32x4.splat(<f32>load<f64>(SUM));
  for (let p: usize = 0; p < size; p += 16) {
    v128.store(u + p, f32x4.add(v128.load(u + p), f32x4.mul(fraction, v128.load(step + p))));
  }
}

/** Writes the multipliers of the step, λ = k C + d Ċ + K n · δ. Adds 2 Σ λ² to SUM. */
export function solveMultipliers(block: usize, end: usize, law: usize): void {
  const step = <usize>load<u32>(STEP);
  let sum: f64 = 0;
  for (; block < end; block += BLOCK, law += LAW) {
    const d0 = difference(step, block, block + B, 0);
    const d1 = difference(step, block, block + B, 1);
    const d2 = difference(step, block, block + B, 2);
    const d3 = difference(step, block, block + B, 3);
    const along = sums(
      f32x4.mul(v128.load(block, M), d0),
      f32x4.mul(v128.load(block, M + 16), d1),
      f32x4.mul(v128.load(block, M + 32), d2),
      f32x4.mul(v128.load(block, M + 48), d3),
    );
    const lambda = f32x4.add(v128.load(law, PULL), f32x4.mul(v128.load(law, FACTOR), along));
    v128.store(law, lambda, NEXT);
    sum += total(f32x4.mul(lambda, lambda));
  }
  store<f64>(SUM, load<f64>(SUM) + 2 * sum);
}

/** Sets SUM to the scalar product of two vectors, added up in f64. */
export function dotProduct(a: usize, b: usize): void {
  const size = <usize>load<u32>(SIZE);
  let low = f64x2.splat(0);
  let high = f64x2.splat(0);
  for (let p: usize = 0; p < size; p += 16) {
    const product = f32x4.mul(v128.load(a + p), v128.load(b + p));
    low = f64x2.add(low, f64x2.promote_low_f32x4(product));
    high = f64x2.add(high, f64x2.promote_low_f32x4(v128.shuffle<f32>(product, product, 2, 3, 0, 1)));
  }
  store<f64>(
    SUM,
    f64x2.extract_lane(low, 0) + f64x2.extract_lane(low, 1) + f64x2.extract_lane(high, 0),
  );
}
