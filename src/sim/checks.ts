import {
  action,
  anything,
  array,
  direction,
  distance,
  expected,
  flag,
  from0,
  length,
  list,
  listed,
  number,
  object,
  oneOf,
  optional,
  over0,
  pair,
  partial,
  seed,
  time,
  timeFrom0,
  typedArray,
  valuesOf,
  vector,
  wholeNumber,
  anyNumber,
  type Check,
  type Checks,
} from "../math/check-options.js";
import type { Vector3 } from "../math/vector.js";
import { MODELS, SELECTION } from "../cloth/index.js";
import { BALL_CHECKS } from "../collision/index.js";
import { referenceKernels } from "../kernels/index.js";
import { SNAPPING, type MeshData } from "../mesh/index.js";
import { LINEAR_SOLVERS } from "../solvers/index.js";
import { PATHS } from "../tearing/index.js";
import type { HandCut, HandTear } from "./cut.js";
import type { AttractorOptions, Field, VortexOptions } from "./fields.js";
import type { GrabOptions } from "./grab.js";
import type { KnifeOptions } from "./knife.js";
import {
  MOST_SUBSTEPS,
  SMALLEST_TOLERANCE,
  SOLVERS,
  type ClothOptions,
  type Gusts,
  type KnifeKeyframe,
  type KnifePath,
  type PinOptions,
  type SeamOptions,
  type SolverOptions,
  type ThrownBall,
  type Turbulence,
  type Wind,
  type WorldOptions,
} from "./options.js";

// What the options of a world have to be, one by one; what they have to be to each other is checked where they are used. So are
// materials, tearing, colliders and balls, in their own rooms.

/** Of a step, s. */
export const STEP = over0("a time over 0 s");

/** Where something is, and how it is turned. */
const TRANSFORM = object<{ position?: Vector3; rotation?: Vector3 }>({
  position: optional(vector),
  rotation: optional(vector),
});

const someObject: Check = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? null
    : expected("an object with options", value);

/** A mesh is data: it may hold more. Its numbers are checked where it is built. */
const MESH = valuesOf<MeshData>({
  positions: typedArray,
  triangles: typedArray,
  uvs: typedArray,
  groups: optional(someObject),
});

const HOLD: Check = (value) => {
  if (value === "point") return null;
  const names = typeof value === "object" && value !== null ? Object.keys(value) : [];
  const [name] = names;
  if (names.length !== 1 || (name !== "axis" && name !== "plane")) {
    return expected('"point", { axis } or { plane }', value);
  }
  const fault = direction((value as Record<string, unknown>)[name]);
  return fault === null ? null : `.${name}${fault}`;
};

const PIN_CHECKS = {
  select: SELECTION,
  hold: optional(HOLD),
  motion: optional(array(object<{ time: number; move: Vector3 }>({ time, move: vector }))),
  release: optional(number("a time in s", () => true)), // Infinity: never
  repin: optional(number("a time in s", () => true)),
  strength: optional(over0("a force over 0 N")),
  each: optional(flag),
};
export const PIN = object<PinOptions>(PIN_CHECKS);

const SEAM = object<SeamOptions>({
  select: optional(SELECTION),
  line: optional(list(pair)),
  opens: optional(timeFrom0),
  lasts: optional(timeFrom0),
  strength: optional(over0("a part of the strength over 0")),
});

const CLOTH_CHECKS = {
  mesh: MESH,
  transform: optional(TRANSFORM),
  material: optional(someObject),
  model: optional(oneOf(MODELS)),
  pins: optional(list(PIN)),
  seams: optional(list(SEAM)),
  strength: optional(someObject),
  tearing: optional(anything),
  imperfection: optional(distance),
} satisfies Checks<ClothOptions>;
const CLOTH = object<ClothOptions>(CLOTH_CHECKS);

export const WIND = object<Wind>({
  velocity: vector,
  drag: from0("0 N·s/m³ or more"),
  gusts: optional(
    object<Gusts>({ strength: from0("0 or more"), period: over0("a time over 0 s") }),
  ),
  turbulence: optional(object<Turbulence>({ speed: from0("0 m/s or more"), size: length })),
});

const FIELD_PARTS = valuesOf<Field>({ addForces: optional(action), addWinds: optional(action) });

/** An object of a class of one's own, perhaps; it has to do something. */
const FIELD: Check = (value) => {
  const fault = FIELD_PARTS(value);
  if (fault !== null) return fault;
  const { addForces, addWinds } = value as Record<keyof Field, unknown>;
  return (addForces ?? addWinds)
    ? null
    : ": expected a function addForces or addWinds, got neither";
};

export const FIELDS = list(FIELD);

const KNIFE_PATH = object<KnifePath>({
  ...SNAPPING,
  motion: list(object<KnifeKeyframe>({ time: timeFrom0, from: vector, to: vector })),
  cloth: optional(wholeNumber()),
});

