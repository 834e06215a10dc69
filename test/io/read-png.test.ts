import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FileFormatError, readPng } from "../../src/io/index.js";
import { runs } from "../runs.js";
import { interlacedPng, makePng, type RawImage } from "./make-png.js";
import { digestOf, PICTURES } from "./images.js";

const KINDS = [
  [0, 1],
  [0, 2],
  [0, 4],
  [0, 8],
  [0, 16],
  [2, 8],
  [2, 16],
  [3, 1],
  [3, 2],
  [3, 4],
  [3, 8],
  [4, 8],
  [4, 16],
  [6, 8],
  [6, 16],
] as const;

const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function anyImage(colorType: RawImage["colorType"], depth: number): fc.Arbitrary<RawImage> {
  const max = 2 ** depth - 1;
  const byte = fc.nat(255);
  const color = fc.tuple(byte, byte, byte);
  return fc
    .record({ width: fc.integer({ min: 1, max: 11 }), height: fc.integer({ min: 1, max: 7 }) })
    .chain(({ width, height }) => {
      const count = width * height * CHANNELS[colorType];
      return fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        colorType: fc.constant(colorType),
        depth: fc.constant(depth),
        samples: fc.array(fc.nat(max), { minLength: count, maxLength: count }),
        filters: fc.array(fc.nat(4), { minLength: height, maxLength: height }),
        ...(colorType === 3 && {
          palette: fc.array(color, { minLength: max + 1, maxLength: max + 1 }),
          alphas: fc.array(byte, { maxLength: max + 1 }),
        }),
      });
    });
}

/** The expected pixels, by definition. */
function greysOf({ colorType, depth, samples, palette }: RawImage): number[] {
  const channels = CHANNELS[colorType];
  const max = 2 ** depth - 1;
  return Array.from({ length: samples.length / channels }, (_, pixel) => {
    const values = samples.slice(channels * pixel, channels * (pixel + 1));
    const [r, g, b] = palette
      ? palette[values[0]!]!.map((value) => value / 255)
      : values.map((value) => value / max);
    return channels < 3 && !palette ? r! : 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  });
}

function expectGreys(raw: RawImage): void {
  const { width, height, values } = readPng(makePng(raw));
  expect([width, height]).toEqual([raw.width, raw.height]);
  const expected = greysOf(raw);
  expect(values.length).toBe(expected.length);
  for (const [i, grey] of expected.entries()) {
    expect(Math.abs(values[i]! - grey)).toBeLessThan(1e-15);
    expect(values[i]! >= 0 && values[i]! <= 1).toBe(true);
  }
}

describe("a PNG", () => {
  test.each(KINDS)("of color type %i with %i bits is read as gray", (type, depth) => {
    fc.assert(fc.property(anyImage(type, depth), expectGreys), runs(91, 15, 4000));
  });

  test("interlaced is read as gray, with any size", () => {
    const size = {
      width: fc.integer({ min: 1, max: 17 }),
      height: fc.integer({ min: 1, max: 17 }),
    };
    fc.assert(
      fc.property(fc.record(size), fc.infiniteStream(fc.nat(255)), ({ width, height }, stream) => {
        const samples = [...stream.take(width * height)];
        const image = readPng(interlacedPng(width, height, samples));
        expect([...image.values]).toEqual(samples.map((value) => value / 255));
      }),
      runs(93, 60, 5000),
    );
  });

  test("can be anywhere in its buffer", () => {
    const bytes = makePng({ width: 2, height: 1, colorType: 0, depth: 8, samples: [0, 255] });
    const shifted = new Uint8Array(bytes.length + 9);
    shifted.set(bytes, 5);
    expect([...readPng(shifted.subarray(5, 5 + bytes.length)).values]).toEqual([0, 1]);
  });

  test.each(PICTURES)("is read to the stored digest: $name", ({ base64, digest }) => {
    expect(digestOf(base64)).toBe(digest);
  });
});

describe("an invalid image is refused in one line", () => {
  const whole = makePng({
    width: 3,
    height: 3,
    colorType: 0,
    depth: 8,
    samples: Array(9).fill(7),
  });
  const changed = (at: number, byte: number): Uint8Array =>
    whole.map((b, i) => (i === at ? byte : b));

  test.each([
    ["no PNG", new TextEncoder().encode("GIF89a"), "expected a PNG file, got other data"],
    ["an empty file", new Uint8Array(0), "expected a PNG file, got other data"],
    ["cut short in its header", whole.slice(0, 20), "it is truncated: its header is incomplete"],
    ["cut short in its pixels", whole.slice(0, 50), "the image is damaged: "],
    ["a wrong bit", changed(45, whole[45]! ^ 1), "the image is damaged: "],
    ["another header than its digest", changed(29, 0), "the image is damaged: "],
    ["no pixels", changed(19, 0), "expected at least one pixel, got 0 × 3"],
    [
      "far too many pixels",
      changed(16, 255),
      "4278190083 × 3 pixels, more than the limit of 16777216",
    ],
    [
      "a depth that there is not",
      changed(24, 3),
      "expected a color type and depth of the PNG format, got color type 0 with 3 bits per channel",
    ],
    [
      "a kind that there is not",
      changed(25, 5),
      "expected a color type and depth of the PNG format, got color type 5 with 8 bits per channel",
    ],
  ])("%s", (_, bytes, message) => {
    let error: unknown;
    try {
      readPng(bytes);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(FileFormatError);
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).not.toContain("\n");
  });

  test("with a color missing from its palette", () => {
    const raw = { width: 2, height: 1, colorType: 3, depth: 2, samples: [0, 3] } as const;
    const bytes = makePng({
      ...raw,
      palette: [
        [1, 2, 3],
        [4, 5, 6],
      ],
    });
    expect(() => readPng(bytes)).toThrow("expected colors 0 to 1 of the palette, got 3");
    expect(() => readPng(makePng(raw))).toThrow(
      "the image has no palette, but its pixels need one",
    );
  });

  test("interlaced with few bits", () => {
    const bytes = makePng({ width: 2, height: 1, colorType: 0, depth: 2, samples: [0, 3] });
    bytes[28] = 1;
    expect(() => readPng(bytes)).toThrow(
      "interlaced images with 2 bits per channel are not supported",
    );
  });

  test("with any bytes", () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, byte, end) => {
        try {
          const { width, height, values } = readPng(changed(at, byte).slice(0, end));
          expect(values.length).toBe(width * height);
        } catch (error) {
          expect(error).toBeInstanceOf(FileFormatError);
        }
      }),
      runs(92, 165, 50_000),
    );
  });
});
