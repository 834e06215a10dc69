/** The kernels room: the hot loops of a substep. */
export type { Kernels } from "./kernels.js";
export { referenceKernels } from "./reference.js";
