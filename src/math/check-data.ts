import { printable, shortened } from "./printable.js";

/**
 * A state or recording file that cannot be read. The message is one line: what is wrong with it, and what to do.
 *
 * @example
 * import { ContainerError, generateGrid, World } from "tatter";
 * const world = new World({ cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [4, 4] }) }] });
 * try {
 *   world.load(new Uint8Array(100));
 * } catch (error) {
 *   if (error instanceof ContainerError) console.log(error.message);
 * }
 */
export class ContainerError extends Error {
  override name = "ContainerError";
}

// Validation of file data. A digest shows that a file is complete, but not that its content is valid. So the data is
// compared field by field with a description before it is used. Descriptions are composed of these functions.

/**
 * Checks one value.
 *
 * @throws ContainerError with one line that names the field.
 */
export type Check = (value: unknown, field: string) => void;

/** Maximum length of a string that a message quotes, characters. */
const MAX_QUOTE = 40;

/** Short description of a value, for a message. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (value === undefined) return "nothing";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === null) return "null";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return ArrayBuffer.isView(value) ? "an array of numbers" : "an object";
}

/** A string in quotes for a message: shortened, without control characters. */
export function quoted(text: string): string {
  return printable(JSON.stringify(shortened(text, MAX_QUOTE)));
}

/**
 * Throws `field: expected …, got …`.
 *
 * @throws ContainerError
 */
export function refuse(field: string, expected: string, value: unknown): never {
  throw new ContainerError(`${field}: expected ${expected}, got ${describeValue(value)}`);
}

/** A finite number from `min` to `max`. */
export function inRange(min: number, max = Infinity): Check {
  const expected =
    min === -Infinity && max === Infinity
      ? "a finite number"
      : max === Infinity
        ? `a number of ${min} or more`
        : `a number from ${min} to ${max}`;
  return (value, field) => {
    const isValid = Number.isFinite(value) && (value as number) >= min && (value as number) <= max;
    if (!isValid) refuse(field, expected, value);
  };
}

/** Any finite number. */
export const finite = inRange(-Infinity);

/** A finite number over 0. */
export const positive: Check = (value, field) => {
  if (!(Number.isFinite(value) && (value as number) > 0)) refuse(field, "a number over 0", value);
};

/** Any number except NaN; infinity stands for "never" or "no limit". */
export const number: Check = (value, field) => {
  if (typeof value !== "number" || Number.isNaN(value)) refuse(field, "a number", value);
};

/** A whole number from `min` to `max`. */
export function whole(min = 0, max = Number.MAX_SAFE_INTEGER): Check {
  const range = max < Number.MAX_SAFE_INTEGER ? `from ${min} to ${max}` : `of ${min} or more`;
  return (value, field) => {
    const isValid =
      Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
    if (isValid) return;
    if (max < min) refuse(field, "no number, because there is nothing to refer to", value);
    refuse(field, `a whole number ${range}`, value);
  };
}

/** A boolean. */
export const flag: Check = (value, field) => {
  if (typeof value !== "boolean") refuse(field, "true or false", value);
};

/** Any value. */
export const anything: Check = () => {
  // Every value is valid.
};

/** A string without line breaks and control characters, of at most `max` characters. */
export function line(max: number): Check {
  return (value, field) => {
    const isValid = typeof value === "string" && value.length <= max && !/\p{C}/u.test(value);
    if (!isValid) refuse(field, `one line of at most ${max} characters`, value);
  };
}

/** A digest of a state: 16 hexadecimal digits. */
export const digest: Check = (value, field) => {
  const isDigest = typeof value === "string" && /^[0-9a-f]{16}$/.test(value);
  if (!isDigest) refuse(field, "a digest of 16 hexadecimal digits", value);
};

/** One of these values. */
export function oneOf(...values: readonly unknown[]): Check {
  return (value, field) => {
    if (!values.includes(value)) refuse(field, values.map(describeValue).join(" or "), value);
  };
}

/** Null, or a value that passes the check. */
export function nullOr(check: Check): Check {
  return (value, field) => {
    if (value !== null) check(value, field);
  };
}

/** A list; with `length`, of exactly this length. */
export function list(check: Check, length?: number): Check {
  return (value, field) => {
    const isValid = Array.isArray(value) && (length === undefined || value.length === length);
    if (!isValid) refuse(field, length === undefined ? "a list" : `a list of ${length}`, value);
    for (const [i, item] of (value as unknown[]).entries()) check(item, `${field}.${i}`);
  };
}

/** Three finite numbers. */
export const vector = list(finite, 3);

