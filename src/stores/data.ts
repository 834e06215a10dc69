import {
  anything,
  ContainerError,
  isNumbers,
  list,
  map,
  numbers,
  refuse,
  whole,
  within,
  type Numbers,
} from "../math/check-data.js";

// Plain data: numbers, strings, booleans, null, lists, objects and typed arrays. States consist of plain data, and
// files can store it.

/** Approximate size of plain data in memory, bytes. */
export function bytesOf(data: unknown): number {
  if (isNumbers(data)) return data.byteLength;
  if (typeof data !== "object" || data === null) return 8;
  let bytes = 16;
  if (Array.isArray(data)) for (const item of data) bytes += bytesOf(item);
  else for (const name in data) bytes += bytesOf((data as Record<string, unknown>)[name]);
  return bytes;
}

/** True if two pieces of plain data are bit-exact equal; −0 is not 0. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (isNumbers(a) || isNumbers(b)) return areSameNumbers(a, b);
  const [one, two] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(one);
  if (Array.isArray(a) !== Array.isArray(b) || names.length !== Object.keys(two).length) {
    return false;
  }
  return names.every((name) => Object.hasOwn(two, name) && isSame(one[name], two[name]));
}

function areSameNumbers(a: object, b: object): boolean {
  if (!isNumbers(a) || !isNumbers(b) || a.length !== b.length) return false;
  if (a.constructor !== b.constructor) return false;
  return haveSameBits(a, b, a.length);
}

/** True if the first `count` numbers of two arrays are bit-exact equal. */
export function haveSameBits(a: Numbers, b: Numbers, count: number): boolean {
  for (let i = 0; i < count; i++) if (differs(a[i]!, b[i])) return false;
  return true;
}

/** True if two numbers differ in their bits. NaN and undefined differ from every number. */
function differs(a: number, b: number | undefined): boolean {
  return a !== b || (a === 0 && 1 / a !== 1 / b);
}

/**
 * The difference between two versions of plain data, itself plain data:
 *
 *     { whole }           the new value
 *     { length, at, to }  typed array: new length, indices of the changed numbers, their new values
 *     { length, items }   list: new length, changes of the items by index
 *     { fields }          object with the same keys: changes of its fields
 */
export type Change =
  | { whole: unknown }
  | { length: number; at: Int32Array; to: Numbers }
  | { length: number; items: Record<string, Change> }
  | { fields: Record<string, Change> };

/** If more than this fraction of an array changes, the change stores the whole array. */
const MAX_CHANGED_FRACTION = 0.5;

/** The change from `before` to `after`; null if they are equal. */
export function changeOf(before: unknown, after: unknown): Change | null {
  if (isSame(before, after)) return null;
  if (typeof before !== "object" || typeof after !== "object") return { whole: after };
  if (before === null || after === null) return { whole: after };
  if (isNumbers(before) && isNumbers(after)) return changeOfNumbers(before, after);
  if (Array.isArray(before) && Array.isArray(after)) return changeOfList(before, after);
  const isPlain = [before, after].every((data) => !Array.isArray(data) && !isNumbers(data));
  return isPlain ? changeOfFields(before, after) : { whole: after };
}

function changeOfNumbers(before: Numbers, after: Numbers): Change {
  if (before.constructor !== after.constructor) return { whole: after };
  const at: number[] = [];
  for (let i = 0; i < after.length; i++) if (differs(after[i]!, before[i])) at.push(i);
  if (at.length > MAX_CHANGED_FRACTION * after.length) return { whole: after };
  const to = new (after.constructor as Float64ArrayConstructor)(at.length);
  for (const [n, i] of at.entries()) to[n] = after[i]!;
  return { length: after.length, at: Int32Array.from(at), to };
}

function changeOfList(before: readonly unknown[], after: readonly unknown[]): Change {
  if (after.every((item) => typeof item !== "object")) return { whole: after };
  const items: Record<string, Change> = {};
  for (const [i, item] of after.entries()) {
    const change = i < before.length ? changeOf(before[i], item) : { whole: item };
    if (change !== null) items[i] = change;
  }
  return { length: after.length, items };
}

