import { crc32 } from "./crc32.js";
import { Hash } from "../../src/math/hash.js";
import type { Random } from "../../src/math/random.js";
import { below, pick } from "./mutate-data.js";

// Mutations of binary files, with a valid digest or checksum: these do not protect against intent.

/** Flips bits, truncates, removes, duplicates, or overwrites numbers. */
export function mutateBytes(random: Random, bytes: Uint8Array): Uint8Array {
  let result = Uint8Array.from(bytes) as Uint8Array; // a Buffer would share its bytes
  for (let count = 1 + below(random, 3); count > 0; count--) result = once(random, result);
  return result;
}

function once(random: Random, bytes: Uint8Array): Uint8Array {
  const at = below(random, bytes.length);
  switch (below(random, 7)) {
    case 0:
      return bytes.slice(0, at);
    case 1:
      return concat(bytes.subarray(0, at), bytes.subarray(at + 1 + below(random, 40)));
    case 2:
      return concat(bytes, bytes.subarray(at));
    case 3:
      if (bytes.length < 4) return bytes;
      new DataView(bytes.buffer).setUint32(
        Math.min(at, bytes.length - 4),
        pick(random, [0, 1, 7, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff]),
        random.next() < 0.5,
      );
      return bytes;
    case 4:
      return bytes.fill(below(random, 256), at, at + below(random, 16));
    default:
      bytes[at]! ^= 1 << below(random, 8);
      return bytes;
  }
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

/** A container file with the right lengths and digest. */
export function repairContainer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const repaired = new Uint8Array(4 * Math.floor(bytes.length / 4));
  repaired.set(bytes.subarray(0, repaired.length));
  if (repaired.length < 56) return repaired;
  repaired.fill(0, 40, 56);
  const digest = new Hash().add(new Int32Array(repaired.buffer)).digest();
  repaired.set(new TextEncoder().encode(digest), 40);
  return repaired;
}

/** A valid container file with this text and these arrays. */
export function container(
  title: string,
  text: string,
  arrays: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const letters = new TextEncoder().encode(text);
  const start = 8 * Math.ceil((56 + letters.length) / 8);
  const size = 8 * Math.ceil(arrays.length / 8);
  const bytes = new Uint8Array(start + size);
  bytes.set(new TextEncoder().encode(`tatter ${title}\n`));
  const view = new DataView(bytes.buffer);
  view.setUint32(32, letters.length, true);
  view.setUint32(36, size, true);
  bytes.set(letters, 56);
  bytes.set(arrays, start);
  return repairContainer(bytes);
}

/** The text and the arrays of such a file. */
export function partsOf(bytes: Uint8Array): { text: string; arrays: Uint8Array } {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(32, true);
  const text = new TextDecoder().decode(bytes.subarray(56, 56 + length));
  return { text, arrays: bytes.slice(8 * Math.ceil((56 + length) / 8)) };
}

/** A PNG whose chunks have valid checksums. */
export function repairPng(bytes: Uint8Array): Uint8Array {
  const repaired = bytes.slice();
  const view = new DataView(repaired.buffer);
  for (let at = 8; at + 12 <= repaired.length;) {
    const length = view.getUint32(at);
    const end = at + 8 + length;
    if (end + 4 > repaired.length) break;
    view.setUint32(end, crc32(repaired.subarray(at + 4, end)));
    at = end + 4;
  }
  return repaired;
}
