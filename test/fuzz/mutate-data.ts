import type { Random } from "../../src/math/random.js";

// Mutations of plain data: JSON, which may contain typed arrays.

/** A random element. */
export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random.next() * choices.length)]!;
}

/** A random integer from 0 to below `count`. */
export function below(random: Random, count: number): number {
  return Math.floor(random.next() * count);
}

const NUMBERS = [
  0,
  -0,
  1,
  -1,
  2,
  3,
  0.5,
  1e-9,
  1e-320,
  5e-324,
  1e9,
  1e15,
  1e154,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  1e21,
  255,
  65536,
  1.5,
  -0.001,
  NaN,
  Infinity,
  -Infinity,
];

export const WORDS = [
  "",
  "auto",
  "NaN",
  "1e999",
  "Infinity",
  "-1",
  "1",
  "null",
  "constructor",
  "__proto__",
  "toString",
  "../../etc/passwd",
  "/dev/zero",
  "a\u001B[2Jb",
  "line\nline",
  "\u0000",
  "\u202Egnp.exe",
  "é💥\uD800",
  "x".repeat(5000),
  "{}",
  "$array",
];

const KEYS = [
  "constructor",
  "__proto__",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "length",
  "0",
  "-1",
  "",
  "type",
  "$array",
  "$number",
  "a\u001B[31m",
  "x".repeat(200),
];

type Parent = Record<string | number, unknown>;
type Numbers = Float64Array | Int32Array | Uint8Array;

/** Data of the same structure whose parts can replace others: a mesh hole instead of a pin. */
export type Donors = readonly unknown[];

/** Mutates data in one to four places, in place, and returns it. */
export function mutateData<T>(random: Random, data: T, donors: Donors): T {
  const root: Parent = { data };
  for (let count = 1 + below(random, 2) * below(random, 4); count > 0; count--) {
    mutatePlace(random, root, donors);
  }
  return root["data"] as T;
}

function isNumbers(value: unknown): value is Numbers {
  return ArrayBuffer.isView(value);
}

function isParent(value: unknown): value is Parent {
  return typeof value === "object" && value !== null && !isNumbers(value);
}

/** A random place in the data; all branches are equally likely, however many leaves they have. */
function placeIn(random: Random, root: Parent): { parent: Parent; key: string } | null {
  let parent = root;
  let key = Object.keys(root)[0];
  while (key !== undefined) {
    const value = parent[key];
    if (!isParent(value) || Object.keys(value).length === 0 || random.next() < 0.12) break;
    parent = value;
    key = pick(random, Object.keys(value));
  }
  return key === undefined ? null : { parent, key };
}

function mutatePlace(random: Random, root: Parent, donors: Donors): void {
  const place = placeIn(random, root);
  if (place === null) return;
  const { parent, key } = place;
  const value = parent[key];
  const choice = random.next();
  if (isNumbers(value) && choice < 0.8) set(parent, key, otherNumbers(random, value));
  else if (typeof value === "number" && choice < 0.6) set(parent, key, otherNumber(random, value));
  else if (Array.isArray(value) && choice < 0.6) mutateList(random, value);
  else if (isParent(value) && choice < 0.6) mutateFields(random, value, donors);
  else if (choice < 0.7 && parent !== root) remove(parent, key);
  else if (choice < 0.85 && donors.length > 0) set(parent, key, partOf(random, donors));
  else set(parent, key, anyValue(random));
}

/** Also sets a field called `__proto__`, which an assignment would not. */
function set(parent: Parent, key: string, value: unknown): void {
  Object.defineProperty(parent, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function remove(parent: Parent, key: string): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

function otherNumber(random: Random, value: number): number {
  const choice = random.next();
  if (choice < 0.6) return pick(random, NUMBERS);
  if (choice < 0.7) return -value;
  if (choice < 0.8) return value + pick(random, [1, -1, 0.5]);
  return value * pick(random, [2, 10, 1e3, 1e6, 1e-3, 1e-9]);
}

function anyValue(random: Random): unknown {
  switch (below(random, 9)) {
    case 0:
      return pick(random, NUMBERS);
    case 1:
      return pick(random, WORDS);
    case 2:
      return null;
    case 3:
      return random.next() < 0.5;
    case 4:
      return [];
    case 5:
      return {};
    case 6:
      return nested(pick(random, [3, 70, 500]));
    case 7:
      return pick(random, [
        Float64Array.of(NaN, 1),
        new Float64Array(1000),
        Int32Array.of(-1, 2 ** 31 - 1),
        new Uint8Array(3),
      ]);
    default:
      return Array.from({ length: pick(random, [1, 3, 6, 1000]) }, () => pick(random, NUMBERS));
  }
}

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

function mutateList(random: Random, list: unknown[]): void {
  const at = below(random, list.length + 1);
  switch (below(random, 6)) {
    case 0:
      list.length = at;
      break;
    case 1:
      list.splice(at, 1);
      break;
    case 2:
      if (list.length > 0) list.push(structuredClone(pick(random, list)));
      break;
    case 3:
      list.splice(at, 0, anyValue(random));
      break;
    case 4:
      list.reverse();
      break;
    default: {
      const copies = list.slice(0, 50);
      for (let i = 0; i < 20; i++) list.push(...structuredClone(copies));
    }
  }
}

function mutateFields(random: Random, fields: Parent, donors: Donors): void {
  const keys = Object.keys(fields);
  const key = keys.length === 0 ? "" : pick(random, keys);
  switch (below(random, 5)) {
    case 0:
      delete fields[key];
      break;
    case 1:
      set(
        fields,
        pick(random, KEYS),
        random.next() < 0.5 ? anyValue(random) : structuredClone(fields[key]),
      );
      break;
    case 2:
      set(fields, pick(random, keys.concat(KEYS)), structuredClone(fields[key]));
      break;
    case 3:
      if (donors.length > 0) set(fields, key, partOf(random, donors));
      break;
    default:
      set(fields, key, anyValue(random));
  }
}

function partOf(random: Random, donors: Donors): unknown {
  const place = placeIn(random, { data: pick(random, donors) });
  return place === null ? null : structuredClone(place.parent[place.key]);
}

const KINDS = [Float64Array, Int32Array, Uint8Array] as const;

function otherNumbers(random: Random, numbers: Numbers): unknown {
  const copy = numbers.slice();
  switch (below(random, 6)) {
    case 0:
      return copy.subarray(0, below(random, copy.length + 1));
    case 1:
      return Array.from(copy);
    case 2:
      return pick(random, KINDS).from(copy);
    case 3: {
      const longer = new (numbers.constructor as Float64ArrayConstructor)(2 * copy.length + 1);
      longer.set(copy);
      return longer;
    }
    default:
      for (let i = 0; i < 1 + below(random, 3) && copy.length > 0; i++) {
        const at = below(random, copy.length);
        copy[at] = random.next() < 0.8 ? pick(random, NUMBERS) : copy[at]! + pick(random, [1, -1]);
      }
      return copy;
  }
}
