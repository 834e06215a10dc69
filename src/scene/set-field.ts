import { DEEPEST } from "./input-size.js";
import { migratePath } from "./renamed-fields.js";
import { fieldName, SceneError } from "./scene-error.js";

/**
 * Sets one field of a scene before it is checked, as `--set cloths.0.tearing.limit=1.2` does. The value is
 * read as JSON and, where it is not JSON, as a plain word. Objects on the way are made where they are missing; lists
 * are not, and keep their length.
 *
 * @throws SceneError where there is no such place; the scene is as before then.
 */
export function setField(input: unknown, assignment: string): void {
  const equals = assignment.indexOf("=");
  if (equals < 1) {
    const given = fieldName([assignment]);
    throw new SceneError(`--set ${given}: expected path=value, as in solver.substeps=30`);
  }
  const path = migratePath(assignment.slice(0, equals).split("."));
  const value = readValue(assignment.slice(equals + 1));
  if (path.length > DEEPEST) fail(path, "nested deeper than any field of a scene");
  if (kindOf(input) !== "an object") {
    fail(path.slice(0, 1), `the scene is ${kindOf(input)}, expected an object`);
  }
  let place = input as Fields;
  /** What is missing of the way, which is made once all of it is known to be good. */
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

/** Whether the last part of a path can be a field of what stands before it. */
function checkPart(place: Fields, path: readonly string[], isMade: boolean): void {
  const part = path.at(-1)!;
  if (part === "" || part === "__proto__") fail(path, "that is not a field name");
  if (Array.isArray(place)) {
    // As numbers are written: "00" would be another field, which nobody reads.
    if (/^(0|[1-9]\d*)$/.test(part) && Number(part) < place.length) return;
    const list = fieldName(path.slice(0, -1));
    fail(
      path,
      place.length === 0
        ? `${list} is empty; set it whole, as in ${list}=[…]`
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
