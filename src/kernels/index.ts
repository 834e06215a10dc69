/** The inner loops of a substep, behind one interface. */
export type { Kernels } from "./kernels.js";
export { referenceKernels } from "./reference.js";
