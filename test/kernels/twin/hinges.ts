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
  sqrt,
  sub,
  times,
  wrapped,
  type Vector,
} from "./lanes.js";
import { f32 } from "./rounding.js";

// A twin of `assembly/hinges.ts`: see index.ts.

const ROWS = 19;
const REST = 4;
const MIN_AREAS = 5;
const IMPULSE = 7;
const STIFFNESS = 8;
const DAMPING = 9;
const OFFSETS = 10;

type HingesTwin = Pick<WasmFunctions, "projectHinges" | "addHingeForces">;

export function hingesTwin(memory: TwinMemory): HingesTwin {
  const lanes = new Lanes(memory);
  return {
    projectHinges(block, end, dt) {
      lanes.eachBlock(block, end, ROWS, (at, active) => {
        solveBlock(lanes, at, active, false, 0, f32(dt));
      });
    },
    addHingeForces(block, end, toForce, dt) {
      lanes.eachBlock(block, end, ROWS, (at, active) => {
        solveBlock(lanes, at, active, true, toForce, f32(dt));
      });
    },
  };
}

function solveBlock(
  lanes: Lanes,
  block: number,
  active: number,
  addsForces: boolean,
  toForce: number,
  dt: number,
): void {
  const solved = [0, 1, 2, 3].map((lane) => solveLane(lanes, block, lane, active, addsForces, dt));
  for (let n = 0; n < 4; n++) {
    for (let lane = 0; lane < 4; lane++) {
      const { pull, gradients } = solved[lane]!;
      const particle = lanes.particle(block, n, lane, active);
      const change = times(gradients[n]!, pull);
      if (addsForces) lanes.subtractForce(particle, toForce, change);
      else lanes.setPose(particle, lanes.movedBack(particle, change));
    }
  }
}

function solveLane(
  lanes: Lanes,
  block: number,
  lane: number,
  active: number,
  addsForces: boolean,
  dt: number,
): { pull: number; gradients: Vector[] } {
  const particles = [0, 1, 2, 3].map((n) => lanes.particle(block, n, lane, active));
  const poses = particles.map((particle) => lanes.pose(particle));
  const edge = (n: number): Vector =>
    plus(lanes.offset(block, OFFSETS + 3 * (n - 1), lane), minus(poses[n]!, poses[0]!));
  const e = edge(1);
  const d = edge(2);
  const f = edge(3);
  const a = cross(e, d);
  const b = cross(f, e);
  const aa = dot(a, a);
  const bb = dot(b, b);
  const ee = dot(e, e);
  const isDefined =
    aa > lanes.at(block, MIN_AREAS, lane) && bb > lanes.at(block, MIN_AREAS + 1, lane);
  const length = sqrt(ee);
  const sine = -mul(length, dot(a, f));
  const cosine = dot(a, b);
  const angle = wrapped(sub(arcTangent(sine, cosine), lanes.at(block, REST, lane)));
  const perSquare = div(1, isDefined ? ee : 1);
  const tk = mul(dot(d, e), perSquare);
  const tl = mul(dot(f, e), perSquare);
  const k = times(a, -div(length, isDefined ? aa : 1));
  const l = times(b, -div(length, isDefined ? bb : 1));
  const j = negated(plus(times(k, tk), times(l, tl)));
  const i = negated(plus(plus(k, l), j));
  const gradients = [i, j, k, l];
  let stiffness = lanes.at(block, STIFFNESS, lane);
  let damping = lanes.at(block, DAMPING, lane);
  if (!addsForces) {
    stiffness = mul(stiffness, mul(dt, dt));
    damping = mul(damping, dt);
  }
  let pull = mul(stiffness, angle);
  if (lanes.isAnySet(block, DAMPING, 1)) {
    const [onJ, onK, onL] = [1, 2, 3].map((n) =>
      dot(gradients[n]!, lanes.growth(particles[n]!, particles[0]!, addsForces)),
    );
    pull = add(pull, mul(damping, add(add(onJ!, onK!), onL!)));
  }
  if (addsForces) {
    if (!isDefined) pull = 0;
    lanes.addImpulse(block, IMPULSE, lane, active, mul(pull, dt));
  } else {
    const [wi, wj, wk, wl] = gradients.map((g, n) =>
      mul(lanes.inverseMass(particles[n]!), dot(g, g)),
    );
    const w = add(add(wi!, wj!), add(wk!, wl!));
    pull = isDefined && w > 0 ? div(pull, add(mul(add(stiffness, damping), w), 1)) : 0;
    lanes.addImpulse(block, IMPULSE, lane, active, mul(pull, div(1, dt)));
  }
  return { pull, gradients };
}
