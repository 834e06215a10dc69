import { FileFormatError } from "./file-format-error.js";
import { LineScanner } from "./line-scanner.js";

/** Reads a header and numbered lines of numbers: the common part of the `.node` and `.ele` formats. */
export class RecordReader {
  /** The numbers of the current line. */
  readonly values: number[] = [];
  /** The number of the first record: 0 or 1. */
  firstNumber = 0;

  #recordCount = 0;
  #hasHeader = false;
  readonly #scanner: LineScanner;
  readonly #kind: string;
  readonly #things: string;

  constructor(kind: string, things: string, text: string) {
    this.#kind = kind;
    this.#things = things;
    this.#scanner = new LineScanner(text, { hashEndsWord: true });
  }

  /** Number of the current line, from 1. */
  get line(): number {
    return this.#scanner.line;
  }

  /** The integers of the first line; omitted ones have the values of `defaults`. */
  header(defaults: readonly number[]): number[] {
    if (!this.#scanner.nextFilledLine()) {
      throw new FileFormatError(`${this.#kind}: the file is empty; expected a header line`);
    }
    const expected = `a header of up to ${defaults.length} whole numbers`;
    this.#readValues(expected, defaults.length);
    if (!this.values.every(isCount)) this.#failLine(expected);
    this.#hasHeader = true;
    if (this.values[0] === 0) this.fail(`expected 1 or more ${this.#things} in the header, got 0`);
    return defaults.map((value, i) => this.values[i] ?? value);
  }

  /** Reads the next line of `width` numbers; returns false after `count` lines. */
  next(count: number, width: number, columns: string): boolean {
    if (!this.#scanner.nextFilledLine()) {
      if (this.#recordCount === count) return false;
      throw new FileFormatError(
        `${this.#kind}: expected ${count} ${this.#things} as in the header, got ${this.#recordCount}`,
      );
    }
    if (this.#recordCount === count) {
      this.fail(`expected ${count} ${this.#things} as in the header, got another line`);
    }
    const expected = `${width} numbers (${columns})`;
    this.#readValues(expected, width);
    if (this.values.length !== width) this.#failLine(expected);
    const number = this.values[0]!;
    if (this.#recordCount === 0) {
      if (number !== 0 && number !== 1) this.fail(`expected to count from 0 or 1, got ${number}`);
      this.firstNumber = number;
    } else if (number !== this.firstNumber + this.#recordCount) {
      this.fail(`expected number ${this.firstNumber + this.#recordCount}, got ${number}`);
    }
    this.#recordCount++;
    return true;
  }

  /** @throws FileFormatError with the current line. */
  fail(problem: string): never {
    throw new FileFormatError(`${this.#kind} line ${this.line}: ${problem}`);
  }

  #readValues(expected: string, max: number): void {
    this.values.length = 0;
    do {
      const value = this.#scanner.number();
      if (Number.isNaN(value) || this.values.length === max) this.#failLine(expected);
      this.values.push(value);
    } while (this.#scanner.nextWord());
  }

  #failLine(expected: string): never {
    this.fail(`expected ${expected}, got ${this.#scanner.quotedLine(this.#hasHeader)}`);
  }
}

function isCount(value: number): boolean {
  return value >= 0 && value === Math.trunc(value);
}
