import type { WasmFunctions } from "../../../src/kernels/wasm/module.js";
import { airTwin, type AirFunctions } from "./air.js";
import { blocksTwin, TwinMemory, type BlockFunctions } from "./blocks.js";
import { particlesTwin } from "./particles.js";
import { springsTwin } from "./springs.js";

// A twin of the kernels in `assembly/` in plain TypeScript: one lane at a time, with Math.fround after each operation on
// f32, in the order of the SIMD code. The memory has the same bits afterwards, so a change of the kernels that changes a
// result shows here, whichever engine has compiled them.
//
// Only the bits of a NaN may differ, which WebAssembly leaves to the processor.

/** The functions of a twin. */
export type TwinFunctions = WasmFunctions & AirFunctions & BlockFunctions;

/** Returns functions that do on a buffer what those of the module do on its memory. */
export function twinFunctions(buffer: ArrayBuffer): TwinFunctions {
  const memory = new TwinMemory(buffer);
  return {
    ...blocksTwin(memory),
    ...particlesTwin(memory),
    ...springsTwin(memory),
    ...airTwin(memory),
  };
}
