import { anObject, checkOptions, expected, shownName, type Needed } from "./check-options.js";

/**
 * Size limits for data from outside. Larger data is rejected before memory is allocated for it, with a message that
 * names the limit. Limits that are not set are `LIMIT_DEFAULTS`.
 */
export interface Limits {
  /**
   * Vertices of all meshes of a scene: the particles of its cloths, and the vertices of colliders in all their shapes.
   */
  vertices: number;
  /** Triangles of all meshes of a scene. */
  triangles: number;
  /** Corners of one face of an OBJ file. The time to triangulate it grows with their square. */
  corners: number;
  /** Pixels of all images of a scene. */
  pixels: number;
  /** Bytes of a scene with all its files, of a recording, and of the state that a run continues from. */
  fileBytes: number;
  /** Values in a scene: numbers, strings, lists and objects. */
  values: number;
  /** Items of one list of a scene, except lists of numbers. */
  items: number;
  /** Cloths, colliders, balls, fields and knives of a scene. */
  objects: number;
  /** Frames of a run. */
  frames: number;
}

/**
 * The default limits. They keep a run under about 1.3 GB: a particle takes 3 to 4 kB, depending on model and solver,
 * and a pixel at most 40 bytes while it is read (docs/scene.md describes the measurement).
 */
export const LIMIT_DEFAULTS: Readonly<Limits> = {
  vertices: 300_000,
  triangles: 1_000_000,
  corners: 500,
  pixels: 4096 * 4096,
  fileBytes: 100_000_000,
  values: 1_000_000,
  items: 10_000,
  objects: 1000,
  frames: 1_000_000,
};

/** Names of the counted things, for messages. */
const COUNTED: Readonly<Record<keyof Limits, string>> = {
  vertices: "vertices",
  triangles: "triangles",
  corners: "corners",
  pixels: "pixels",
  fileBytes: "bytes",
  values: "values",
  items: "items",
  objects: "cloths, colliders, balls, fields and knives",
  frames: "frames",
};

/**
 * Returns all limits, with defaults for those that are not set.
 *
 * @throws RangeError that names an unknown limit or an invalid value.
 */
export function resolveLimits(given: Partial<Limits> = {}): Limits {
  checkOptions("limits", given, LIMITS);
  const chosen = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...LIMIT_DEFAULTS, ...Object.fromEntries(chosen) };
}

/** Names of all limits. */
export const LIMIT_NAMES = Object.keys(LIMIT_DEFAULTS) as (keyof Limits)[];

/** Check of partial limits. */
export const LIMITS: Needed = (given) => {
  const fault = anObject(given);
  if (fault !== null) return fault;
  for (const [name, value] of Object.entries(given as Partial<Limits>)) {
    if (!Object.hasOwn(LIMIT_DEFAULTS, name)) {
      return `.${shownName(name)}: unknown limit, expected one of ${LIMIT_NAMES.join(", ")}`;
    }
    if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) continue;
    return `.${name}${expected("a whole number of 1 or more", value)}`;
  }
  return null;
};

/**
 * Message for a count over its limit, with the option that raises it.
 *
 * @param describe Describes the count, if there is more to say than the number and the counted things.
 */
export function overLimit(
  limits: Readonly<Limits>,
  name: keyof Limits,
  count: number,
  describe = (counted: string): string => `${count} ${counted}`,
): string {
  const line = `${describe(COUNTED[name])}, more than the limit of ${limits[name]}`;
  if (!Number.isSafeInteger(count)) return line; // no limit can be that high
  return `${line} (raise it: --limit ${name}=${count}, in code limits.${name})`;
}
