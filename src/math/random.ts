/** Hashes a 32-bit integer: neighboring inputs give unrelated outputs. */
export function scramble(bits: number): number {
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** A pseudorandom sequence that depends only on the seed: the same on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** The next number, uniform in [0, 1): a Weyl sequence, hashed by two rounds of multiply and shift. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    return scramble(this.#state) / 4294967296;
  }

  /** The position in the sequence. */
  get state(): number {
    return this.#state;
  }

  set state(state: number) {
    this.#state = state >>> 0;
  }

  /** The next number, uniform in [low, high). */
  uniform(low: number, high: number): number {
    return low + (high - low) * this.next();
  }
}
