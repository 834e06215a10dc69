import { add, mul, type Lanes, type Vector } from "./lanes.js";
import { f32 } from "./rounding.js";

// A twin of `assembly/triples.ts`: see index.ts.

/** Maximum squared displacement of conditions solved together, relative to that of conditions solved one by one. */
const MAX_SQUARED = f32(1.44);
const NOTHING: Vector = [0, 0, 0];

/** What to do with the three conditions of a triangle: add their forces, project all together, or only one of them. */
export type Mode = "forces" | "together" | 0 | 1 | 2;

/** One triangle after its conditions are solved. */
export interface Solved {
  pulls: Vector;
  /** Sums of pulls times gradients at the three particles. */
  changes: readonly [Vector, Vector, Vector];
  /** True if its conditions contradict one another, so that they cannot be solved together. */
  isLeft: boolean;
}

/**
 * Solves one lane in a mode.
 *
 * @param isIncluded False: a lane that is not projected in a mode for a single condition.
 */
export type SolveLane = (
  block: number,
  lane: number,
  particles: readonly [number, number, number],
  mode: Mode,
  isIncluded: boolean,
) => Solved;

/** Where and how the results of a block are written. */
export interface Writer {
  readonly lanes: Lanes;
  readonly impulseRow: number;
  readonly toForce: number;
  /** Impulse per pull. */
  readonly scale: number;
}

/** Adds the forces of a block. */
export function addForcesOfBlock(
  writer: Writer,
  block: number,
  active: number,
  solveLane: SolveLane,
): void {
  solveBlock(writer, block, active, solveLane, "forces", []);
}

/** Projects a block: all conditions together, and one by one in the lanes where that fails. */
export function projectBlock(
  writer: Writer,
  block: number,
  active: number,
  solveLane: SolveLane,
): void {
  const isLeft = solveBlock(writer, block, active, solveLane, "together", []);
  if (!isLeft.includes(true)) return;
  for (const condition of [0, 1, 2] as const) {
    solveBlock(writer, block, active, solveLane, condition, isLeft);
  }
}

function solveBlock(
  { lanes, impulseRow, toForce, scale }: Writer,
  block: number,
  active: number,
  solveLane: SolveLane,
  mode: Mode,
  included: boolean[],
): boolean[] {
  const solved: { particles: readonly [number, number, number]; result: Solved }[] = [];
  for (let lane = 0; lane < 4; lane++) {
    const particles = [
      lanes.particle(block, 0, lane, active),
      lanes.particle(block, 1, lane, active),
      lanes.particle(block, 2, lane, active),
    ] as const;
    const result = solveLane(block, lane, particles, mode, included[lane] ?? false);
    solved.push({ particles, result });
  }
  for (let n = 0; n < 3; n++) {
    for (const [lane, { particles, result }] of solved.entries()) {
      lanes.addImpulse(block, impulseRow + n, lane, active, mul(result.pulls[n]!, scale));
      const particle = particles[n]!;
      const change = result.changes[n]!;
      if (mode === "forces") lanes.subtractForce(particle, toForce, change);
      else lanes.setPose(particle, lanes.movedBack(particle, change));
    }
  }
  return solved.map(({ result }) => result.isLeft);
}

/**
 * The pulls of conditions solved together and what they change; nothing if they contradict one another.
 *
 * @param aloneSquared The squared displacement of the conditions solved one by one.
 */
export function checked(
  lanes: Lanes,
  particles: readonly [number, number, number],
  { pulls, changes }: Solved,
  aloneSquared: number,
): Solved {
  const [first, second, third] = particles;
  const squared = add(
    add(lanes.squaredMotion(first, changes[0]), lanes.squaredMotion(second, changes[1])),
    lanes.squaredMotion(third, changes[2]),
  );
  if (squared <= mul(MAX_SQUARED, aloneSquared)) return { pulls, changes, isLeft: false };
  return { pulls: NOTHING, changes: [NOTHING, NOTHING, NOTHING], isLeft: true };
}
