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

/** How much of a line an error message quotes. */
const QUOTE_LENGTH = 60;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

export interface LineScannerOptions {
  /** Whether a `#` inside a word starts a comment as well; at the start of a word it always does. */
  hashEndsWord: boolean;
}

/**
 * Walks a text line by line and word by word, without a list of lines: a file of a million triangles is
 * read where it stands. A backslash before the end of a line joins the next line to it.
 */
export class LineScanner {
  /** Number of the current line, from 1: the first one where several are joined. */
  line = 0;
  /** Where the current word stands in the text. */
  wordStart = 0;
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

  /** Goes to the start of the next line; false at the end of the text. */
  nextLine(): boolean {
    if (this.line > 0) {
      while (this.nextWord());
      if (this.wordEnd < this.text.length) this.#passLineEnd(this.wordEnd);
    }
    if (this.wordEnd >= this.text.length) return false;
    this.line = this.#upcomingLine;
    this.#lineStart = this.wordEnd;
    return true;
  }

  /** Goes to the next line that has a word, and to that word; false at the end of the text. */
  nextFilledLine(): boolean {
    while (this.nextLine()) if (this.nextWord()) return true;
    return false;
  }

  /** Goes to the next word of the line; false where the line or its part before a comment ends. */
  nextWord(): boolean {
    const { text } = this;
    let code = text.charCodeAt(this.wordEnd);
    for (;;) {
      if (isBlank(code)) this.wordEnd++;
      else if (code === BACKSLASH && isLineEnd(text.charCodeAt(this.wordEnd + 1))) {
        this.#passLineEnd(this.wordEnd + 1);
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

  word(): string {
    return this.text.slice(this.wordStart, this.wordEnd);
  }

  /**
   * The current word as a finite decimal number, NaN if it is none. Stricter than `Number`, which takes
   * hexadecimal numbers and empty words, and than `parseFloat`, which takes "1e" and "1two".
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

  /** The text from `start` to `end` as a whole number, NaN if it is none; the current word unless told. */
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
   * The current line between quotation marks, for an error message. A file of another kind is not quoted: nobody knows
   * whose it is.
   *
   * @param isOfKind Whether the lines before were of the format; if not, this one is judged by its words: most of them
   *   have to be numbers, or the keyword at its start.
   */
  quotedLine(isOfKind: boolean, keyword?: string): string {
    while (this.nextWord());
    const end = Math.min(this.wordEnd, this.#lineStart + 4 * QUOTE_LENGTH); // a line may be a whole file
    const line = this.text.slice(this.#lineStart, end).trim().replaceAll(/\s+/g, " ");
    const words = line.split(" ").filter((word) => word !== "\\");
    const fitting = words.filter((word, i) => NUMBER.test(word) || (i === 0 && word === keyword));
    return isOfKind || 2 * fitting.length > words.length ? quoted(line) : "other words";
  }

  /** The current word between quotation marks, for an error message. */
  quotedWord(): string {
    return quoted(this.word());
  }

  #passLineEnd(at: number): void {
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
