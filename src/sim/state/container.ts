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

// The file format of states and recordings: kind and version as readable text, the lengths and the digest of the
// contents, a JSON text, and the typed arrays that the text refers to by offset.
//
//     "tatter state 7\n" · padding to 32 bytes · length of the text · length of the arrays · digest (16 characters) ·
// text · arrays

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(encoding: string, options: { fatal: boolean });
  decode(bytes: Uint8Array): string;
}

/** Kind and version of a file. */
export interface ContainerKind {
  /** Lowercase letters only, as `recording`. */
  name: string;
  /** Version of the format that `pack` writes. */
  version: number;
  /** Older versions that can still be read. The function converts their data to that of `version`. */
  migrations?: Readonly<Record<number, (value: unknown) => unknown>>;
}

const TITLE = 32;
const HEADER = TITLE + 4 + 4 + 16;
const ARRAY = "$array";
const NUMBER = "$number";
/** Largest nesting depth. Deeper nesting could overflow the stack. */
const MAX_DEPTH = 64;

/**
 * Encodes plain data, which may contain typed arrays, as the bytes of a file.
 *
 * @throws ContainerError if the data contains other objects.
 */
export function pack({ name, version }: ContainerKind, value: unknown): Uint8Array<ArrayBuffer> {
  const arrays: Numbers[] = [];
  let size = 0;
  const text = new TextEncoder().encode(
    JSON.stringify(value, (_key, part: unknown) => {
      const kind = kindOf(part);
      if (kind === null)
        return isNotJson(part) ? { [NUMBER]: Object.is(part, -0) ? "-0" : String(part) } : part;
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
 * Decodes the bytes of such a file.
 *
 * @throws ContainerError if it is not such a file, is of another kind or version, is cut short or damaged.
 */
export function unpack(kind: ContainerKind, bytes: Uint8Array): unknown {
  checkOptions("bytes", bytes, bytesCheck, ContainerError);
  const version = readVersion(bytes, kind);
  const file = new Uint8Array(bytes); // an aligned copy; `slice` of a Buffer of Node is a view
  const view = new DataView(file.buffer);
  if (file.length < HEADER)
    throw new ContainerError("the file is cut short: its header is incomplete");
  const textLength = view.getUint32(TITLE, true);
  const start = padded(HEADER + textLength);
  const size = view.getUint32(TITLE + 4, true);
  if (size !== padded(size)) throw new ContainerError("the file is damaged: its header is invalid");
  const expected = start + size;
  if (file.length !== expected) {
    const fault = file.length < expected ? "the file is cut short" : "the file is too long";
    throw new ContainerError(`${fault}: expected ${expected} bytes, got ${file.length}`);
  }
  const digest = characters(file.subarray(TITLE + 8, HEADER));
  file.fill(0, TITLE + 8, HEADER);
  if (digest !== digestOf(file)) {
    throw new ContainerError("the file is damaged: its digest does not match its contents");
  }
  const arrays = new ArrayReader(file.buffer, start);
  const value = resolve(parse(file.subarray(HEADER, HEADER + textLength)), arrays, "", 0);
  arrays.finish();
  const migrate = kind.migrations?.[version];
  return migrate === undefined ? value : migrate(value);
}

function parse(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ContainerError("the file is damaged: its text is not UTF-8");
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ContainerError("the file is damaged: its text is not JSON");
  }
}

/** Replaces references in the text by the arrays and numbers that they stand for. */
function resolve(part: unknown, arrays: ArrayReader, field: string, depth: number): unknown {
  if (typeof part !== "object" || part === null) return part;
  if (depth > MAX_DEPTH) {
    throw new ContainerError(`expected at most ${MAX_DEPTH} nested lists and objects, got more`);
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
      throw new ContainerError(`${shown(field)}.__proto__: expected another field name`);
    fields[name] = resolve(item, arrays, field === "" ? name : `${field}.${name}`, depth + 1);
  }
  return fields;
}

/**
 * Reads the arrays of a file, which are stored one after another in the order in which the text refers to them. So no
 * array can be referred to twice; a short text could otherwise produce any number of copies.
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
        `${shown(field)}: expected a known type of array, got ${describeValue(kind)}`,
      );
    }
    const ArrayOfKind = ARRAYS[kind as keyof typeof ARRAYS];
    const left = this.#buffer.byteLength - this.#start - this.#size;
    const max = Math.floor(left / ArrayOfKind.BYTES_PER_ELEMENT);
    const isValid =
      Number.isInteger(length) && (length as number) >= 0 && (length as number) <= max;
    if (offset !== this.#size || !isValid) {
      throw new ContainerError(
        `${shown(field)}: expected at most ${max} numbers at byte ${this.#size} of the arrays, got ${describeValue(length)} at ${describeValue(offset)}`,
      );
    }
    const array = new ArrayOfKind(this.#buffer, this.#start + this.#size, length as number);
    this.#size += padded(array.byteLength);
    return array;
  }

  finish(): void {
    const left = this.#buffer.byteLength - this.#start - this.#size;
    if (left > 0)
      throw new ContainerError(`the file is damaged: no field refers to the last ${left} bytes`);
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

/** A field path for a message. Field names of a file may contain any characters. */
function shown(field: string): string {
  if (field === "") return "the file";
  return /^[\w.]{1,100}$/.test(field) ? field : quoted(field);
}

/** True for numbers that JSON cannot represent. */
function isNotJson(part: unknown): boolean {
  return typeof part === "number" && (!Number.isFinite(part) || Object.is(part, -0));
}

function readVersion(bytes: Uint8Array, { name, version, migrations = {} }: ContainerKind): number {
  const title = characters(bytes.subarray(0, TITLE));
  const found = /^tatter ([a-z]+) (\d+)\n/.exec(title);
  if (found === null)
    throw new ContainerError(`expected a ${name} of Tatter, got another kind of file`);
  if (found[1] !== name) {
    throw new ContainerError(`expected a ${name} of Tatter, got a ${found[1]}`);
  }
  const fileVersion = Number(found[2]);
  if (fileVersion === version || Object.hasOwn(migrations, fileVersion)) return fileVersion;
  const fix =
    fileVersion > version
      ? "use a newer version of Tatter"
      : "use the version of Tatter that wrote it";
  throw new ContainerError(`expected version ${version} of the format, got ${fileVersion}; ${fix}`);
}

function characters(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** Digest of a file in which the digest itself is replaced by zeros. */
function digestOf(bytes: Uint8Array<ArrayBuffer>): string {
  return new Hash().add(new Int32Array(bytes.buffer)).digest();
}

/** The next multiple of 8, so that 8-byte numbers are aligned. */
function padded(length: number): number {
  return 8 * Math.floor((length + 7) / 8);
}

/**
 * Type of a typed array; null: it is not one.
 *
 * @throws ContainerError if it is an object that cannot be stored.
 */
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
    `expected numbers, strings, lists, plain objects or typed arrays, got a ${name}`,
  );
}
