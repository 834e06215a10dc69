import { overLimit, type Limits } from "../math/limits.js";
import { fieldName, SceneError } from "./scene-error.js";

/** No field of the format lies deeper. */
export const DEEPEST = 16;

const OBJECTS = ["cloths", "colliders", "balls", "bodies", "fields", "knives"];

export interface LongList {
  where: string;
  length: number;
}

interface Place {
  value: unknown;
  path: readonly PropertyKey[];
}

/**
 * Looks over what is to become a scene before its fields are: nothing nested without end, no list and no number of values
 * beyond the limits, and no field that the check of the fields would pass over.
 *
 * @returns The longest list in it.
 * @throws SceneError
 */
export function checkInput(input: unknown, limits: Limits): LongList {
  const longest: LongList = { where: "", length: 0 };
  const places: Place[] = [{ value: input, path: [] }];
  let count = 0;
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, path } = place;
    count++;
    if (typeof value !== "object" || value === null) continue;
    if (path.length >= DEEPEST) {
      throw new SceneError(`${fieldName(path)}: nested deeper than any field of a scene`);
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
      const within = [...path, Array.isArray(value) ? Number(key) : key];
      // The one name that is passed over in silence, by zod as by others.
      if (key === "__proto__") {
        throw new SceneError(`${fieldName(within)}: that is not a field name`);
      }
      places.push({ value: (value as Record<string, unknown>)[key], path: within });
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
