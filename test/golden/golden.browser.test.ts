import { expect, test } from "vitest";
import { goldenHashes } from "./golden.js";
import hashes from "./hashes.json";

test("every scene ends in the same bits as in Node (Chromium)", () => {
  expect(navigator.userAgent).toMatch(/Chrome/);
  expect(goldenHashes()).toEqual(hashes);
});
