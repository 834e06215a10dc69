import { checkOptions, text as textCheck } from "../math/check-options.js";
import { overLimit, resolveLimits, type Limits } from "../math/limits.js";
import { SceneError } from "./scene-error.js";

/**
 * Parses the JSON of a scene, for `checkScene`.
 *
 * @param limits `values` is checked, before any value is created.
 * @throws SceneError with line and column. The message of the engine is not used: it may quote text that is not a
 *   scene.
 */
export function readSceneText(text: string, limits?: Partial<Limits>): unknown {
  checkOptions("text", text, textCheck, SceneError);
  const plain = text.replace(/^\uFEFF/, ""); // a byte order mark of some editors
  const resolved = resolveLimits(limits);
  const count = countValues(plain);
  if (count > resolved.values) throw new SceneError(overLimit(resolved, "values", count));
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

/** Number of values in a JSON text. Empty lists and objects count twice. */
function countValues(text: string): number {
  let count = 1;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "," || character === "[" || character === "{") count++;
    if (character !== '"') continue;
    for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
  }
  return count;
}

const WHITESPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
/** Plain characters of a string, or an escape sequence. */
// oxlint-disable-next-line no-control-regex -- JSON forbids them in strings
const CHARACTERS = /[^"\\\u0000-\u001f]+|\\(["\\/bfnrt]|u[\da-fA-F]{4})/y;

/**
 * The first position where a text is not JSON, and what is expected there. Iterative, so that any depth of nesting
 * works.
 */
function findFault(text: string): { at: number; expected: string } {
  let at = 0;
  const pass = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null || found[0] === "") return false;
    at = pattern.lastIndex;
    return true;
  };
  const take = (character: string): boolean => {
    if (text[at] !== character) return false;
    at++;
    return true;
  };
  /** Reads a string from its opening quotation mark on; null if it is complete. */
  const stringFault = (): string | null => {
    at++;
    while (pass(CHARACTERS));
    return take('"') ? null : 'a character of a string or its closing "';
  };

  /** The closing brackets of the open lists and objects. */
  const open: ("]" | "}")[] = [];
  let state: "value" | "first" | "name" | "first name" | "after" = "value";
  for (;;) {
    pass(WHITESPACE);
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
      const fault = stringFault();
      if (fault !== null) return { at, expected: fault };
      pass(WHITESPACE);
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
      const fault = stringFault();
      if (fault !== null) return { at, expected: fault };
      state = "after";
    } else if (pass(NUMBER) || pass(WORD)) {
      state = "after";
    } else {
      return { at, expected: state === "first" ? "a value or ]" : "a value" };
    }
  }
}
