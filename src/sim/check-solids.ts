import { BODY_NUMBERS } from "../collision/index.js";
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
} from "../math/check-data.js";

// What a file may say of balls, colliders and knives.

const ballOptions = record(
  { position: vector, radius: positive, mass: positive },
  {
    velocity: vector,
    spin: vector,
    friction: from(0),
    thickness: from(0),
  },
  true,
);

/** Where the turn of a body begins in its numbers, and where it ends. */
const TURN = [3, 7] as const;

/** All that changes of a ball. */
export const body: Check = (value, field) => {
  numbers(Float64Array, BODY_NUMBERS)(value, field);
  let squared = 0;
  for (const part of (value as Float64Array).subarray(...TURN)) squared += part * part;
  if (!(Math.abs(squared - 1) < 1e-6)) refuse(`${field}.${TURN[0]}`, "a unit quaternion", squared);
};

export const ballState = record({ options: ballOptions, number: whole(), body });

const place = nullOr(list(finite, 6));

export const colliderState = nullOr(record({ hand: place, target: place }));

/** A knife; `vertices`: how many each cloth has, null: that is not known yet. */
export function knifeState(vertices: readonly number[] | null): Check {
  const cloth = whole(0, (vertices?.length ?? Infinity) - 1);
  return record(
    {
      knife: whole(),
      from: vector,
      to: vector,
      options: record({}, { snap: from(0, 0.5), minAngle: from(0, 30) }, true),
      cuts: list((value, field) => {
        record({ cloth, blade: anything })(value, field);
        const { cloth: number, blade } = value as { cloth: number; blade: unknown };
        const vertex = whole(0, (vertices?.[number] ?? Infinity) - 1);
        const ends = list(record({ vertex, position: vector }));
        record({ from: vector, to: vector, ends })(blade, `${field}.blade`);
      }),
    },
    { path: whole() },
  );
}
