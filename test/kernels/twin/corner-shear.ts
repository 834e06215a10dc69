import type { WasmFunctions } from "../../../src/kernels/wasm/module.js";
import type { TwinMemory } from "./blocks.js";
import {
  add,
  arcTangent,
  cross,
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
import { addForcesOfBlock, checked, projectBlock, type Mode, type Solved } from "./triples.js";
import { f32 } from "./rounding.js";

// A twin of `assembly/corner-shear.ts`: see index.ts.

const ROWS = 20;
const REST = 3;
const MIN_SIDES = 6;
const IMPULSE = 9;
const STIFFNESS = 12;
const DAMPING = 13;
const AB = 14;
const AC = 17;
const MIN_SINE = f32(1e-6);

type CornersTwin = Pick<WasmFunctions, "projectCorners" | "addCornerForces">;

export function cornersTwin(memory: TwinMemory): CornersTwin {
  const lanes = new Lanes(memory);
  return {
    projectCorners(block, end, dt) {
      const step = f32(dt);
      const writer = { lanes, impulseRow: IMPULSE, toForce: 0, scale: div(1, step) };
      lanes.eachBlock(block, end, ROWS, (at, active) => {
        projectBlock(writer, at, active, (...of) => solveLane(lanes, step, ...of));
      });
    },
    addCornerForces(block, end, toForce, dt) {
      const step = f32(dt);
      const writer = { lanes, impulseRow: IMPULSE, toForce, scale: step };
      lanes.eachBlock(block, end, ROWS, (at, active) => {
        addForcesOfBlock(writer, at, active, (...of) => solveLane(lanes, step, ...of));
      });
    },
  };
}

function solveLane(
  lanes: Lanes,
  dt: number,
  block: number,
  lane: number,
  particles: readonly [number, number, number],
  mode: Mode,
  isIncluded: boolean,
): Solved {
  const [a, b, c] = particles;
  const poseA = lanes.pose(a);
  const u = plus(lanes.offset(block, AB, lane), minus(lanes.pose(b), poseA));
  const w = negated(plus(lanes.offset(block, AC, lane), minus(lanes.pose(c), poseA)));
  const v = negated(plus(u, w));
  const uu = dot(u, u);
  const vv = dot(v, v);
  const ww = dot(w, w);
  const uv = dot(u, v);
  const uw = dot(u, w);
  const n = cross(u, v);
  const twiceArea = sqrt(dot(n, n));
  const isDefined =
    uu > lanes.at(block, MIN_SIDES, lane) &&
    vv > lanes.at(block, MIN_SIDES + 1, lane) &&
    ww > lanes.at(block, MIN_SIDES + 2, lane) &&
    twiceArea > mul(MIN_SINE, uu);
  const valueA = sub(arcTangent(twiceArea, -uw), lanes.at(block, REST, lane));
  const valueB = sub(arcTangent(twiceArea, -uv), lanes.at(block, REST + 1, lane));
  const perUu = div(1, isDefined ? uu : 1);
  const perVv = div(1, isDefined ? vv : 1);
  const perWw = div(1, isDefined ? ww : 1);
  const perArea = div(1, isDefined ? twiceArea : 1);
  let stiffness = isDefined ? lanes.at(block, STIFFNESS, lane) : 0;
  let damping = isDefined ? lanes.at(block, DAMPING, lane) : 0;
  if (mode !== "forces") {
    stiffness = mul(stiffness, mul(dt, dt));
    damping = mul(damping, dt);
  }
  let pullA = mul(stiffness, valueA);
  let pullB = mul(stiffness, valueB);
  if (lanes.isAnySet(block, DAMPING, 1)) {
    const du = lanes.growth(b, a, mode === "forces");
    const dw = negated(lanes.growth(c, a, mode === "forces"));
    const dv = negated(plus(du, dw));
    const ofU = mul(dot(n, cross(u, du)), mul(perUu, perArea));
    const ofV = mul(dot(n, cross(v, dv)), mul(perVv, perArea));
    const ofW = mul(dot(n, cross(w, dw)), mul(perWw, perArea));
    pullA = add(pullA, mul(damping, sub(ofW, ofU)));
    pullB = add(pullB, mul(damping, sub(ofU, ofV)));
  }
  let pullC = -add(pullA, pullB);
  let aloneSquared = 0;
  if (mode !== "forces") {
    const wA = lanes.inverseMass(a);
    const wB = lanes.inverseMass(b);
    const wC = lanes.inverseMass(c);
    const qUv = mul(uv, mul(perUu, perVv));
    const qVw = mul(dot(v, w), mul(perVv, perWw));
    const qUw = mul(uw, mul(perUu, perWw));
    const wAA = squareOf(wA, perUu, perWw, qUw, wB, wC);
    const wBB = squareOf(wB, perUu, perVv, qUv, wA, wC);
    const wCC = squareOf(wC, perWw, perVv, qVw, wA, wB);
    const wAB = sub(mul(wC, qVw), add(mul(wA, add(perUu, qUw)), mul(wB, add(perUu, qUv))));
    const s = add(stiffness, damping);
    const aloneA = div(pullA, add(1, mul(s, wAA)));
    const aloneB = div(pullB, add(1, mul(s, wBB)));
    const aloneC = div(pullC, add(1, mul(s, wCC)));
    if (mode === "together") {
      const sA = mul(s, wAA);
      const sB = mul(s, wBB);
      const sAB = mul(s, wAB);
      const m00 = add(1, add(mul(2, sA), sAB));
      const m01 = add(sA, mul(2, sAB));
      const m10 = add(sB, mul(2, sAB));
      const m11 = add(1, add(mul(2, sB), sAB));
      const linear = pmax(0, add(add(sA, sB), sAB));
      const square = pmax(0, sub(mul(sA, sB), mul(sAB, sAB)));
      const inverse = div(1, add(1, add(mul(2, linear), mul(3, square))));
      const joint = mul(sub(mul(m11, pullA), mul(m01, pullB)), inverse);
      pullB = mul(sub(mul(m00, pullB), mul(m10, pullA)), inverse);
      pullA = joint;
      pullC = -add(pullA, pullB);
      aloneSquared = add(
        add(mul(mul(wAA, aloneA), aloneA), mul(mul(wBB, aloneB), aloneB)),
        mul(mul(wCC, aloneC), aloneC),
      );
    } else {
      pullA = isIncluded && mode === 0 ? aloneA : 0;
      pullB = isIncluded && mode === 1 ? aloneB : 0;
      pullC = isIncluded && mode === 2 ? aloneC : 0;
    }
  }
  const turnU = mul(sub(pullA, pullB), mul(perUu, perArea));
  const turnV = mul(sub(pullB, pullC), mul(perVv, perArea));
  const turnW = mul(sub(pullC, pullA), mul(perWw, perArea));
  const side = times(v, turnV);
  const atB: Vector = cross(n, minus(side, times(u, turnU)));
  const atC: Vector = cross(n, minus(times(w, turnW), side));
  const solved: Solved = {
    pulls: [pullA, pullB, pullC],
    changes: [negated(plus(atB, atC)), atB, atC],
    isLeft: false,
  };
  return mode === "together" ? checked(lanes, particles, solved, aloneSquared) : solved;
}

function squareOf(w: number, q: number, r: number, qr: number, w1: number, w2: number): number {
  return add(mul(w, add(add(q, r), add(qr, qr))), add(mul(w1, q), mul(w2, r)));
}
