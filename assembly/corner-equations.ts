import { gatherDifferences } from "./element-equations";
import { ANCHORS, PER_STEP, SUM, U, U_BEFORE, WEIGHT } from "./equations-header";
import {
  addTriangles,
  BEFORE,
  DAMPING,
  FIRST_EDGES,
  GRADIENTS,
  NEXT_GRADIENTS,
  OWN,
  SCALE,
  SECOND,
  SECOND_EDGES,
  STIFFNESS,
  THIRD,
  TRIANGLE_BLOCK,
  writePull,
} from "./triangle-equations";
import { arcTangent, crossed, dot, orOne } from "./vectors";

// `CornerShear` of the reference in the equations of a substep: C = α − α at rest for the three corners a, b, c.
//
// An angle of 1 rad has an error of 1e-7 in f32, and a stiff sheet turns that into forces. But α − α₀ is the angle of
//
//     y = n cos α₀ − p sin α₀      x = p cos α₀ + n sin α₀      n = |u × w|, p = u · w of the two sides
//
// where y is small. It is computed in f64 at the anchor, and its change from the displacements without cancellation.
//
// Own rows of a law: cosines and sines of the unloaded angles at a and b; squares of the shortest sides ab, bc, ca; at the
// anchor the sides ab and ac, their cross product, its norm, and y and x at a and b.
const COSINES: usize = OWN;
const SINES: usize = OWN + 32;
const MIN_SQUARED: usize = OWN + 64;
const SIDES: usize = OWN + 112;
const NORMAL: usize = OWN + 208;
const AREA: usize = OWN + 256;
const Y: usize = OWN + 272;
const X: usize = OWN + 304;
/** Bytes of a law. */
const LAW: usize = OWN + 336;

/** Minimum sine of the angle between two sides: collinear sides define no plane. */
const MIN_SINE: f64 = 1e-9;

// Results of `measure`: twice the area, and y and x at a and b.
let area: f64 = 0;
let ya: f64 = 0;
let xa: f64 = 0;
let yb: f64 = 0;
let xb: f64 = 0;
/** Scratch: the sides ab and ac, and their cross product, f64. */
const EDGES: usize = 512;

/** Measures a triangle at the anchor, or at the start of the substep before, in f64. Returns false if it has no angles. */
function measure(at: usize, lane: usize, isBefore: bool): bool {
  const first = <usize>load<u32>(lane);
  const second = <usize>load<u32>(lane, SECOND);
  const third = <usize>load<u32>(lane, THIRD);
  const anchors = <usize>load<u32>(ANCHORS);
  const before = <usize>load<u32>(U_BEFORE);
  let uu: f64 = 0;
  let ww: f64 = 0;
  let uw: f64 = 0;
  for (let axis: usize = 0; axis < 3; axis++) {
    const origin = load<f64>(anchors + 2 * first + 8 * axis);
    let u = load<f64>(anchors + 2 * second + 8 * axis) - origin;
    let w = load<f64>(anchors + 2 * third + 8 * axis) - origin;
    if (isBefore) {
      const back = load<f32>(before + first + 4 * axis);
      u += <f64>(load<f32>(before + second + 4 * axis) - back);
      w += <f64>(load<f32>(before + third + 4 * axis) - back);
    }
    store<f64>(EDGES + 8 * axis, u);
    store<f64>(EDGES + 8 * axis, w, 24);
    uu += u * u;
    ww += w * w;
    uw += u * w;
  }
  const nx = load<f64>(EDGES, 8) * load<f64>(EDGES, 40) - load<f64>(EDGES, 16) * load<f64>(EDGES, 32);
  const ny = load<f64>(EDGES, 16) * load<f64>(EDGES, 24) - load<f64>(EDGES) * load<f64>(EDGES, 40);
  const nz = load<f64>(EDGES) * load<f64>(EDGES, 32) - load<f64>(EDGES, 8) * load<f64>(EDGES, 24);
  store<f64>(EDGES, nx, 48);
  store<f64>(EDGES, ny, 56);
  store<f64>(EDGES, nz, 64);
  area = Math.sqrt(nx * nx + ny * ny + nz * nz);
  ya = area * <f64>load<f32>(at, COSINES) - uw * <f64>load<f32>(at, SINES);
  xa = uw * <f64>load<f32>(at, COSINES) + area * <f64>load<f32>(at, SINES);
  const atB = uu - uw; // −u · v with the side v = w − u from b to c
  yb = area * <f64>load<f32>(at, COSINES + 16) - atB * <f64>load<f32>(at, SINES + 16);
  xb = atB * <f64>load<f32>(at, COSINES + 16) + area * <f64>load<f32>(at, SINES + 16);
  const vv = uu + ww - 2 * uw;
  return (
    uu > <f64>load<f32>(at, MIN_SQUARED) &&
    vv > <f64>load<f32>(at, MIN_SQUARED + 16) &&
    ww > <f64>load<f32>(at, MIN_SQUARED + 32) &&
    area > MIN_SINE * uu
  );
}

