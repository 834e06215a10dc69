import { overLimit, type Limits } from "../math/limits.js";
import { fieldName, SceneError } from "./scene-error.js";

/** Largest depth of a field of the format. */
export const MAX_DEPTH = 16;

const OBJECTS = ["cloths", "colliders", "balls", "bodies", "fields", "knives"];

/** The path and length of a list. */
export interface LongList {
  where: string;
  length: number;
}

interface Place {
  value: unknown;
  path: readonly PropertyKey[];
}

/**
 * Checks the size of a scene before its fields are checked: the depth of nesting, the lengths of lists, the number of
 * values, and field names that zod would ignore.
 *
 * @returns The longest list.
 * @throws SceneError with one line that names the field.
 */
export function checkInput(input: unknown, limits: Limits): LongList {
  const longest: LongList = { where: "", length: 0 };
  const places: Place[] = [{ value: input, path: [] }];
  let count = 0;
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, path } = place;
    count++;
    if (typeof value !== "object" || value === null) continue;
    if (path.length >= MAX_DEPTH) {
      throw new SceneError(
        `${fieldName(path)}: expected at most ${MAX_DEPTH} levels of nesting, got more`,
      );
    }
    const isNumbers = Array.isArray(value) && hasNumbersOnly(value);
    if (Array.isArray(value)) {
      if (value.length > limits.items && !isNumbers) {
        throw new SceneError(`${fieldName(path)}: ${overLimit(limits, "items", value.length)}`);
      }
      if (value.length > longest.length) {
        Object.assign(longest, { where: fieldName(path), length: value.length });
      }
    }
    const keys = isNumbers ? [] : Object.keys(value);
    if (isNumbers) count += value.length;
    const total = count + places.length + keys.length;
    if (total > limits.values) throw new SceneError(overLimit(limits, "values", total));
    for (const key of keys) {
      const inner = [...path, Array.isArray(value) ? Number(key) : key];
      // zod ignores this name silently.
      if (key === "__proto__") {
        throw new SceneError(`${fieldName(inner)}: expected another field name`);
      }
      places.push({ value: (value as Record<string, unknown>)[key], path: inner });
    }
  }
  checkObjects(input, limits);
  return longest;
}

function hasNumbersOnly(list: readonly unknown[]): boolean {
  return list.every((item) => typeof item === "number");
}

function checkObjects(input: unknown, limits: Limits): void {
  if (typeof input !== "object" || input === null) return;
  let count = 0;
  for (const field of OBJECTS) {
    const list = (input as Record<string, unknown>)[field];
    if (!Array.isArray(list)) continue;
    count += list.length;
    if (count > limits.objects) {
      throw new SceneError(`${field}: ${overLimit(limits, "objects", count)}`);
    }
  }
}
