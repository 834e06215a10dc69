import { filter, inverseTimes, invertBlock } from "./diagonals";
import { BLOCK, dotProduct, multiply } from "./equations";
import {
  SIZE,
  TARGETS,
  DOWNHILL,
  INVERSES,
  STEP,
  RESIDUAL,
  SOLVED,
  DIRECTION,
  PRODUCT,
  SCRATCH,
  LEVELS,
  LEVELS_END,
  ITERATIONS,
  SUM,
  ENOUGH,
} from "./equations-header";

// Conjugate gradients for the equations of a substep, preconditioned by a multigrid cycle.
//
// A coarse level has nodes instead of particles. A row of transfer weights tells how much each node moves a particle, or
// a node of the next finer level: four pairs of an offset (u32) and a weight (f32), the largest first, 0 at the end.
// Weights are scalars and springs are symmetric, so all 3 × 3 blocks of the coarse matrices of springs are symmetric:
// (xx, yy, zz, 0) and (yz, xz, xy, 0), 32 bytes. The diagonal blocks come first. Triangles couple their particles by blocks
// that are not: the block of the nodes i < j is such a symmetric one plus the cross product with an axial vector (16 bytes,
// in an array of their own), the block of j and i minus it.

// A level: u32 each.
const NODES: usize = 0; // bytes of a vector, 16 × nodes
const ROWS: usize = 4; // start of the entries of each node, then the end
const BLOCKS: usize = 8;
const BLOCKS_END: usize = 12; // of the axial vectors, if there are any: they follow the blocks
const NODE_INVERSES: usize = 16;
const X: usize = 20;
const B: usize = 24;
const R: usize = 28;
const TRANSFERS: usize = 32; // rows of the finer level
const FINER: usize = 36; // bytes of a vector of the finer level
const PARTS: usize = 40; // parts of the blocks: from (u32), to (u32), weights of symmetric and axial part (f32)
const PARTS_END: usize = 44;
const DENSE: usize = 48; // of the last level: the Cholesky factor, f64
const AXIALS: usize = 52; // axial vectors of the blocks; 0 if all blocks are symmetric
/** Bytes of a level. */
const LEVEL: usize = 64;

/** Damping of a Jacobi sweep: the largest eigenvalue of D⁻¹A is 2.1 to 2.3. */
const JACOBI: f32 = 0.74;

/** A system is solved when r · D r has decreased to this fraction: the rest is rounding, and could only grow. */
const EXACT: f64 = 1e-13;

/** Makes all blocks of the first coarse level 0. */
export function clearCoarse(): void {
  clearBlocks(<usize>load<u32>(LEVELS));
}

function clearBlocks(level: usize): void {
  const start = <usize>load<u32>(level, BLOCKS);
  memory.fill(start, 0, <usize>load<u32>(level, BLOCKS_END) - start);
}

/** Adds inertia and grabs to the first coarse level. `spans`: start and end of the parts of each particle. */
export function coarsenParticles(spans: usize): void {
  const size = <usize>load<u32>(SIZE);
  const targets = <usize>load<u32>(TARGETS);
  for (let p: usize = 0; p < size; p += 16, spans += 8) {
    const w = f32x4.replace_lane(v128.load32_splat(targets + p, 12), 3, 0);
    const end = <usize>load<u32>(spans, 4);
    for (let part = <usize>load<u32>(spans); part < end; part += 8) {
      const to = <usize>load<u32>(part);
      v128.store(to, f32x4.add(v128.load(to), f32x4.mul(w, v128.load32_splat(part, 4))));
    }
  }
}

/** Adds springs to the first coarse level. `spans`: start and end of the parts of each lane. */
export function coarsenSprings(block: usize, end: usize, spans: usize): void {
  for (; block < end; block += BLOCK) {
    for (let lane: usize = 0; lane < 4; lane++, spans += 8) {
      const last = <usize>load<u32>(spans, 4);
      let part = <usize>load<u32>(spans);
      if (part == last) continue;
      const m = v128.load(block + 48 + 16 * lane);
      const sigma = f32x4.replace_lane(v128.load32_splat(block + 32 + 4 * lane), 3, 0);
      const straight = f32x4.add(f32x4.mul(m, m), sigma);
      const mixed = f32x4.mul(v128.shuffle<f32>(m, m, 1, 2, 0, 3), v128.shuffle<f32>(m, m, 2, 0, 1, 3));
      for (; part < last; part += 8) {
        const to = <usize>load<u32>(part);
        const weight = v128.load32_splat(part, 4);
        v128.store(to, f32x4.add(v128.load(to), f32x4.mul(straight, weight)));
        v128.store(to, f32x4.add(v128.load(to, 16), f32x4.mul(mixed, weight)), 16);
      }
    }
  }
}

