import { anObject, checkOptions, expected, shownName, type Needed } from "./check-options.js";

/**
 * How large things may be that come from outside. What is larger is refused before memory is taken for it, with a line that
 * names the limit. Everywhere where `limits` are taken, those that are left out are `LIMIT_DEFAULTS`.
 */
export interface Limits {
  /** Vertices of all meshes of a scene: the particles of its cloths, and the vertices of colliders in all their shapes. */
  vertices: number;
  /** Triangles of all meshes of a scene. */
  triangles: number;
  /** Corners of one face of an OBJ file: the time to cut it into triangles grows with their square. */
  corners: number;
  /** Pixels of all pictures of a scene. */
  pixels: number;
  /** Bytes of a scene with all the files that it names, of a recording, and of the state that a run goes on from. */
  fileBytes: number;
  /** Values in a scene: numbers, texts, lists and objects. */
  values: number;
  /** Items of one list of a scene, unless all of them are numbers. */
  items: number;
  /** Cloths, colliders, bodies, fields and knives of a scene. */
  objects: number;
  /** Frames of a run. */
  frames: number;
}

/**
 * With these a run stays under about 1 GB: a particle takes 1.5 to 3 kB, by its model and solver, a pixel at most 40
 * bytes while it is read (docs/scene.md tells how they were measured).
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

/** What each of them counts, as it stands in messages. */
const COUNTED: Readonly<Record<keyof Limits, string>> = {
  vertices: "vertices",
  triangles: "triangles",
  corners: "corners",
  pixels: "pixels",
  fileBytes: "bytes",
  values: "values",
  items: "items",
  objects: "cloths, colliders, bodies, fields and knives",
  frames: "frames",
};

/**
 * All limits, with the defaults of those that are not given.
 *
 * @throws RangeError that names a limit that there is not, or a value that is none.
 */
export function resolveLimits(given: Partial<Limits> = {}): Limits {
  checkOptions("limits", given, LIMITS);
  const chosen = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...LIMIT_DEFAULTS, ...Object.fromEntries(chosen) };
}

export const LIMIT_NAMES = Object.keys(LIMIT_DEFAULTS) as (keyof Limits)[];

/** Limits that somebody gives, some of them or none. */
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
 * What to say of a count over its limit, and how to raise it.
 *
 * @param tell The count in words, where there is more to say than the number and what is counted.
 */
export function overLimit(
  limits: Readonly<Limits>,
  name: keyof Limits,
  count: number,
  tell = (counted: string): string => `${count} ${counted}`,
): string {
  const line = `${tell(COUNTED[name])}, more than the limit of ${limits[name]}`;
  if (!Number.isSafeInteger(count)) return line; // no limit can be so high
  return `${line} (raise it: --limit ${name}=${count}, in code limits.${name})`;
}