export const SOLVER = object<Partial<SolverOptions>>(
  partial<SolverOptions>({
    type: oneOf(SOLVERS),
    step: STEP,
    substeps: (value) =>
      value === "auto" ||
      (Number.isInteger(value) && (value as number) > 0 && (value as number) <= MOST_SUBSTEPS)
        ? null
        : expected(`a whole number from 1 to ${MOST_SUBSTEPS}, or "auto"`, value),
    stretchLimit: optional(number("a ratio over 1", (limit) => limit > 1 && limit < Infinity)),
    tolerance: optional(
      number(
        `a part from ${SMALLEST_TOLERANCE} to under 1`,
        (tolerance) => tolerance >= SMALLEST_TOLERANCE && tolerance < 1,
      ),
    ),
    iterations: optional(wholeNumber(1)),
    linear: optional(oneOf(LINEAR_SOLVERS)),
    budget: optional(number("a time over 0 s", (budget) => budget > 0)), // Infinity: as long as it takes
  }),
);

/** All functions that the reference has. */
const KERNELS: Check = (value) => {
  if (typeof value !== "object" || value === null) return expected("kernels", value);
  for (const [name, own] of Object.entries(referenceKernels)) {
    const given = (value as Record<string, unknown>)[name];
    if (typeof own === "function" && typeof given !== "function") {
      return `.${name}${expected("a function", given)}`;
    }
  }
  return null;
};

export const THROWN_BALL = object<ThrownBall>({ ...BALL_CHECKS, time: optional(timeFrom0) });

/** The number of a cloth. */
const someCloth = optional(wholeNumber());

export const PIN_NOW = object<PinOptions & { cloth?: number }>({ ...PIN_CHECKS, cloth: someCloth });

export const GRAB = object<GrabOptions>({
  point: vector,
  radius: optional(number("a length of 0 m or more", (radius) => radius >= 0)),
  cloth: someCloth,
  stiffness: optional(from0("0 N/m or more")),
  maxForce: optional(number("a force of 0 N or more", (force) => force >= 0)), // Infinity: as much as it takes
});

export const KNIFE = object<KnifeOptions>({
  ...SNAPPING,
  from: vector,
  to: vector,
  cloth: someCloth,
});

/** A point of the cloth, or one in space. */
const POINT: Check = (value) =>
  typeof value === "object" && value !== null && "triangle" in value ? null : vector(value);

const AT_EDGE = { edge: anything, cloth: someCloth };
const AT_VERTEX = { vertex: anything, axis: direction, cloth: someCloth };
const BY_PATH = { path: optional(oneOf(PATHS)) };

type At<Way, Key extends PropertyKey> = Extract<Way, Record<Key, unknown>> & { cloth?: number };

/** Where to cut: one of three ways. */
export const CUT = ways({
  edge: object<At<HandCut, "edge">>(AT_EDGE),
  vertex: object<At<HandCut, "vertex">>(AT_VERTEX),
  line: object<At<HandCut, "line">>({ ...SNAPPING, line: list(POINT), cloth: someCloth }),
});

/** Where to tear: one of two. */
export const TEAR = ways({
  edge: object<At<HandTear, "edge">>({ ...AT_EDGE, ...BY_PATH }),
  vertex: object<At<HandTear, "vertex">>({ ...AT_VERTEX, ...BY_PATH }),
});

/** Options of one of several kinds, by which of these names they have. */
function ways(checks: Readonly<Record<string, Check>>): Check {
  const names = Object.keys(checks);
  return (value) => {
    if (typeof value !== "object" || value === null) return expected("an object", value);
    const way = names.find((name) => Object.hasOwn(value, name));
    return way === undefined
      ? `: expected ${listed(names)}, got none of them`
      : checks[way]!(value);
  };
}

export const ATTRACTOR = object<AttractorOptions>({
  point: vector,
  strength: anyNumber,
  radius: length,
});

export const VORTEX = object<VortexOptions>({
  point: vector,
  axis: direction,
  speed: anyNumber,
  radius: length,
});

/** Options of a cloth that somebody may look for in a world. */
const OF_A_CLOTH = Object.fromEntries(
  Object.keys(CLOTH_CHECKS).map((name) => [name, `cloths.0.${name}`]),
);

export const WORLD = object<WorldOptions>(
  {
    cloths: list(CLOTH, "a list of cloths"),
    gravity: optional(vector),
    wind: optional(someObject), // with its defaults, in `resolveWind`
    fields: optional(FIELDS),
    colliders: optional(list(someObject)),
    balls: optional(list(someObject)),
    knives: optional(list(KNIFE_PATH)),
    solver: optional(someObject),
    seed: optional(seed),
    kernels: optional(KERNELS),
  },
  OF_A_CLOTH,
);