/** Derives the other coarse levels from the first one, and factors them. */
export function factorCoarse(): void {
  const end = <usize>load<u32>(LEVELS_END);
  for (let level = <usize>load<u32>(LEVELS); level < end; level += LEVEL) {
    if (level != <usize>load<u32>(LEVELS)) addParts(level);
    if (level + LEVEL == end) factorDense(level);
    else {
      const nodes = <usize>load<u32>(level, NODES);
      const blocks = <usize>load<u32>(level, BLOCKS);
      const inverses = <usize>load<u32>(level, NODE_INVERSES);
      for (let i: usize = 0; i < nodes; i += 16) invertBlock(blocks + 2 * i, inverses + 3 * i);
    }
  }
}

function addParts(level: usize): void {
  clearBlocks(level);
  const end = <usize>load<u32>(level, PARTS_END);
  for (let part = <usize>load<u32>(level, PARTS); part < end; part += 16) {
    const from = <usize>load<u32>(part);
    const to = <usize>load<u32>(part, 4);
    const weight = v128.load32_splat(part, 8);
    v128.store(to, f32x4.add(v128.load(to), f32x4.mul(v128.load(from), weight)));
    v128.store(to, f32x4.add(v128.load(to, 16), f32x4.mul(v128.load(from, 16), weight)), 16);
  }
  if (load<u32>(level, AXIALS) == 0) return;
  for (let part = <usize>load<u32>(level, PARTS); part < end; part += 16) {
    const from = axialOf(level - LEVEL, <usize>load<u32>(part));
    const to = axialOf(level, <usize>load<u32>(part, 4));
    const weight = v128.load32_splat(part, 12);
    v128.store(to, f32x4.add(v128.load(to), f32x4.mul(v128.load(from), weight)));
  }
}

/** The address of the axial vector of a block. */
// @ts-ignore: decorator
@inline
function axialOf(level: usize, block: usize): usize {
  return <usize>load<u32>(level, AXIALS) + ((block - <usize>load<u32>(level, BLOCKS)) >> 1);
}

/** One element of a symmetric block. */
// @ts-ignore: decorator
@inline
function element(block: usize, row: usize, column: usize): f64 {
  const at = row == column ? row : 7 - row - column; // off the diagonal: (y, z) → 4, (x, z) → 5, (x, y) → 6
  return <f64>load<f32>(block + 4 * at);
}

/** Cholesky factor of the last level, in f64. A node that nothing holds and that has no mass stays where it is. */
function factorDense(level: usize): void {
  const nodes = <usize>load<u32>(level, NODES) >> 4;
  const n: usize = 3 * nodes;
  const dense = <usize>load<u32>(level, DENSE);
  const blocks = <usize>load<u32>(level, BLOCKS);
  const rows = <usize>load<u32>(level, ROWS);
  memory.fill(dense, 0, 8 * n * n);
  for (let i: usize = 0; i < nodes; i++) {
    writeDense(dense, n, i, i, blocks + 32 * i, 0);
    const end = <usize>load<u32>(rows + 4 * i, 4);
    for (let at = <usize>load<u32>(rows + 4 * i); at < end; at += 8) {
      const block = <usize>load<u32>(at, 4);
      const axial = load<u32>(level, AXIALS) == 0 ? 0 : axialOf(level, block);
      writeDense(dense, n, i, <usize>load<u32>(at) >> 4, block, axial);
    }
  }
  for (let j: usize = 0; j < n; j++) {
    const row = dense + 8 * n * j;
    let pivot = load<f64>(row + 8 * j);
    const floor = 1e-9 * pivot;
    for (let k: usize = 0; k < j; k++) {
      const l = load<f64>(row + 8 * k);
      pivot -= l * l;
    }
    // The reciprocal of the diagonal takes its place; 0 fixes what has no pivot.
    const per = pivot > floor && pivot > 0 ? 1 / Math.sqrt(pivot) : 0;
    store<f64>(row + 8 * j, per);
    for (let i = j + 1; i < n; i++) {
      const other = dense + 8 * n * i;
      let sum = load<f64>(other + 8 * j);
      for (let k: usize = 0; k < j; k++) sum -= load<f64>(other + 8 * k) * load<f64>(row + 8 * k);
      store<f64>(other + 8 * j, sum * per);
    }
  }
}

