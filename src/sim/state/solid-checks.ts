import { BODY_NUMBERS } from "../../collision/index.js";
import {
  anything,
  finite,
  inRange,
  list,
  nullOr,
  numbers,
  positive,
  record,
  refuse,
  vector,
  whole,
  type Check,
} from "../../math/check-data.js";

// Checks of the states of balls, colliders and knives in files.

const ballOptions = record(
  { position: vector, radius: positive, mass: positive },
  {
    velocity: vector,
    angularVelocity: vector,
    friction: inRange(0),
    thickness: inRange(0),
  },
  true,
);

/** Range of the rotation quaternion in the numbers of a body. */
const ROTATION = [3, 7] as const;

/** The numbers of a ball that change. */
const body: Check = (value, field) => {
  numbers(Float64Array, BODY_NUMBERS)(value, field);
  let squared = 0;
  for (const part of (value as Float64Array).subarray(...ROTATION)) squared += part * part;
  if (!(Math.abs(squared - 1) < 1e-6))
    refuse(`${field}.${ROTATION[0]}`, "a unit quaternion", squared);
};

const ballState = record({ options: ballOptions, number: whole(), body });

const pose = nullOr(list(finite, 6));

const colliderState = nullOr(record({ placed: pose, target: pose }));

/**
 * Checks the state of all solids.
 *
 * @param counts Number of balls (`scheduled`) and colliders of the options.
 */
export function checkSolids(
  state: unknown,
  field: string,
  counts: { scheduled: number; colliders: number },
): void {
  record({
    balls: list(ballState),
    ballCount: whole(),
    scheduledCount: whole(0, counts.scheduled),
    colliders: list(colliderState, counts.colliders),
  })(state, field);
  const { balls, ballCount, scheduledCount } = state as {
    balls: { number: number }[];
    ballCount: number;
    scheduledCount: number;
  };
  whole(scheduledCount)(ballCount, `${field}.ballCount`);
  let min = 0;
  for (const [i, { number }] of balls.entries()) {
    whole(min, ballCount - 1)(number, `${field}.balls.${i}.number`);
    min = number + 1;
  }
}

/**
 * Check of the state of a knife.
 *
 * @param vertices Number of vertices of each cloth.
 */
export function knifeState(vertices: readonly number[]): Check {
  const cloth = whole(0, vertices.length - 1);
  return record(
    {
      id: whole(),
      from: vector,
      to: vector,
      options: record({}, { snap: inRange(0, 0.5), minAngle: inRange(0, 30) }),
      cuts: list((value, field) => {
        record({ cloth, blade: anything })(value, field);
        const { cloth: number, blade } = value as { cloth: number; blade: unknown };
        const vertex = whole(0, vertices[number]! - 1);
        const ends = list(record({ vertex, position: vector }));
        record({ from: vector, to: vector, ends })(blade, `${field}.blade`);
      }),
    },
    { path: whole() },
  );
}