// Scratch rows: y and x at a and b, at the anchor and before, then a mask of the lanes that have angles before.
const ANGLES: usize = 640;

/**
 * Writes the pose at the anchor from positions in f64. Also writes C* of the damping, and the elastic force as λ of new
 * triangles. Adds 2 Σ λ² |∇C|² to SUM.
 */
export function anchorCorners(block: usize, end: usize, law: usize): void {
  const weight = <f32>load<f64>(WEIGHT);
  let sum: f64 = 0;
  for (; block < end; block += TRIANGLE_BLOCK, law += LAW) {
    for (let lane: usize = 0; lane < 16; lane += 4) {
      const at = law + lane;
      const isDefined = measure(at, block + lane, false);
      store<u32>(ANGLES + lane, isDefined ? 0xffffffff : 0, 64);
      for (let axis: usize = 0; axis < 3; axis++) {
        store<f32>(at + 16 * axis, <f32>load<f64>(EDGES + 8 * axis), SIDES);
        store<f32>(at + 16 * axis, <f32>load<f64>(EDGES + 8 * axis, 24), SIDES + 48);
        store<f32>(at + 16 * axis, <f32>load<f64>(EDGES + 8 * axis, 48), NORMAL);
      }
      store<f32>(at, <f32>area, AREA);
      store<f32>(at, <f32>ya, Y);
      store<f32>(at, <f32>yb, Y + 16);
      store<f32>(at, <f32>xa, X);
      store<f32>(at, <f32>xb, X + 16);
      let perSides: f64 = 0; // Σ |∇C|² is about four times the sum of 1 / |side|²
      for (let side: usize = 0; side < 48; side += 16) {
        const squared = <f64>load<f32>(at + side, MIN_SQUARED);
        perSides += squared > 0 ? 0.01 / squared : 0;
      }
      if (!isDefined) continue;
      for (let row: usize = 0; row < 48; row += 16) {
        const force = <f64>load<f32>(at + row);
        if (force == force) sum += force * force * perSides;
      }
    }
    const isDefined = v128.load(ANGLES, 64);
    const a = arcTangent(v128.load(law, Y), v128.load(law, X));
    const b = arcTangent(v128.load(law, Y + 16), v128.load(law, X + 16));
    const c = f32x4.neg(f32x4.add(a, b));
    start(law, a, isDefined);
    start(law + 16, b, isDefined);
    start(law + 32, c, isDefined);
    const isDamped = v128.any_true(v128.load(law, DAMPING));
    if (isDamped && weight != 0) {
      for (let lane: usize = 0; lane < 16; lane += 4) {
        const isDefinedBefore = measure(law + lane, block + lane, true);
        store<u32>(ANGLES + lane, isDefinedBefore ? 0xffffffff : 0, 64);
        store<f32>(ANGLES + lane, <f32>ya);
        store<f32>(ANGLES + lane, <f32>xa, 16);
        store<f32>(ANGLES + lane, <f32>yb, 32);
        store<f32>(ANGLES + lane, <f32>xb, 48);
      }
      const wasDefined = v128.load(ANGLES, 64);
      const wasA = arcTangent(v128.load(ANGLES), v128.load(ANGLES, 16));
      const wasB = arcTangent(v128.load(ANGLES, 32), v128.load(ANGLES, 48));
      const wasC = f32x4.neg(f32x4.add(wasA, wasB));
      extrapolate(law, a, wasA, weight, wasDefined);
      extrapolate(law + 16, b, wasB, weight, wasDefined);
      extrapolate(law + 32, c, wasC, weight, wasDefined);
    }
  }
  store<f64>(SUM, load<f64>(SUM) + SCALE * sum);
}

