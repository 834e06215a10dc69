/** Limits slow requests to one at a time. While one is pending, any number of further requests is merged into one. */
export class RequestGate {
  readonly #ask: () => void;
  #isPending = false;
  #isRequested = false;

  constructor(ask: () => void) {
    this.#ask = ask;
  }

  get isPending(): boolean {
    return this.#isPending;
  }

  request(): void {
    this.#isRequested = this.#isPending;
    if (this.#isPending) return;
    this.#isPending = true;
    this.#ask();
  }

  /** Call it when the response has arrived. */
  respond(): void {
    this.#isPending = false;
    if (this.#isRequested) this.request();
  }
}