function writeDense(dense: usize, n: usize, i: usize, j: usize, block: usize, axial: usize): void {
  for (let row: usize = 0; row < 3; row++) {
    for (let column: usize = 0; column < 3; column++) {
      let value = element(block, row, column);
      if (axial != 0 && row != column) {
        // a × v: −a_z at (x, y), a_y at (x, z), −a_x at (y, z); the other half has the other sign, as has (j, i).
        const isMinus = (row + 1) % 3 == column;
        const turn = <f64>load<f32>(axial + 4 * (3 - row - column));
        value += isMinus == i < j ? -turn : turn;
      }
      store<f64>(dense + 8 * ((3 * i + row) * n + 3 * j + column), value);
    }
  }
}

function solveDense(level: usize): void {
  const nodes = <usize>load<u32>(level, NODES) >> 4;
  const n: usize = 3 * nodes;
  const dense = <usize>load<u32>(level, DENSE);
  const b = <usize>load<u32>(level, B);
  const x = <usize>load<u32>(level, X);
  const values = dense + 8 * n * n;
  for (let i: usize = 0; i < n; i++) {
    const row = dense + 8 * n * i;
    let sum = <f64>load<f32>(b + 16 * (i / 3) + 4 * (i % 3));
    for (let k: usize = 0; k < i; k++) sum -= load<f64>(row + 8 * k) * load<f64>(values + 8 * k);
    store<f64>(values + 8 * i, sum * load<f64>(row + 8 * i));
  }
  for (let i = <isize>n - 1; i >= 0; i--) {
    let sum = load<f64>(values + 8 * i);
    for (let k = <usize>i + 1; k < n; k++) sum -= load<f64>(dense + 8 * (n * k + i)) * load<f64>(values + 8 * k);
    const found = sum * load<f64>(dense + 8 * (n * i + i));
    store<f64>(values + 8 * i, found);
    store<f32>(x + 16 * (<usize>i / 3) + 4 * (<usize>i % 3), <f32>found);
  }
}

/** A block times a vector. */
// @ts-ignore: decorator
@inline
function blockTimes(block: usize, v: v128): v128 {
  const mixed = v128.load(block, 16);
  return f32x4.add(
    f32x4.mul(v128.load(block), v),
    f32x4.add(
      f32x4.mul(v128.shuffle<f32>(mixed, mixed, 2, 0, 1, 3), v128.shuffle<f32>(v, v, 1, 2, 0, 3)),
      f32x4.mul(v128.shuffle<f32>(mixed, mixed, 1, 2, 0, 3), v128.shuffle<f32>(v, v, 2, 0, 1, 3)),
    ),
  );
}

/** The cross product of a vector at an address and another. */
// @ts-ignore: decorator
@inline
function cross(axial: usize, v: v128): v128 {
  const a = v128.load(axial);
  return f32x4.sub(
    f32x4.mul(v128.shuffle<f32>(a, a, 1, 2, 0, 3), v128.shuffle<f32>(v, v, 2, 0, 1, 3)),
    f32x4.mul(v128.shuffle<f32>(a, a, 2, 0, 1, 3), v128.shuffle<f32>(v, v, 1, 2, 0, 3)),
  );
}

// The entries of a node are ordered by their nodes, so those before it come first. `axials`: axial vectors of the blocks; 0
// (a constant, so the compiler leaves them out) if there are none.

/** A vector minus the blocks of a node and those before it, times x. */
// @ts-ignore: decorator
@inline
function minusBefore(sum: v128, rows: usize, i: usize, x: usize, blocks: usize, axials: usize): v128 {
  const end = <usize>load<u32>(rows + (i >> 2), 4);
  for (let at = <usize>load<u32>(rows + (i >> 2)); at < end; at += 8) {
    const j = <usize>load<u32>(at);
    if (j > i) break;
    const block = <usize>load<u32>(at, 4);
    const other = v128.load(x + j);
    sum = f32x4.sub(sum, blockTimes(block, other));
    if (axials != 0) sum = f32x4.add(sum, cross(axials + ((block - blocks) >> 1), other));
  }
  return sum;
}

