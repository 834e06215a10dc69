import { decode, type DecodedPng } from "fast-png";
import { bytes as bytesCheck, checkOptions } from "../math/check-options.js";
import { overLimit, resolveLimits, type Limits } from "../math/limits.js";
import { FileFormatError } from "./file-format-error.js";
import { boundedPng, type PngLayout } from "./png-parts.js";

/** A picture in grey. */
export interface GreyPicture {
  width: number;
  height: number;
  /** From 0 (black) to 1 (white), row by row from the top. */
  values: Float64Array;
}

/** The kinds of pixels that a PNG may have, by the number in its header: values a pixel, and bits a value. */
const KINDS: Readonly<Record<number, { channels: number; depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};
const PALETTE = 3;

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
/** Of the signature and the header chunk. */
const HEADER = 33;
/**
 * Reads a PNG as a picture in grey: of colours their luminance (0.2126 red + 0.7152 green + 0.0722 blue, of the values as
 * they are stored). Transparency does not count. The same bits in every engine, because no canvas is asked.
 *
 * @param limits Those of `pixels` count: a file of some kilobytes may hold a billion of them.
 * @throws FileFormatError where it is no PNG, is damaged, is of a kind that there is not, or is too large.
 */
export function readPng(bytes: Uint8Array, limits?: Partial<Limits>): GreyPicture {
  checkOptions("bytes", bytes, bytesCheck, FileFormatError);
  const { kind, ...layout } = checkHeader(bytes, resolveLimits(limits));
  const bounded = boundedPng(bytes, layout);
  let picture: DecodedPng;
  try {
    picture = decode(bounded, { checkCrc: true });
  } catch (error) {
    throw new FileFormatError(`the picture is damaged: ${reasonOf(error as Error)}`);
  }
  const { width, height } = picture;
  const values = new Float64Array(width * height);
  const greys = kind === PALETTE ? paletteGreys(picture) : null;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      values[width * y + x] =
        greys === null ? greyOf(picture, x, y) : greyIn(greys, sample(picture, x, y, 0));
    }
  }
  return { width, height, values };
}

/** The decoder reads on behind the end of its pixels, and then speaks of what is undefined. */
function reasonOf({ name, message }: Error): string {
  const isTold = name === "Error" && !message.includes("undefined");
  return isTold ? message : "its pixels end too early";
}

/** @returns Which kind of pixels it has, and how they lie. */
function checkHeader(bytes: Uint8Array, limits: Limits): PngLayout & { kind: number } {
  if (SIGNATURE.some((byte, i) => bytes[i] !== byte)) throw new FileFormatError("it is no PNG");
  if (bytes.length < HEADER) throw new FileFormatError("it is cut short: its header is not whole");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [depth, kind, interlace] = [bytes[24]!, bytes[25]!, bytes[28]!];
  if (!(width > 0 && height > 0)) {
    throw new FileFormatError(`expected pixels, got ${width} × ${height}`);
  }
  if (width * height > limits.pixels) {
    throw new FileFormatError(
      overLimit(limits, "pixels", width * height, (pixels) => `${width} × ${height} ${pixels}`),
    );
  }
  if (KINDS[kind]?.depths.includes(depth) !== true) {
    throw new FileFormatError(`there is no PNG of colour type ${kind} with ${depth} bits a value`);
  }
  if (interlace !== 0 && depth < 8) {
    throw new FileFormatError(
      `it is interlaced with ${depth} bits a value, which is not read; save it without interlacing`,
    );
  }
  return {
    kind,
    width,
    height,
    bitsPerPixel: KINDS[kind].channels * depth,
  };
}

/** One value of a pixel as it is stored; under 8 bits several of them share a byte, from its highest bits on. */
function sample(
  { width, data, depth, channels }: DecodedPng,
  x: number,
  y: number,
  k: number,
): number {
  if (depth >= 8) return data[channels * (width * y + x) + k]!;
  const rowBytes = (width * depth + 7) >> 3;
  const bit = x * depth;
  const byte = data[rowBytes * y + (bit >> 3)]!;
  return (byte >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

function greyOf(picture: DecodedPng, x: number, y: number): number {
  const most = (1 << picture.depth) - 1;
  if (picture.channels < 3) return sample(picture, x, y, 0) / most;
  return luminance(
    sample(picture, x, y, 0),
    sample(picture, x, y, 1),
    sample(picture, x, y, 2),
    most,
  );
}

function luminance(red: number, green: number, blue: number, most: number): number {
  return (2126 * red + 7152 * green + 722 * blue) / (10_000 * most);
}

function paletteGreys({ palette }: DecodedPng): number[] {
  if (palette === undefined)
    throw new FileFormatError("it has no palette, but its pixels need one");
  return palette.map(([red, green, blue]) => luminance(red!, green!, blue!, 255));
}

function greyIn(greys: readonly number[], index: number): number {
  const grey = greys[index];
  if (grey !== undefined) return grey;
  throw new FileFormatError(`a pixel has colour ${index} of a palette of ${greys.length}`);
}
