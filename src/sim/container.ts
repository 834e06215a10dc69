import { Hash } from "../math/hash.js";

// A file of ours: what it is and its version in letters that anybody can read, the length and the digest of what follows,
// a text in JSON, and behind it the arrays of numbers that the text names by their place.
//
//     "tatter state 1\n" · padding to 32 bytes · length of the text · length of the arrays · digest (16 letters) · text · arrays

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(encoding: string, options: { fatal: boolean });
  decode(bytes: Uint8Array): string;
}

/** A file that cannot be read. The message is one line: what is wrong with it, and what to do. */
export class ContainerError extends Error {
  override name = "ContainerError";
}

/** What a file holds, and in which version of its format. */
export interface ContainerKind {
  /** Letters alone, as `recording`. */
  name: string;
  version: number;
}

const TITLE = 32;
const HEADER = TITLE + 4 + 4 + 16;
const ARRAY = "$array";
const NUMBER = "$number";

/** Arrays of numbers by their names. */
const ARRAYS = { Float64Array, Int32Array, Uint8Array };
type Numbers = Float64Array | Int32Array | Uint8Array;

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
 * @throws ContainerError where it is another kind of file, of another version, cut short or damaged.
 */
export function unpack({ name, version }: ContainerKind, bytes: Uint8Array): unknown {
  checkTitle(bytes, name, version);
  const whole = bytes.slice(); // aligned, and nobody else's
  const view = new DataView(whole.buffer);
  if (whole.length < HEADER) throw new ContainerError("it is cut short: its header is not whole");
  const textLength = view.getUint32(TITLE, true);
  const start = padded(HEADER + textLength);
  const expected = start + view.getUint32(TITLE + 4, true);
  if (whole.length !== expected) {
    const fault = whole.length < expected ? "it is cut short" : "it is too long";
    throw new ContainerError(`${fault}: ${whole.length} bytes instead of ${expected}`);
  }
  if (letters(whole.subarray(TITLE + 8, HEADER)) !== digestOf(whole)) {
    throw new ContainerError("it is damaged: its digest does not fit its contents");
  }
  try {
    return parse(whole, textLength, start);
  } catch (error) {
    throw new ContainerError(`its text makes no sense: ${(error as Error).message}`);
  }
}

function parse(whole: Uint8Array<ArrayBuffer>, textLength: number, start: number): unknown {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(
    whole.subarray(HEADER, HEADER + textLength),
  );
  return JSON.parse(text, (_key, part: unknown) => {
    if (typeof part !== "object" || part === null) return part;
    if (NUMBER in part) return Number(part[NUMBER]);
    if (!(ARRAY in part)) return part;
    const [kind, offset, length] = part[ARRAY] as [keyof typeof ARRAYS, number, number];
    return new ARRAYS[kind](whole.buffer, start + offset, length);
  });
}

/** Numbers that JSON would turn into others. */
function hasNoText(part: unknown): boolean {
  return typeof part === "number" && (!Number.isFinite(part) || Object.is(part, -0));
}

function checkTitle(bytes: Uint8Array, name: string, version: number): void {
  const title = letters(bytes.subarray(0, TITLE));
  const found = /^tatter ([a-z]+) (\d+)\n/.exec(title);
  if (found === null) throw new ContainerError(`it is no ${name} of tatter`);
  if (found[1] !== name) {
    throw new ContainerError(`it is a ${found[1]} of tatter, expected a ${name}`);
  }
  const theirs = Number(found[2]);
  if (theirs === version) return;
  const way = theirs > version ? "take a newer tatter" : "take the tatter that it was made with";
  throw new ContainerError(
    `it has version ${theirs} of the format, and this tatter reads version ${version}; ${way}`,
  );
}

function letters(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** Of all but the digest itself. */
function digestOf(bytes: Uint8Array<ArrayBuffer>): string {
  const copy = bytes.slice();
  copy.fill(0, TITLE + 8, HEADER);
  return new Hash().add(new Int32Array(copy.buffer)).digest();
}

/** The next multiple of eight, where numbers of eight bytes can stand. */
function padded(length: number): number {
  return 8 * Math.floor((length + 7) / 8);
}

function kindOf(part: unknown): keyof typeof ARRAYS | null {
  if (part instanceof Float64Array) return "Float64Array";
  if (part instanceof Int32Array) return "Int32Array";
  return part instanceof Uint8Array ? "Uint8Array" : null;
}
