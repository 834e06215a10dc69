import type { Cloth } from "../../cloth/index.js";
import type { Kernels } from "../../kernels/index.js";

/**
 * Between the first and the last substep of a step only kernels touch the particles of a cloth: they may keep a working set
 * of their own. Whatever else reads or writes particles, elements or plastic shapes in between runs in here: the kernels
 * hand their working set back before it, and take it in again after it.
 *
 * @param action Not a closure, which would be garbage in every substep.
 */
export function outsideKernels<C extends Cloth, T>(
  kernels: Kernels,
  cloth: C,
  action: (cloth: C, argument: T) => void,
  argument: T,
): void {
  kernels.endStep(cloth);
  action(cloth, argument);
  kernels.beginStep(cloth);
}
