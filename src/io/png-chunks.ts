import { Unzlib } from "fflate";
import { FileFormatError } from "./file-format-error.js";

/** Length of the signature, bytes. */
const SIGNATURE_LENGTH = 8;
/** Length of the header and the checksum of a chunk, bytes. */
const CHUNK_OVERHEAD = 12;
/** Bytes to inflate at a time. The output can be a thousand times larger, and is checked before the next block. */
const BLOCK_LENGTH = 1 << 14;

/** Some programs write a few extra bytes after the last row; they are allowed. */
const EXTRA_BYTES = 1 << 16;

/** The pixel layout of a PNG. */
export interface PngLayout {
  width: number;
  height: number;
  bitsPerPixel: number;
}

/**
 * Checks that a PNG does not inflate to more data than its header states: it has one header, and no more data than its
 * pixels need.
 *
 * @returns The same image without the chunks that do not affect its pixels, such as color profiles, which could also
 *   inflate.
 * @throws FileFormatError
 */
export function boundedPng(bytes: Uint8Array, layout: PngLayout): Uint8Array {
  const chunks = criticalChunks(bytes);
  if (chunks.filter(({ kind }) => kind === "IHDR").length > 1) fail("it has two headers");
  const data = chunks.filter(({ kind }) => kind === "IDAT");
  checkInflated(
    data.map(({ from, to }) => bytes.subarray(from + 8, to - 4)),
    layout,
  );
  const bounded = new Uint8Array(
    chunks.reduce((sum, { from, to }) => sum + to - from, SIGNATURE_LENGTH),
  );
  bounded.set(bytes.subarray(0, SIGNATURE_LENGTH));
  let at = SIGNATURE_LENGTH;
  for (const { from, to } of chunks) {
    bounded.set(bytes.subarray(from, to), at);
    at += to - from;
  }
  return bounded;
}

interface Chunk {
  kind: string;
  from: number;
  to: number;
}

/** The critical chunks up to the end of the image. Their names start with a capital letter. */
function criticalChunks(bytes: Uint8Array): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let from = SIGNATURE_LENGTH; ;) {
    if (from + CHUNK_OVERHEAD > bytes.length) fail("it is truncated");
    const to = from + CHUNK_OVERHEAD + view.getUint32(from);
    if (to > bytes.length) fail("it is truncated");
    const kind = String.fromCharCode(...bytes.subarray(from + 4, from + 8));
    if (/^[A-Z]/.test(kind)) chunks.push({ kind, from, to });
    if (kind === "IEND") return chunks;
    from = to;
  }
}

/** Inflates the data once, without storing it, to check its size. */
function checkInflated(chunks: readonly Uint8Array[], layout: PngLayout): void {
  const max = maxBytes(layout) + EXTRA_BYTES;
  let count = 0;
  const inflater = new Unzlib((piece) => {
    count += piece.length;
    if (count <= max) return;
    throw new Error(
      `it contains more data than its ${layout.width} × ${layout.height} pixels need`,
    );
  });
  try {
    for (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += BLOCK_LENGTH) {
        inflater.push(chunk.subarray(at, at + BLOCK_LENGTH));
      }
    }
    inflater.push(new Uint8Array(0), true);
  } catch (error) {
    fail((error as Error).message);
  }
}

/**
 * Upper bound of the size of the pixel rows, bytes. Each row has a filter byte and ends at a byte boundary. An
 * interlaced image consists of seven images, which together have less than two times as many rows.
 */
function maxBytes({ width, height, bitsPerPixel }: PngLayout): number {
  return height * (5 + Math.ceil((width * bitsPerPixel) / 8));
}

function fail(reason: string): never {
  throw new FileFormatError(`the image is damaged: ${reason}`);
}
