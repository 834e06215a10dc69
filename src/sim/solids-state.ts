import { Ball, BODY_NUMBERS, type BallState, type ColliderState } from "../collision/index.js";
import { Hash } from "../math/hash.js";
import { inField } from "./in-field.js";
import type { WorldOptions } from "./options.js";
import type { Solids } from "./solids.js";

/** Balls and colliders at one time. Bodies that another simulation moves are in no state: that one has theirs. */
export interface SolidsState {
  balls: BallState[];
  /** How many balls there have been, and how many of the options have been thrown. */
  ballCount: number;
  thrownCount: number;
  /** What a hand has done with each collider; null: nothing. */
  colliders: (ColliderState | null)[];
}

export function captureSolids({ balls, ballCount, thrownCount, colliders }: Solids): SolidsState {
  return {
    balls: balls.map(({ state }) => state),
    ballCount,
    thrownCount,
    colliders: colliders.map(({ state }) => state),
  };
}

/** Goes back, or forth, to another time between two steps, s. */
export function restoreSolids(solids: Solids, state: SolidsState & { time: number }): void {
  solids.resumeBalls(state.balls);
  solids.ballCount = state.ballCount;
  solids.thrownCount = state.thrownCount;
  for (const [i, collider] of solids.colliders.entries()) {
    collider.restore(state.colliders[i] ?? null, state.time);
  }
}

/** @throws RangeError that names the field, where a state makes no sense in a world. */
export function checkSolids(
  solids: Solids,
  { balls, ballCount, thrownCount, colliders }: SolidsState,
): void {
  checkCount("thrownCount", thrownCount, 0, solids.plannedCount);
  checkCount("ballCount", ballCount, thrownCount, Infinity);
  let least = 0;
  for (const [i, { options, number, body }] of balls.entries()) {
    inField(`balls.${i}`, () => {
      checkCount("number", number, least, ballCount - 1);
      checkNumbers("body", body, BODY_NUMBERS);
      inField("options", () => new Ball(options, number)); // throws
    });
    least = number + 1;
  }
  if (colliders.length !== solids.colliders.length) {
    throw new RangeError(`colliders: expected ${solids.colliders.length}, got ${colliders.length}`);
  }
  for (const [i, state] of colliders.entries()) {
    if (state === null) continue;
    const { hand, target } = state;
    if (hand !== null) checkNumbers(`colliders.${i}.hand`, hand, 6);
    if (target !== null) checkNumbers(`colliders.${i}.target`, target, 6);
  }
}

function checkCount(field: string, count: number, least: number, most: number): void {
  if (Number.isInteger(count) && count >= least && count <= most) return;
  const range = most < Infinity ? `from ${least} to ${most}` : `of ${least} or more`;
  throw new RangeError(`${field}: expected a whole number ${range}, got ${count}`);
}

function checkNumbers(field: string, numbers: ArrayLike<number>, count: number): void {
  if (numbers.length !== count) {
    throw new RangeError(`${field}: expected ${count} numbers, got ${numbers.length}`);
  }
  for (let i = 0; i < count; i++) {
    if (Number.isFinite(numbers[i])) continue;
    throw new RangeError(`${field}[${i}]: expected a finite number, got ${numbers[i]}`);
  }
}

/** What must be alike in the options of two worlds so that such a state of the one makes sense in the other. */
export function originOfSolids({
  colliders = [],
  balls = [],
}: WorldOptions): Record<"colliders" | "colliderMeshes" | "balls", string> {
  const hash = new Hash();
  for (const options of colliders) {
    if (options.type !== "mesh") continue;
    hash.add(Float64Array.from(options.positions)).add(Int32Array.from(options.triangles));
  }
  return {
    colliders: colliders.map(({ type }) => type).join(", ") || "none",
    colliderMeshes: hash.digest(),
    balls: String(balls.length),
  };
}
