import { ROW_LENGTH } from "./aggregation.js";

// Where things lie in the memory of the kernels: see `assembly/equations.ts` and `assembly/multigrid.ts`.

/** Bytes at the start of the memory with the header and the stack of the module. */
export const RESERVED = 4096;
/** Memory is reserved in lines of the cache. */
export const LINE = 64;

/** The header: indices of 32-bit words. */
const HEADER = 2048 / 4;
export const SIZE: number = HEADER;
export const U: number = HEADER + 1;
export const TARGETS: number = HEADER + 2;
export const DOWNHILL: number = HEADER + 3;
export const DIAGONALS: number = HEADER + 4;
export const INVERSES: number = HEADER + 5;
export const STEP: number = HEADER + 6;
export const RESIDUAL: number = HEADER + 7;
export const SOLVED: number = HEADER + 8;
export const DIRECTION: number = HEADER + 9;
export const PRODUCT: number = HEADER + 10;
export const ANCHORS: number = HEADER + 11;
export const CONSTRAINTS: number = HEADER + 12;
export const CONSTRAINTS_END: number = HEADER + 13;
export const U_BEFORE: number = HEADER + 14;
export const SCRATCH: number = HEADER + 15;
export const LEVELS: number = HEADER + 16;
export const LEVELS_END: number = HEADER + 17;
export const ITERATIONS: number = HEADER + 18;
/** Start and end of the blocks of two kinds of springs, of triangles, and of hinges. */
export const KINDS: number = HEADER + 24;

/** Numbers of the header: indices of f64. */
const NUMBERS = (2048 + 128) / 8;
export const PER_STEP: number = NUMBERS;
export const WEIGHT: number = NUMBERS + 1;
export const OLD_SHARE: number = NUMBERS + 2;
export const NEW_SHARE: number = NUMBERS + 3;
export const SUM: number = NUMBERS + 4;
export const ENOUGH: number = NUMBERS + 5;

/** Bytes of the description of a coarse level, and the index of the size of the finer vector in it. */
export const LEVEL = 64;
export const FINER = 9;

/** Pairs of nodes that the row of weights of a particle can have. */
export const MAX_OWN_PAIRS: number = (ROW_LENGTH * (ROW_LENGTH + 1)) / 2;

/** Reserves a part of the memory and returns its address. */
export type Reserve = (bytes: number) => number;

/** Views of the memory. */
export interface Views {
  readonly words: Uint32Array;
  readonly floats: Float32Array;
  readonly doubles: Float64Array;
}
