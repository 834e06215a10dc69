import { isShared, putTogether, SCRATCH, takeApart } from "./blocks";
import {
  addImpulse,
  changeOf,
  gather,
  gatherRates,
  moveBack,
  NEXT,
  POSES,
  RATES,
  relative,
  subtractForces,
} from "./gather";
import { ALONE, FORCES, isSolvable, TOGETHER } from "./triples";
import { arcTangent, crossed, dot, orOne } from "./vectors";

// Corners of triangles: C = α − α at rest for each of the three angles. `CornerShear` of the reference has a
// drawing and the gradients.
//
// Rows of a block: addresses of a, b and c; rest angles; minimum squared lengths of the sides ab, bc and ca;
// impulses; stiffness and damping, the same for all angles; then b − a and c − a at the anchor as x, y, z.
//
// Both the angles and their rest angles sum to π, so the third condition is minus the sum of the others.
const B: usize = 16;
const C: usize = 32;
const REST: usize = 48;
const MIN_SIDES: usize = 96;
const IMPULSE: usize = 144;
const STIFFNESS: usize = 192;
const DAMPING: usize = 208;
const AB: usize = 224;
const AC: usize = 272;
const BLOCK: usize = 320;
const ROWS = 20;

// Scratch rows of the particles b and c.
const AT_B: usize = NEXT;
const AT_C: usize = 2 * NEXT;

/** Collinear sides define no plane; below this sine rounding errors would decide about it. */
const MIN_SINE: f32 = 1e-6;

/** One XPBD sweep. */
export function projectCorners(block: usize, end: usize, dt: f32): void {
  for (; block < end; block += BLOCK) {
    if (isShared(block)) {
      for (let lane = 0; lane < 4; lane++) {
        takeApart(block, ROWS, 3, lane);
        projectBlock(SCRATCH, dt);
        putTogether(block, IMPULSE, lane);
        putTogether(block, IMPULSE + 16, lane);
        putTogether(block, IMPULSE + 32, lane);
      }
    } else projectBlock(block, dt);
  }
}

/** Adds the forces, and force × `dt` to the impulses. */
export function addCornerForces(block: usize, end: usize, toForce: usize, dt: f32): void {
  for (; block < end; block += BLOCK) {
    if (isShared(block)) {
      for (let lane = 0; lane < 4; lane++) {
        takeApart(block, ROWS, 3, lane);
        addForcesOfBlock(SCRATCH, toForce, dt);
        putTogether(block, IMPULSE, lane);
        putTogether(block, IMPULSE + 16, lane);
        putTogether(block, IMPULSE + 32, lane);
      }
    } else addForcesOfBlock(block, toForce, dt);
  }
}

function addForcesOfBlock(block: usize, toForce: usize, dt: f32): void {
  solve(block, FORCES, 0, f32x4.splat(0), toForce, dt);
}

function projectBlock(block: usize, dt: f32): void {
  const isLeft = solve(block, TOGETHER, 0, f32x4.splat(0), 0, dt);
  if (v128.any_true(isLeft)) projectOneByOne(block, isLeft, dt);
}

/** Projects the conditions of some lanes one after the other, each in the pose that the previous one left. */
function projectOneByOne(block: usize, lanes: v128, dt: f32): void {
  for (let condition = 0; condition < 3; condition++) solve(block, ALONE, condition, lanes, 0, dt);
}

/**
 * Adds the forces of a block, or projects it.
 *
 * @param mode A constant, so the compiler leaves out what belongs to other modes.
 * @param condition What to project alone, in which lanes.
 * @returns The lanes whose conditions contradict one another, so that they cannot be solved together.
 */
