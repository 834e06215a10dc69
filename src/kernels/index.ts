/**
 * The kernels module: the inner loops of a substep behind one interface, `Kernels`. There are two implementations: the
 * reference in TypeScript, and one in WebAssembly.
 */
export type { Kernels } from "./kernels.js";
export { referenceKernels } from "./reference.js";
export { hasWasm } from "./wasm/module.js";
export { WasmKernels } from "./wasm/wasm-kernels.js";
export { blocksFor, laneOf, type BlockOrder } from "./wasm/block-order.js";
export { instantiate, type ContactFunctions, type EquationFunctions } from "./wasm/module.js";
export { numberParticles } from "./wasm/numbering.js";
