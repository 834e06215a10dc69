/**
 * The kernels module: the inner loops of a substep behind one interface, `Kernels`, and the reference implementation.
 */
export type { Kernels } from "./kernels.js";
export { referenceKernels } from "./reference.js";