// @ts-ignore: decorator
@inline
function solve(
  block: usize,
  mode: i32,
  condition: i32,
  lanes: v128,
  toForce: usize,
  dt: f32,
): v128 {
  gather(block, POSES);
  gather(block + B, POSES + AT_B);
  gather(block + C, POSES + AT_C);
  // The sides u = ab, v = bc and w = ca.
  const ux = f32x4.add(v128.load(block, AB), relative(POSES, AT_B, 0));
  const uy = f32x4.add(v128.load(block, AB + 16), relative(POSES, AT_B, 16));
  const uz = f32x4.add(v128.load(block, AB + 32), relative(POSES, AT_B, 32));
  const wx = f32x4.neg(f32x4.add(v128.load(block, AC), relative(POSES, AT_C, 0)));
  const wy = f32x4.neg(f32x4.add(v128.load(block, AC + 16), relative(POSES, AT_C, 16)));
  const wz = f32x4.neg(f32x4.add(v128.load(block, AC + 32), relative(POSES, AT_C, 32)));
  const vx = f32x4.neg(f32x4.add(ux, wx));
  const vy = f32x4.neg(f32x4.add(uy, wy));
  const vz = f32x4.neg(f32x4.add(uz, wz));
  const uu = dot(ux, uy, uz, ux, uy, uz);
  const vv = dot(vx, vy, vz, vx, vy, vz);
  const ww = dot(wx, wy, wz, wx, wy, wz);
  const uv = dot(ux, uy, uz, vx, vy, vz);
  const uw = dot(ux, uy, uz, wx, wy, wz);
  const nx = crossed(uy, uz, vy, vz);
  const ny = crossed(uz, ux, vz, vx);
  const nz = crossed(ux, uy, vx, vy);
  const twiceArea = f32x4.sqrt(dot(nx, ny, nz, nx, ny, nz));
  const isDefined = v128.and(
    v128.and(
      f32x4.gt(uu, v128.load(block, MIN_SIDES)),
      f32x4.gt(vv, v128.load(block, MIN_SIDES + 16)),
    ),
    v128.and(
      f32x4.gt(ww, v128.load(block, MIN_SIDES + 32)),
      f32x4.gt(twiceArea, f32x4.mul(f32x4.splat(MIN_SINE), uu)),
    ),
  );
  const valueA = f32x4.sub(arcTangent(twiceArea, f32x4.neg(uw)), v128.load(block, REST));
  const valueB = f32x4.sub(arcTangent(twiceArea, f32x4.neg(uv)), v128.load(block, REST + 16));
  // In lanes without defined angles these have no meaning, but are finite.
  const one = f32x4.splat(1);
  const perUu = f32x4.div(one, orOne(uu, isDefined));
  const perVv = f32x4.div(one, orOne(vv, isDefined));
  const perWw = f32x4.div(one, orOne(ww, isDefined));
  const perArea = f32x4.div(one, orOne(twiceArea, isDefined));
  let stiffness = v128.and(v128.load(block, STIFFNESS), isDefined);
  let damping = v128.and(v128.load(block, DAMPING), isDefined);
  if (mode != FORCES) {
    stiffness = f32x4.mul(stiffness, f32x4.splat(dt * dt));
    damping = f32x4.mul(damping, f32x4.splat(dt));
  }
  let pullA = f32x4.mul(stiffness, valueA);
  let pullB = f32x4.mul(stiffness, valueB);
  if (v128.any_true(v128.load(block, DAMPING))) {
    gatherRates(block, RATES);
    gatherRates(block + B, RATES + AT_B);
    gatherRates(block + C, RATES + AT_C);
    const isRate = mode == FORCES;
    const dux = changeOf(isRate, AT_B, 0);
    const duy = changeOf(isRate, AT_B, 16);
    const duz = changeOf(isRate, AT_B, 32);
    const dwx = f32x4.neg(changeOf(isRate, AT_C, 0));
    const dwy = f32x4.neg(changeOf(isRate, AT_C, 16));
    const dwz = f32x4.neg(changeOf(isRate, AT_C, 32));
    const dvx = f32x4.neg(f32x4.add(dux, dwx));
    const dvy = f32x4.neg(f32x4.add(duy, dwy));
    const dvz = f32x4.neg(f32x4.add(duz, dwz));
    // The rotation of each side about the normal.
    const ofU = f32x4.mul(turn(nx, ny, nz, ux, uy, uz, dux, duy, duz), f32x4.mul(perUu, perArea));
    const ofV = f32x4.mul(turn(nx, ny, nz, vx, vy, vz, dvx, dvy, dvz), f32x4.mul(perVv, perArea));
    const ofW = f32x4.mul(turn(nx, ny, nz, wx, wy, wz, dwx, dwy, dwz), f32x4.mul(perWw, perArea));
    pullA = f32x4.add(pullA, f32x4.mul(damping, f32x4.sub(ofW, ofU)));
    pullB = f32x4.add(pullB, f32x4.mul(damping, f32x4.sub(ofU, ofV)));
  }
  let pullC = f32x4.neg(f32x4.add(pullA, pullB));
  let aloneSquared = f32x4.splat(0);
  if (mode != FORCES) {
    // W = ∇C M⁻¹ ∇Cᵀ. The gradients consist of q = n × u / |u|² for each side u, and n × preserves the scalar
    // products of sides.
    const wA = v128.load(POSES + 48);
    const wB = v128.load(POSES + AT_B + 48);
    const wC = v128.load(POSES + AT_C + 48);
    const vw = dot(vx, vy, vz, wx, wy, wz);
    const qUv = f32x4.mul(uv, f32x4.mul(perUu, perVv));
    const qVw = f32x4.mul(vw, f32x4.mul(perVv, perWw));
    const qUw = f32x4.mul(uw, f32x4.mul(perUu, perWw));
    const wAA = squareOf(wA, perUu, perWw, qUw, wB, wC);
    const wBB = squareOf(wB, perUu, perVv, qUv, wA, wC);
    const wCC = squareOf(wC, perWw, perVv, qVw, wA, wB);
    const wAB = f32x4.sub(
      f32x4.mul(wC, qVw),
      f32x4.add(
        f32x4.mul(wA, f32x4.add(perUu, qUw)),
        f32x4.mul(wB, f32x4.add(perUu, qUv)),
      ),
    );
    const s = f32x4.add(stiffness, damping);
    const aloneA = f32x4.div(pullA, f32x4.add(one, f32x4.mul(s, wAA)));
    const aloneB = f32x4.div(pullB, f32x4.add(one, f32x4.mul(s, wBB)));
    const aloneC = f32x4.div(pullC, f32x4.add(one, f32x4.mul(s, wCC)));
    if (mode == TOGETHER) {
      // (I + s W) p = r, where p_c = −p_a − p_b and the rows of W sum to zero: two equations with the matrix
      //
      //     1 + s (2 w_aa + w_ab)        s (w_aa + 2 w_ab)
      //         s (w_bb + 2 w_ab)    1 + s (2 w_bb + w_ab)
      //
      // whose determinant has no negative term: 1 + 2 s (w_aa + w_bb + w_ab) + 3 s² (w_aa w_bb − w_ab²).
      const two = f32x4.splat(2);
      const sA = f32x4.mul(s, wAA);
      const sB = f32x4.mul(s, wBB);
      const sAB = f32x4.mul(s, wAB);
      const m00 = f32x4.add(one, f32x4.add(f32x4.mul(two, sA), sAB));
      const m01 = f32x4.add(sA, f32x4.mul(two, sAB));
      const m10 = f32x4.add(sB, f32x4.mul(two, sAB));
      const m11 = f32x4.add(one, f32x4.add(f32x4.mul(two, sB), sAB));
      const zero = f32x4.splat(0);
      const linear = f32x4.pmax(zero, f32x4.add(f32x4.add(sA, sB), sAB));
      const square = f32x4.pmax(zero, crossed(sA, sAB, sAB, sB));
      const determinant = f32x4.add(
        one,
        f32x4.add(f32x4.mul(two, linear), f32x4.mul(f32x4.splat(3), square)),
      );
      const inverse = f32x4.div(one, determinant);
      const joint = f32x4.mul(crossed(m11, m01, pullB, pullA), inverse);
      pullB = f32x4.mul(crossed(m00, m10, pullA, pullB), inverse);
      pullA = joint;
      pullC = f32x4.neg(f32x4.add(pullA, pullB));
      aloneSquared = f32x4.add(
        f32x4.add(
          f32x4.mul(f32x4.mul(wAA, aloneA), aloneA),
          f32x4.mul(f32x4.mul(wBB, aloneB), aloneB),
        ),
        f32x4.mul(f32x4.mul(wCC, aloneC), aloneC),
      );
    } else {
      pullA = condition == 0 ? v128.and(aloneA, lanes) : f32x4.splat(0);
      pullB = condition == 1 ? v128.and(aloneB, lanes) : f32x4.splat(0);
      pullC = condition == 2 ? v128.and(aloneC, lanes) : f32x4.splat(0);
    }
  }
  // Each side turns about the normal by the difference of the pulls at its ends.
  const turnU = f32x4.mul(f32x4.sub(pullA, pullB), f32x4.mul(perUu, perArea));
  const turnV = f32x4.mul(f32x4.sub(pullB, pullC), f32x4.mul(perVv, perArea));
  const turnW = f32x4.mul(f32x4.sub(pullC, pullA), f32x4.mul(perWw, perArea));
  const sideX = f32x4.mul(turnV, vx);
  const sideY = f32x4.mul(turnV, vy);
  const sideZ = f32x4.mul(turnV, vz);
  const atBx = f32x4.sub(sideX, f32x4.mul(turnU, ux));
  const atBy = f32x4.sub(sideY, f32x4.mul(turnU, uy));
  const atBz = f32x4.sub(sideZ, f32x4.mul(turnU, uz));
  const atCx = f32x4.sub(f32x4.mul(turnW, wx), sideX);
  const atCy = f32x4.sub(f32x4.mul(turnW, wy), sideY);
  const atCz = f32x4.sub(f32x4.mul(turnW, wz), sideZ);
  let bx = crossed(ny, nz, atBy, atBz);
  let by = crossed(nz, nx, atBz, atBx);
  let bz = crossed(nx, ny, atBx, atBy);
  let cx = crossed(ny, nz, atCy, atCz);
  let cy = crossed(nz, nx, atCz, atCx);
  let cz = crossed(nx, ny, atCx, atCy);
  let ax = f32x4.neg(f32x4.add(bx, cx));
  let ay = f32x4.neg(f32x4.add(by, cy));
  let az = f32x4.neg(f32x4.add(bz, cz));
  let isLeft = f32x4.splat(0);
  if (mode == TOGETHER) {
    const isSolved = isSolvable(aloneSquared, ax, ay, az, bx, by, bz, cx, cy, cz);
    isLeft = v128.not(isSolved);
    pullA = v128.and(pullA, isSolved);
    pullB = v128.and(pullB, isSolved);
    pullC = v128.and(pullC, isSolved);
    ax = v128.and(ax, isSolved);
    ay = v128.and(ay, isSolved);
    az = v128.and(az, isSolved);
    bx = v128.and(bx, isSolved);
    by = v128.and(by, isSolved);
    bz = v128.and(bz, isSolved);
    cx = v128.and(cx, isSolved);
    cy = v128.and(cy, isSolved);
    cz = v128.and(cz, isSolved);
  }
  const scale = f32x4.splat(mode == FORCES ? dt : 1 / dt);
  addImpulse(block, IMPULSE, pullA, scale);
  addImpulse(block, IMPULSE + 16, pullB, scale);
  addImpulse(block, IMPULSE + 32, pullC, scale);
  if (mode == FORCES) {
    subtractForces(block, toForce, ax, ay, az);
    subtractForces(block + B, toForce, bx, by, bz);
    subtractForces(block + C, toForce, cx, cy, cz);
  } else {
    moveBack(block, 0, ax, ay, az);
    moveBack(block + B, AT_B, bx, by, bz);
    moveBack(block + C, AT_C, cx, cy, cz);
  }
  return isLeft;
}

/** n · (side × change). */
// @ts-ignore: decorator
@inline
function turn(
  nx: v128,
  ny: v128,
  nz: v128,
  sx: v128,
  sy: v128,
  sz: v128,
  dx: v128,
  dy: v128,
  dz: v128,
): v128 {
  return dot(nx, ny, nz, crossed(sy, sz, dy, dz), crossed(sz, sx, dz, dx), crossed(sx, sy, dx, dy));
}

/**
 * ∇C M⁻¹ ∇Cᵀ of one angle: w |q + r|² + w₁ |q|² + w₂ |r|². `q` and `r` are the squares of the vectors of its
 * sides, w₁ and w₂ the inverse masses of their other ends.
 */
// @ts-ignore: decorator
@inline
function squareOf(w: v128, q: v128, r: v128, qr: v128, w1: v128, w2: v128): v128 {
  const own = f32x4.mul(w, f32x4.add(f32x4.add(q, r), f32x4.add(qr, qr)));
  return f32x4.add(own, f32x4.add(f32x4.mul(w1, q), f32x4.mul(w2, r)));
}
