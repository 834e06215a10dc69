import { expect, test } from "vitest";
import { digestOf, PICTURES } from "./images.js";

test.each(PICTURES)("a PNG is read bit-exactly as in Node (Chromium): $name", (image) => {
  expect(navigator.userAgent).toMatch(/Chrome/);
  expect(digestOf(image.base64)).toBe(image.digest);
});