/** A list of two items, each with its own check. */
export function pair(first: Check, second: Check): Check {
  return (value, field) => {
    if (!(Array.isArray(value) && value.length === 2)) refuse(field, "a list of 2", value);
    const [one, two] = value as [unknown, unknown];
    first(one, `${field}.0`);
    second(two, `${field}.1`);
  };
}

/** A list of strictly increasing numbers. */
export function rising(check: Check): Check {
  const items = list(check);
  return (value, field) => {
    items(value, field);
    const numbers = value as number[];
    for (let i = 1; i < numbers.length; i++) {
      if (numbers[i]! > numbers[i - 1]!) continue;
      refuse(`${field}.${i}`, `a number over ${numbers[i - 1]}`, numbers[i]);
    }
  };
}

/** The typed arrays that states and files can contain, by name. */
export const ARRAYS = {
  Float64Array,
  Float32Array,
  Int32Array,
  Uint32Array,
  Int16Array,
  Uint16Array,
  Int8Array,
  Uint8Array,
};
type ArrayKind = (typeof ARRAYS)[keyof typeof ARRAYS];
/** A typed array that states and files can contain. */
export type Numbers =
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array;

/** True if the value is such a typed array. */
export function isNumbers(data: unknown): data is Numbers {
  return ArrayBuffer.isView(data) && Object.hasOwn(ARRAYS, data.constructor.name);
}

/**
 * A typed array.
 *
 * @param length Number of entries; Infinity accepts any.
 * @param check Check of each entry.
 */
export function numbers(kind: ArrayKind, length: number, check: Check = finite): Check {
  return (value, field) => {
    if (!(value instanceof kind)) refuse(field, `numbers (${kind.name})`, value);
    const array = value as Float64Array;
    if (length !== Infinity && array.length !== length) {
      throw new ContainerError(`${field}: expected ${length} numbers, got ${array.length}`);
    }
    if (check === finite) {
      const bad = array.findIndex((item) => !Number.isFinite(item)); // builds no path string per entry
      if (bad !== -1) finite(array[bad], `${field}.${bad}`);
      return;
    }
    for (let i = 0; i < array.length; i++) check(array[i], `${field}.${i}`);
  };
}

type Fields = Readonly<Record<string, Check>>;

/**
 * An object with required and optional fields, and no others.
 *
 * @param isOpen Allows other fields, which are ignored: options that were passed by a program.
 */
export function record(required: Fields, optional: Fields = {}, isOpen = false): Check {
  return (value, field) => {
    const data = object(value, field);
    for (const [name, check] of Object.entries(required)) {
      if (!Object.hasOwn(data, name))
        throw new ContainerError(`${within(field, name)}: it is missing`);
      check(data[name], within(field, name));
    }
    for (const name of Object.keys(data)) {
      if (Object.hasOwn(required, name)) continue;
      if (!Object.hasOwn(optional, name)) {
        if (isOpen) continue;
        throw new ContainerError(`${field || "it"}: unknown field ${quoted(name)}`);
      }
      if (data[name] !== undefined) optional[name]!(data[name], within(field, name));
    }
  };
}

/** An object with any keys, whose values all pass the same check. */
export function map(check: Check): Check {
  return (value, field) => {
    for (const [name, item] of Object.entries(object(value, field))) {
      check(item, within(field, quoted(name)));
    }
  };
}

function object(value: unknown, field: string): Record<string, unknown> {
  const isObject =
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !ArrayBuffer.isView(value);
  if (!isObject) refuse(field || "it", "an object", value);
  return value as Record<string, unknown>;
}

/** The path of a field inside another. The name may come from a file. */
export function within(field: string, name: string): string {
  const shown = /^[\w $-]{1,60}$/.test(name) || name.startsWith('"') ? name : quoted(name);
  return field === "" ? shown : `${field}.${shown}`;
}

/**
 * Wraps a check of options that throws a RangeError with the field's path, such as `tearing.limit`.
 *
 * @param required Fields that must exist.
 */
export function checkedBy(
  check: (value: never) => unknown,
  required: readonly string[] = [],
): Check {
  const fields = record(Object.fromEntries(required.map((name) => [name, anything])), {}, true);
  return (value, field) => {
    fields(value, field);
    try {
      check(value as never);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const name = field.slice(field.lastIndexOf(".") + 1);
      const where = error.message.startsWith(`${name}.`)
        ? field.slice(0, -name.length)
        : `${field}: `;
      throw new ContainerError(where + error.message);
    }
  };
}
