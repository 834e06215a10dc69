import { nearestName } from "./nearest-name.js";
import { toTuple, type Vec3 } from "./vec3.js";

// How options are checked. A check looks at one value and gives null where it is fine, else what is wrong with it, which begins
// with the way from the value to the fault: ": expected a length over 0 m, got -1", ".gusts.period: expected …". So nothing is
// made where all is well, and a check can be asked in every step.

/** Null: the value is fine. */
export type Check = (value: unknown) => string | null;

export interface Optional extends Check {
  readonly isOptional: true;
}
export interface Needed extends Check {
  readonly isOptional?: never;
}

/**
 * A check for each option of a type. The compiler keeps both in step: none can be forgotten, and what may be absent has to be
 * `optional` here.
 */
export type Checks<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? Optional : Needed;
};

/**
 * Refuses what is no good, names that are not known among it.
 *
 * @param field What the options are called, as "cloths.0"; "" for those that have no name.
 * @param Refusal What is thrown.
 * @throws RangeError, or another one, that names the option, what was expected and what was got.
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
 * Options of a kind: an object with these names and no others.
 *
 * @param elsewhere Names that a user may look for here, and where they are.
 * @param renamed Names of version 0.1, and what they are called now.
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

/** The same for what may hold more than is looked at here, as the object of a class. */
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

/** Options of one of several kinds, by the name in their `type`. */
export function kinds(checks: Readonly<Record<string, Check>>): Needed {
  const types = Object.keys(checks);
  return (value) => {
    if (!isObject(value)) return expected("an object with options", value);
    const { type } = value as { type?: unknown };
    const isKnown = typeof type === "string" && Object.hasOwn(checks, type);
    return isKnown ? checks[type]!(value) : `.type${expected(listed(types), type)}`;
  };
}

/** An object, whatever is in it. */
export const anObject: Needed = (value) => (isObject(value) ? null : expected("an object", value));

/** What is checked elsewhere. */
export const anything: Needed = () => null;

/** What may be absent. */
export function optional(check: Check): Optional {
  const or: Check = (value) => (value === undefined ? null : check(value));
  return Object.assign(or, { isOptional: true as const });
}

/** Where all may be absent. */
export function partial<T>(checks: Checks<T>): Checks<Partial<T>> {
  const entries = Object.entries<Check>(checks).map(([name, check]) => [name, optional(check)]);
  return Object.fromEntries(entries) as Checks<Partial<T>>;
}

/** What may be null. */
export function nullable(check: Check): Needed {
  return (value) => (value === null ? null : check(value));
}

/** A number; NaN never is one. */
export function number(wanted: string, isFine: (value: number) => boolean): Needed {
  return (value) =>
    typeof value === "number" && !Number.isNaN(value) && isFine(value)
      ? null
      : expected(wanted, value);
}

export const anyNumber = number("a finite number", Number.isFinite);

/** A finite number over 0; `what` with its unit, as "a length over 0 m". */
export function over0(what: string): Needed {
  return number(what, (value) => value > 0 && value < Infinity);
}

/** A finite number of 0 or more; `what` with its unit, as "a length of 0 m or more". */
export function from0(what: string): Needed {
  return number(what, (value) => value >= 0 && value < Infinity);
}

export const length = over0("a length over 0 m");
export const distance = from0("a length of 0 m or more");
export const time = number("a time in s", Number.isFinite);
export const timeFrom0 = from0("a time of 0 s or more");

/** A number of things or of a thing, from 0 or another one on. */
export function wholeNumber(least = 0): Needed {
  return number(
    `a whole number of ${least} or more`,
    (value) => Number.isInteger(value) && value >= least,
  );
}

/** Where chance begins. */
export const seed = number(
  "a whole number from 0 to 4294967295",
  (value) => Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff,
);

export const flag: Needed = (value) =>
  typeof value === "boolean" ? null : expected("true or false", value);

export const text: Needed = (value) =>
  typeof value === "string" ? null : expected("a text", value);

