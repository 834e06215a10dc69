import type { WasmFunctions } from "../../../src/kernels/wasm/module.js";
import {
  add,
  addTo,
  DAMPING_TIME,
  isShared,
  mul,
  putTogether,
  SCRATCH,
  splat,
  sub,
  subtractFrom,
  sum,
  takeApart,
  TINY,
  type TwinMemory,
  type Vector,
} from "./blocks.js";
import { LOW, VELOCITY } from "./particles.js";
import { f32 } from "./rounding.js";

// A twin of `assembly/springs.ts`: see index.ts.

const B = 16;
const REST = 32;
const STRETCH = 48;
const GROWTH = 64;
const IMPULSE = 80;
const OFFSETS = 96;
const BLOCK = 160;
const ROWS = 10;

type SpringFunctions = Pick<
  WasmFunctions,
  | "anchorSprings"
  | "prepareSprings"
  | "projectSprings"
  | "projectDampedSprings"
  | "addSpringForces"
  | "addDampedSpringForces"
>;

export function springsTwin(memory: TwinMemory): SpringFunctions {
  return {
    anchorSprings(block, end, toParts) {
      for (; block < end; block += BLOCK) {
        memory.setVector(block + IMPULSE, splat(0));
        for (let lane = 0; lane < 4; lane++) {
          const a = (memory.u32(block + 4 * lane) & ~1) + toParts;
          const b = memory.u32(block + B + 4 * lane) + toParts;
          const high = sub(memory.vector(b), memory.vector(a));
          const low = sub(memory.vector(b + LOW), memory.vector(a + LOW));
          memory.setVector(block + OFFSETS + 16 * lane, add(high, low));
        }
      }
    },
    prepareSprings(block, end, laws, dt) {
      const step = f32(dt);
      const stepSquared = f32(step * step);
      for (; block < end; block += BLOCK, laws += 32) {
        for (let lane = 0; lane < 16; lane += 4) {
          const a = memory.u32(block + lane) & ~1;
          const b = memory.u32(block + B + lane);
          const w = f32(memory.f32(a + 12) + memory.f32(b + 12));
          const stiffness = f32(memory.f32(laws + lane) * stepSquared);
          const damping = f32(memory.f32(laws + 16 + lane) * step);
          const share = f32(1 / f32(f32(f32(stiffness + damping) * w) + 1));
          memory.setF32(block + STRETCH + lane, f32(stiffness * share));
          memory.setF32(block + GROWTH + lane, f32(damping * share));
        }
      }
    },
    projectSprings(block, end, perSecond) {
      forEachBlock(memory, block, end, (at) => {
        projectBlock(memory, at, f32(perSecond));
      });
    },
    projectDampedSprings(block, end, perSecond) {
      forEachBlock(memory, block, end, (at) => {
        projectDampedBlock(memory, at, f32(perSecond));
      });
    },
    addSpringForces(block, end, laws, toForce, dt) {
      forEachBlock(memory, block, end, (at, index) => {
        addForcesOfBlock(memory, false, at, laws + 32 * index, toForce, f32(dt));
      });
    },
    addDampedSpringForces(block, end, laws, toForce, dt) {
      forEachBlock(memory, block, end, (at, index) => {
        addForcesOfBlock(memory, true, at, laws + 32 * index, toForce, f32(dt));
      });
    },
  };
}

/** Calls a function for each block: four times for one with a shared particle, each time with one spring alone. */
function forEachBlock(
  memory: TwinMemory,
  first: number,
  end: number,
  act: (block: number, index: number) => void,
): void {
  for (let block = first, index = 0; block < end; block += BLOCK, index++) {
    if (isShared(memory, block)) {
      for (let lane = 0; lane < 4; lane++) {
        takeApart(memory, block, ROWS, 2, lane);
        act(SCRATCH, index);
        putTogether(memory, block, IMPULSE, lane);
      }
    } else act(block, index);
  }
}

/** A lane of a block before its spring acts. */
interface Spring {
  readonly a: number;
  readonly b: number;
  readonly ua: Vector;
  readonly ub: Vector;
  /** The difference of the displacements. */
  readonly x: Vector;
  /** b − a. */
  readonly d: Vector;
  readonly stretch: number;
  /** What `pmax` gives: the length, or the smallest number to divide by. */
  readonly divisor: number;
}

