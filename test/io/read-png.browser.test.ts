import { expect, test } from "vitest";
import { digestOf, PICTURES } from "./pictures.js";

test.each(PICTURES)("a PNG is read to the same bits as in Node (Chromium): $name", (picture) => {
  expect(navigator.userAgent).toMatch(/Chrome/);
  expect(digestOf(picture.base64)).toBe(picture.digest);
});
