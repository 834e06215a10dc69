import { nearestName } from "./nearest-name.js";
import { toTuple, type Vec3 } from "./vec3.js";

// Validation of options. A check returns null for a valid value. Else it returns the fault, which starts with the path
// from the value to the fault: ": expected a length over 0 m, got -1", ".gusts.period: expected …". A valid value
// causes no allocation, so checks can run in every step.

/** Checks a value. Returns null if it is valid, else the fault. */
export type Check = (value: unknown) => string | null;

/** A check that accepts undefined. */
export interface Optional extends Check {
  readonly isOptional: true;
}
/** A check that does not accept undefined. */
export interface Needed extends Check {
  readonly isOptional?: never;
}

/**
 * A check for each option of a type. The compiler keeps both consistent: no option can be missing here, and each
 * optional one must be wrapped in `optional`.
 */
export type Checks<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? Optional : Needed;
};

/**
 * Checks options, and rejects unknown names.
 *
 * @param field The name of the options, such as "cloths.0"; "" for options without a name.
 * @param Refusal The error class to throw.
 * @throws RangeError (or `Refusal`) that names the option, what was expected and what was got.
 */
export function checkOptions(
  field: string,
  options: unknown,
  check: Check,
  Refusal: new (message: string) => Error = RangeError,
): void {
  const fault = check(options);
  if (fault === null) return;
  throw new Refusal((field + fault).replace(/^\./, "").replace(/^: /, "options: "));
}

/**
 * An object with these options and no others.
 *
 * @param elsewhere Names that a user may expect here, and where they are.
 * @param renamed Names of version 0.1, and their current names.
 */
export function object<T>(
  checks: Checks<T>,
  elsewhere: Readonly<Record<string, string>> = {},
  renamed: Readonly<Record<string, string>> = {},
): Needed {
  const values = valuesOf(checks);
  const names = Object.keys(checks);
  const known = [...names, ...Object.keys(elsewhere)];
  return (value) => {
    if (!isObject(value)) return expected("an object with options", value);
    for (const name in value) {
      if (Object.hasOwn(checks, name) || !Object.hasOwn(value, name)) continue;
      if (Object.hasOwn(renamed, name)) return `.${name}: renamed ${renamed[name]} in version 0.2`;
      const near = nearestName(name, known);
      const meant = near === null || Object.hasOwn(checks, near) ? near : elsewhere[near];
      const hint = meant === null ? `expected ${listed(names)}` : `did you mean ${meant}?`;
      return `.${shownName(name)}: unknown option, ${hint}`;
    }
    return values(value);
  };
}

/** An object with these fields. Other fields are ignored, for example those of a class instance. */
export function valuesOf<T>(checks: Checks<T>): Needed {
  const names = Object.keys(checks);
  return (value) => {
    if (!isObject(value)) return expected("an object", value);
    for (let i = 0; i < names.length; i++) {
      const name = names[i]!;
      const check = (checks as Readonly<Record<string, Check>>)[name]!;
      const fault = check((value as Record<string, unknown>)[name]);
      if (fault !== null) return `.${name}${fault}`;
    }
    return null;
  };
}

/** Options of one of several types, chosen by their `type` field. */
export function kinds(checks: Readonly<Record<string, Check>>): Needed {
  const types = Object.keys(checks);
  return (value) => {
    if (!isObject(value)) return expected("an object with options", value);
    const { type } = value as { type?: unknown };
    const isKnown = typeof type === "string" && Object.hasOwn(checks, type);
    return isKnown ? checks[type]!(value) : `.type${expected(listed(types), type)}`;
  };
}

/** Any object. */
export const anObject: Needed = (value) => (isObject(value) ? null : expected("an object", value));

/** Any value; it is checked elsewhere. */
export const anything: Needed = () => null;

/** A value that may be undefined. */
export function optional(check: Check): Optional {
  const or: Check = (value) => (value === undefined ? null : check(value));
  return Object.assign(or, { isOptional: true as const });
}

/** Makes all options optional. */
export function partial<T>(checks: Checks<T>): Checks<Partial<T>> {
  const entries = Object.entries<Check>(checks).map(([name, check]) => [name, optional(check)]);
  return Object.fromEntries(entries) as Checks<Partial<T>>;
}

/** A value that may be null. */
export function nullable(check: Check): Needed {
  return (value) => (value === null ? null : check(value));
}

/** A number that passes a test; never NaN. */
export function number(description: string, isValid: (value: number) => boolean): Needed {
  return (value) =>
    typeof value === "number" && !Number.isNaN(value) && isValid(value)
      ? null
      : expected(description, value);
}

/** Any finite number. */
export const anyNumber = number("a finite number", Number.isFinite);

/** A finite number over 0; `what` describes it with its unit, such as "a length over 0 m". */
export function over0(what: string): Needed {
  return number(what, (value) => value > 0 && value < Infinity);
}

/** A finite number of 0 or more; `what` describes it with its unit, such as "a length of 0 m or more". */
export function from0(what: string): Needed {
  return number(what, (value) => value >= 0 && value < Infinity);
}

/** A length over 0, m. */
export const length = over0("a length over 0 m");
/** A length of 0 or more, m. */
export const distance = from0("a length of 0 m or more");
/** Any finite time, s. */
export const time = number("a time in s", Number.isFinite);
/** A time of 0 or more, s. */
export const timeFrom0 = from0("a time of 0 s or more");

/** A whole number of at least `min`. */
export function wholeNumber(min = 0): Needed {
  return number(
    `a whole number of ${min} or more`,
    (value) => Number.isInteger(value) && value >= min,
  );
}