/** Reads all lanes of a block, before any of them writes. */
function springsOf(memory: TwinMemory, block: number): Spring[] {
  return [0, 1, 2, 3].map((lane) => {
    const a = memory.u32(block + 4 * lane);
    const b = memory.u32(block + B + 4 * lane);
    const ua = memory.vector(a);
    const ub = memory.vector(b);
    const x = sub(ub, ua);
    const d = add(memory.vector(block + OFFSETS + 16 * lane), x);
    const length = f32(Math.sqrt(sum(mul(d, d))));
    const stretch = f32(length - memory.f32(block + REST + 4 * lane));
    const tiny = memory.f32(TINY);
    return { a, b, ua, ub, x, d, stretch, divisor: tiny < length ? length : tiny };
  });
}

function addImpulses(memory: TwinMemory, block: number, pulls: number[], factor: number): void {
  for (const [lane, pull] of pulls.entries()) {
    const at = block + IMPULSE + 4 * lane;
    memory.setF32(at, f32(memory.f32(at) + f32(pull * factor)));
  }
}

/** Moves the ends of the springs of a block: all first ends, then all second ones. */
function moveEnds(memory: TwinMemory, springs: Spring[], scales: number[]): void {
  const moves = springs.map(({ d }, lane) => mul(d, splat(scales[lane]!)));
  for (const [lane, { a, ua }] of springs.entries()) {
    memory.setVector(a, add(ua, mul(moves[lane]!, splat(memory.f32(a + 12)))));
  }
  for (const [lane, { b, ub }] of springs.entries()) {
    memory.setVector(b, sub(ub, mul(moves[lane]!, splat(memory.f32(b + 12)))));
  }
}

function projectBlock(memory: TwinMemory, block: number, perSecond: number): void {
  const springs = springsOf(memory, block);
  const pulls = springs.map(({ stretch }, lane) =>
    f32(memory.f32(block + STRETCH + 4 * lane) * stretch),
  );
  addImpulses(memory, block, pulls, perSecond);
  // Without damping one division is enough, and its bits differ from those of a product with 1 / length.
  const scales = springs.map(({ divisor }, lane) => f32(pulls[lane]! / divisor));
  moveEnds(memory, springs, scales);
}

function projectDampedBlock(memory: TwinMemory, block: number, perSecond: number): void {
  const springs = springsOf(memory, block);
  const perLengths = springs.map(({ divisor }) => f32(1 / divisor));
  const pulls = springs.map((spring, lane) => {
    const before = sub(memory.vector(spring.b + VELOCITY), memory.vector(spring.a + VELOCITY));
    const along = sum(mul(spring.d, sub(spring.x, before)));
    const fromStretch = f32(memory.f32(block + STRETCH + 4 * lane) * spring.stretch);
    const growth = f32(along * perLengths[lane]!);
    const fromGrowth = f32(memory.f32(block + GROWTH + 4 * lane) * growth);
    return f32(fromStretch + fromGrowth);
  });
  addImpulses(memory, block, pulls, perSecond);
  const scales = pulls.map((pull, lane) => f32(pull * perLengths[lane]!));
  moveEnds(memory, springs, scales);
}

function addForcesOfBlock(
  memory: TwinMemory,
  isDamped: boolean,
  block: number,
  laws: number,
  toForce: number,
  dt: number,
): void {
  const springs = springsOf(memory, block);
  const perLengths = springs.map(({ divisor }) => f32(1 / divisor));
  const pulls = springs.map((spring, lane) => {
    const elastic = f32(memory.f32(laws + 4 * lane) * spring.stretch);
    if (!isDamped) return elastic;
    const velocity = sub(memory.vector(spring.b + VELOCITY), memory.vector(spring.a + VELOCITY));
    const along = sum(mul(spring.d, velocity));
    const damping = memory.f32(laws + 16 + 4 * lane);
    const most = f32(memory.f32(laws + 4 * lane) * memory.f32(DAMPING_TIME));
    const damped = f32((most < damping ? most : damping) * f32(along * perLengths[lane]!));
    return f32(elastic + damped);
  });
  addImpulses(memory, block, pulls, dt);
  const forces = springs.map(({ d }, lane) => mul(d, splat(f32(pulls[lane]! * perLengths[lane]!))));
  // The dummy may be in several lanes; its force is the sum in this order.
  for (const [lane, { a }] of springs.entries()) addTo(memory, a + toForce, forces[lane]!);
  for (const [lane, { b }] of springs.entries()) subtractFrom(memory, b + toForce, forces[lane]!);
}
