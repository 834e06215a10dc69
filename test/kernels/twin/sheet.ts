import type { WasmFunctions } from "../../../src/kernels/wasm/module.js";
import type { TwinMemory } from "./blocks.js";
import {
  add,
  div,
  dot,
  Lanes,
  minus,
  mul,
  negated,
  plus,
  pmax,
  sqrt,
  sub,
  times,
  type Vector,
} from "./lanes.js";
import {
  addForcesOfBlock,
  checked,
  projectBlock,
  type Mode,
  type Solved,
  type SolveLane,
} from "./triples.js";
import { f32 } from "./rounding.js";

// A twin of `assembly/sheet.ts`: see index.ts.

const ROWS = 23;
const SLOPES = 3;
const STIFFNESS = 7;
const DAMPING = 10;
const IMPULSE = 13;
const CROSS = 16;
const OFFSETS = 17;
const COLLAPSED = f32(1e-9);

type SheetTwin = Pick<
  WasmFunctions,
  "projectMembranes" | "projectStretchShear" | "addMembraneForces" | "addStretchShearForces"
>;

export function sheetTwin(memory: TwinMemory): SheetTwin {
  const lanes = new Lanes(memory);
  const laneSolver =
    (isMembrane: boolean, dt: number): SolveLane =>
    (...of) =>
      solveLane(lanes, isMembrane, dt, ...of);
  const project = (isMembrane: boolean, block: number, end: number, dt: number): void => {
    const writer = { lanes, impulseRow: IMPULSE, toForce: 0, scale: div(1, dt) };
    lanes.eachBlock(block, end, ROWS, (at, active) => {
      projectBlock(writer, at, active, laneSolver(isMembrane, dt));
    });
  };
  const addForces = (
    isMembrane: boolean,
    block: number,
    end: number,
    toForce: number,
    dt: number,
  ): void => {
    const writer = { lanes, impulseRow: IMPULSE, toForce, scale: dt };
    lanes.eachBlock(block, end, ROWS, (at, active) => {
      addForcesOfBlock(writer, at, active, laneSolver(isMembrane, dt));
    });
  };
  return {
    projectMembranes: (block, end, dt) => project(true, block, end, f32(dt)),
    projectStretchShear: (block, end, dt) => project(false, block, end, f32(dt)),
    addMembraneForces: (block, end, toForce, dt) => addForces(true, block, end, toForce, f32(dt)),
    addStretchShearForces: (block, end, toForce, dt) =>
      addForces(false, block, end, toForce, f32(dt)),
  };
}

const sum = (a: number, x: Vector, b: number, y: Vector): Vector => plus(times(x, a), times(y, b));

