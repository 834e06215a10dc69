import { gatherDifferences, total } from "./element-equations";
import { ANCHORS, PER_STEP, SUM, U, U_BEFORE, WEIGHT } from "./equations-header";
import {
  addTriangles,
  BEFORE,
  DAMPING,
  FIRST_EDGES,
  GRADIENTS,
  NEXT_GRADIENTS,
  OWN,
  PULL,
  SCALE,
  SECOND,
  SECOND_EDGES,
  STIFFNESS,
  THIRD,
  TRIANGLE_BLOCK,
  writePull,
} from "./triangle-equations";
import { dot, orOne } from "./vectors";

// `Membrane` and `StretchShear` of the reference in the equations of a substep.
//
// Own rows of a law: the slopes u₁, v₁, u₂, v₂; the weight c of the strain along v in the first condition of a membrane,
// −1 for stretch and shear; |u|² − 1, |v|² − 1 and u · v at the anchor; then u and v there, the images of unit vectors
// along weft and warp.
const SLOPES: usize = OWN;
const CROSS: usize = OWN + 64;
const METRIC: usize = OWN + 80;
const IMAGE_U: usize = OWN + 128;
const IMAGE_V: usize = OWN + 176;
/** Bytes of a law. */
const LAW: usize = OWN + 224;

/** Below this stretch a direction has collapsed, and its gradient is undefined. */
const COLLAPSED: f32 = 1e-9;

// What `measure` finds: |u|² − 1, |v|² − 1 and u · v.
let uu: f64 = 0;
let vv: f64 = 0;
let uv: f64 = 0;

/** Measures a triangle at the anchor in f64, and writes u and v. */
function measure(at: usize, lane: usize): void {
  const anchors = <usize>load<u32>(ANCHORS);
  const first = anchors + 2 * <usize>load<u32>(lane);
  const second = anchors + 2 * <usize>load<u32>(lane, SECOND);
  const third = anchors + 2 * <usize>load<u32>(lane, THIRD);
  const u1 = <f64>load<f32>(at, SLOPES);
  const v1 = <f64>load<f32>(at, SLOPES + 16);
  const u2 = <f64>load<f32>(at, SLOPES + 32);
  const v2 = <f64>load<f32>(at, SLOPES + 48);
  const ax = load<f64>(second) - load<f64>(first);
  const ay = load<f64>(second, 8) - load<f64>(first, 8);
  const az = load<f64>(second, 16) - load<f64>(first, 16);
  const bx = load<f64>(third) - load<f64>(first);
  const by = load<f64>(third, 8) - load<f64>(first, 8);
  const bz = load<f64>(third, 16) - load<f64>(first, 16);
  const ux = u1 * ax + u2 * bx;
  const uy = u1 * ay + u2 * by;
  const uz = u1 * az + u2 * bz;
  const vx = v1 * ax + v2 * bx;
  const vy = v1 * ay + v2 * by;
  const vz = v1 * az + v2 * bz;
  store<f32>(at, <f32>ux, IMAGE_U);
  store<f32>(at, <f32>uy, IMAGE_U + 16);
  store<f32>(at, <f32>uz, IMAGE_U + 32);
  store<f32>(at, <f32>vx, IMAGE_V);
  store<f32>(at, <f32>vy, IMAGE_V + 16);
  store<f32>(at, <f32>vz, IMAGE_V + 32);
  uu = ux * ux + uy * uy + uz * uz - 1;
  vv = vx * vx + vy * vy + vz * vz - 1;
  uv = ux * vx + uy * vy + uz * vz;
}

/** The value of a condition of the triangle measured last. */
function valueOf(condition: usize, cross: f64): f64 {
  if (condition == 2) return uv;
  if (cross < 0) {
    const squared = condition == 0 ? uu : vv;
    return squared / (Math.sqrt(Math.max(squared + 1, 0)) + 1);
  }
  return condition == 0 ? (uu + cross * vv) / 2 : vv / 2;
}

