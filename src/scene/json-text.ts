import { checkOptions, text as textCheck } from "../math/check-options.js";
import { overLimit, resolveLimits, type Limits } from "../math/limits.js";
import { SceneError } from "./scene-error.js";

/**
 * The JSON of a scene, for `checkScene`.
 *
 * @param limits That of `values` counts, before any is made.
 * @throws SceneError with the line and the column of what is wrong. The words of the engine would quote the text, which may
 *   be another's than a scene.
 */
export function readSceneText(text: string, limits?: Partial<Limits>): unknown {
  checkOptions("text", text, textCheck, SceneError);
  const plain = text.replace(/^\uFEFF/, ""); // some editors put a mark at the start
  const most = resolveLimits(limits);
  const count = countValues(plain);
  if (count > most.values) throw new SceneError(overLimit(most, "values", count));
  try {
    return JSON.parse(plain) as unknown;
  } catch {
    const { at, expected } = findFault(plain);
    const before = plain.slice(0, at).split("\n");
    throw new SceneError(
      `not JSON: line ${before.length}, column ${before.at(-1)!.length + 1}: expected ${expected}`,
    );
  }
}

/** How many values a text has if it is JSON, but for empty lists and objects, which count twice. */
function countValues(text: string): number {
  let count = 1;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === "," || letter === "[" || letter === "{") count++;
    if (letter !== '"') continue;
    for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
  }
  return count;
}

const BLANKS = /[ \t\n\r]*/y;
const NUMBER = /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
/** Letters of a text as they stand, or one that is written in another way. */
// oxlint-disable-next-line no-control-regex -- JSON forbids them in texts
const LETTERS = /[^"\\\u0000-\u001f]+|\\(["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** Where a text stops being JSON, and what could stand there. One place after the other, however deep it is nested. */
function findFault(text: string): { at: number; expected: string } {
  let at = 0;
  const pass = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null || found[0] === "") return false;
    at = pattern.lastIndex;
    return true;
  };
  const take = (letter: string): boolean => {
    if (text[at] !== letter) return false;
    at++;
    return true;
  };
  /** A text, from its opening quotation mark on; null where it is whole. */
  const textFault = (): string | null => {
    at++;
    while (pass(LETTERS));
    return take('"') ? null : 'a letter of a text or its closing "';
  };

  /** The closing brackets of what is open. */
  const open: ("]" | "}")[] = [];
  let state: "value" | "first" | "name" | "first name" | "after" = "value";
  for (;;) {
    pass(BLANKS);
    const closing = open.at(-1);
    if (state === "name" || state === "first name") {
      if (state === "first name" && take("}")) {
        open.pop();
        state = "after";
        continue;
      }
      if (text[at] !== '"') {
        return { at, expected: state === "name" ? "a name in quotes" : "a name in quotes or }" };
      }
      const fault = textFault();
      if (fault !== null) return { at, expected: fault };
      pass(BLANKS);
      if (!take(":")) return { at, expected: ":" };
      state = "value";
    } else if (state === "after") {
      if (closing === undefined) return { at, expected: "the end of the file" };
      if (take(",")) state = closing === "}" ? "name" : "value";
      else if (take(closing)) open.pop();
      else return { at, expected: `, or ${closing}` };
    } else if (state === "first" && take("]")) {
      open.pop();
      state = "after";
    } else if (take("[")) {
      open.push("]");
      state = "first";
    } else if (take("{")) {
      open.push("}");
      state = "first name";
    } else if (text[at] === '"') {
      const fault = textFault();
      if (fault !== null) return { at, expected: fault };
      state = "after";
    } else if (pass(NUMBER) || pass(WORD)) {
      state = "after";
    } else {
      return { at, expected: state === "first" ? "a value or ]" : "a value" };
    }
  }
}
