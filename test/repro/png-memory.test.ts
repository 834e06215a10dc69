import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { FileFormatError, readPng } from "../../src/io/index.js";
import { pngOf } from "../io/make-png.js";

const header = (width: number, height: number, depth = 8, colorType = 0): Buffer => {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  bytes.set([depth, colorType, 0, 0, 0], 8);
  return bytes;
};
const MANY = deflateSync(Buffer.alloc(150e6));
const PIXEL = deflateSync(Buffer.from([0, 255]));

/** The error for a file, and the memory that it took, bytes. */
function refusal(bytes: Uint8Array): { line: string; taken: number } {
  const before = process.memoryUsage().arrayBuffers;
  try {
    readPng(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(FileFormatError);
    return {
      line: (error as Error).message,
      taken: process.memoryUsage().arrayBuffers - before,
    };
  }
  return { line: "good", taken: process.memoryUsage().arrayBuffers - before };
}

// A file of 0.6 MB took 1.8 GB.
describe("a small PNG does not fill the memory", () => {
  test("with many pixels", () => {
    const { line, taken } = refusal(pngOf(["IHDR", header(24_000, 24_000)], ["IDAT", MANY]));
    expect(line).toBe(
      "24000 × 24000 pixels, more than the limit of 16777216 (raise it: --limit pixels=576000000, in code limits.pixels)",
    );
    expect(taken).toBeLessThan(1e6);
  });

  test("with more data than its pixels need", () => {
    const { line, taken } = refusal(pngOf(["IHDR", header(1, 1)], ["IDAT", MANY]));
    expect(line).toBe("the image is damaged: it contains more data than its 1 × 1 pixels need");
    expect(taken).toBeLessThan(100e6);
  });

  test("with a second header", () => {
    const bytes = pngOf(["IHDR", header(1, 1)], ["IHDR", header(24_000, 24_000)], ["IDAT", PIXEL]);
    expect(refusal(bytes).line).toBe("the image is damaged: it has two headers");
  });

  test("with a color profile, which is not used", () => {
    const profile = Buffer.concat([Buffer.from("a\0\0", "latin1"), MANY]);
    const bytes = pngOf(["IHDR", header(1, 1)], ["iCCP", profile], ["IDAT", PIXEL]);
    const { line, taken } = refusal(bytes);
    expect(line).toBe("good");
    expect(taken).toBeLessThan(10e6);
  });
});
