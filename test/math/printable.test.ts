import fc from "fast-check";
import { expect, test } from "vitest";
import { printable } from "../../src/math/printable.js";
import { anyText, runs } from "../runs.js";

test.each([
  ["Önals Bälle № 5 👕 帆 \u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", null],
  ["a\u001b[31mb", "a\\u001b[31mb"],
  ["a\nb\r\tc", "a\\u000ab\\u000d\\u0009c"],
  ["\u009b2J\u007f", "\\u009b2J\\u007f"],
  ["\u202egnp.exe", "\\u202egnp.exe"],
  ["\u2028\ufeff\ud800x", "\\u2028\\ufeff\\ud800x"],
  ["\u{e0041}", "\\u{e0041}"],
])("%j", (text, expected) => {
  expect(printable(text)).toBe(expected ?? text);
});

test("any text becomes one line without control characters, and is unchanged the second time", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const shown = printable(text);
      expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u);
      expect(printable(shown)).toBe(shown);
    }),
    runs(134, 500),
  );
});
