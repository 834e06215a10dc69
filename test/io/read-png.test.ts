import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FileFormatError, readPng } from "../../src/io/index.js";
import { runs } from "../runs.js";
import { interlacedPng, makePng, type RawPicture } from "./make-png.js";
import { digestOf, PICTURES } from "./pictures.js";

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

function anyPicture(colourType: RawPicture["colourType"], depth: number): fc.Arbitrary<RawPicture> {
  const most = 2 ** depth - 1;
  const byte = fc.nat(255);
  const colour = fc.tuple(byte, byte, byte);
  return fc
    .record({ width: fc.integer({ min: 1, max: 11 }), height: fc.integer({ min: 1, max: 7 }) })
    .chain(({ width, height }) => {
      const count = width * height * CHANNELS[colourType];
      return fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        colourType: fc.constant(colourType),
        depth: fc.constant(depth),
        samples: fc.array(fc.nat(most), { minLength: count, maxLength: count }),
        filters: fc.array(fc.nat(4), { minLength: height, maxLength: height }),
        ...(colourType === 3 && {
          palette: fc.array(colour, { minLength: most + 1, maxLength: most + 1 }),
          alphas: fc.array(byte, { maxLength: most + 1 }),
        }),
      });
    });
}

/** What it should look like, by the definition. */
function greysOf({ colourType, depth, samples, palette }: RawPicture): number[] {
  const channels = CHANNELS[colourType];
  const most = 2 ** depth - 1;
  return Array.from({ length: samples.length / channels }, (_, pixel) => {
    const values = samples.slice(channels * pixel, channels * (pixel + 1));
    const [r, g, b] = palette
      ? palette[values[0]!]!.map((value) => value / 255)
      : values.map((value) => value / most);
    return channels < 3 && !palette ? r! : 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  });
}

function expectGreys(raw: RawPicture): void {
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
  test.each(KINDS)("of colour type %i with %i bits is read to its greys", (type, depth) => {
    fc.assert(fc.property(anyPicture(type, depth), expectGreys), runs(91, 15, 4000));
  });

  test("interlaced is read to its greys, whatever its size", () => {
    const size = {
      width: fc.integer({ min: 1, max: 17 }),
      height: fc.integer({ min: 1, max: 17 }),
    };
    fc.assert(
      fc.property(fc.record(size), fc.infiniteStream(fc.nat(255)), ({ width, height }, stream) => {
        const samples = [...stream.take(width * height)];
        const picture = readPng(interlacedPng(width, height, samples));
        expect([...picture.values]).toEqual(samples.map((value) => value / 255));
      }),
      runs(93, 60, 5000),
    );
  });

  test("may lie anywhere in its buffer", () => {
    const bytes = makePng({ width: 2, height: 1, colourType: 0, depth: 8, samples: [0, 255] });
    const shifted = new Uint8Array(bytes.length + 9);
    shifted.set(bytes, 5);
    expect([...readPng(shifted.subarray(5, 5 + bytes.length)).values]).toEqual([0, 1]);
  });

  test.each(PICTURES)("is read to the bits that were written down: $name", ({ base64, digest }) => {
    expect(digestOf(base64)).toBe(digest);
  });
});

describe("a file that is no such picture is refused in one line", () => {
  const whole = makePng({
    width: 3,
    height: 3,
    colourType: 0,
    depth: 8,
    samples: Array(9).fill(7),
  });
  const changed = (at: number, byte: number): Uint8Array =>
    whole.map((b, i) => (i === at ? byte : b));

  test.each([
    ["no PNG", new TextEncoder().encode("GIF89a"), "it is no PNG"],
    ["an empty file", new Uint8Array(0), "it is no PNG"],
    ["cut short in its header", whole.slice(0, 20), "it is cut short: its header is not whole"],
    ["cut short in its pixels", whole.slice(0, 50), "the picture is damaged: "],
    ["a wrong bit", changed(45, whole[45]! ^ 1), "the picture is damaged: "],
    ["another header than its digest", changed(29, 0), "the picture is damaged: "],
    ["no pixels", changed(19, 0), "expected pixels, got 0 × 3"],
    [
      "far too many pixels",
      changed(16, 255),
      "4278190083 × 3 pixels, more than the limit of 16777216",
    ],
    [
      "a depth that there is not",
      changed(24, 3),
      "there is no PNG of colour type 0 with 3 bits a value",
    ],
    [
      "a kind that there is not",
      changed(25, 5),
      "there is no PNG of colour type 5 with 8 bits a value",
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

  test("with a colour that its palette has not", () => {
    const raw = { width: 2, height: 1, colourType: 3, depth: 2, samples: [0, 3] } as const;
    const bytes = makePng({
      ...raw,
      palette: [
        [1, 2, 3],
        [4, 5, 6],
      ],
    });
    expect(() => readPng(bytes)).toThrow("a pixel has colour 3 of a palette of 2");
    expect(() => readPng(makePng(raw))).toThrow("it has no palette, but its pixels need one");
  });

  test("interlaced with few bits", () => {
    const bytes = makePng({ width: 2, height: 1, colourType: 0, depth: 2, samples: [0, 3] });
    bytes[28] = 1;
    expect(() => readPng(bytes)).toThrow("it is interlaced with 2 bits a value, which is not read");
  });

  test("whatever its bytes are", () => {
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
