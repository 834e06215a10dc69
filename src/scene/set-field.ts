import { MAX_DEPTH } from "./input-size.js";
import { migratePath } from "./renamed-fields.js";
import { fieldName, SceneError } from "./scene-error.js";

/**
 * Sets one field of a scene before it is checked, as `--set cloths.0.tearing.limit=1.2` does. The value is read as JSON
 * or, if it is not JSON, as a string. Missing objects along the path are created. Lists keep their length.
 *
 * @throws SceneError if there is no such place; the scene stays as it is.
 */
export function setField(input: unknown, assignment: string): void {
  const equals = assignment.indexOf("=");
  if (equals < 1) {
    const given = fieldName([assignment]);
    throw new SceneError(`--set ${given}: expected path=value, as in solver.substeps=30`);
  }
  const path = migratePath(assignment.slice(0, equals).split("."), input);
  const value = readValue(assignment.slice(equals + 1));
  if (path.length > MAX_DEPTH)
    fail(path, `expected at most ${MAX_DEPTH} levels of nesting, got more`);
  if (kindOf(input) !== "an object") {
    fail(path.slice(0, 1), `expected a scene that is an object, got ${kindOf(input)}`);
  }
  let place = input as Fields;
  /** Missing objects of the path; they are attached after the whole path is checked. */
  let missing: { at: Fields; part: string; made: Fields } | null = null;
  for (const [i, part] of path.entries()) {
    const here = path.slice(0, i + 1);
    checkPart(place, here, missing !== null);
    if (i === path.length - 1) place[part] = value;
    else if (Object.hasOwn(place, part)) {
      const next = place[part];
      if (typeof next !== "object" || next === null) {
        fail(path.slice(0, i + 2), `${fieldName(here)} has no fields`);
      }
      place = next as Fields;
    } else {
      const made: Fields = {};
      if (missing === null) missing = { at: place, part, made };
      else place[part] = made;
      place = made;
    }
  }
  if (missing !== null) missing.at[missing.part] = missing.made;
}

type Fields = Record<string, unknown>;

/** Checks that the last part of a path can be a field of the object or list before it. */
function checkPart(place: Fields, path: readonly string[], isMade: boolean): void {
  const part = path.at(-1)!;
  if (part === "" || part === "__proto__") fail(path, "expected another field name");
  if (Array.isArray(place)) {
    // A canonical number: "00" would be another property.
    if (/^(0|[1-9]\d*)$/.test(part) && Number(part) < place.length) return;
    const list = fieldName(path.slice(0, -1));
    fail(
      path,
      place.length === 0
        ? `${list} is empty; set the whole list, as in ${list}=[…]`
        : `expected a number from 0 to ${place.length - 1}`,
    );
  }
  if (isMade && /^\d+$/.test(part)) {
    const [list, object] = [path.at(-2)!, fieldName(path.slice(0, -2))];
    fail(path, `${object === "" ? "the scene" : object} has no list ${list} with an item ${part}`);
  }
}

function fail(path: readonly string[], why: string): never {
  throw new SceneError(`--set ${fieldName(path)}: ${why}`);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
