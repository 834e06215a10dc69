import {
  also,
  anything,
  direction,
  expected,
  from0,
  list,
  listed,
  number,
  object,
  oneOf,
  optional,
  vector,
  wholeNumber,
  type Check,
} from "../../math/check-options.js";
import { SNAPPING } from "../../mesh/index.js";
import { PATHS } from "../../tearing/index.js";
import { PIN_CHECKS, pinFault, RENAMED_PIN } from "./checks.js";
import type { GrabOptions, CutTarget, TearTarget, KnifeOptions, PinOptions } from "./options.js";

// What the methods of a world take.

/** The number of a cloth. */
const someCloth = optional(wholeNumber());

export const PIN_NOW = also(
  object<PinOptions & { cloth?: number }>({ ...PIN_CHECKS, cloth: someCloth }, {}, RENAMED_PIN),
  pinFault,
);

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
  edge: object<At<CutTarget, "edge">>(AT_EDGE),
  vertex: object<At<CutTarget, "vertex">>(AT_VERTEX),
  line: object<At<CutTarget, "line">>({
    ...SNAPPING,
    line: list(POINT, "two points or more", 2),
    cloth: someCloth,
  }),
});

/** Where to tear: one of two. */
export const TEAR = ways({
  edge: object<At<TearTarget, "edge">>({ ...AT_EDGE, ...BY_PATH }),
  vertex: object<At<TearTarget, "vertex">>({ ...AT_VERTEX, ...BY_PATH }),
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
