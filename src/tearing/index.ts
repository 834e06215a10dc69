/** The tearing room: measure → order → choose a path → split. Needs a mesh and positions, no solver of ours. */
export { Candidates } from "./candidates.js";
export { Damage } from "./damage.js";
export { LetGo } from "./let-go.js";
export { limitFor } from "./limit.js";
export { measure, measureAgain, severityAt } from "./measure.js";
export {
  CRITERIA,
  LIMITS,
  ORDERS,
  PATHS,
  RESOLUTIONS,
  resolveTearing,
  TEARING,
  TEARING_DEFAULTS,
  type TearingOptions,
} from "./options.js";
export { order } from "./order.js";
export { SeparationTensors } from "./separation-tensor.js";
export { SeamStrengths } from "./seam-strengths.js";
export { Strengths, type StrengthsState } from "./strengths.js";
export type { TearableSurface } from "./surface.js";
export { tear, type Move, type Tear, type TearResult } from "./tear.js";
