import { expect, test } from "vitest";
import { FileFormatError, readPng } from "../../src/io/index.js";
import { repairPng } from "../fuzz/mutate-bytes.js";
import { makePng } from "../io/make-png.js";

// The decoder reported "Unsupported filter: undefined", because it read past the last row.
test("an image with fewer rows than its header says is refused with a clear message", () => {
  const bytes = makePng({ width: 2, height: 2, colorType: 0, depth: 8, samples: [0, 1, 2, 3] });
  new DataView(bytes.buffer).setUint32(20, 9);
  const message = "the image is damaged: its pixels end too early";
  expect(() => readPng(repairPng(bytes))).toThrow(new FileFormatError(message));
});