/**
 * Writes the pose at the anchor from positions in f64: a small strain would lose all digits in f32. Also writes C* of the
 * damping, and the elastic force as λ of new triangles. Adds 2 Σ λ² |∇C|² to SUM.
 */
export function anchorSheets(block: usize, end: usize, law: usize, isMembrane: i32): void {
  const weight = load<f64>(WEIGHT);
  let sum: f64 = 0;
  for (; block < end; block += TRIANGLE_BLOCK, law += LAW) {
    for (let lane: usize = 0; lane < 16; lane += 4) {
      const at = law + lane;
      measure(at, block + lane);
      const cross = <f64>load<f32>(at, CROSS);
      store<f32>(at, <f32>uu, METRIC);
      store<f32>(at, <f32>vv, METRIC + 16);
      store<f32>(at, <f32>uv, METRIC + 32);
      for (let condition: usize = 0; condition < 3; condition++) {
        const row = at + 16 * condition;
        const value = valueOf(condition, cross);
        store<f32>(row, <f32>value, BEFORE);
        if (load<f32>(row) != load<f32>(row)) store<f32>(row, load<f32>(row, STIFFNESS) * <f32>value); // NaN: new
      }
    }
    sum += total(forcesOf(law));
    if (weight != 0 && isDamped(law)) extrapolate(block, law, isMembrane);
  }
  store<f64>(SUM, load<f64>(SUM) + SCALE * sum);
}

/** λ² |∇C|² of four triangles, with gradients as near the unstressed shape. */
// @ts-ignore: decorator
@inline
function forcesOf(law: usize): v128 {
  const u1 = v128.load(law, SLOPES);
  const v1 = v128.load(law, SLOPES + 16);
  const u2 = v128.load(law, SLOPES + 32);
  const v2 = v128.load(law, SLOPES + 48);
  const u0 = f32x4.add(u1, u2);
  const v0 = f32x4.add(v1, v2);
  const byU = dot(u0, u1, u2, u0, u1, u2);
  const byV = dot(v0, v1, v2, v0, v1, v2);
  const cross = f32x4.pmax(v128.load(law, CROSS), f32x4.splat(0));
  const first = v128.load(law);
  const second = v128.load(law, 16);
  const third = v128.load(law, 32);
  return dot(
    f32x4.mul(first, first),
    f32x4.mul(second, second),
    f32x4.mul(third, third),
    f32x4.add(byU, f32x4.mul(f32x4.mul(cross, cross), byV)),
    byV,
    f32x4.add(byU, byV),
  );
}

// @ts-ignore: decorator
@inline
function isDamped(law: usize): bool {
  const some = v128.or(v128.load(law, DAMPING), v128.load(law, DAMPING + 16));
  return v128.any_true(v128.or(some, v128.load(law, DAMPING + 32)));
}

