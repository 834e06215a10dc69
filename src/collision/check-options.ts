import {
  also,
  anyNumber,
  anything,
  direction,
  distance,
  expected,
  from0,
  keyframes,
  kinds,
  length,
  list,
  number,
  numbers,
  numbersOf,
  object,
  optional,
  over0,
  time,
  tuple,
  valuesOf,
  vector,
  type Check,
} from "../math/check-options.js";
import { subtract, toTuple, type Vec3 } from "../math/vec3.js";
import { meshFault } from "./mesh-collider/check-mesh.js";
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

// What the options of colliders and bodies have to be, one by one and to each other.

const friction = optional(from0("0 or more"));
const thickness = optional(distance);

/** Three lengths over 0. */
const size = also(vector, numbersOf(length));

const COMMON = {
  friction,
  thickness,
  motion: optional(
    keyframes(
      object<ColliderKeyframe>(
        { time, translation: optional(vector), rotation: optional(vector) },
        {},
        { move: "translation", turn: "rotation" },
      ),
    ),
  ),
};

/** `kinds` has looked at it. */
const type = anything;

const CAPSULE = object<CapsuleCollider>({
  ...COMMON,
  type,
  from: vector,
  to: vector,
  radius: length,
});

const MESH = object<MeshCollider>({
  ...COMMON,
  type,
  positions: numbersOf(anyNumber),
  triangles: numbers,
  transform: optional(
    object<{ position?: Vec3; rotation?: Vec3 }>({
      position: optional(vector),
      rotation: optional(vector),
    }),
  ),
  shapes: optional(
    keyframes(
      valuesOf<NonNullable<MeshCollider["shapes"]>[number]>({
        time,
        positions: numbersOf(anyNumber),
      }),
      "a list of shapes",
    ),
  ),
});

export const COLLIDER = kinds({
  sphere: object<SphereCollider>({ ...COMMON, type, center: vector, radius: length }),
  capsule: also(CAPSULE, capsuleFault),
  box: object<BoxCollider>({ ...COMMON, type, center: vector, size, rotation: optional(vector) }),
  "half-space": object<HalfSpaceCollider>({ ...COMMON, type, point: vector, normal: direction }),
  mesh: also(MESH, meshFault),
} satisfies Record<ColliderOptions["type"], Check>);

function capsuleFault({ from, to }: CapsuleCollider): string | null {
  const [x, y, z] = subtract(toTuple(to), toTuple(from));
  return x * x + y * y + z * z > 0
    ? null
    : ".to: expected another point than from; a sphere has one middle";
}

export const BALL_CHECKS = {
  position: vector,
  radius: length,
  mass: over0("a mass over 0 kg"),
  velocity: optional(vector),
  angularVelocity: optional(vector),
  friction,
  thickness,
};

/** Names of version 0.1. */
export const RENAMED_BALL = { spin: "angularVelocity" };

/** A ball that is added. */
export const BALL = object<BallOptions>(BALL_CHECKS, {}, RENAMED_BALL);

const four = tuple("four finite numbers", 4);

/** A unit quaternion. */
const unitQuaternion: Check = (value) => {
  let squared = 0;
  if (four(value) === null) for (const part of value as number[]) squared += part * part;
  return Math.abs(squared - 1) < 1e-6 ? null : expected("a unit quaternion x, y, z, w", value);
};

const PLACED = { type, position: optional(vector), rotation: optional(unitQuaternion), friction };

const SHAPE = kinds({
  sphere: object<DrivenShape & { type: "sphere" }>({ ...PLACED, radius: length }),
  capsule: object<DrivenShape & { type: "capsule" }>({ ...PLACED, length, radius: length }),
  box: object<DrivenShape & { type: "box" }>({ ...PLACED, size }),
} satisfies Record<DrivenShape["type"], Check>);
const SHAPES = list(SHAPE, "one shape or more", 1);

/** Moments over 0; Infinity is fine. */
const moments = numbersOf(number("a moment over 0 kg·m²", (moment) => moment > 0));
const inertia: Check = (value) =>
  Array.isArray(value) && value.length === 3 ? moments(value) : expected("three moments", value);

export const DRIVEN_BODY = object<DrivenBodyOptions>({
  shape: (value) => (Array.isArray(value) ? SHAPES(value) : SHAPE(value)),
  mass: number("a mass over 0 kg", (mass) => mass > 0), // Infinity is fine
  inertia,
  friction,
  thickness,
});
