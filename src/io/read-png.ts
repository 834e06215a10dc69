import { decode, type DecodedPng } from "fast-png";
import { bytes as bytesCheck, checkOptions } from "../math/check-options.js";
import { overLimit, resolveLimits, type Limits } from "../math/limits.js";
import { FileFormatError } from "./file-format-error.js";
import { boundedPng, type PngLayout } from "./png-chunks.js";

/** A grayscale image. */
export interface GreyImage {
  width: number;
  height: number;
  /** From 0 (black) to 1 (white), row by row from the top. */
  values: Float64Array;
}

/** Color types of the PNG format, by their number in the header: channels per pixel and bits per channel. */
const COLOR_TYPES: Readonly<Record<number, { channels: number; depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};
const PALETTE = 3;

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
/** Length of the signature and the header chunk, bytes. */
const HEADER_LENGTH = 33;

/**
 * Reads a PNG as a grayscale image. Colors are converted to luminance (0.2126 red + 0.7152 green + 0.0722 blue of the
 * stored values). Transparency is ignored. The result is the same bits in every engine, because no canvas is used.
 *
 * @param limits `pixels` applies: a file of some kilobytes may contain a billion of them.
 * @throws FileFormatError if it is not a PNG, is damaged, has an unknown color type, or is too large.
 */
export function readPng(bytes: Uint8Array, limits?: Partial<Limits>): GreyImage {
  checkOptions("bytes", bytes, bytesCheck, FileFormatError);
  const { colorType, ...layout } = checkHeader(bytes, resolveLimits(limits));
  const bounded = boundedPng(bytes, layout);
  let image: DecodedPng;
  try {
    image = decode(bounded, { checkCrc: true });
  } catch (error) {
    throw new FileFormatError(`the image is damaged: ${reasonOf(error as Error)}`);
  }
  const { width, height } = image;
  const values = new Float64Array(width * height);
  const grays = colorType === PALETTE ? paletteGrays(image) : null;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      values[width * y + x] =
        grays === null ? grayOf(image, x, y) : grayIn(grays, sample(image, x, y, 0));
    }
  }
  return { width, height, values };
}

/** The decoder reads past the end of the data and then reports undefined values. */
function reasonOf({ name, message }: Error): string {
  const isMeaningful = name === "Error" && !message.includes("undefined");
  return isMeaningful ? message : "its pixels end too early";
}

/** @returns The color type and the pixel layout. */
function checkHeader(bytes: Uint8Array, limits: Limits): PngLayout & { colorType: number } {
  if (SIGNATURE.some((byte, i) => bytes[i] !== byte))
    throw new FileFormatError("expected a PNG file, got other data");
  if (bytes.length < HEADER_LENGTH)
    throw new FileFormatError("it is truncated: its header is incomplete");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [depth, colorType, interlace] = [bytes[24]!, bytes[25]!, bytes[28]!];
  if (!(width > 0 && height > 0)) {
    throw new FileFormatError(`expected at least one pixel, got ${width} × ${height}`);
  }
  if (width * height > limits.pixels) {
    throw new FileFormatError(
      overLimit(limits, "pixels", width * height, (pixels) => `${width} × ${height} ${pixels}`),
    );
  }
  if (COLOR_TYPES[colorType]?.depths.includes(depth) !== true) {
    throw new FileFormatError(
      `expected a color type and depth of the PNG format, got color type ${colorType} with ${depth} bits per channel`,
    );
  }
  if (interlace !== 0 && depth < 8) {
    throw new FileFormatError(
      `interlaced images with ${depth} bits per channel are not supported; save it without interlacing`,
    );
  }
  return {
    colorType,
    width,
    height,
    bitsPerPixel: COLOR_TYPES[colorType].channels * depth,
  };
}

/** The stored value of one channel of a pixel. Under 8 bits, several values share a byte, highest bits first. */
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

function grayOf(image: DecodedPng, x: number, y: number): number {
  const max = (1 << image.depth) - 1;
  if (image.channels < 3) return sample(image, x, y, 0) / max;
  return luminance(sample(image, x, y, 0), sample(image, x, y, 1), sample(image, x, y, 2), max);
}

function luminance(red: number, green: number, blue: number, max: number): number {
  return (2126 * red + 7152 * green + 722 * blue) / (10_000 * max);
}

function paletteGrays({ palette }: DecodedPng): number[] {
  if (palette === undefined)
    throw new FileFormatError("the image has no palette, but its pixels need one");
  return palette.map(([red, green, blue]) => luminance(red!, green!, blue!, 255));
}

function grayIn(grays: readonly number[], index: number): number {
  const gray = grays[index];
  if (gray !== undefined) return gray;
  throw new FileFormatError(
    `expected colors 0 to ${grays.length - 1} of the palette, got ${index}`,
  );
}
