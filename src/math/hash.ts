/**
 * A 64-bit digest of number arrays, to tell two states apart: one bit of difference in one coordinate
 * gives another digest. Two 32-bit lanes with different multipliers; not for secrets.
 */
export class Hash {
  #low = 0x811c9dc5;
  #high = 0x2f0b4c47;

  /** Takes in the exact bits of the first `count` numbers. */
  add(numbers: Float64Array | Float32Array | Int32Array, count = numbers.length): this {
    const bytes = count * numbers.BYTES_PER_ELEMENT;
    const words = new Uint32Array(numbers.buffer, numbers.byteOffset, bytes / 4);
    for (let i = 0; i < words.length; i++) this.#mix(words[i]!);
    this.#mix(words.length);
    return this;
  }

  #mix(word: number): void {
    let low = Math.imul(this.#low ^ word, 0x01000193);
    low ^= low >>> 15;
    let high = Math.imul(this.#high ^ word ^ low, 0x85ebca6b);
    high ^= high >>> 13;
    this.#low = low;
    this.#high = high;
  }

  /** Sixteen hexadecimal digits. */
  digest(): string {
    return hex(this.#high) + hex(this.#low);
  }
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}
