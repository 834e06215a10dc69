/** Requests that take long: while one is under way, only the wish for another is kept, however often it comes. */
export class RequestGate {
  readonly #ask: () => void;
  #isUnderWay = false;
  #isWanted = false;

  constructor(ask: () => void) {
    this.#ask = ask;
  }

  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  want(): void {
    this.#isWanted = this.#isUnderWay;
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    this.#ask();
  }

  /** The answer has come. */
  answered(): void {
    this.#isUnderWay = false;
    if (this.#isWanted) this.want();
  }
}