/** Something to call. */
export const action: Needed = (value) =>
  typeof value === "function" ? null : expected("a function", value);

/** One of some names. */
export function oneOf(names: readonly string[]): Needed {
  return (value) =>
    typeof value === "string" && names.includes(value) ? null : expected(listed(names), value);
}

/** So many finite numbers. */
export function tuple(wanted: string, count: number): Needed {
  return (value) => {
    if (!Array.isArray(value) || value.length !== count) return expected(wanted, value);
    for (let i = 0; i < count; i++) {
      // No call of another check: a number that is handed on goes on the heap, and steps look at vectors.
      if (!Number.isFinite(value[i])) return `.${i}${expected("a finite number", value[i])}`;
    }
    return null;
  };
}

/** Two numbers, each of which is fine. */
export function pairOf(wanted: string, isFine: (value: number) => boolean): Needed {
  return (value) =>
    pair(value) === null && (value as number[]).every(isFine) ? null : expected(wanted, value);
}

/** Three finite numbers in a list: what the library works with. */
export const vectorTuple = tuple("three finite numbers", 3);

/** A `Vec3`: `[x, y, z]` or `{ x, y, z }`. */
export const vector: Needed = (value) => {
  if (!isObject(value) || !("x" in value)) return vectorTuple(value);
  for (const name of AXES) {
    const part = (value as Record<string, unknown>)[name];
    if (!Number.isFinite(part)) return `.${name}${expected("a finite number", part)}`;
  }
  return null;
};
const AXES = ["x", "y", "z"] as const;

export const pair = tuple("two finite numbers", 2);

/** Three numbers that point somewhere. */
export const direction: Needed = (value) => {
  const fault = vector(value);
  if (fault !== null) return fault;
  const [x, y, z] = toTuple(value as Vec3);
  const squared = x * x + y * y + z * z;
  return squared > 0 && squared < Infinity ? null : expected("a direction", value);
};

/**
 * A list, each item of which is checked: "cloths.0".
 *
 * @param what Names the least number too, where there is one: "two points or more".
 */
export function list(check: Check, what = "a list", least = 0): Needed {
  return (value) => {
    if (!Array.isArray(value)) return expected(what, value);
    return value.length < least
      ? `: expected ${what}, got ${value.length}`
      : firstFault(value, check);
  };
}

/** A list of keyframes, each later than the one before. */
export function keyframes(check: Check, what = "a list of keyframes", least = 0): Needed {
  return also(list(check, what, least), (keys: readonly { time: number }[]) => {
    for (let i = 1; i < keys.length; i++) {
      if (keys[i]!.time > keys[i - 1]!.time) continue;
      return `.${i}.time: expected keyframes with rising times, got ${keys[i]!.time}`;
    }
    return null;
  });
}

/** A check, and then what the parts of a value have to be to each other. */
export function also(check: Check, relation: (value: never) => string | null): Needed {
  return (value) => check(value) ?? relation(value as never);
}

/** What a file holds. */
export const bytes: Needed = (value) =>
  isTypedArray(value) && value.BYTES_PER_ELEMENT === 1
    ? null
    : expected("bytes (a Uint8Array)", value);

/** A typed array, whatever is in it. */
export const typedArray: Needed = (value) =>
  isTypedArray(value) ? null : expected("a typed array", value);

/** A list or a typed array of numbers, whatever they are: where there are many, whoever uses them looks. */
export const numbers: Needed = (value) =>
  isTypedArray(value) || Array.isArray(value) ? null : expected("a list of numbers", value);

/** The same, each of which is checked. */
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
export function expected(wanted: string, value: unknown): string {
  const got = value === undefined ? "but it is missing" : `got ${describeValue(value)}`;
  return `: expected ${wanted}, ${got}`;
}

const MAX_LENGTH = 60;

/** What somebody gave, so that "1", which a form may give for 1, does not look like a number. */
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

/** A name that may be anything, in one line. */
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