function changeOfFields(before: object, after: object): Change {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = Object.keys(now);
  const hasSameKeys =
    names.length === Object.keys(old).length && names.every((name) => Object.hasOwn(old, name));
  // JSON has no `undefined`: a field that becomes undefined needs a whole object without it.
  const canBeStored = names.every((name) => now[name] !== undefined || old[name] === undefined);
  if (!hasSameKeys || !canBeStored) return { whole: after };
  const fields: Record<string, Change> = {};
  for (const name of names) {
    const change = changeOf(old[name], now[name]);
    if (change !== null) fields[name] = change;
  }
  return { fields };
}

/**
 * Applies a change, which may come from a file. Unchanged parts are shared with `before`. The caller has to check the
 * result.
 *
 * @throws ContainerError with one line that names the field, if the change does not fit the data.
 */
export function applyChange(before: unknown, change: unknown, field: string): unknown {
  const { whole: all, length, at, to, items, fields } = partsOf(change, field);
  if (all !== undefined) return all.value;
  if (fields !== undefined) return changedFields(before, fields, field);
  if (items !== undefined) return changedList(before, length, items, field);
  return changedNumbers(before, length, at, to, field);
}

interface Parts {
  whole?: { value: unknown };
  fields?: Record<string, unknown>;
  items?: Record<string, unknown>;
  length?: unknown;
  at?: unknown;
  to?: unknown;
}

const anyMap = map(anything);

function partsOf(change: unknown, field: string): Parts {
  anyMap(change, field);
  const parts = change as Record<string, unknown>;
  const names = Object.keys(parts).toSorted().join();
  if (names === "whole") return { whole: { value: parts["whole"] } };
  if (names === "fields" || names === "items,length") {
    const name = names === "fields" ? names : "items";
    anyMap(parts[name], `${field}.${name}`);
    return parts;
  }
  if (names === "at,length,to") return parts;
  return refuse(field, "a change", change);
}

function changedFields(before: unknown, fields: object, field: string): unknown {
  const isPlain = typeof before === "object" && before !== null && !Array.isArray(before);
  if (!isPlain || isNumbers(before)) refuse(`${field}.fields`, "a change of another kind", fields);
  const now: Record<string, unknown> = { ...before };
  for (const [name, change] of Object.entries(fields)) {
    const where = within(field, name);
    if (!Object.hasOwn(now, name)) throw new ContainerError(`${where}: unknown field`);
    now[name] = applyChange(now[name], change, where);
  }
  return now;
}

function changedList(before: unknown, length: unknown, items: object, field: string): unknown {
  list(anything)(before, field);
  const old = before as readonly unknown[];
  const changed = Object.keys(items);
  whole(0, old.length + changed.length)(length, `${field}.length`); // a change must contain every new item
  const now = old.slice(0, length as number);
  for (const name of changed) {
    const i = /^\d+$/.test(name) ? Number(name) : -1;
    whole(0, Math.min(now.length, (length as number) - 1))(i, `${field}.items`);
    now[i] = applyChange(old[i], (items as Record<string, unknown>)[name], `${field}.${i}`);
  }
  if (now.length !== length) throw new ContainerError(`${field}.${now.length}: it is missing`);
  return now;
}

function changedNumbers(
  before: unknown,
  length: unknown,
  at: unknown,
  to: unknown,
  field: string,
): unknown {
  if (!isNumbers(before)) refuse(field, "a change of another kind", at);
  const kind = before.constructor as Float64ArrayConstructor;
  numbers(Int32Array, Infinity)(at, `${field}.at`);
  const places = at as Int32Array;
  numbers(kind, places.length, anything)(to, `${field}.to`);
  whole(0, before.length + places.length)(length, `${field}.length`);
  const now = new kind(length as number);
  now.set(before.subarray(0, length as number));
  for (const [n, i] of places.entries()) {
    whole(0, (length as number) - 1)(i, `${field}.at.${n}`);
    now[i] = (to as Numbers)[n]!;
  }
  return now;
}
