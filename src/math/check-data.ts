import { printable, shortened } from "./printable.js";

/** A file that cannot be read. The message is one line: what is wrong with it, and what to do. */
export class ContainerError extends Error {
  override name = "ContainerError";
}

// What a file holds may be anything: its digest says that it arrived as it was sent, not that it makes sense. So the data
// of a file is compared, field by field, with a description of what it should be, before anybody uses it. The
// description is made of these functions.

/**
 * Looks at a part of the data.
 *
 * @throws ContainerError with one line that names the field.
 */
export type Check = (value: unknown, field: string) => void;

/** The longest text of a file that a message repeats, letters. */
const MAX_WORD = 40;

/** What stands in a file, in a few words that fit into a line. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (value === undefined) return "nothing";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === null) return "null";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return ArrayBuffer.isView(value) ? "an array of numbers" : "an object";
}

/** A text of a file as a part of a line: short, and without letters that a terminal would obey. */
export function quoted(text: string): string {
  return printable(JSON.stringify(shortened(text, MAX_WORD)));
}

export function refuse(field: string, expected: string, value: unknown): never {
  throw new ContainerError(`${field}: expected ${expected}, got ${describeValue(value)}`);
}

/** A finite number from `least` to `most`. */
export function from(least: number, most = Infinity): Check {
  const words =
    least === -Infinity && most === Infinity
      ? "a finite number"
      : most === Infinity
        ? `a number of ${least} or more`
        : `a number from ${least} to ${most}`;
  return (value, field) => {
    const isFine =
      Number.isFinite(value) && (value as number) >= least && (value as number) <= most;
    if (!isFine) refuse(field, words, value);
  };
}

export const finite = from(-Infinity);

/** A finite number over 0. */
export const positive: Check = (value, field) => {
  if (!(Number.isFinite(value) && (value as number) > 0)) refuse(field, "a number over 0", value);
};

/** Any number, infinite ones too: a time that never comes, a force without a limit. */
export const number: Check = (value, field) => {
  if (typeof value !== "number" || Number.isNaN(value)) refuse(field, "a number", value);
};

/** A whole number from `least` to `most`. */
export function whole(least = 0, most = Number.MAX_SAFE_INTEGER): Check {
  const range = most < Number.MAX_SAFE_INTEGER ? `from ${least} to ${most}` : `of ${least} or more`;
  return (value, field) => {
    const isFine =
      Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
    if (isFine) return;
    if (most < least) refuse(field, "none, because there is none to name", value);
    refuse(field, `a whole number ${range}`, value);
  };
}

export const flag: Check = (value, field) => {
  if (typeof value !== "boolean") refuse(field, "true or false", value);
};

/** Anything that a file can hold. */
export const anything: Check = () => {
  // Nothing is wrong with it.
};

/** A text in one line, of so many letters at most. */
export function line(most: number): Check {
  return (value, field) => {
    const isFine = typeof value === "string" && value.length <= most && !/\p{C}/u.test(value);
    if (!isFine) refuse(field, `a line of at most ${most} letters`, value);
  };
}

/** A digest of a state. */
export const digest: Check = (value, field) => {
  const isDigest = typeof value === "string" && /^[0-9a-f]{16}$/.test(value);
  if (!isDigest) refuse(field, "a digest of 16 letters", value);
};

export function oneOf(...values: readonly unknown[]): Check {
  return (value, field) => {
    if (!values.includes(value)) refuse(field, values.map(describeValue).join(" or "), value);
  };
}

export function nullOr(check: Check): Check {
  return (value, field) => {
    if (value !== null) check(value, field);
  };
}

/** A list; `length`: how long it has to be. */
export function list(check: Check, length?: number): Check {
  return (value, field) => {
    const isFine = Array.isArray(value) && (length === undefined || value.length === length);
    if (!isFine) refuse(field, length === undefined ? "a list" : `a list of ${length}`, value);
    for (const [i, item] of (value as unknown[]).entries()) check(item, `${field}.${i}`);
  };
}

/** Three finite numbers. */
export const vector = list(finite, 3);

/** A list of two, each of its own kind. */
export function pair(first: Check, second: Check): Check {
  return (value, field) => {
    if (!(Array.isArray(value) && value.length === 2)) refuse(field, "a list of 2", value);
    const [one, two] = value as [unknown, unknown];
    first(one, `${field}.0`);
    second(two, `${field}.1`);
  };
}

/** A list whose numbers rise. */
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

/** The kinds of numbers that states and files hold, by their names. */
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
export type Numbers =
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array;

/** Whether something is an array of such numbers. */
export function isNumbers(data: unknown): data is Numbers {
  return ArrayBuffer.isView(data) && Object.hasOwn(ARRAYS, data.constructor.name);
}

/**
 * Numbers in a typed array.
 *
 * @param length How many; Infinity: as many as there are.
 * @param check What each of them has to be.
 */
export function numbers(kind: ArrayKind, length: number, check: Check = finite): Check {
  return (value, field) => {
    if (!(value instanceof kind)) refuse(field, `numbers (${kind.name})`, value);
    const array = value as Float64Array;
    if (length !== Infinity && array.length !== length) {
      throw new ContainerError(`${field}: expected ${length} numbers, got ${array.length}`);
    }
    if (check === finite) {
      const bad = array.findIndex((item) => !Number.isFinite(item)); // without a name for each of a million
      if (bad !== -1) finite(array[bad], `${field}.${bad}`);
      return;
    }
    for (let i = 0; i < array.length; i++) check(array[i], `${field}.${i}`);
  };
}

type Fields = Readonly<Record<string, Check>>;

/**
 * An object with all of some fields, maybe some of others, and nothing else.
 *
 * @param isOpen It may have other fields too, which nobody reads: options that a program has given, as they were.
 */
export function record(needed: Fields, optional: Fields = {}, isOpen = false): Check {
  return (value, field) => {
    const data = object(value, field);
    for (const [name, check] of Object.entries(needed)) {
      if (!Object.hasOwn(data, name))
        throw new ContainerError(`${within(field, name)}: it is missing`);
      check(data[name], within(field, name));
    }
    for (const name of Object.keys(data)) {
      if (Object.hasOwn(needed, name)) continue;
      if (!Object.hasOwn(optional, name)) {
        if (isOpen) continue;
        throw new ContainerError(`${field || "it"}: there is no field ${quoted(name)}`);
      }
      if (data[name] !== undefined) optional[name]!(data[name], within(field, name));
    }
  };
}

/** An object whose fields have any names, and all the same kind of value. */
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

/** The path of a field in another one. Its name may have come from a file. */
export function within(field: string, name: string): string {
  const shown = /^[\w $-]{1,60}$/.test(name) || name.startsWith('"') ? name : quoted(name);
  return field === "" ? shown : `${field}.${shown}`;
}

/** What somebody else's check of options says, which throws a RangeError that names the field, as in `tearing.limit`. */
export function by(check: (value: never) => unknown, needed: readonly string[] = []): Check {
  const fields = record(Object.fromEntries(needed.map((name) => [name, anything])), {}, true);
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
