import type { WasmFunctions } from "../../../src/kernels/wasm/module.js";
import { f32 } from "./rounding.js";

// A twin of `assembly/blocks.ts`: see index.ts.

/** Bytes of a row of a block. */
const ROW = 16;

/** Address of the length that springs have at least where something is divided by it. */
export const TINY = 48;

/** A block with a single element. */
export const SCRATCH = 64;
/** Address of the largest damping over stiffness of a spring. */
export const DAMPING_TIME = 1024;

/** Four lanes. */
export type Vector = readonly [number, number, number, number];

/**
 * The memory of a twin. Without rounding it also has every f32 in double precision. That number is valid as long as the
 * memory has it in single precision: others may have written there.
 */
export class TwinMemory {
  /** A particle of infinite mass for empty lanes. */
  dummy = 0;
  readonly #bytes: Uint8Array;
  readonly #words: Uint32Array;
  readonly #singles: Float32Array;
  readonly #doubles: Float64Array;
  readonly #unrounded: Float64Array | null;

  constructor(buffer: ArrayBuffer, isUnrounded = false) {
    this.#bytes = new Uint8Array(buffer);
    this.#words = new Uint32Array(buffer);
    this.#singles = new Float32Array(buffer);
    this.#doubles = new Float64Array(buffer);
    this.#unrounded = isUnrounded ? new Float64Array(this.#singles.length) : null;
  }

  u32(address: number): number {
    return this.#words[this.#index(address, 4)]!;
  }

  setU32(address: number, value: number): void {
    this.#words[this.#index(address, 4)] = value;
  }

  f32(address: number): number {
    return this.#at(this.#index(address, 4));
  }

  setF32(address: number, value: number): void {
    this.#set(this.#index(address, 4), value);
  }

  #at(index: number): number {
    const single = this.#singles[index]!;
    const value = this.#unrounded?.[index] ?? single;
    return Math.fround(value) === single ? value : single;
  }

  #set(index: number, value: number): void {
    this.#singles[index] = value;
    if (this.#unrounded !== null) this.#unrounded[index] = value;
  }

  f64(address: number): number {
    return this.#doubles[this.#index(address, 8)]!;
  }

  setF64(address: number, value: number): void {
    this.#doubles[this.#index(address, 8)] = value;
  }

  vector(address: number): Vector {
    const at = this.#index(address, 4, 16);
    return [this.#at(at), this.#at(at + 1), this.#at(at + 2), this.#at(at + 3)];
  }

  /** Writes all four lanes, as a store of v128 does. */
  setVector(address: number, [x, y, z, w]: Vector): void {
    const at = this.#index(address, 4, 16);
    this.#set(at, x);
    this.#set(at + 1, y);
    this.#set(at + 2, z);
    this.#set(at + 3, w);
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
    this.#unrounded?.copyWithin(into / 4, from / 4, (from + bytes) / 4);
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

export function blocksTwin(memory: TwinMemory): Pick<WasmFunctions, "setDummy" | "anchorOffsets"> {
  return {
    setDummy(address) {
      memory.dummy = address;
      memory.setVector(TINY, splat(Math.fround(1e-20)));
      memory.setVector(DAMPING_TIME, splat(Infinity));
    },
    anchorOffsets(block, end, rows, size, row, impulses, conditions, toAnchor) {
      for (; block < end; block += rows * ROW) {
        for (let c = 0; c < conditions; c++) {
          memory.setVector(block + (impulses + c) * ROW, splat(0));
        }
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
