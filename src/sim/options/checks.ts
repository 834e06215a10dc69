import {
  also,
  direction,
  distance,
  expected,
  flag,
  from0,
  keyframes,
  length,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  over0,
  pair,
  partial,
  seed,
  text,
  time,
  timeFrom0,
  valuesOf,
  vector,
  vectorTuple,
  wholeNumber,
  action,
  type Check,
  type Checks,
} from "../../math/check-options.js";
import type { Vec3 } from "../../math/vec3.js";
import { MATERIAL, MODELS, SELECTION } from "../../cloth/index.js";
import {
  BALL_CHECKS,
  COLLIDER,
  RENAMED_BALL,
  CONTACT_RESPONSES,
  SELF_COLLISIONS,
} from "../../collision/index.js";
import { referenceKernels } from "../../kernels/index.js";
import { MESH_DATA, SNAPPING } from "../../mesh/index.js";
import { SOLVER } from "../../solvers/index.js";
import { TEARING } from "../../tearing/index.js";
import {
  type ClothOptions,
  type Field,
  type Gusts,
  type KnifeKeyframe,
  type KnifePath,
  type PinKeyframe,
  type PinOptions,
  type SeamOptions,
  type TimedBall,
  type Turbulence,
  type Wind,
  type WindOptions,
  type WorldOptions,
} from "./options.js";
import { STRENGTH_MAP } from "../cloth/strength-map.js";

// The checks of all options of a world in one table, `WORLD`. The tables of materials, tearing, colliders and balls are
// in their own modules. What depends on the mesh (does a selection find any vertex?) is checked where the mesh is used.

