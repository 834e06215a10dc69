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

// Checks of collider and body options: each value, and the relations between them.

const friction = optional(from0("0 or more"));
const thickness = optional(distance);

/** Checks each component of a `Vec3`. */
function components(wanted: string, check: Check): Check {
  return (value) => {
    const isObject = typeof value === "object" && value !== null && "x" in value;
    if (!isObject && !(Array.isArray(value) && value.length === 3)) return expected(wanted, value);
    const parts: readonly unknown[] = toTuple(value as Vec3);
    const wrong = parts.findIndex((part) => check(part) !== null);
    return wrong === -1 ? null : `.${isObject ? "xyz"[wrong] : wrong}${check(parts[wrong])}`;
  };
}

/** Three lengths over 0. */
const size = components("three lengths over 0 m", length);

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

/** Checked by `kinds`. */
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

/** Checks the options of a collider. */
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
    : ".to: expected a point other than from, got the same point (use a sphere instead)";
}

/** Checks of each option of a ball. */
export const BALL_CHECKS = {
  position: vector,
  radius: length,
  mass: over0("a mass over 0 kg"),
  velocity: optional(vector),
  angularVelocity: optional(vector),
  friction,
  thickness,
};

/** Option names of version 0.1. */
export const RENAMED_BALL = { spin: "angularVelocity" };

/** Options of a new ball. */
export const BALL = object<BallOptions>(BALL_CHECKS, {}, RENAMED_BALL);

const fourNumbers = tuple("four finite numbers", 4);

/** A unit quaternion. */
const unitQuaternion: Check = (value) => {
  let squared = 0;
  if (fourNumbers(value) === null)
    for (const component of value as number[]) squared += component * component;
  return Math.abs(squared - 1) < 1e-6 ? null : expected("a unit quaternion x, y, z, w", value);
};

const PLACED = { type, position: optional(vector), rotation: optional(unitQuaternion), friction };

const SHAPE = kinds({
  sphere: object<DrivenShape & { type: "sphere" }>({ ...PLACED, radius: length }),
  capsule: object<DrivenShape & { type: "capsule" }>({ ...PLACED, length, radius: length }),
  box: object<DrivenShape & { type: "box" }>({ ...PLACED, size }),
} satisfies Record<DrivenShape["type"], Check>);
const SHAPES = list(SHAPE, "one shape or more", 1);

/** Moments over 0; Infinity is allowed. */
const inertia = components(
  "three moments",
  number("a moment over 0 kg·m²", (moment) => moment > 0),
);

/** Checks the options of a driven body. */
export const DRIVEN_BODY = object<DrivenBodyOptions>({
  shape: (value) => (Array.isArray(value) ? SHAPES(value) : SHAPE(value)),
  mass: number("a mass over 0 kg", (mass) => mass > 0), // Infinity is allowed
  inertia,
  friction,
  thickness,
});
