import fc from "fast-check";
import { expect, test } from "vitest";
import { readSceneText, SceneError } from "../../src/scene/index.js";
import { runs } from "../runs.js";

test.each([
  ["", "line 1, column 1: expected a value"],
  ["{", "line 1, column 2: expected a name in quotes or }"],
  ['{\n  "a": 1,\n  b: 2\n}', "line 3, column 3: expected a name in quotes"],
  ['{"a": 1,}', "line 1, column 9: expected a name in quotes"],
  ['{"a" 1}', "line 1, column 6: expected :"],
  ['{"a": }', "line 1, column 7: expected a value"],
  ['{"a": 1 "b"}', "line 1, column 9: expected , or }"],
  ["[1 2]", "line 1, column 4: expected , or ]"],
  ["[1,]", "line 1, column 4: expected a value"],
  ["[", "line 1, column 2: expected a value or ]"],
  ['{"a": "b\n"}', 'line 1, column 9: expected a character of a string or its closing "'],
  ['"a\\x"', 'line 1, column 3: expected a character of a string or its closing "'],
  ["1 // one", "line 1, column 3: expected the end of the file"],
  ["-", "line 1, column 1: expected a value"],
  ["01", "line 1, column 2: expected the end of the file"],
  ["'a'", "line 1, column 1: expected a value"],
])("%j", (text, line) => {
  expect(() => readSceneText(text)).toThrow(new SceneError(`not JSON: ${line}`));
});

test("a byte order mark is skipped", () => {
  expect(readSceneText('\uFEFF{"a": []}')).toEqual({ a: [] });
});

test("values are counted before they are created", () => {
  const limits = { values: 5 };
  expect(readSceneText('[1, "a,b,c,[", "\\"[,", {}]', { values: 6 })).toHaveLength(4);
  expect(() => readSceneText("[1, 2, 3, 4, 5]", limits)).toThrow(/^6 values, more than the limit/);
  expect(() => readSceneText("[[[[[[", limits)).toThrow(/^7 values, more than the limit of 5/);
});

test("any text is read like JSON.parse, or refused where it is not JSON", () => {
  const pieces = fc.constantFrom(
    ...'{ } [ ] , : " \\ \\u00 \\n 0 1 -1 1.5 1e5 . e true false null nul a \n \t \u0001 \u2028 "a" "a": []'.split(
      " ",
    ),
  );
  const anyText = fc.oneof(
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join("")),
    fc.tuple(fc.json({ maxDepth: 3 }), fc.nat(), pieces).map(([text, where, piece]) => {
      const cut = where % (text.length + 1);
      return text.slice(0, cut) + piece + text.slice(cut + 1);
    }),
  );
  const seen = { good: 0, bad: 0 };
  const settings = runs(133, 1000, 200_000);
  fc.assert(
    fc.property(anyText, (text) => {
      let expected: unknown;
      let isGood = true;
      try {
        expected = JSON.parse(text);
      } catch {
        isGood = false;
      }
      if (isGood) expect(readSceneText(text)).toEqual(expected);
      else {
        expect(() => readSceneText(text)).toThrow(
          /^not JSON: line \d+, column \d+: expected [^\n]+$/,
        );
      }
      seen[isGood ? "good" : "bad"]++;
    }),
    settings,
  );
  expect(Math.min(seen.good, seen.bad)).toBeGreaterThan(settings.numRuns / 20);
});