function solveLane(
  lanes: Lanes,
  isMembrane: boolean,
  dt: number,
  block: number,
  lane: number,
  particles: readonly [number, number, number],
  mode: Mode,
  isIncluded: boolean,
): Solved {
  const [first, second, third] = particles;
  const origin = lanes.pose(first);
  const u1 = lanes.at(block, SLOPES, lane);
  const v1 = lanes.at(block, SLOPES + 1, lane);
  const u2 = lanes.at(block, SLOPES + 2, lane);
  const v2 = lanes.at(block, SLOPES + 3, lane);
  const e1 = plus(lanes.offset(block, OFFSETS, lane), minus(lanes.pose(second), origin));
  const e2 = plus(lanes.offset(block, OFFSETS + 3, lane), minus(lanes.pose(third), origin));
  const u = sum(u1, e1, u2, e2);
  const v = sum(v1, e1, v2, e2);
  const uu = dot(u, u);
  const vv = dot(v, v);
  const uv = dot(u, v);
  const crossStrain = lanes.at(block, CROSS, lane);
  let stiffness = lanes.offset(block, STIFFNESS, lane);
  let damping = lanes.offset(block, DAMPING, lane);
  let value0: number;
  let value1: number;
  let perU = 1;
  let perV = 1;
  if (isMembrane) {
    value1 = mul(sub(vv, 1), 0.5);
    value0 = add(mul(sub(uu, 1), 0.5), mul(crossStrain, value1));
  } else {
    const lengthU = sqrt(uu);
    const lengthV = sqrt(vv);
    const isDefined = lengthU >= COLLAPSED && lengthV >= COLLAPSED;
    if (!isDefined) {
      stiffness = [0, 0, 0];
      damping = [0, 0, 0];
    }
    value0 = sub(lengthU, 1);
    value1 = sub(lengthV, 1);
    perU = div(1, isDefined ? lengthU : 1);
    perV = div(1, isDefined ? lengthV : 1);
  }
  if (mode !== "forces") {
    stiffness = times(stiffness, mul(dt, dt));
    damping = times(damping, dt);
  }
  let pull0 = mul(stiffness[0], value0);
  let pull1 = mul(stiffness[1], value1);
  let pull2 = mul(stiffness[2], uv);
  if (lanes.isAnySet(block, DAMPING, 3)) {
    const c1 = lanes.growth(second, first, mode === "forces");
    const c2 = lanes.growth(third, first, mode === "forces");
    const du = sum(u1, c1, u2, c2);
    const dv = sum(v1, c1, v2, c2);
    let growth0 = dot(u, du);
    let growth1 = dot(v, dv);
    const growth2 = add(dot(v, du), dot(u, dv));
    if (isMembrane) growth0 = add(growth0, mul(crossStrain, growth1));
    else {
      growth0 = mul(growth0, perU);
      growth1 = mul(growth1, perV);
    }
    pull0 = add(pull0, mul(damping[0], growth0));
    pull1 = add(pull1, mul(damping[1], growth1));
    pull2 = add(pull2, mul(damping[2], growth2));
  }
  let aloneSquared = 0;
  if (mode !== "forces") {
    const slopesU: Vector = [add(u1, u2), u1, u2];
    const slopesV: Vector = [add(v1, v2), v1, v2];
    const [m0, m1, m2] = particles.map((particle) => lanes.inverseMass(particle));
    const wu: Vector = [mul(m0!, slopesU[0]), mul(m1!, u1), mul(m2!, u2)];
    const wv: Vector = [mul(m0!, slopesV[0]), mul(m1!, v1), mul(m2!, v2)];
    const byU = dot(wu, slopesU);
    const mixed = dot(wu, slopesV);
    const byV = dot(wv, slopesV);
    const mixedUv = mul(mixed, uv);
    const w22 = add(add(mul(byU, vv), mul(byV, uu)), add(mixedUv, mixedUv));
    let w00 = byU;
    let w11 = byV;
    let w01: number;
    let w02 = add(mul(byU, uv), mul(mixed, uu));
    let w12 = add(mul(byV, uv), mul(mixed, vv));
    if (isMembrane) {
      w11 = mul(byV, vv);
      w01 = add(mixedUv, mul(crossStrain, w11));
      w00 = add(mul(byU, uu), mul(crossStrain, add(mixedUv, w01)));
      w02 = add(w02, mul(crossStrain, w12));
    } else {
      w01 = mul(mixedUv, mul(perU, perV));
      w02 = mul(w02, perU);
      w12 = mul(w12, perV);
    }
    const [s0, s1, s2] = plus(stiffness, damping);
    const a11 = add(1, mul(s1, w11));
    const a22 = add(1, mul(s2, w22));
    const per0 = div(1, add(1, mul(s0, w00)));
    const alone0 = mul(pull0, per0);
    const alone1 = div(pull1, a11);
    const alone2 = div(pull2, a22);
    if (mode === "together") {
      const a01 = mul(mul(s0, w01), per0);
      const a02 = mul(mul(s0, w02), per0);
      const a10 = mul(s1, w01);
      const a20 = mul(s2, w02);
      const b11 = pmax(1, sub(a11, mul(a10, a01)));
      const b12 = sub(mul(s1, w12), mul(a10, a02));
      const b21 = sub(mul(s2, w12), mul(a20, a01));
      const b22 = sub(a22, mul(a20, a02));
      const r1 = sub(pull1, mul(a10, alone0));
      const r2 = sub(pull2, mul(a20, alone0));
      const factor = div(b21, b11);
      const c22 = pmax(1, sub(b22, mul(factor, b12)));
      const p2 = div(sub(r2, mul(factor, r1)), c22);
      const p1 = div(sub(r1, mul(b12, p2)), b11);
      const p0 = sub(sub(alone0, mul(a01, p1)), mul(a02, p2));
      aloneSquared = dot(
        [mul(w00, alone0), mul(w11, alone1), mul(w22, alone2)],
        [alone0, alone1, alone2],
      );
      pull0 = p0;
      pull1 = p1;
      pull2 = p2;
    } else {
      pull0 = isIncluded && mode === 0 ? alone0 : 0;
      pull1 = isIncluded && mode === 1 ? alone1 : 0;
      pull2 = isIncluded && mode === 2 ? alone2 : 0;
    }
  }
  const alongU = isMembrane ? pull0 : mul(pull0, perU);
  const alongV = isMembrane ? add(mul(crossStrain, pull0), pull1) : mul(pull1, perV);
  const p = sum(alongU, u, pull2, v);
  const q = sum(alongV, v, pull2, u);
  const at1 = sum(u1, p, v1, q);
  const at2 = sum(u2, p, v2, q);
  const solved: Solved = {
    pulls: [pull0, pull1, pull2],
    changes: [negated(plus(at1, at2)), at1, at2],
    isLeft: false,
  };
  return mode === "together" ? checked(lanes, particles, solved, aloneSquared) : solved;
}