/** A vector minus the blocks of a node and those after it, times x. */
// @ts-ignore: decorator
@inline
function minusAfter(sum: v128, rows: usize, i: usize, x: usize, blocks: usize, axials: usize): v128 {
  const start = <usize>load<u32>(rows + (i >> 2));
  for (let at = <usize>load<u32>(rows + (i >> 2), 4); at > start; at -= 8) {
    const j = <usize>load<u32>(at - 8);
    if (j < i) break;
    const block = <usize>load<u32>(at - 8, 4);
    const other = v128.load(x + j);
    sum = f32x4.sub(sum, blockTimes(block, other));
    if (axials != 0) sum = f32x4.sub(sum, cross(axials + ((block - blocks) >> 1), other));
  }
  return sum;
}

/** One multigrid cycle at a coarse level: x from b. Block Gauss–Seidel forward, coarser levels, then backward. */
function cycle(level: usize): void {
  if (level + LEVEL == <usize>load<u32>(LEVELS_END)) {
    solveDense(level);
    return;
  }
  const axials = <usize>load<u32>(level, AXIALS);
  if (axials == 0) sweepForward(level, 0);
  else sweepForward(level, axials);
  const next = level + LEVEL;
  restrict(next, <usize>load<u32>(level, R));
  cycle(next);
  prolong(next, <usize>load<u32>(level, X));
  if (axials == 0) sweepBackward(level, 0);
  else sweepBackward(level, axials);
}

/**
 * Solves for each node in order, starting from x = 0, then writes the remainder b − A x. After its own turn, only the nodes
 * after it disturb a node.
 */
// @ts-ignore: decorator
@inline
function sweepForward(level: usize, axials: usize): void {
  const nodes = <usize>load<u32>(level, NODES);
  const rows = <usize>load<u32>(level, ROWS);
  const blocks = <usize>load<u32>(level, BLOCKS);
  const inverses = <usize>load<u32>(level, NODE_INVERSES);
  const x = <usize>load<u32>(level, X);
  const b = <usize>load<u32>(level, B);
  const r = <usize>load<u32>(level, R);
  for (let i: usize = 0; i < nodes; i += 16) {
    const left = minusBefore(v128.load(b + i), rows, i, x, blocks, axials);
    v128.store(x + i, inverseTimes(inverses + 3 * i, left));
  }
  const zero = f32x4.splat(0);
  for (let i: usize = 0; i < nodes; i += 16) {
    v128.store(r + i, minusAfter(zero, rows, i, x, blocks, axials));
  }
}

/** Solves for each node in reverse order. */
// @ts-ignore: decorator
@inline
function sweepBackward(level: usize, axials: usize): void {
  const rows = <usize>load<u32>(level, ROWS);
  const blocks = <usize>load<u32>(level, BLOCKS);
  const inverses = <usize>load<u32>(level, NODE_INVERSES);
  const x = <usize>load<u32>(level, X);
  const b = <usize>load<u32>(level, B);
  for (let i = <isize>load<u32>(level, NODES) - 16; i >= 0; i -= 16) {
    const left = minusBefore(v128.load(b + i), rows, i, x, blocks, axials);
    v128.store(x + i, inverseTimes(inverses + 3 * i, minusAfter(left, rows, i, x, blocks, axials)));
  }
}

/** b of a level = transposed transfer · a vector of the finer level. */
function restrict(level: usize, finer: usize): void {
  const b = <usize>load<u32>(level, B);
  const size = <usize>load<u32>(level, FINER);
  let row = <usize>load<u32>(level, TRANSFERS);
  memory.fill(b, 0, <usize>load<u32>(level, NODES));
  for (let p: usize = 0; p < size; p += 16, row += 32) {
    const vector = v128.load(finer + p);
    for (let at = row; at < row + 32; at += 8) {
      if (load<f32>(at, 4) == 0) break;
      const to = b + <usize>load<u32>(at);
      v128.store(to, f32x4.add(v128.load(to), f32x4.mul(vector, v128.load32_splat(at, 4))));
    }
  }
}

