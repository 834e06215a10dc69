const TAB = 9;
const LINE_FEED = 10;
const FORM_FEED = 12;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const HASH = 35;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const DIGIT_ZERO = 48;
const DIGIT_NINE = 57;
const UPPER_E = 69;
const BACKSLASH = 92;
const LOWER_E = 101;
const NO_BREAK_SPACE = 160;
const BYTE_ORDER_MARK = 0xfeff;

/** Maximum length of a quoted line in an error message, characters. */
const QUOTE_LENGTH = 60;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Options of a `LineScanner`. */
export interface LineScannerOptions {
  /** True if a `#` inside a word starts a comment too. At the start of a word it always does. */
  hashEndsWord: boolean;
}

/**
 * Reads a text line by line and word by word, without a list of lines, so that files of a million triangles need no
 * copy. A backslash before the end of a line joins the next line.
 */
export class LineScanner {
  /** Number of the current line, from 1; the first one if several are joined. */
  line = 0;
  /** Start of the current word in the text. */
  wordStart = 0;
  /** End of the current word. */
  wordEnd = 0;

  readonly #hashEndsWord: boolean;
  #lineStart = 0;
  #upcomingLine = 1;

  constructor(
    readonly text: string,
    options: LineScannerOptions,
  ) {
    this.#hashEndsWord = options.hashEndsWord;
    if (text.charCodeAt(0) === BYTE_ORDER_MARK) this.wordEnd = 1;
    this.#lineStart = this.wordEnd;
  }

  /** Moves to the start of the next line; false at the end of the text. */
  nextLine(): boolean {
    if (this.line > 0) {
      while (this.nextWord());
      if (this.wordEnd < this.text.length) this.#skipLineEnd(this.wordEnd);
    }
    if (this.wordEnd >= this.text.length) return false;
    this.line = this.#upcomingLine;
    this.#lineStart = this.wordEnd;
    return true;
  }

  /** Moves to the first word of the next line that has one; false at the end of the text. */
  nextFilledLine(): boolean {
    while (this.nextLine()) if (this.nextWord()) return true;
    return false;
  }

  /** Moves to the next word of the line; false at the end of the line or at a comment. */
  nextWord(): boolean {
    const { text } = this;
    let code = text.charCodeAt(this.wordEnd);
    for (;;) {
      if (isBlank(code)) this.wordEnd++;
      else if (code === BACKSLASH && isLineEnd(text.charCodeAt(this.wordEnd + 1))) {
        this.#skipLineEnd(this.wordEnd + 1);
      } else break;
      code = text.charCodeAt(this.wordEnd);
    }
    this.wordStart = this.wordEnd;
    if (code === HASH) {
      while (this.wordEnd < text.length && !isLineEnd(text.charCodeAt(this.wordEnd))) {
        this.wordEnd++;
      }
      return false;
    }
    let end = this.wordEnd;
    while (end < text.length && !isBlank(code) && !isLineEnd(code)) {
      if (code === BACKSLASH && isLineEnd(text.charCodeAt(end + 1))) break;
      if (code === HASH && this.#hashEndsWord) break;
      code = text.charCodeAt(++end);
    }
    this.wordEnd = end;
    return end > this.wordStart;
  }

  /** The current word. */
  word(): string {
    return this.text.slice(this.wordStart, this.wordEnd);
  }

  /**
   * The current word as a finite decimal number, else NaN. Stricter than `Number`, which accepts hexadecimal numbers
   * and empty words, and than `parseFloat`, which accepts "1e" and "1two".
   */
  number(): number {
    const { text, wordStart, wordEnd } = this;
    let at = afterSign(text, wordStart);
    const wholeEnd = afterDigits(text, at);
    let digitCount = wholeEnd - at;
    at = wholeEnd;
    if (text.charCodeAt(at) === DOT) {
      at = afterDigits(text, wholeEnd + 1);
      digitCount += at - wholeEnd - 1;
    }
    if (digitCount === 0) return NaN;
    const code = text.charCodeAt(at);
    if (code === LOWER_E || code === UPPER_E) {
      const exponent = afterSign(text, at + 1);
      at = afterDigits(text, exponent);
      if (at === exponent) return NaN;
    }
    if (at !== wordEnd) return NaN;
    const value = Number(text.slice(wordStart, wordEnd));
    return Number.isFinite(value) ? value : NaN;
  }

  /** The text from `start` to `end` as an integer, else NaN; by default the current word. */
  integer(start = this.wordStart, end = this.wordEnd): number {
    const { text } = this;
    const first = afterSign(text, start);
    if (first >= end) return NaN;
    let value = 0;
    for (let at = first; at < end; at++) {
      const code = text.charCodeAt(at);
      if (!isDigit(code)) return NaN;
      value = 10 * value + (code - DIGIT_ZERO);
    }
    return text.charCodeAt(start) === MINUS ? -value : value;
  }

  /**
   * The current line in quotes, for an error message. Files of an unknown format are not quoted: their content may be
   * private.
   *
   * @param isOfKind True if the lines before had the expected format. Else this line is quoted only if most of its
   *   words are numbers or the keyword at its start.
   */
  quotedLine(isOfKind: boolean, keyword?: string): string {
    while (this.nextWord());
    const end = Math.min(this.wordEnd, this.#lineStart + 4 * QUOTE_LENGTH); // a line may be as long as the file
    const line = this.text.slice(this.#lineStart, end).trim().replaceAll(/\s+/g, " ");
    const words = line.split(" ").filter((word) => word !== "\\");
    const matching = words.filter((word, i) => NUMBER.test(word) || (i === 0 && word === keyword));
    return isOfKind || 2 * matching.length > words.length ? quoted(line) : "other text";
  }

  /** The current word in quotes, for an error message. */
  quotedWord(): string {
    return quoted(this.word());
  }

  #skipLineEnd(at: number): void {
    const isPair =
      this.text.charCodeAt(at) === CARRIAGE_RETURN && this.text.charCodeAt(at + 1) === LINE_FEED;
    this.wordEnd = at + (isPair ? 2 : 1);
    this.#upcomingLine++;
  }
}

function quoted(text: string): string {
  return text.length > QUOTE_LENGTH ? `"${text.slice(0, QUOTE_LENGTH)}…"` : `"${text}"`;
}

function isBlank(code: number): boolean {
  return (
    code === SPACE ||
    (code >= TAB && code <= FORM_FEED && code !== LINE_FEED) ||
    code === NO_BREAK_SPACE
  );
}

function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

function isDigit(code: number): boolean {
  return code >= DIGIT_ZERO && code <= DIGIT_NINE;
}

function afterSign(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code === MINUS || code === PLUS ? at + 1 : at;
}

function afterDigits(text: string, at: number): number {
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}
