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
  wholeNumber,
  action,
  type Check,
  type Checks,
} from "../../math/check-options.js";
import type { Vector3 } from "../../math/vector.js";
import { MATERIAL, MODELS, SELECTION } from "../../cloth/index.js";
import { BALL_CHECKS, COLLIDER } from "../../collision/index.js";
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
  type PinOptions,
  type SeamOptions,
  type ThrownBall,
  type Turbulence,
  type Wind,
  type WorldOptions,
} from "./options.js";
import { STRENGTH } from "../cloth/strength-map.js";

// What the options of a world have to be, one by one and to each other, in one table: `WORLD`. The tables of materials, tearing,
// colliders and balls stand in their own modules. What only a mesh can tell, as whether a selection finds anything, is checked
// where the mesh is.

/** Where something is, and how it is turned. */
const TRANSFORM = object<{ position?: Vector3; rotation?: Vector3 }>({
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

export const PIN_CHECKS = {
  select: SELECTION,
  hold: optional(HOLD),
  motion: optional(keyframes(object<{ time: number; move: Vector3 }>({ time, move: vector }))),
  release: optional(number("a time in s", () => true)), // Infinity: never
  repin: optional(number("a time in s", () => true)),
  strength: optional(over0("a force over 0 N")),
  each: optional(flag),
} satisfies Checks<PinOptions>;

export const PIN = also(object<PinOptions>(PIN_CHECKS), pinFault);

export function pinFault({ release, repin, strength, each }: PinOptions): string | null {
  if (each === true && strength === undefined) {
    return ".each: expected a strength too, at which each particle tears off";
  }
  // A pin that can tear off may take hold again at any time.
  const earliest = release ?? (strength === undefined ? Infinity : 0);
  if (repin === undefined || repin > earliest) return null;
  const after = release === undefined ? ", which is absent" : ` (${release} s)`;
  return `.repin: expected a time after release${after}, got ${repin} s`;
}

const SEAM_FIELDS = object<SeamOptions>({
  select: optional(SELECTION),
  line: optional(list(pair, "two points or more", 2)),
  opens: optional(timeFrom0),
  lasts: optional(timeFrom0),
  strength: optional(over0("a part of the strength over 0")),
});

const SEAM = also(SEAM_FIELDS, ({ select, line, opens, lasts, strength }: SeamOptions) => {
  if ((select === undefined) === (line === undefined)) {
    return ".select: expected either select or line";
  }
  if (opens === undefined && strength === undefined) {
    return ".opens: expected a time at which it opens, a strength, or both";
  }
  return opens === undefined && lasts !== undefined
    ? ".lasts: expected opens too, the time at which it begins"
    : null;
});

const CLOTH_CHECKS = {
  mesh: MESH_DATA,
  transform: optional(TRANSFORM),
  material: optional(MATERIAL),
  model: optional(oneOf(MODELS)),
  pins: optional(list(PIN)),
  seams: optional(list(SEAM)),
  strength: optional(STRENGTH),
  tearing: optional(nullable(TEARING)),
  imperfection: optional(distance),
} satisfies Checks<ClothOptions>;
const CLOTH = object<ClothOptions>(CLOTH_CHECKS);

const WIND_CHECKS = {
  velocity: vector,
  drag: from0("0 N·s/m³ or more"),
  gusts: optional(
    object<Gusts>({ strength: from0("0 or more"), period: over0("a time over 0 s") }),
  ),
  turbulence: optional(object<Turbulence>({ speed: from0("0 m/s or more"), size: length })),
} satisfies Checks<Wind>;

/** The wind of a world, with its defaults. */
export const WIND = object<Wind>(WIND_CHECKS);

const FIELD_PARTS = valuesOf<Field>({ addForces: optional(action), addWinds: optional(action) });

/** An object of a class of one's own, perhaps; it has to do something. */
const FIELD = also(FIELD_PARTS, ({ addForces, addWinds }: Record<keyof Field, unknown>) =>
  (addForces ?? addWinds) ? null : ": expected a function addForces or addWinds, got neither",
);

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

const THROWN_BALL = object<ThrownBall>({ ...BALL_CHECKS, time: optional(timeFrom0) });

/** Options of a cloth that somebody may look for in a world. */
const OF_A_CLOTH = Object.fromEntries(
  Object.keys(CLOTH_CHECKS).map((name) => [name, `cloths.0.${name}`]),
);

const WORLD_FIELDS = object<WorldOptions>(
  {
    cloths: list(CLOTH, "a list of cloths"),
    gravity: optional(vector),
    wind: optional(object(partial<Wind>(WIND_CHECKS))),
    fields: optional(FIELDS),
    colliders: optional(list(COLLIDER)),
    balls: optional(list(THROWN_BALL)),
    knives: optional(list(KNIFE_PATH)),
    solver: optional(SOLVER),
    seed: optional(seed),
    kernels: optional(KERNELS),
    solvers: optional(
      list(valuesOf<{ name: string }>({ name: text }), "a list of solvers, as [xpbd, implicit]"),
    ),
  },
  OF_A_CLOTH,
);

/** All that a world is made of. */
export const WORLD = also(WORLD_FIELDS, ({ cloths, knives = [] }: WorldOptions) => {
  const wrong = knives.findIndex(({ cloth = -1 }) => cloth >= cloths.length);
  return wrong === -1
    ? null
    : `.knives.${wrong}.cloth: ${noCloth(knives[wrong]!.cloth!, cloths.length)}`;
});

export function noCloth(number: number, count: number): string {
  const known = count === 0 ? "this world has none" : `0 to ${count - 1}`;
  return `there is no cloth ${number} (${known})`;
}
