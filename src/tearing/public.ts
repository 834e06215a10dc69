/**
 * Tearing: measure → order → path → split (`tatter/tearing`). It needs a mesh and positions and works with any
 * simulator.
 */
export { Candidates } from "./candidates.js";
export { Damage } from "./damage.js";
export { limitFor } from "./limit.js";
export { measure, measureAgain, severityAt } from "./measure.js";
export {
  CRITERIA,
  ORDERS,
  PATHS,
  RESOLUTIONS,
  STARTS,
  resolveTearing,
  TEARING_DEFAULTS,
  type TearingOptions,
} from "./options.js";
export { order } from "./order.js";
export { SeamStrengths } from "./seam-strengths.js";
export { SeparationTensors } from "./separation-tensor.js";
export { Strengths, type StrengthBrush, type StrengthsState } from "./strengths.js";
export type { EdgeQuantity, TearableSurface } from "./surface.js";
export { tear, type Move, type Tear, type TearResult } from "./tear.js";
export { TearHysteresis } from "./tear-hysteresis.js";
