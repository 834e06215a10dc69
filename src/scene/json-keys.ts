/** A name of an object in a JSON text. Places are offsets into the text. */
export interface JsonKey {
  /** Such as `cloths.0.pins`. */
  readonly path: string;
  /** Where its opening quotation mark stands, and where the text behind its closing one begins. */
  readonly from: number;
  readonly to: number;
  /** Behind its value; where another field follows, behind the comma and the blanks after it. */
  readonly end: number;
  readonly hasNext: boolean;
  /** Behind the value of the field before it; for the first field, behind the opening brace. */
  readonly previousEnd: number;
}

const BLANKS = /\s*/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const SCALAR = /[^\s,\]}]+/y;

/** Calls back for every name in a JSON text, in their order: those inside a value after the name of the value. */
export function forEachKey(text: string, visit: (key: JsonKey) => void): void {
  const found: JsonKey[] = [];
  let at = /^\uFEFF/.test(text) ? 1 : 0;
  const pass = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [word] = pattern.exec(text) ?? [""];
    at += word.length;
    return word;
  };
  const value = (path: string): void => {
    pass(BLANKS);
    if (text[at] === "{") object(path);
    else if (text[at] === "[") list(path);
    else if (pass(text[at] === '"' ? STRING : SCALAR) === "") at++; // not JSON: go on, whatever it is
  };
  const object = (path: string): void => {
    at++;
    let previousEnd = at;
    pass(BLANKS);
    while (at < text.length && text[at] !== "}") {
      const from = at;
      const word = pass(STRING);
      const to = at;
      pass(BLANKS);
      at++; // the colon
      const inner = path === "" ? "" : `${path}.`;
      const place = found.push(null as never) - 1;
      const own = word === "" ? "" : (JSON.parse(word) as string);
      value(inner + own);
      const valueEnd = at;
      pass(BLANKS);
      const hasNext = text[at] === ",";
      if (hasNext) at++;
      pass(BLANKS);
      const key = {
        path: inner + own,
        from,
        to,
        end: hasNext ? at : valueEnd,
        hasNext,
        previousEnd,
      };
      found[place] = key;
      previousEnd = valueEnd;
    }
    at++;
  };
  const list = (path: string): void => {
    at++;
    pass(BLANKS);
    for (let i = 0; at < text.length && text[at] !== "]"; i++) {
      value(`${path}.${i}`);
      pass(BLANKS);
      if (text[at] === ",") at++;
      pass(BLANKS);
    }
    at++;
  };
  value("");
  for (const key of found) visit(key);
}