/** Position, m, and rotation, degrees. */
const TRANSFORM = object<{ position?: Vec3; rotation?: Vec3 }>({
  position: optional(vector),
  rotation: optional(vector),
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

/** Checks of the options of a pin, field by field. */
export const PIN_CHECKS = {
  select: SELECTION,
  hold: optional(HOLD),
  motion: optional(
    keyframes(
      object<PinKeyframe>(
        { time, translation: vector, rotation: optional(vector) },
        {},
        { move: "translation" },
      ),
    ),
  ),
  release: optional(number("a time in s", () => true)), // Infinity: never
  repin: optional(number("a time in s", () => true)),
  breakForce: optional(over0("a force over 0 N")),
  breakPerParticle: optional(flag),
} satisfies Checks<PinOptions>;

/** Names of version 0.1, and their new names. */
export const RENAMED_PIN = { strength: "breakForce", each: "breakPerParticle" };

/** The options of a pin. */
export const PIN = also(object<PinOptions>(PIN_CHECKS, {}, RENAMED_PIN), pinFault);

/** What is wrong with the options of a pin in relation to each other; null: nothing. */
export function pinFault({
  release,
  repin,
  breakForce,
  breakPerParticle,
}: PinOptions): string | null {
  if (breakPerParticle === true && breakForce === undefined) {
    return ".breakPerParticle: expected breakForce too, at which each particle tears off";
  }
  // A pin that can tear off may be pinned again at any time.
  const earliest = release ?? (breakForce === undefined ? Infinity : 0);
  if (repin === undefined || repin > earliest) return null;
  const after = release === undefined ? ", which is absent" : ` (${release} s)`;
  return `.repin: expected a time after release${after}, got ${repin} s`;
}

const SEAM_FIELDS = object<SeamOptions>(
  {
    select: optional(SELECTION),
    line: optional(list(pair, "two points or more", 2)),
    openTime: optional(timeFrom0),
    openDuration: optional(timeFrom0),
    strength: optional(over0("a factor over 0")),
  },
  {},
  { opens: "openTime", lasts: "openDuration" },
);

const SEAM = also(
  SEAM_FIELDS,
  ({ select, line, openTime, openDuration, strength }: SeamOptions) => {
    if ((select === undefined) === (line === undefined)) {
      return ".select: expected either select or line";
    }
    if (openTime === undefined && strength === undefined) {
      return ".openTime: expected a time at which it opens, a strength, or both";
    }
    return openTime === undefined && openDuration !== undefined
      ? ".openDuration: expected openTime too, the time at which it begins"
      : null;
  },
);

const CLOTH_CHECKS = {
  mesh: MESH_DATA,
  transform: optional(TRANSFORM),
  material: optional(MATERIAL),
  model: optional(oneOf(MODELS)),
  pins: optional(list(PIN)),
  seams: optional(list(SEAM)),
  strengthMap: optional(STRENGTH_MAP),
  tearing: optional(nullable(TEARING)),
  imperfection: optional(distance),
} satisfies Checks<ClothOptions>;
const CLOTH = object<ClothOptions>(CLOTH_CHECKS, {}, { strength: "strengthMap" });

const WIND_CHECKS = {
  velocity: vectorTuple,
  drag: from0("0 N·s/m³ or more"),
  gusts: optional(
    object<Gusts>(
      { amplitude: from0("0 or more"), period: over0("a time over 0 s") },
      {},
      { strength: "amplitude" },
    ),
  ),
  turbulence: optional(object<Turbulence>({ speed: from0("0 m/s or more"), size: length })),
} satisfies Checks<Wind>;

/** The wind of a world, with defaults filled in. */
export const WIND = object<Wind>(WIND_CHECKS);

const FIELD_PARTS = valuesOf<Field>({ addForces: optional(action), addWinds: optional(action) });

/** Any object with at least one of the two methods. */
const FIELD = also(FIELD_PARTS, ({ addForces, addWinds }: Record<keyof Field, unknown>) =>
  (addForces ?? addWinds) ? null : ": expected a function addForces or addWinds, got neither",
);

/** The force and wind fields of a world. */
export const FIELDS = list(FIELD);

const KNIFE_PATH = object<KnifePath>({
  ...SNAPPING,
  motion: keyframes(
    object<KnifeKeyframe>({ time: timeFrom0, from: vector, to: vector }),
    "two keyframes or more",
    2,
  ),
  cloth: optional(wholeNumber()),
});

/** Kernels by name, or an object with every function of the reference kernels. */
const KERNELS: Check = (value) => {
  if (value === "wasm" || value === "reference") return null;
  if (typeof value !== "object" || value === null)
    return expected('"wasm", "reference" or kernels', value);
  for (const [name, own] of Object.entries(referenceKernels)) {
    const given = (value as Record<string, unknown>)[name];
    if (typeof own === "function" && typeof given !== "function") {
      return `.${name}${expected("a function", given)}`;
    }
  }
  return null;
};

const TIMED_BALL = object<TimedBall>(
  { ...BALL_CHECKS, time: optional(timeFrom0) },
  {},
  RENAMED_BALL,
);

/** Options of a cloth that users may put into the options of the world by mistake. */
const CLOTH_OPTION_PATHS = Object.fromEntries(
  Object.keys(CLOTH_CHECKS).map((name) => [name, `cloths.0.${name}`]),
);

const WORLD_FIELDS = object<WorldOptions>(
  {
    cloths: list(CLOTH, "a list of cloths"),
    gravity: optional(vector),
    wind: optional(
      object<WindOptions>({ ...partial<Wind>(WIND_CHECKS), velocity: optional(vector) }),
    ),
    fields: optional(FIELDS),
    colliders: optional(list(COLLIDER)),
    balls: optional(list(TIMED_BALL)),
    knives: optional(list(KNIFE_PATH)),
    solver: optional(SOLVER),
    selfCollision: optional(oneOf(SELF_COLLISIONS)),
    contactThickness: optional(length),
    contactResponse: optional(oneOf(CONTACT_RESPONSES)),
    seed: optional(seed),
    kernels: optional(KERNELS),
    solvers: optional(
      list(valuesOf<{ name: string }>({ name: text }), "a list of solvers, as [xpbd, implicit]"),
    ),
  },
  CLOTH_OPTION_PATHS,
  { bodies: "balls" },
);

/** The options of a world. */
export const WORLD = also(WORLD_FIELDS, ({ cloths, knives = [] }: WorldOptions) => {
  const wrong = knives.findIndex(({ cloth = -1 }) => cloth >= cloths.length);
  return wrong === -1
    ? null
    : `.knives.${wrong}.cloth: ${noCloth(knives[wrong]!.cloth!, cloths.length)}`;
});

/** The message for an index without a cloth. */
export function noCloth(number: number, count: number): string {
  const known = count === 0 ? "this world has none" : `0 to ${count - 1}`;
  return `there is no cloth ${number} (${known})`;
}
