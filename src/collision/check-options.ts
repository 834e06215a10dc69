import {
  anything,
  array,
  direction,
  distance,
  expected,
  from0,
  kinds,
  length,
  numbers,
  number,
  object,
  optional,
  over0,
  time,
  tuple,
  valuesOf,
  vector,
  type Check,
} from "../math/check-options.js";
import type { Vector3 } from "../math/vector.js";
import type {
  BallOptions,
  BoxCollider,
  CapsuleCollider,
  ColliderKeyframe,
  ColliderOptions,
  DrivenBodyOptions,
  DrivenShape,
  HalfSpaceCollider,
  MeshCollider,
  SphereCollider,
} from "./options.js";

// What the options of colliders and bodies have to be, one by one; what they have to be to each other is checked where they are
// used.

const friction = optional(from0("0 or more"));
const thickness = optional(distance);

/** Three lengths over 0. */
const size: Check = (value) => {
  const fault = vector(value);
  if (fault !== null) return fault;
  const wrong = (value as Vector3).findIndex((part) => !(part > 0));
  return wrong === -1
    ? null
    : `[${wrong}]${expected("a length over 0 m", (value as Vector3)[wrong])}`;
};

const COMMON = {
  friction,
  thickness,
  motion: optional(
    array(
      object<ColliderKeyframe>({ time, move: optional(vector), turn: optional(vector) }),
      "a list of keyframes",
    ),
  ),
};

/** `kinds` has looked at it. */
const type = anything;
export const COLLIDER = kinds({
  sphere: object<SphereCollider>({ ...COMMON, type, center: vector, radius: length }),
  capsule: object<CapsuleCollider>({ ...COMMON, type, from: vector, to: vector, radius: length }),
  box: object<BoxCollider>({ ...COMMON, type, center: vector, size, rotation: optional(vector) }),
  "half-space": object<HalfSpaceCollider>({ ...COMMON, type, point: vector, normal: direction }),
  mesh: object<MeshCollider>({
    ...COMMON,
    type,
    positions: numbers,
    triangles: numbers,
    transform: optional(
      object<{ position?: Vector3; rotation?: Vector3 }>({
        position: optional(vector),
        rotation: optional(vector),
      }),
    ),
    shapes: optional(
      array(
        valuesOf<NonNullable<MeshCollider["shapes"]>[number]>({ time, positions: numbers }),
        "a list of shapes",
      ),
    ),
  }),
} satisfies Record<ColliderOptions["type"], Check>);

export const BALL_CHECKS = {
  position: vector,
  radius: length,
  mass: over0("a mass over 0 kg"),
  velocity: optional(vector),
  spin: optional(vector),
  friction,
  thickness,
};

/** A ball as somebody throws it. */
export const BALL = object<BallOptions>(BALL_CHECKS);
/** The same where more may stand in its options: those of the world have a time. */
export const BALL_VALUES = valuesOf<BallOptions>(BALL_CHECKS);

const four = tuple("four finite numbers", 4);

/** A unit quaternion. */
const turn: Check = (value) => {
  let squared = 0;
  if (four(value) === null) for (const part of value as number[]) squared += part * part;
  return Math.abs(squared - 1) < 1e-6 ? null : expected("a unit quaternion x, y, z, w", value);
};

const PLACED = { type, position: optional(vector), turn: optional(turn), friction };

const SHAPE = kinds({
  sphere: object<DrivenShape & { type: "sphere" }>({ ...PLACED, radius: length }),
  capsule: object<DrivenShape & { type: "capsule" }>({ ...PLACED, length, radius: length }),
  box: object<DrivenShape & { type: "box" }>({ ...PLACED, size }),
} satisfies Record<DrivenShape["type"], Check>);
const SHAPES = array(SHAPE);

/** Moments over 0; Infinity is fine. */
const inertia: Check = (value) => {
  if (!Array.isArray(value) || value.length !== 3) return expected("three finite numbers", value);
  const wrong = value.findIndex((moment) => !(typeof moment === "number" && moment > 0));
  return wrong === -1 ? null : `[${wrong}]${expected("a moment over 0 kg·m²", value[wrong])}`;
};

export const DRIVEN_BODY = object<DrivenBodyOptions>({
  shape: (value) => (Array.isArray(value) ? SHAPES(value) : SHAPE(value)),
  mass: number("a mass over 0 kg", (mass) => mass > 0), // Infinity is fine
  inertia,
  friction,
  thickness,
});
