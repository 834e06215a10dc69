/** A whole number of 32 bits, scrambled: neighbours give numbers that have nothing to do with each other. */
export function scramble(bits: number): number {
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** A stream of numbers that depends on the seed alone: the same on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** The next number, uniform in [0, 1). A Weyl sequence, scrambled by two rounds of multiply and shift. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    return scramble(this.#state) / 4294967296;
  }

  /** Where the stream is. */
  get state(): number {
    return this.#state;
  }

  set state(state: number) {
    this.#state = state >>> 0;
  }

  /** The next number, uniform in [low, high). */
  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }
}