/** Writes C* without the history, NaN where it is undefined, and λ of new triangles. */
// @ts-ignore: decorator
@inline
function start(row: usize, value: v128, isDefined: v128): void {
  v128.store(row, v128.bitselect(value, f32x4.splat(NaN), isDefined), BEFORE);
  const lambda = v128.load(row);
  const elastic = v128.and(f32x4.mul(v128.load(row, STIFFNESS), value), isDefined);
  v128.store(row, v128.bitselect(lambda, elastic, f32x4.eq(lambda, lambda)));
}

// @ts-ignore: decorator
@inline
function extrapolate(row: usize, value: v128, before: v128, weight: f32, wasDefined: v128): void {
  const change = v128.and(f32x4.sub(value, before), wasDefined);
  const start = v128.load(row, BEFORE);
  v128.store(row, f32x4.add(start, f32x4.mul(f32x4.splat(weight), change)), BEFORE);
}

/**
 * Adds triangles at the current displacements: their moments to −∇Φ, their stiffness to the diagonal blocks, and writes
 * their matrices, without geometric stiffness.
 */
export function addCorners(block: usize, end: usize, law: usize): void {
  const displacements = <usize>load<u32>(U);
  const perStep = f32x4.splat(<f32>load<f64>(PER_STEP));
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  for (; block < end; block += TRIANGLE_BLOCK, law += LAW) {
    gatherDifferences(displacements, block + SECOND, block, FIRST_EDGES);
    gatherDifferences(displacements, block + THIRD, block, SECOND_EDGES);
    const dux = v128.load(FIRST_EDGES);
    const duy = v128.load(FIRST_EDGES, 16);
    const duz = v128.load(FIRST_EDGES, 32);
    const dwx = v128.load(SECOND_EDGES);
    const dwy = v128.load(SECOND_EDGES, 16);
    const dwz = v128.load(SECOND_EDGES, 32);
    const u0x = v128.load(law, SIDES);
    const u0y = v128.load(law, SIDES + 16);
    const u0z = v128.load(law, SIDES + 32);
    const w0x = v128.load(law, SIDES + 48);
    const w0y = v128.load(law, SIDES + 64);
    const w0z = v128.load(law, SIDES + 80);
    const ux = f32x4.add(u0x, dux);
    const uy = f32x4.add(u0y, duy);
    const uz = f32x4.add(u0z, duz);
    const wx = f32x4.add(w0x, dwx);
    const wy = f32x4.add(w0y, dwy);
    const wz = f32x4.add(w0z, dwz);
    // Changes of the products and of the cross product.
    const dot12 = f32x4.add(dot(dux, duy, duz, wx, wy, wz), dot(u0x, u0y, u0z, dwx, dwy, dwz));
    const dot11 = dot(dux, duy, duz, f32x4.add(u0x, ux), f32x4.add(u0y, uy), f32x4.add(u0z, uz));
    const dnx = f32x4.add(crossed(duy, duz, wy, wz), crossed(u0y, u0z, dwy, dwz));
    const dny = f32x4.add(crossed(duz, dux, wz, wx), crossed(u0z, u0x, dwz, dwx));
    const dnz = f32x4.add(crossed(dux, duy, wx, wy), crossed(u0x, u0y, dwx, dwy));
    const n0x = v128.load(law, NORMAL);
    const n0y = v128.load(law, NORMAL + 16);
    const n0z = v128.load(law, NORMAL + 32);
    const nx = f32x4.add(n0x, dnx);
    const ny = f32x4.add(n0y, dny);
    const nz = f32x4.add(n0z, dnz);
    const twiceArea = f32x4.sqrt(dot(nx, ny, nz, nx, ny, nz));
    const growth = dot(dnx, dny, dnz, f32x4.add(n0x, nx), f32x4.add(n0y, ny), f32x4.add(n0z, nz));
    const sum = f32x4.add(v128.load(law, AREA), twiceArea);
    const dArea = f32x4.div(growth, orOne(sum, f32x4.gt(sum, zero)));
    const uu = dot(ux, uy, uz, ux, uy, uz);
    const ww = dot(wx, wy, wz, wx, wy, wz);
    const vx = f32x4.sub(wx, ux);
    const vy = f32x4.sub(wy, uy);
    const vz = f32x4.sub(wz, uz);
    const vv = dot(vx, vy, vz, vx, vy, vz);
    const isLong = v128.and(
      f32x4.gt(uu, v128.load(law, MIN_SQUARED)),
      f32x4.gt(vv, v128.load(law, MIN_SQUARED + 16)),
    );
    const isDefined = v128.and(
      v128.and(isLong, f32x4.gt(ww, v128.load(law, MIN_SQUARED + 32))),
      f32x4.gt(twiceArea, f32x4.mul(uu, f32x4.splat(<f32>MIN_SINE))),
    );
    const a = angle(law, 0, dArea, dot12);
    const b = angle(law, 16, dArea, f32x4.sub(dot11, dot12));
    writePull(law, 0, a, perStep, isDefined);
    writePull(law, 16, b, perStep, isDefined);
    writePull(law, 32, f32x4.neg(f32x4.add(a, b)), perStep, isDefined);
    // A side turns about the unit normal by q · Δ, q = n × side / |side|²; angles change by the differences.
    const perArea = f32x4.div(one, orOne(twiceArea, isDefined));
    const perUu = v128.and(f32x4.div(perArea, orOne(uu, isDefined)), isDefined);
    const perVv = v128.and(f32x4.div(perArea, orOne(vv, isDefined)), isDefined);
    const perWw = v128.and(f32x4.div(perArea, orOne(ww, isDefined)), isDefined);
    writeAxis(law, 0, crossed(ny, nz, uy, uz), crossed(ny, nz, vy, vz), crossed(ny, nz, wy, wz), perUu, perVv, perWw);
    writeAxis(law, 16, crossed(nz, nx, uz, ux), crossed(nz, nx, vz, vx), crossed(nz, nx, wz, wx), perUu, perVv, perWw);
    writeAxis(law, 32, crossed(nx, ny, ux, uy), crossed(nx, ny, vx, vy), crossed(nx, ny, wx, wy), perUu, perVv, perWw);
    addTriangles(block, law, zero, zero, zero);
  }
}

