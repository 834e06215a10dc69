// A twin of `assembly/blocks.ts`: see index.ts.

/** Bytes of a row of a block. */
const ROW = 16;

/** A block with a single element. */
export const SCRATCH = 64;

/** Four lanes. */
export type Vector = readonly [number, number, number, number];

/** Math.fround by a short name: it follows every operation on f32. */
export const f32 = Math.fround;

/** The memory of a twin. */
export class TwinMemory {
  /** A particle of infinite mass for empty lanes. */
  dummy = 0;
  readonly #bytes: Uint8Array;
  readonly #words: Uint32Array;
  readonly #singles: Float32Array;
  readonly #doubles: Float64Array;

  constructor(buffer: ArrayBuffer) {
    this.#bytes = new Uint8Array(buffer);
    this.#words = new Uint32Array(buffer);
    this.#singles = new Float32Array(buffer);
    this.#doubles = new Float64Array(buffer);
  }

  u32(address: number): number {
    return this.#words[this.#index(address, 4)]!;
  }

  setU32(address: number, value: number): void {
    this.#words[this.#index(address, 4)] = value;
  }

  f32(address: number): number {
    return this.#singles[this.#index(address, 4)]!;
  }

  setF32(address: number, value: number): void {
    this.#singles[this.#index(address, 4)] = value;
  }

  f64(address: number): number {
    return this.#doubles[this.#index(address, 8)]!;
  }

  setF64(address: number, value: number): void {
    this.#doubles[this.#index(address, 8)] = value;
  }

  vector(address: number): Vector {
    const at = this.#index(address, 4, 16);
    const from = this.#singles;
    return [from[at]!, from[at + 1]!, from[at + 2]!, from[at + 3]!];
  }

  /** Writes all four lanes, as a store of v128 does. */
  setVector(address: number, [x, y, z, w]: Vector): void {
    const at = this.#index(address, 4, 16);
    const into = this.#singles;
    into[at] = x;
    into[at + 1] = y;
    into[at + 2] = z;
    into[at + 3] = w;
  }

  /**
   * The index of the number at an address. Sums of addresses wrap at 2³², as in WebAssembly. A number that is not aligned is
   * always a mistake of the kernels, such as the odd address of a shared block, though WebAssembly would read it.
   */
  #index(address: number, alignment: number, bytes = alignment): number {
    const at = address >>> 0;
    if (at % alignment !== 0 || at + bytes > this.#bytes.length) {
      throw new RangeError(`twin: no ${bytes} bytes at ${address}, aligned to ${alignment}`);
    }
    return at / alignment;
  }

  /** Copies bytes, not numbers: a copy of numbers may change the bits of an address that looks like a NaN. */
  copy(into: number, from: number, bytes: number): void {
    this.#bytes.copyWithin(into, from, from + bytes);
  }
}

/** The sum of two vectors. */
export function add(a: Vector, b: Vector): Vector {
  return [f32(a[0] + b[0]), f32(a[1] + b[1]), f32(a[2] + b[2]), f32(a[3] + b[3])];
}

/** The difference a − b. */
export function sub(a: Vector, b: Vector): Vector {
  return [f32(a[0] - b[0]), f32(a[1] - b[1]), f32(a[2] - b[2]), f32(a[3] - b[3])];
}

/** The products of the lanes of two vectors. */
export function mul(a: Vector, b: Vector): Vector {
  return [f32(a[0] * b[0]), f32(a[1] * b[1]), f32(a[2] * b[2]), f32(a[3] * b[3])];
}

/** A number in all four lanes. */
export function splat(x: number): Vector {
  return [x, x, x, x];
}

/** The sum of the lanes in the order of `sums` of `assembly/lanes.ts`. */
export function sum([x, y, z, w]: Vector): number {
  return f32(f32(x + z) + f32(y + w));
}

/** True if elements of the block share a particle. */
export function isShared(memory: TwinMemory, block: number): boolean {
  return (memory.u32(block) & 1) !== 0;
}

/** Copies one element of a block into the scratch block, alone. */
export function takeApart(
  memory: TwinMemory,
  block: number,
  rows: number,
  size: number,
  lane: number,
): void {
  memory.copy(SCRATCH, block, rows * ROW);
  for (let row = 0; row < size; row++) {
    for (let other = 0; other < 4; other++) {
      const at = SCRATCH + ROW * row + 4 * other;
      memory.setU32(at, other === lane ? memory.u32(at) & ~1 : memory.dummy);
    }
  }
}

/** Copies one lane of a row of the scratch block back. */
export function putTogether(memory: TwinMemory, block: number, row: number, lane: number): void {
  const at = row + 4 * lane;
  memory.setF32(block + at, memory.f32(SCRATCH + at));
}

/** Adds a vector to the one at an address. */
export function addTo(memory: TwinMemory, at: number, vector: Vector): void {
  memory.setVector(at, add(memory.vector(at), vector));
}

/** Subtracts a vector from the one at an address. */
export function subtractFrom(memory: TwinMemory, at: number, vector: Vector): void {
  memory.setVector(at, sub(memory.vector(at), vector));
}

/** The exports of `assembly/blocks.ts`. */
export interface BlockFunctions {
  setDummy(address: number): void;
  anchorOffsets(
    block: number,
    end: number,
    rows: number,
    size: number,
    row: number,
    toAnchor: number,
  ): void;
}

export function blocksTwin(memory: TwinMemory): BlockFunctions {
  return {
    setDummy(address) {
      memory.dummy = address;
    },
    anchorOffsets(block, end, rows, size, row, toAnchor) {
      for (; block < end; block += rows * ROW) {
        for (let lane = 0; lane < 16; lane += 4) {
          const p = (memory.u32(block + lane) & ~1) + toAnchor;
          for (let n = 1; n < size; n++) {
            const q = memory.u32(block + lane + n * ROW) + toAnchor;
            const at = block + lane + (row + 3 * (n - 1)) * ROW;
            for (let k = 0; k < 3; k++) {
              memory.setF32(at + k * ROW, f32(memory.f64(q + 8 * k) - memory.f64(p + 8 * k)));
            }
          }
        }
      }
    },
  };
}
