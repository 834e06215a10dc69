import { expect, test } from "vitest";
import { FileFormatError, readPng } from "../../src/io/index.js";
import { mendPng } from "../fuzz/mutate-bytes.js";
import { makePng } from "../io/make-png.js";

// "Unsupported filter: undefined" said the decoder, which had read on behind the last row.
test("a picture with fewer rows than its header says is refused in words", () => {
  const bytes = makePng({ width: 2, height: 2, colourType: 0, depth: 8, samples: [0, 1, 2, 3] });
  new DataView(bytes.buffer).setUint32(20, 9);
  const message = "the picture is damaged: its pixels end too early";
  expect(() => readPng(mendPng(bytes))).toThrow(new FileFormatError(message));
});
