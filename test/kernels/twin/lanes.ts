import { isShared, type TwinMemory } from "./blocks.js";
import { f32, isUnrounded } from "./rounding.js";

// Scalar arithmetic with the rounding of the lanes of the kernels: the same operations as in `assembly/vectors.ts` and
// `assembly/gather.ts`, in the same order, so that results have the same bits.

export const add = (a: number, b: number): number => f32(a + b);
export const sub = (a: number, b: number): number => f32(a - b);
export const mul = (a: number, b: number): number => f32(a * b);
export const div = (a: number, b: number): number => f32(a / b);
export const sqrt = (a: number): number => f32(Math.sqrt(a));
const pmin = (a: number, b: number): number => (b < a ? b : a);
export const pmax = (a: number, b: number): number => (a < b ? b : a);

export type Vector = readonly [x: number, y: number, z: number];

export const plus = (a: Vector, b: Vector): Vector => [
  add(a[0], b[0]),
  add(a[1], b[1]),
  add(a[2], b[2]),
];
export const minus = (a: Vector, b: Vector): Vector => [
  sub(a[0], b[0]),
  sub(a[1], b[1]),
  sub(a[2], b[2]),
];
export const times = (a: Vector, s: number): Vector => [mul(a[0], s), mul(a[1], s), mul(a[2], s)];
export const negated = (a: Vector): Vector => [-a[0], -a[1], -a[2]];
export const dot = (a: Vector, b: Vector): number =>
  add(add(mul(a[0], b[0]), mul(a[1], b[1])), mul(a[2], b[2]));
const crossed = (a: number, b: number, c: number, d: number): number => sub(mul(a, d), mul(b, c));
export const cross = (a: Vector, b: Vector): Vector => [
  crossed(a[1], a[2], b[1], b[2]),
  crossed(a[2], a[0], b[2], b[0]),
  crossed(a[0], a[1], b[0], b[1]),
];

const ARC_TANGENT = [
  0.023040137449180802, -0.05777359196561067, 0.09794234722680331, -0.13976582187159578,
  0.19962703993640238, -0.3333165903421762,
].map(f32);
const ARC_TANGENT_LAST = f32(-0.004355406212372707);
const PI = f32(Math.PI);
const HALF_PI = f32(Math.PI / 2);
const TWO_PI = f32(2 * Math.PI);
const TINY = f32(1e-37);

export function arcTangent(y: number, x: number): number {
  if (isUnrounded()) return Math.atan2(y, x);
  const absoluteX = Math.abs(x);
  const absoluteY = Math.abs(y);
  const slope = div(pmin(absoluteX, absoluteY), pmax(pmax(absoluteX, absoluteY), TINY));
  const squared = mul(slope, slope);
  let sum = ARC_TANGENT_LAST;
  for (const next of ARC_TANGENT) sum = add(mul(sum, squared), next);
  let angle = add(slope, mul(mul(slope, squared), sum));
  if (absoluteY > absoluteX) angle = sub(HALF_PI, angle);
  if (x < 0) angle = sub(PI, angle);
  return y < 0 ? -angle : angle;
}

export function wrapped(angle: number): number {
  const turn = isUnrounded() ? 2 * Math.PI : TWO_PI;
  const over = angle > PI ? turn : 0;
  const under = angle < -PI ? turn : 0;
  return add(sub(angle, over), under);
}

const ROW = 16;
const VELOCITY = 16;

/** Solves one block; only one lane has its own particles where `active` is not −1. */
export type SolveBlock = (block: number, active: number) => void;

/** The memory of the kernels, lane by lane. */
export class Lanes {
  readonly #memory: TwinMemory;

  constructor(memory: TwinMemory) {
    this.#memory = memory;
  }

  /** Solves all blocks. Elements of a block that share a particle follow one another. */
  eachBlock(block: number, end: number, rows: number, solve: SolveBlock): void {
    for (; block < end; block += ROW * rows) {
      if (!isShared(this.#memory, block)) solve(block, -1);
      else for (let active = 0; active < 4; active++) solve(block, active);
    }
  }

  /** A number of an element. */
  at(block: number, row: number, lane: number): number {
    return this.#memory.f32(block + ROW * row + 4 * lane);
  }

  /** The offset of a particle from the first of its element at the anchor. */
  offset(block: number, row: number, lane: number): Vector {
    return [
      this.at(block, row, lane),
      this.at(block, row + 1, lane),
      this.at(block, row + 2, lane),
    ];
  }

  /** True if any lane of some rows is not 0. */
  isAnySet(block: number, row: number, count: number): boolean {
    const first = block + ROW * row;
    for (let at = first; at < first + ROW * count; at += 4) {
      if (this.#memory.u32(at) !== 0) return true; // −0 too: bits are compared
    }
    return false;
  }

  addImpulse(block: number, row: number, lane: number, active: number, change: number): void {
    const at = block + ROW * row + 4 * lane;
    if (active !== -1 && active !== lane) return;
    this.#memory.setF32(at, add(this.#memory.f32(at), change));
  }

  /** Address of a particle of an element. */
  particle(block: number, n: number, lane: number, active: number): number {
    if (active !== -1 && active !== lane) return this.#memory.dummy;
    return (this.#memory.u32(block + ROW * n + 4 * lane) & ~1) >>> 0;
  }

  pose(particle: number): Vector {
    const [x, y, z] = this.#memory.vector(particle);
    return [x, y, z];
  }

  inverseMass(particle: number): number {
    return this.#memory.f32(particle + 12);
  }

  /** Velocity, or displacement at the start of the substep. */
  rate(particle: number): Vector {
    return this.pose(particle + VELOCITY);
  }

  setPose(particle: number, pose: Vector): void {
    for (let k = 0; k < 3; k++) this.#memory.setF32(particle + 4 * k, pose[k]!);
  }

  /** Growth since the start of the substep of a particle relative to another one, or its relative velocity. */
  growth(particle: number, origin: number, addsForces: boolean): Vector {
    const rate = minus(this.rate(particle), this.rate(origin));
    return addsForces ? rate : minus(minus(this.pose(particle), this.pose(origin)), rate);
  }

  subtractForce(particle: number, toForce: number, force: Vector): void {
    this.setPose(particle + toForce, minus(this.pose(particle + toForce), force));
  }

  /** w times the square of a vector. */
  squaredMotion(particle: number, by: Vector): number {
    return mul(this.inverseMass(particle), dot(by, by));
  }

  /** The pose of a particle moved by −w times a vector. */
  movedBack(particle: number, by: Vector): Vector {
    return minus(this.pose(particle), times(by, this.inverseMass(particle)));
  }
}
