import { BODY_NUMBERS } from "../../collision/index.js";
import {
  anything,
  finite,
  from,
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

// What a file may say of balls, colliders and knives.

const ballOptions = record(
  { position: vector, radius: positive, mass: positive },
  {
    velocity: vector,
    angularVelocity: vector,
    friction: from(0),
    thickness: from(0),
  },
  true,
);

/** Where the turn of a body begins in its numbers, and where it ends. */
const TURN = [3, 7] as const;

/** All that changes of a ball. */
const body: Check = (value, field) => {
  numbers(Float64Array, BODY_NUMBERS)(value, field);
  let squared = 0;
  for (const part of (value as Float64Array).subarray(...TURN)) squared += part * part;
  if (!(Math.abs(squared - 1) < 1e-6)) refuse(`${field}.${TURN[0]}`, "a unit quaternion", squared);
};

const ballState = record({ options: ballOptions, number: whole(), body });

const place = nullOr(list(finite, 6));

const colliderState = nullOr(record({ placed: place, target: place }));

/** All of them; `planned`: how many balls the options have. */
export function checkSolids(
  state: unknown,
  field: string,
  counts: { planned: number; colliders: number },
): void {
  record({
    balls: list(ballState),
    ballCount: whole(),
    scheduledCount: whole(0, counts.planned),
    colliders: list(colliderState, counts.colliders),
  })(state, field);
  const { balls, ballCount, scheduledCount } = state as {
    balls: { number: number }[];
    ballCount: number;
    scheduledCount: number;
  };
  whole(scheduledCount)(ballCount, `${field}.ballCount`);
  let least = 0;
  for (const [i, { number }] of balls.entries()) {
    whole(least, ballCount - 1)(number, `${field}.balls.${i}.number`);
    least = number + 1;
  }
}

/** A knife; `vertices`: how many each cloth has. */
export function knifeState(vertices: readonly number[]): Check {
  const cloth = whole(0, vertices.length - 1);
  return record(
    {
      knife: whole(),
      from: vector,
      to: vector,
      options: record({}, { snap: from(0, 0.5), minAngle: from(0, 30) }),
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