/** C* = C + β (C − C₋) from C at the anchor. In f32: the rate of a strain needs no more digits. */
// @ts-ignore: decorator
@inline
function extrapolate(block: usize, law: usize, isMembrane: i32): void {
  const before = <usize>load<u32>(U_BEFORE);
  const weight = f32x4.splat(<f32>load<f64>(WEIGHT));
  gatherDifferences(before, block + SECOND, block, FIRST_EDGES);
  gatherDifferences(before, block + THIRD, block, SECOND_EDGES);
  const u1 = v128.load(law, SLOPES);
  const v1 = v128.load(law, SLOPES + 16);
  const u2 = v128.load(law, SLOPES + 32);
  const v2 = v128.load(law, SLOPES + 48);
  const dux = weighted(u1, u2, 0);
  const duy = weighted(u1, u2, 16);
  const duz = weighted(u1, u2, 32);
  const dvx = weighted(v1, v2, 0);
  const dvy = weighted(v1, v2, 16);
  const dvz = weighted(v1, v2, 32);
  const ux = v128.load(law, IMAGE_U);
  const uy = v128.load(law, IMAGE_U + 16);
  const uz = v128.load(law, IMAGE_U + 32);
  const vx = v128.load(law, IMAGE_V);
  const vy = v128.load(law, IMAGE_V + 16);
  const vz = v128.load(law, IMAGE_V + 32);
  const two = f32x4.splat(2);
  const growthU = dot(dux, duy, duz, doubled(two, ux, dux), doubled(two, uy, duy), doubled(two, uz, duz));
  const growthV = dot(dvx, dvy, dvz, doubled(two, vx, dvx), doubled(two, vy, dvy), doubled(two, vz, dvz));
  const growth = f32x4.add(
    dot(dux, duy, duz, f32x4.add(vx, dvx), f32x4.add(vy, dvy), f32x4.add(vz, dvz)),
    dot(ux, uy, uz, dvx, dvy, dvz),
  );
  // C₋ − C, without cancellation.
  let change0: v128;
  let change1: v128;
  if (isMembrane != 0) {
    const half = f32x4.splat(0.5);
    change1 = f32x4.mul(growthV, half);
    change0 = f32x4.add(f32x4.mul(growthU, half), f32x4.mul(v128.load(law, CROSS), change1));
  } else {
    change0 = lengthening(v128.load(law, METRIC), growthU);
    change1 = lengthening(v128.load(law, METRIC + 16), growthV);
  }
  v128.store(law, f32x4.sub(v128.load(law, BEFORE), f32x4.mul(weight, change0)), BEFORE);
  v128.store(law, f32x4.sub(v128.load(law, BEFORE + 16), f32x4.mul(weight, change1)), BEFORE + 16);
  v128.store(law, f32x4.sub(v128.load(law, BEFORE + 32), f32x4.mul(weight, growth)), BEFORE + 32);
}

/** 2 a + b. */
// @ts-ignore: decorator
@inline
function doubled(two: v128, a: v128, b: v128): v128 {
  return f32x4.add(f32x4.mul(two, a), b);
}

/** √(1 + s + growth) − √(1 + s). */
// @ts-ignore: decorator
@inline
function lengthening(s: v128, growth: v128): v128 {
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  const start = f32x4.add(one, s);
  const sum = f32x4.add(
    f32x4.sqrt(f32x4.pmax(start, zero)),
    f32x4.sqrt(f32x4.pmax(f32x4.add(start, growth), zero)),
  );
  return f32x4.div(growth, f32x4.pmax(sum, f32x4.splat(COLLAPSED)));
}

/**
 * Adds triangles at the current displacements: their forces to −∇Φ, their stiffness to the diagonal blocks, and writes
 * their matrices. Strains do not cancel: |u|² − 1 is the one at the anchor plus Δu · (2 u + Δu).
 *
 * @param isMembrane 1: membranes; 0: stretch and shear.
 * @param isFirst 1: geometric stiffness from the multiplier of the previous solve; 0: from the law at the current strains.
 */
