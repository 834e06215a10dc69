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

// Checks of the arguments of the methods of `World`.

/** The index of a cloth. */
const someCloth = optional(wholeNumber());

/** Options of `World.pin`. */
export const PIN_NOW = also(
  object<PinOptions & { cloth?: number }>({ ...PIN_CHECKS, cloth: someCloth }, {}, RENAMED_PIN),
  pinFault,
);

/** Options of `World.grab`. */
export const GRAB = object<GrabOptions>({
  point: vector,
  radius: optional(number("a length of 0 m or more", (radius) => radius >= 0)),
  cloth: someCloth,
  stiffness: optional(from0("0 N/m or more")),
  maxForce: optional(number("a force of 0 N or more", (force) => force >= 0)), // Infinity: no limit
});

/** Options of `World.knife`. */
export const KNIFE = object<KnifeOptions>({
  ...SNAPPING,
  from: vector,
  to: vector,
  cloth: someCloth,
});

/** A point on the mesh, or a point in space. */
const POINT: Check = (value) =>
  typeof value === "object" && value !== null && "triangle" in value ? null : vector(value);

const AT_EDGE = { edge: anything, cloth: someCloth };
const AT_VERTEX = { vertex: anything, axis: direction, cloth: someCloth };
const BY_PATH = { path: optional(oneOf(PATHS)) };

type At<Target, Key extends PropertyKey> = Extract<Target, Record<Key, unknown>> & {
  cloth?: number;
};

/** Options of `World.cut`: an edge, a vertex or a line. */
export const CUT = oneKindOf({
  edge: object<At<CutTarget, "edge">>(AT_EDGE),
  vertex: object<At<CutTarget, "vertex">>(AT_VERTEX),
  line: object<At<CutTarget, "line">>({
    ...SNAPPING,
    line: list(POINT, "two points or more", 2),
    cloth: someCloth,
  }),
});

/** Options of `World.tear`: an edge or a vertex. */
export const TEAR = oneKindOf({
  edge: object<At<TearTarget, "edge">>({ ...AT_EDGE, ...BY_PATH }),
  vertex: object<At<TearTarget, "vertex">>({ ...AT_VERTEX, ...BY_PATH }),
});

/** Checks options that have one of several forms. The first of these names that the value has selects the form. */
function oneKindOf(checks: Readonly<Record<string, Check>>): Check {
  const names = Object.keys(checks);
  return (value) => {
    if (typeof value !== "object" || value === null) return expected("an object", value);
    const form = names.find((name) => Object.hasOwn(value, name));
    return form === undefined
      ? `: expected ${listed(names)}, got none of them`
      : checks[form]!(value);
  };
}
