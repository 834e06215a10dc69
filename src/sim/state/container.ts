import { bytes as bytesCheck, checkOptions } from "../../math/check-options.js";
import { Hash } from "../../math/hash.js";
import {
  ARRAYS,
  ContainerError,
  isNumbers,
  quoted,
  describeValue,
  type Numbers,
} from "../../math/check-data.js";

// A file of ours: what it is and its version in letters that anybody can read, the length and the digest of what follows,
// a text in JSON, and behind it the arrays of numbers that the text names by their place.
//
//     "tatter state 7\n" · padding to 32 bytes · length of the text · length of the arrays · digest (16 letters) · text · arrays

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(encoding: string, options: { fatal: boolean });
  decode(bytes: Uint8Array): string;
}

/** What a file holds, and in which version of its format. */
export interface ContainerKind {
  /** Letters alone, as `recording`. */
  name: string;
  version: number;
  /** Older versions that can still be read, and what makes of their data that of `version`. */
  migrations?: Readonly<Record<number, (value: unknown) => unknown>>;
}

const TITLE = 32;
const HEADER = TITLE + 4 + 4 + 16;
const ARRAY = "$array";
const NUMBER = "$number";
/** Lists and objects inside one another, at most: a text of brackets alone would fill the stack of whoever walks it. */
const DEEPEST = 64;

/** Writes plain data, which may contain typed arrays, as the bytes of a file. */
export function pack({ name, version }: ContainerKind, value: unknown): Uint8Array<ArrayBuffer> {
  const arrays: Numbers[] = [];
  let size = 0;
  const text = new TextEncoder().encode(
    JSON.stringify(value, (_key, part: unknown) => {
      const kind = kindOf(part);
      if (kind === null)
        return hasNoText(part) ? { [NUMBER]: Object.is(part, -0) ? "-0" : String(part) } : part;
      const array = part as Numbers;
      const reference = { [ARRAY]: [kind, size, array.length] };
      arrays.push(array);
      size += padded(array.byteLength);
      return reference;
    }),
  );
  const start = padded(HEADER + text.length);
  const bytes = new Uint8Array(start + size);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(`tatter ${name} ${version}\n`));
  view.setUint32(TITLE, text.length, true);
  view.setUint32(TITLE + 4, size, true);
  bytes.set(text, HEADER);
  let at = start;
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += padded(array.byteLength);
  }
  bytes.set(new TextEncoder().encode(digestOf(bytes)), TITLE + 8);
  return bytes;
}

/**
 * Reads such a file.
 *
 * @throws ContainerError where it is no file, is another kind of file, of another version, cut short or damaged.
 */
export function unpack(kind: ContainerKind, bytes: Uint8Array): unknown {
  checkOptions("bytes", bytes, bytesCheck, ContainerError);
  const version = readVersion(bytes, kind);
  const whole = new Uint8Array(bytes); // aligned, and nobody else's; `slice` of a Buffer of Node is a view
  const view = new DataView(whole.buffer);
  if (whole.length < HEADER) throw new ContainerError("it is cut short: its header is not whole");
  const textLength = view.getUint32(TITLE, true);
  const start = padded(HEADER + textLength);
  const size = view.getUint32(TITLE + 4, true);
  if (size !== padded(size)) throw new ContainerError("it is damaged: its header makes no sense");
  const expected = start + size;
  if (whole.length !== expected) {
    const fault = whole.length < expected ? "it is cut short" : "it is too long";
    throw new ContainerError(`${fault}: ${whole.length} bytes instead of ${expected}`);
  }
  const digest = letters(whole.subarray(TITLE + 8, HEADER));
  whole.fill(0, TITLE + 8, HEADER);
  if (digest !== digestOf(whole)) {
    throw new ContainerError("it is damaged: its digest does not fit its contents");
  }
  const arrays = new ArrayReader(whole.buffer, start);
  const value = resolve(parse(whole.subarray(HEADER, HEADER + textLength)), arrays, "", 0);
  arrays.finish();
  const migrate = kind.migrations?.[version];
  return migrate === undefined ? value : migrate(value);
}

function parse(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ContainerError("its text is not in UTF-8");
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ContainerError("its text is not in JSON");
  }
}

/** Puts arrays and numbers in the place of what stands for them in the text. */
function resolve(part: unknown, arrays: ArrayReader, field: string, depth: number): unknown {
  if (typeof part !== "object" || part === null) return part;
  if (depth > DEEPEST) {
    throw new ContainerError(
      `its text has more than ${DEEPEST} lists and objects inside one another`,
    );
  }
  if (Array.isArray(part)) {
    for (const [i, item] of part.entries()) {
      if (typeof item !== "object") continue; // most lists are of numbers
      part[i] = resolve(item, arrays, `${field}.${i}`, depth + 1);
    }
    return part;
  }
  const fields = part as Record<string, unknown>;
  if (Object.hasOwn(fields, ARRAY)) return arrays.read(fields, field);
  if (Object.hasOwn(fields, NUMBER)) return numberOf(fields, field);
  for (const [name, item] of Object.entries(fields)) {
    if (name === "__proto__")
      throw new ContainerError(`${shown(field)}.__proto__: that is no field name`);
    fields[name] = resolve(item, arrays, field === "" ? name : `${field}.${name}`, depth + 1);
  }
  return fields;
}

