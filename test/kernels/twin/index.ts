import type { WasmFunctions, WasmInstance } from "../../../src/kernels/wasm/module.js";
import { airTwin } from "./air.js";
import { blocksTwin, TwinMemory } from "./blocks.js";
import { cornersTwin } from "./corner-shear.js";
import { hingesTwin } from "./hinges.js";
import { measureTwin } from "./measure.js";
import { particlesTwin } from "./particles.js";
import { withoutRounding } from "./rounding.js";
import { sheetTwin } from "./sheet.js";
import { springsTwin } from "./springs.js";

// A twin of the kernels in `assembly/` in plain TypeScript: one lane at a time, with Math.fround after each operation on
// f32, in the order of the SIMD code. The memory has the same bits afterwards, so a change of the kernels that changes a
// result shows here, whichever engine has compiled them. Only the scratch area of the kernels differs.
//
// The bits of a NaN may differ too, which WebAssembly leaves to the processor.

/** Returns functions that do on a buffer what those of the module do on its memory. */
export function twinFunctions(buffer: ArrayBuffer): WasmFunctions {
  return functionsOn(new TwinMemory(buffer));
}

/** The twin instead of the module: for `new WasmKernels(instantiateTwin)`. */
export function instantiateTwin(bytes: number): WasmInstance {
  const buffer = new ArrayBuffer(bytes);
  return { buffer, functions: twinFunctions(buffer) };
}

/** A twin that computes in double precision, in the same order: it shows what single precision changes. */
export function instantiateUnrounded(bytes: number): WasmInstance {
  const buffer = new ArrayBuffer(bytes);
  const rounded = functionsOn(new TwinMemory(buffer, true));
  const unrounded = Object.entries(rounded).map(([name, call]) => [
    name,
    (...values: number[]) =>
      withoutRounding(() => (call as (...of: number[]) => unknown)(...values)),
  ]);
  return { buffer, functions: Object.fromEntries(unrounded) as WasmFunctions };
}

function functionsOn(memory: TwinMemory): WasmFunctions {
  return {
    ...blocksTwin(memory),
    ...particlesTwin(memory),
    ...springsTwin(memory),
    ...hingesTwin(memory),
    ...cornersTwin(memory),
    ...sheetTwin(memory),
    ...airTwin(memory),
    ...measureTwin(memory),
  };
}
