import { deflateSync } from "node:zlib";

/** The content of an image: stored values, row by row, with the channels of a pixel in sequence. */
export interface RawImage {
  width: number;
  height: number;
  colorType: 0 | 2 | 3 | 4 | 6;
  depth: number;
  samples: readonly number[];
  palette?: readonly (readonly [number, number, number])[];
  /** Alpha of the first palette colors. */
  alphas?: readonly number[];
  /** Filter of each row, 0 to 4; default 0. */
  filters?: readonly number[];
}

const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Writes a PNG according to the specification. */
export function makePng(raw: RawImage): Uint8Array {
  const { width, height, colorType, depth, palette, alphas } = raw;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType, 0, 0, 0], 8);
  return pngOf(
    ["IHDR", header],
    ...(palette ? [["PLTE", Buffer.from(palette.flat())] as const] : []),
    ...(alphas ? [["tRNS", Buffer.from(alphas)] as const] : []),
    ["IDAT", deflateSync(filtered(raw))],
  );
}

/** A PNG of these chunks, with an end chunk. */
export function pngOf(...chunks: readonly (readonly [type: string, data: Buffer])[]): Uint8Array {
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
      ...chunks.map(([type, data]) => chunk(type, data)),
      chunk("IEND", Buffer.alloc(0)),
    ]),
  );
}

/** A gray image of 8 bits in seven passes (Adam7), without empty passes. */
export function interlacedPng(
  width: number,
  height: number,
  samples: readonly number[],
): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 1], 8);
  /** The pass of a pixel by its position in a square of 8 × 8. */
  const passes = "1646264677777777565656567777777736463646777777775656565677777777";
  const bytes: number[] = [];
  for (let pass = 1; pass <= 7; pass++) {
    for (let y = 0; y < height; y++) {
      const row = samples.slice(y * width, (y + 1) * width);
      const own = row.filter((_, x) => passes[8 * (y % 8) + (x % 8)] === String(pass));
      if (own.length > 0) bytes.push(0, ...own);
    }
  }
  return pngOf(["IHDR", header], ["IDAT", deflateSync(Buffer.from(bytes))]);
}

function filtered({ width, height, colorType, depth, samples, filters }: RawImage): Buffer {
  const channels = CHANNELS[colorType];
  const rowBytes = Math.ceil((width * channels * depth) / 8);
  const pixelBytes = Math.max(1, (channels * depth) / 8);
  const rows: Buffer[] = [];
  for (let y = 0; y < height; y++) {
    const row = Buffer.alloc(rowBytes);
    for (let i = 0; i < width * channels; i++) {
      const value = samples[y * width * channels + i]!;
      if (depth === 16) row.writeUInt16BE(value, 2 * i);
      else row[(i * depth) >> 3]! |= value << (8 - depth - ((i * depth) & 7));
    }
    rows.push(row);
  }
  return Buffer.concat(
    rows.map((row, y) => {
      const filter = filters?.[y] ?? 0;
      const up = rows[y - 1] ?? Buffer.alloc(rowBytes);
      const out = Buffer.alloc(rowBytes + 1);
      out[0] = filter;
      for (let i = 0; i < rowBytes; i++) {
        const left = row[i - pixelBytes] ?? 0;
        const corner = up[i - pixelBytes] ?? 0;
        const guess = [0, left, up[i]!, (left + up[i]!) >> 1, paeth(left, up[i]!, corner)][filter]!;
        out[i + 1] = (row[i]! - guess) & 255;
      }
      return out;
    }),
  );
}

function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