/** α − α₀ of the corner a (row 0) or b (row 16). */
// @ts-ignore: decorator
@inline
function angle(law: usize, row: usize, dArea: v128, dProduct: v128): v128 {
  const cosine = v128.load(law + row, COSINES);
  const sine = v128.load(law + row, SINES);
  const y = f32x4.sub(f32x4.mul(dArea, cosine), f32x4.mul(dProduct, sine));
  const x = f32x4.add(f32x4.mul(dProduct, cosine), f32x4.mul(dArea, sine));
  return arcTangent(f32x4.add(v128.load(law + row, Y), y), f32x4.add(v128.load(law + row, X), x));
}

/**
 * Writes the gradients along one axis: the angle at a changes by the turn of ac minus that of ab, at b by that of ab minus
 * that of bc, at c by that of bc minus that of ac.
 */
// @ts-ignore: decorator
@inline
function writeAxis(
  law: usize,
  axis: usize,
  u: v128,
  v: v128,
  w: v128,
  perUu: v128,
  perVv: v128,
  perWw: v128,
): void {
  const at = law + axis;
  const q = f32x4.mul(u, perUu);
  const r = f32x4.mul(v, perVv);
  const s = f32x4.mul(w, perWw);
  v128.store(at, f32x4.neg(q), GRADIENTS);
  v128.store(at, f32x4.add(q, r), GRADIENTS + 48);
  v128.store(at, f32x4.neg(r), GRADIENTS + 96);
  v128.store(at, s, GRADIENTS + NEXT_GRADIENTS);
  v128.store(at, f32x4.neg(r), GRADIENTS + NEXT_GRADIENTS + 48);
  v128.store(at, f32x4.sub(r, s), GRADIENTS + NEXT_GRADIENTS + 96);
}
