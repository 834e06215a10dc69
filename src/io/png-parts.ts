import { Unzlib } from "fflate";
import { FileFormatError } from "./file-format-error.js";

/** Of the signature. */
const START = 8;
/** Of the length, the kind and the digest of a part (a chunk, as the format calls it). */
const FRAME = 12;
/** So much is inflated at a time: it may become a thousand times as much, and that is looked at before the next. */
const PIECE = 1 << 14;

/** Some programs leave a little behind the last row, which nobody minds. */
const SPARE = 1 << 16;

/** How its pixels lie in a PNG. */
export interface PngLayout {
  width: number;
  height: number;
  bitsPerPixel: number;
}

/**
 * Sees that a PNG does not swell to more than its header says, however small the file: it has one header, and its data
 * are no more than its pixels need.
 *
 * @returns The same picture without the parts that say nothing of its pixels, as colour profiles, which may swell too.
 * @throws FileFormatError
 */
export function boundedPng(bytes: Uint8Array, layout: PngLayout): Uint8Array {
  const parts = criticalParts(bytes);
  if (parts.filter(({ kind }) => kind === "IHDR").length > 1) fail("it has two headers");
  const data = parts.filter(({ kind }) => kind === "IDAT");
  checkInflated(
    data.map(({ from, to }) => bytes.subarray(from + 8, to - 4)),
    layout,
  );
  const bounded = new Uint8Array(parts.reduce((sum, { from, to }) => sum + to - from, START));
  bounded.set(bytes.subarray(0, START));
  let at = START;
  for (const { from, to } of parts) {
    bounded.set(bytes.subarray(from, to), at);
    at += to - from;
  }
  return bounded;
}

interface Part {
  kind: string;
  from: number;
  to: number;
}

/** The parts up to the end of the picture that it cannot do without: the format writes their kinds with a capital. */
function criticalParts(bytes: Uint8Array): Part[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Part[] = [];
  for (let from = START; ;) {
    if (from + FRAME > bytes.length) fail("it is cut short");
    const to = from + FRAME + view.getUint32(from);
    if (to > bytes.length) fail("it is cut short");
    const kind = String.fromCharCode(...bytes.subarray(from + 4, from + 8));
    if (/^[A-Z]/.test(kind)) parts.push({ kind, from, to });
    if (kind === "IEND") return parts;
    from = to;
  }
}

/** Inflates the data once without keeping them. */
function checkInflated(parts: readonly Uint8Array[], layout: PngLayout): void {
  const most = mostBytes(layout) + SPARE;
  let count = 0;
  const inflating = new Unzlib((piece) => {
    count += piece.length;
    if (count <= most) return;
    throw new Error(`it holds more data than its ${layout.width} × ${layout.height} pixels need`);
  });
  try {
    for (const part of parts) {
      for (let at = 0; at < part.length; at += PIECE) {
        inflating.push(part.subarray(at, at + PIECE));
      }
    }
    inflating.push(new Uint8Array(0), true);
  } catch (error) {
    fail((error as Error).message);
  }
}

/**
 * The most that the rows of its pixels take: each has a byte for its filter and ends with a whole byte; an interlaced
 * picture is made of seven, which have less than two times as many rows together.
 */
function mostBytes({ width, height, bitsPerPixel }: PngLayout): number {
  return height * (5 + Math.ceil((width * bitsPerPixel) / 8));
}

function fail(why: string): never {
  throw new FileFormatError(`the picture is damaged: ${why}`);
}