/** A vector of the finer level += transfer · x of a level. */
function prolong(level: usize, finer: usize): void {
  const x = <usize>load<u32>(level, X);
  const size = <usize>load<u32>(level, FINER);
  let row = <usize>load<u32>(level, TRANSFERS);
  for (let p: usize = 0; p < size; p += 16, row += 32) {
    let vector = v128.load(finer + p);
    for (let at = row; at < row + 32; at += 8) {
      if (load<f32>(at, 4) == 0) break;
      vector = f32x4.add(vector, f32x4.mul(v128.load(x + <usize>load<u32>(at)), v128.load32_splat(at, 4)));
    }
    v128.store(finer + p, vector);
  }
}

/** The preconditioner: a Jacobi sweep, the coarse levels, a Jacobi sweep. From RESIDUAL to SOLVED. */
function precondition(): void {
  const size = <usize>load<u32>(SIZE);
  const b = <usize>load<u32>(RESIDUAL);
  const x = <usize>load<u32>(SOLVED);
  const r = <usize>load<u32>(SCRATCH);
  const inverses = <usize>load<u32>(INVERSES);
  const damping = f32x4.splat(JACOBI);
  for (let p: usize = 0; p < size; p += 16) {
    v128.store(x + p, f32x4.mul(damping, inverseTimes(inverses + 3 * p, v128.load(b + p))));
  }
  multiply(x, r);
  for (let p: usize = 0; p < size; p += 16) {
    v128.store(r + p, f32x4.sub(v128.load(b + p), v128.load(r + p)));
  }
  const level = <usize>load<u32>(LEVELS);
  restrict(level, r);
  cycle(level);
  prolong(level, x);
  filter(x);
  multiply(x, r);
  for (let p: usize = 0; p < size; p += 16) {
    const left = f32x4.sub(v128.load(b + p), v128.load(r + p));
    const change = f32x4.mul(damping, inverseTimes(inverses + 3 * p, left));
    v128.store(x + p, f32x4.add(v128.load(x + p), change));
  }
}

/**
 * Solves A · STEP = DOWNHILL by flexible conjugate gradients (Polak–Ribière): Gauss–Seidel on rounded numbers is not quite
 * symmetric.
 *
 * @param least Iterations that are always made. A tolerance alone would stop too early on paper.
 * @param most The rest is made only as long as the residual is over ENOUGH.
 */
export function solve(least: i32, most: i32): void {
  const size = <usize>load<u32>(SIZE);
  const step = <usize>load<u32>(STEP);
  const r = <usize>load<u32>(RESIDUAL);
  const z = <usize>load<u32>(SOLVED);
  const d = <usize>load<u32>(DIRECTION);
  const q = <usize>load<u32>(PRODUCT);
  const targets = <usize>load<u32>(TARGETS);
  const zero = f32x4.splat(0);
  memory.fill(step, 0, size);
  memory.copy(r, <usize>load<u32>(DOWNHILL), size);
  precondition();
  memory.copy(d, z, size);
  dotProduct(r, z);
  let decrease = load<f64>(SUM);
  const exact = EXACT * decrease;
  store<u32>(ITERATIONS, 0);
  for (let i = 0; i < most; i++) {
    store<u32>(ITERATIONS, i + 1);
    multiply(d, q);
    dotProduct(d, q);
    const curvature = load<f64>(SUM);
    if (!(curvature > 0) || !(decrease > exact)) break; // solved, as far as rounding allows
    const alpha = decrease / curvature;
    const a = f32x4.splat(<f32>alpha);
    for (let p: usize = 0; p < size; p += 16) {
      v128.store(step + p, f32x4.add(v128.load(step + p), f32x4.mul(a, v128.load(d + p))));
      // A pinned particle has no residual: the force on it is the reaction of its pin.
      const isFree = f32x4.ne(v128.load32_splat(targets + p, 12), zero);
      const change = v128.and(f32x4.mul(a, v128.load(q + p)), isFree);
      v128.store(r + p, f32x4.sub(v128.load(r + p), change));
    }
    if (i >= least - 1) {
      dotProduct(r, r);
      if (load<f64>(SUM) <= load<f64>(ENOUGH)) break;
    }
    if (i == most - 1) break;
    precondition();
    dotProduct(z, q);
    const beta = Math.max(0, (-alpha * load<f64>(SUM)) / decrease);
    dotProduct(r, z);
    decrease = load<f64>(SUM);
    const b = f32x4.splat(<f32>beta);
    for (let p: usize = 0; p < size; p += 16) {
      v128.store(d + p, f32x4.add(v128.load(z + p), f32x4.mul(b, v128.load(d + p))));
    }
  }
}