export function addSheets(block: usize, end: usize, law: usize, isMembrane: i32, isFirst: i32): void {
  const displacements = <usize>load<u32>(U);
  const perStep = f32x4.splat(<f32>load<f64>(PER_STEP));
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  const half = f32x4.splat(0.5);
  for (; block < end; block += TRIANGLE_BLOCK, law += LAW) {
    gatherDifferences(displacements, block + SECOND, block, FIRST_EDGES);
    gatherDifferences(displacements, block + THIRD, block, SECOND_EDGES);
    const u1 = v128.load(law, SLOPES);
    const v1 = v128.load(law, SLOPES + 16);
    const u2 = v128.load(law, SLOPES + 32);
    const v2 = v128.load(law, SLOPES + 48);
    const dux = weighted(u1, u2, 0);
    const duy = weighted(u1, u2, 16);
    const duz = weighted(u1, u2, 32);
    const dvx = weighted(v1, v2, 0);
    const dvy = weighted(v1, v2, 16);
    const dvz = weighted(v1, v2, 32);
    const u0x = v128.load(law, IMAGE_U);
    const u0y = v128.load(law, IMAGE_U + 16);
    const u0z = v128.load(law, IMAGE_U + 32);
    const v0x = v128.load(law, IMAGE_V);
    const v0y = v128.load(law, IMAGE_V + 16);
    const v0z = v128.load(law, IMAGE_V + 32);
    const ux = f32x4.add(u0x, dux);
    const uy = f32x4.add(u0y, duy);
    const uz = f32x4.add(u0z, duz);
    const vx = f32x4.add(v0x, dvx);
    const vy = f32x4.add(v0y, dvy);
    const vz = f32x4.add(v0z, dvz);
    const strainU = f32x4.add(
      v128.load(law, METRIC),
      dot(dux, duy, duz, f32x4.add(u0x, ux), f32x4.add(u0y, uy), f32x4.add(u0z, uz)),
    );
    const strainV = f32x4.add(
      v128.load(law, METRIC + 16),
      dot(dvx, dvy, dvz, f32x4.add(v0x, vx), f32x4.add(v0y, vy), f32x4.add(v0z, vz)),
    );
    const shear = f32x4.add(
      v128.load(law, METRIC + 32),
      f32x4.add(dot(dux, duy, duz, vx, vy, vz), dot(u0x, u0y, u0z, dvx, dvy, dvz)),
    );
    let cross = zero;
    let value0: v128;
    let value1: v128;
    // 1 / |u| and 1 / |v|
    let perU = one;
    let perV = one;
    let isDefined = f32x4.eq(zero, zero);
    if (isMembrane != 0) {
      cross = v128.load(law, CROSS);
      value1 = f32x4.mul(strainV, half);
      value0 = f32x4.add(f32x4.mul(strainU, half), f32x4.mul(cross, value1));
    } else {
      const lengthU = f32x4.sqrt(f32x4.pmax(f32x4.add(strainU, one), zero));
      const lengthV = f32x4.sqrt(f32x4.pmax(f32x4.add(strainV, one), zero));
      isDefined = v128.and(
        f32x4.ge(lengthU, f32x4.splat(COLLAPSED)),
        f32x4.ge(lengthV, f32x4.splat(COLLAPSED)),
      );
      perU = f32x4.div(one, orOne(lengthU, isDefined));
      perV = f32x4.div(one, orOne(lengthV, isDefined));
      value0 = f32x4.div(strainU, f32x4.add(lengthU, one));
      value1 = f32x4.div(strainV, f32x4.add(lengthV, one));
    }
    writePull(law, 0, value0, perStep, isDefined);
    writePull(law, 16, value1, perStep, isDefined);
    writePull(law, 32, shear, perStep, isDefined);
    // The gradient of a condition at a particle is its slope by u times a vector plus its slope by v times another one.
    writeGradients(law, 0, u1, v1, ux, uy, uz, vx, vy, vz, perU, perV, cross);
    writeGradients(law, NEXT_GRADIENTS, u2, v2, ux, uy, uz, vx, vy, vz, perU, perV, cross);
    // The stress times the area, of the absolute values of the principal stresses.
    const from = isFirst != 0 ? law : law + PULL;
    const lambda0 = v128.load(from);
    const lambda1 = f32x4.add(v128.load(from, 16), f32x4.mul(cross, lambda0));
    let stressU = f32x4.mul(lambda0, perU);
    let stressV = f32x4.mul(lambda1, perV);
    let stressUv = v128.load(from, 32);
    const mean = f32x4.mul(f32x4.add(stressU, stressV), half);
    const deviation = f32x4.mul(f32x4.sub(stressU, stressV), half);
    const radius = f32x4.sqrt(f32x4.add(f32x4.mul(deviation, deviation), f32x4.mul(stressUv, stressUv)));
    const size = f32x4.abs(mean);
    const isMixed = f32x4.gt(radius, size);
    // One of both signs: |mean ± radius| has the mean `radius` and differs by `mean` along the same directions.
    const share = f32x4.div(mean, orOne(radius, isMixed));
    const turned = f32x4.mul(share, deviation);
    // Otherwise both have the sign of the mean.
    const isCompressed = f32x4.lt(mean, zero);
    stressU = v128.bitselect(f32x4.add(radius, turned), absolute(stressU, isCompressed), isMixed);
    stressV = v128.bitselect(f32x4.sub(radius, turned), absolute(stressV, isCompressed), isMixed);
    stressUv = v128.bitselect(f32x4.mul(share, stressUv), absolute(stressUv, isCompressed), isMixed);
    stressU = v128.and(stressU, isDefined);
    stressV = v128.and(stressV, isDefined);
    stressUv = v128.and(stressUv, isDefined);
    addTriangles(
      block,
      law,
      resistance(stressU, stressV, stressUv, u1, v1, u1, v1),
      resistance(stressU, stressV, stressUv, u2, v2, u2, v2),
      resistance(stressU, stressV, stressUv, u1, v1, u2, v2),
    );
  }
}