/** A seed of a random sequence: an unsigned 32-bit integer. */
export const seed = number(
  "a whole number from 0 to 4294967295",
  (value) => Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff,
);

/** A boolean. */
export const flag: Needed = (value) =>
  typeof value === "boolean" ? null : expected("true or false", value);

/** A string. */
export const text: Needed = (value) =>
  typeof value === "string" ? null : expected("a string", value);

/** A function. */
export const action: Needed = (value) =>
  typeof value === "function" ? null : expected("a function", value);

/** One of these names. */
export function oneOf(names: readonly string[]): Needed {
  return (value) =>
    typeof value === "string" && names.includes(value) ? null : expected(listed(names), value);
}

/** A list of `count` finite numbers. */
export function tuple(description: string, count: number): Needed {
  return (value) => {
    if (!Array.isArray(value) || value.length !== count) return expected(description, value);
    for (let i = 0; i < count; i++) {
      // No call of another check: passing the number would box it, and steps check vectors.
      if (!Number.isFinite(value[i])) return `.${i}${expected("a finite number", value[i])}`;
    }
    return null;
  };
}

/** Two numbers that pass a test. */
export function pairOf(description: string, isValid: (value: number) => boolean): Needed {
  return (value) =>
    pair(value) === null && (value as number[]).every(isValid)
      ? null
      : expected(description, value);
}

/** Three finite numbers in a list: the internal form of a vector. */
export const vectorTuple = tuple("three finite numbers", 3);

/** A `Vec3`: `[x, y, z]` or `{ x, y, z }`. */
export const vector: Needed = (value) => {
  if (!isObject(value) || !("x" in value)) return vectorTuple(value);
  for (const name of AXES) {
    const component = (value as Record<string, unknown>)[name];
    if (!Number.isFinite(component)) return `.${name}${expected("a finite number", component)}`;
  }
  return null;
};
const AXES = ["x", "y", "z"] as const;

/** Two finite numbers. */
export const pair = tuple("two finite numbers", 2);

/** A vector whose length is not 0. */
export const direction: Needed = (value) => {
  const fault = vector(value);
  if (fault !== null) return fault;
  const [x, y, z] = toTuple(value as Vec3);
  const squared = x * x + y * y + z * z;
  return squared > 0 && squared < Infinity ? null : expected("a direction", value);
};

/**
 * A list with a check for each item; paths are like "cloths.0".
 *
 * @param what Description; includes `min` if there is one: "two points or more".
 */
export function list(check: Check, what = "a list", min = 0): Needed {
  return (value) => {
    if (!Array.isArray(value)) return expected(what, value);
    return value.length < min
      ? `: expected ${what}, got ${value.length}`
      : firstFault(value, check);
  };
}

/** A list of keyframes with increasing times. */
export function keyframes(check: Check, what = "a list of keyframes", min = 0): Needed {
  return also(list(check, what, min), (keys: readonly { time: number }[]) => {
    for (let i = 1; i < keys.length; i++) {
      if (keys[i]!.time > keys[i - 1]!.time) continue;
      return `.${i}.time: expected keyframes with rising times, got ${keys[i]!.time}`;
    }
    return null;
  });
}

/** A check, followed by a check of how the parts of the value relate. */
export function also(check: Check, relation: (value: never) => string | null): Needed {
  return (value) => check(value) ?? relation(value as never);
}

/** The content of a file. */
export const bytes: Needed = (value) =>
  isTypedArray(value) && value.BYTES_PER_ELEMENT === 1
    ? null
    : expected("bytes (a Uint8Array)", value);

/** Any typed array. */
export const typedArray: Needed = (value) =>
  isTypedArray(value) ? null : expected("a typed array", value);

/**
 * A list or typed array. Its numbers are not checked here: where there are many, the code that uses them checks them.
 */
export const numbers: Needed = (value) =>
  isTypedArray(value) || Array.isArray(value) ? null : expected("a list of numbers", value);

/** A list or typed array with a check for each number. */
export function numbersOf(check: Check): Needed {
  return also(numbers, (values: ArrayLike<number>) => firstFault(values, check));
}

function firstFault(values: ArrayLike<unknown>, check: Check): string | null {
  for (let i = 0; i < values.length; i++) {
    const fault = check(values[i]);
    if (fault !== null) return `.${i}${fault}`;
  }
  return null;
}

/** `: expected …, got …`, in one line. */
export function expected(description: string, value: unknown): string {
  const got = value === undefined ? "but it is missing" : `got ${describeValue(value)}`;
  return `: expected ${description}, ${got}`;
}

const MAX_LENGTH = 60;

/** Describes a value in a few words. Strings are quoted, so that "1" does not look like the number 1. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") return short(JSON.stringify(value));
  if (typeof value === "function") return "a function";
  if (isTypedArray(value)) return `${value.length} numbers`;
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : short(itemsOf(value));
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

function itemsOf(values: readonly unknown[]): string {
  const items = values
    .slice(0, MAX_LENGTH)
    .map((value) => (Array.isArray(value) ? "a list" : describeValue(value)));
  return items.join(", ");
}

/** "a", "a or b", "a, b or c". */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

/** A name from outside, in one line. */
export function shownName(name: string): string {
  return /^[\w$-]{1,40}$/.test(name) ? name : short(JSON.stringify(name));
}

function short(line: string): string {
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 3)}...` : line;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTypedArray(value: unknown): value is Float64Array {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}
