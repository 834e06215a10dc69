/**
 * A 64-bit digest of number arrays, to compare states: one different bit in one coordinate changes the digest. It has
 * two 32-bit lanes with different multipliers. It is not cryptographic.
 */
export class Hash {
  #low = 0x811c9dc5;
  #high = 0x2f0b4c47;

  /** Adds the exact bits of the first `count` numbers. */
  add(numbers: Float64Array | Float32Array | Int32Array, count = numbers.length): this {
    const bytes = count * numbers.BYTES_PER_ELEMENT;
    const words = new Uint32Array(numbers.buffer, numbers.byteOffset, bytes / 4);
    // Local variables, for speed: a recorder hashes every step.
    let low = this.#low;
    let high = this.#high;
    for (let i = 0; i <= words.length; i++) {
      const word = i < words.length ? words[i]! : words.length;
      low = Math.imul(low ^ word, 0x01000193);
      low ^= low >>> 15;
      high = Math.imul(high ^ word ^ low, 0x85ebca6b);
      high ^= high >>> 13;
    }
    this.#low = low;
    this.#high = high;
    return this;
  }

  /** The digest: 16 hexadecimal digits. */
  digest(): string {
    return hex(this.#high) + hex(this.#low);
  }
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}
