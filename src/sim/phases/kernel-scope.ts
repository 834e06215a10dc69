import type { Cloth } from "../../cloth/index.js";
import type { Kernels } from "../../kernels/index.js";

/**
 * Runs an action outside of the kernels. Between the first and the last substep of a step only kernels access the
 * particles of a cloth, so they may hold a working set of their own. Anything else that reads or writes particles,
 * elements or plastic shapes in between must run in here: the kernels write their working set back before it, and read
 * it again after it.
 *
 * @param action A function without captured variables: a closure would be garbage in every substep.
 */
export function outsideKernels<C extends Cloth, T>(
  kernels: Kernels,
  cloth: C,
  action: (cloth: C, argument: T) => void,
  argument: T,
): void {
  kernels.pause(cloth);
  action(cloth, argument);
  kernels.resume(cloth);
}