/** The change of u or v along an axis. */
// @ts-ignore: decorator
@inline
function weighted(first: v128, second: v128, axis: usize): v128 {
  return f32x4.add(
    f32x4.mul(first, v128.load(FIRST_EDGES + axis)),
    f32x4.mul(second, v128.load(SECOND_EDGES + axis)),
  );
}

// @ts-ignore: decorator
@inline
function absolute(stress: v128, isNegative: v128): v128 {
  return v128.bitselect(f32x4.neg(stress), stress, isNegative);
}

/** Stress × area times the slopes of two particles: the geometric stiffness between them. */
// @ts-ignore: decorator
@inline
function resistance(su: v128, sv: v128, suv: v128, ui: v128, vi: v128, uj: v128, vj: v128): v128 {
  const mixed = f32x4.add(f32x4.mul(ui, vj), f32x4.mul(vi, uj));
  return dot(su, sv, suv, f32x4.mul(ui, uj), f32x4.mul(vi, vj), mixed);
}

// @ts-ignore: decorator
@inline
function writeGradients(
  law: usize,
  which: usize,
  slopeU: v128,
  slopeV: v128,
  ux: v128,
  uy: v128,
  uz: v128,
  vx: v128,
  vy: v128,
  vz: v128,
  perU: v128,
  perV: v128,
  cross: v128,
): void {
  const to = law + which;
  const alongU = f32x4.mul(slopeU, perU);
  const alongV = f32x4.mul(slopeV, perV);
  const crossed = f32x4.mul(cross, slopeV);
  v128.store(to, f32x4.add(f32x4.mul(alongU, ux), f32x4.mul(crossed, vx)), GRADIENTS);
  v128.store(to, f32x4.add(f32x4.mul(alongU, uy), f32x4.mul(crossed, vy)), GRADIENTS + 16);
  v128.store(to, f32x4.add(f32x4.mul(alongU, uz), f32x4.mul(crossed, vz)), GRADIENTS + 32);
  v128.store(to, f32x4.mul(alongV, vx), GRADIENTS + 48);
  v128.store(to, f32x4.mul(alongV, vy), GRADIENTS + 64);
  v128.store(to, f32x4.mul(alongV, vz), GRADIENTS + 80);
  v128.store(to, f32x4.add(f32x4.mul(slopeU, vx), f32x4.mul(slopeV, ux)), GRADIENTS + 96);
  v128.store(to, f32x4.add(f32x4.mul(slopeU, vy), f32x4.mul(slopeV, uy)), GRADIENTS + 112);
  v128.store(to, f32x4.add(f32x4.mul(slopeU, vz), f32x4.mul(slopeV, uz)), GRADIENTS + 128);
}
