import { hasWasm, referenceKernels, WasmKernels, type Kernels } from "../kernels/index.js";

/**
 * Kernels of a new world for the solvers that have them in WebAssembly. Where an engine or the policy of a page does not
 * allow WebAssembly with SIMD, these are the reference kernels: the same cloth, slower, with other rounding.
 */
export function defaultKernels(): Kernels {
  return hasWasm() ? new WasmKernels() : referenceKernels;
}
