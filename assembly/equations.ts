import { lane0, lane1, lane2, lane3, sums } from "./lanes";

// The equations of a substep of the implicit solver, without a matrix: A = Σ over particles of w I + Σ over springs of
// σ I + m mᵀ between both ends. Vectors have 16 bytes per particle, (x, y, z, 0). Numbers and addresses lie in a header
// at the start of the memory, because V8 allocates numbers that are arguments of a call on the heap.

/** Addresses of the header: u32 each. */
export const HEADER: usize = 2048;
/** Bytes of a vector: 16 × particles, with the dummy of empty lanes as the first one. */
export const SIZE: usize = HEADER;
/** Displacements since the anchor, m. */
export const U: usize = HEADER + 4;
/** (x, y, z) of what particles would reach without springs, and w, the inertia and the stiffness of grabs, N/m. */
export const TARGETS: usize = HEADER + 8;
/** −∇Φ, N. */
export const DOWNHILL: usize = HEADER + 12;
/** Diagonal blocks of A: (xx, yy, zz, 0) and (yz, xz, xy, 0), 32 bytes per particle. */
export const DIAGONALS: usize = HEADER + 16;
/** Their inverses, by columns, 48 bytes per particle; 0 for a pinned particle. */
export const INVERSES: usize = HEADER + 20;
/** The step, and vectors of the conjugate gradients. */
export const STEP: usize = HEADER + 24;
export const RESIDUAL: usize = HEADER + 28;
export const SOLVED: usize = HEADER + 32;
export const DIRECTION: usize = HEADER + 36;
export const PRODUCT: usize = HEADER + 40;
/** Positions at the start of the substep, f64, 32 bytes per particle. */
export const ANCHORS: usize = HEADER + 44;
/** Particles on an axis or a plane, 32 bytes each, and the end of this list. */
export const CONSTRAINTS: usize = HEADER + 48;
export const CONSTRAINTS_END: usize = HEADER + 52;
/** Displacements of the start of the previous substep since the anchor, m. */
export const U_BEFORE: usize = HEADER + 56;
/** A vector for the preconditioner. */
export const SCRATCH: usize = HEADER + 60;
/** Coarse levels, from the finest on, and the end of this list. */
export const LEVELS: usize = HEADER + 64;
export const LEVELS_END: usize = HEADER + 68;
/** A result: conjugate gradients of the latest solve. */
export const ITERATIONS: usize = HEADER + 72;

/** Numbers of the header: f64 each. */
export const NUMBERS: usize = HEADER + 128;
/** 1 / h′, 1/s. */
const PER_STEP: usize = NUMBERS;
/** β of BDF2: C* = C + β (C − C₋) is what the rate of a stretch is measured from; 0 with backward Euler. */
const WEIGHT: usize = NUMBERS + 8;
/** Weights of the previous and the new multiplier in the impulse of a substep, s. */
const OLD_SHARE: usize = NUMBERS + 16;
const NEW_SHARE: usize = NUMBERS + 24;
/** Results: a sum of squares or a scalar product. */
export const SUM: usize = NUMBERS + 32;
/** ‖r‖² at which conjugate gradients may end, N². */
export const ENOUGH: usize = NUMBERS + 40;

// Springs lie in blocks of four. A block has rows for the product with A: offsets of both ends in a vector, σ, then
// m = √(K − σ) n of each spring. A second array has the law: L, k, d, λ of the previous substep, s₀, C*, k C + d Ċ,
// K / √(K − σ), the impulse of the step so far, λ of the latest solve, then the offset d₀ = a − b of each spring at the
// anchor.
const B: usize = 16;
const SIGMA: usize = 32;
const M: usize = 48;
/** Bytes of a block. */
export const BLOCK: usize = 112;
const REST: usize = 0;
const STIFFNESS: usize = 16;
const DAMPING: usize = 32;
const LAMBDA: usize = 48;
const SQUARED: usize = 64;
const BEFORE: usize = 80;
const PULL: usize = 96;
const FACTOR: usize = 112;
const IMPULSE: usize = 128;
const NEXT: usize = 144;
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
      const isNew = load<f32>(law + lane, LAMBDA) != load<f32>(law + lane, LAMBDA); // NaN: it has no multiplier
      if (isNew || load<f32>(law + lane, DAMPING) != 0) {
        const stretch = s / Math.max(Math.sqrt(squared) + rest, 1e-20);
        if (isNew) store<f32>(law + lane, load<f32>(law + lane, STIFFNESS) * <f32>stretch, LAMBDA);
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
      const force = <f64>load<f32>(law + lane, LAMBDA);
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
    const lambda = isFirst != 0 ? v128.load(law, LAMBDA) : pull;
    const sigma = f32x4.pmin(
      f32x4.pmax(f32x4.mul(lambda, perLength), zero),
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

/** Lists of blocks: start and end of each kind of spring. */
export const KINDS: usize = HEADER + 96;

/** product = A · vector, filtered by the constraints. Pinned particles are ignored by all who read it. */
export function multiply(vector: usize, product: usize): void {
  startProduct(vector, product);
  addProduct(<usize>load<u32>(KINDS), <usize>load<u32>(KINDS, 4), vector, product);
  addProduct(<usize>load<u32>(KINDS, 8), <usize>load<u32>(KINDS, 12), vector, product);
  filter(product);
}

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
    const d0 = difference(block, 0, step);
    const d1 = difference(block, 4, step);
    const d2 = difference(block, 8, step);
    const d3 = difference(block, 12, step);
    const along = sums(
      f32x4.mul(v128.load(block, M), d0),
      f32x4.mul(v128.load(block, M + 16), d1),
      f32x4.mul(v128.load(block, M + 32), d2),
      f32x4.mul(v128.load(block, M + 48), d3),
    );
    const lambda = f32x4.add(v128.load(law, PULL), f32x4.mul(v128.load(law, FACTOR), along));
    v128.store(law, lambda, NEXT);
    const squared = f32x4.mul(lambda, lambda);
    sum += <f64>(f32x4.extract_lane(squared, 0) + f32x4.extract_lane(squared, 1)) +
      <f64>(f32x4.extract_lane(squared, 2) + f32x4.extract_lane(squared, 3));
  }
  store<f64>(SUM, load<f64>(SUM) + 2 * sum);
}

// @ts-ignore: decorator
@inline
function difference(block: usize, lane: usize, vector: usize): v128 {
  return f32x4.sub(
    v128.load(vector + <usize>load<u32>(block + lane)),
    v128.load(vector + <usize>load<u32>(block + lane, B)),
  );
}

/** Adds the impulses of an accepted substep, the trapezoid mean of both multipliers, and keeps the new one. */
export function commitMultipliers(block: usize, end: usize, law: usize): void {
  const old = f32x4.splat(<f32>load<f64>(OLD_SHARE));
  const share = f32x4.splat(<f32>load<f64>(NEW_SHARE));
  for (; block < end; block += BLOCK, law += LAW) {
    const lambda = v128.load(law, NEXT);
    const mean = f32x4.add(f32x4.mul(old, v128.load(law, LAMBDA)), f32x4.mul(share, lambda));
    v128.store(law, f32x4.add(v128.load(law, IMPULSE), mean), IMPULSE);
    v128.store(law, lambda, LAMBDA);
  }
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
