/** A key of an object in a JSON text. Positions are offsets into the text. */
export interface JsonKey {
  /** Path of the key, such as `cloths.0.pins`. */
  readonly path: string;
  /** Position of its opening quotation mark. */
  readonly from: number;
  /** Position after its closing quotation mark. */
  readonly to: number;
  /** Position after its value; if another field follows, after the comma and the whitespace after it. */
  readonly end: number;
  /** True if another field follows. */
  readonly hasNext: boolean;
  /** Position after the value of the field before it; for the first field, after the opening brace. */
  readonly previousEnd: number;
}

const WHITESPACE = /\s*/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const SCALAR = /[^\s,\]}]+/y;

const BRACKETS = /"(?:[^"\\]|\\.)*"|[[\]{}]/g;

/**
 * Calls `visit` for the keys in a JSON text, in order: keys inside a value come after the key of the value.
 *
 * @param maxDepth Deeper objects are skipped. A file may be nested without end.
 */
export function forEachKey(text: string, maxDepth: number, visit: (key: JsonKey) => void): void {
  const found: JsonKey[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  const pass = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [word] = pattern.exec(text) ?? [""];
    at += word.length;
    return word;
  };
  /** Moves behind the list or object that starts here. */
  const skip = (): void => {
    let open = 0;
    BRACKETS.lastIndex = at;
    for (let found = BRACKETS.exec(text); found !== null; found = BRACKETS.exec(text)) {
      if ("[{".includes(found[0])) open++;
      else if ("]}".includes(found[0])) open--;
      if (open > 0) continue;
      at = BRACKETS.lastIndex;
      return;
    }
    at = text.length;
  };
  let depth = 0;
  const value = (path: string): void => {
    pass(WHITESPACE);
    const isNested = text[at] === "{" || text[at] === "[";
    if (isNested && depth >= maxDepth) return skip();
    depth++;
    if (text[at] === "{") object(path);
    else if (text[at] === "[") list(path);
    else if (pass(text[at] === '"' ? STRING : SCALAR) === "") at++; // not JSON: skip a character
    depth--;
  };
  const object = (path: string): void => {
    at++;
    let previousEnd = at;
    pass(WHITESPACE);
    while (at < text.length && text[at] !== "}") {
      const from = at;
      const word = pass(STRING);
      const to = at;
      pass(WHITESPACE);
      at++; // the colon
      const inner = path === "" ? "" : `${path}.`;
      const index = found.push(null as never) - 1;
      const own = word === "" ? "" : (JSON.parse(word) as string);
      value(inner + own);
      const valueEnd = at;
      pass(WHITESPACE);
      const hasNext = text[at] === ",";
      if (hasNext) at++;
      pass(WHITESPACE);
      const key = {
        path: inner + own,
        from,
        to,
        end: hasNext ? at : valueEnd,
        hasNext,
        previousEnd,
      };
      found[index] = key;
      previousEnd = valueEnd;
    }
    at++;
  };
  const list = (path: string): void => {
    at++;
    pass(WHITESPACE);
    for (let i = 0; at < text.length && text[at] !== "]"; i++) {
      value(`${path}.${i}`);
      pass(WHITESPACE);
      if (text[at] === ",") at++;
      pass(WHITESPACE);
    }
    at++;
  };
  value("");
  for (const key of found) visit(key);
}