/**
 * The arrays of a file, which stand one behind the other in the order in which its text names them. So none can be
 * named twice: a few letters each would make as many copies of it as they like.
 */
class ArrayReader {
  readonly #buffer: ArrayBuffer;
  readonly #start: number;
  #size = 0;

  constructor(buffer: ArrayBuffer, start: number) {
    this.#buffer = buffer;
    this.#start = start;
  }

  read(reference: Record<string, unknown>, field: string): Numbers {
    const parts = reference[ARRAY];
    const isReference =
      Array.isArray(parts) && parts.length === 3 && Object.keys(reference).length === 1;
    const [kind, offset, length] = isReference ? (parts as unknown[]) : [];
    if (!(typeof kind === "string" && Object.hasOwn(ARRAYS, kind))) {
      throw new ContainerError(
        `${shown(field)}: expected numbers of a known kind, got ${describeValue(kind)}`,
      );
    }
    const ArrayOfKind = ARRAYS[kind as keyof typeof ARRAYS];
    const left = this.#buffer.byteLength - this.#start - this.#size;
    const most = Math.floor(left / ArrayOfKind.BYTES_PER_ELEMENT);
    const isThere =
      Number.isInteger(length) && (length as number) >= 0 && (length as number) <= most;
    if (offset !== this.#size || !isThere) {
      throw new ContainerError(
        `${shown(field)}: expected at most ${most} numbers at byte ${this.#size} of the arrays, got ${describeValue(length)} at ${describeValue(offset)}`,
      );
    }
    const array = new ArrayOfKind(this.#buffer, this.#start + this.#size, length as number);
    this.#size += padded(array.byteLength);
    return array;
  }

  finish(): void {
    const left = this.#buffer.byteLength - this.#start - this.#size;
    if (left > 0)
      throw new ContainerError(`the last ${left} bytes of its arrays belong to no field`);
  }
}

const NUMBERS: Readonly<Record<string, number>> = {
  NaN,
  Infinity,
  "-Infinity": -Infinity,
  "-0": -0,
};

function numberOf(reference: Record<string, unknown>, field: string): number {
  const name = reference[NUMBER];
  const isKnown = typeof name === "string" && Object.hasOwn(NUMBERS, name);
  if (isKnown && Object.keys(reference).length === 1) return NUMBERS[name]!;
  throw new ContainerError(
    `${shown(field)}: expected ${Object.keys(NUMBERS).join(", ")} as a ${NUMBER}, got ${describeValue(name)}`,
  );
}

/** The names on the way to a field of the text may be anything. */
function shown(field: string): string {
  if (field === "") return "it";
  return /^[\w.]{1,100}$/.test(field) ? field : quoted(field);
}

/** Numbers that JSON would turn into others. */
function hasNoText(part: unknown): boolean {
  return typeof part === "number" && (!Number.isFinite(part) || Object.is(part, -0));
}

function readVersion(bytes: Uint8Array, { name, version, migrations = {} }: ContainerKind): number {
  const title = letters(bytes.subarray(0, TITLE));
  const found = /^tatter ([a-z]+) (\d+)\n/.exec(title);
  if (found === null) throw new ContainerError(`it is no ${name} of tatter`);
  if (found[1] !== name) {
    throw new ContainerError(`it is a ${found[1]} of tatter, expected a ${name}`);
  }
  const theirs = Number(found[2]);
  if (theirs === version || Object.hasOwn(migrations, theirs)) return theirs;
  const fix = theirs > version ? "use a newer Tatter" : "use the Tatter that it was made with";
  throw new ContainerError(
    `it has version ${theirs} of the format, and this Tatter reads version ${version}; ${fix}`,
  );
}

function letters(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** Of all but the digest itself, in whose place there are zeros. */
function digestOf(bytes: Uint8Array<ArrayBuffer>): string {
  return new Hash().add(new Int32Array(bytes.buffer)).digest();
}

/** The next multiple of eight, where numbers of eight bytes can stand. */
function padded(length: number): number {
  return 8 * Math.floor((length + 7) / 8);
}

/** Null: it is no array of numbers. */
function kindOf(part: unknown): keyof typeof ARRAYS | null {
  if (isNumbers(part)) return part.constructor.name as keyof typeof ARRAYS;
  const isPlain =
    typeof part !== "object" ||
    part === null ||
    Array.isArray(part) ||
    [Object.prototype, null].includes(Object.getPrototypeOf(part) as object | null);
  if (isPlain) return null;
  const name = part.constructor.name;
  throw new ContainerError(
    `a file holds numbers, texts, lists, plain objects and typed arrays, got a ${name}`,
  );
}
