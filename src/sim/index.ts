/** The sim room: the world that wires the other rooms into one time step. */
export { Grab, type GrabOptions } from "./grab.js";
export {
  SOLVERS,
  WORLD_DEFAULTS,
  type ClothOptions,
  type PinOptions,
  type SolverOptions,
  type Wind,
  type WorldOptions,
} from "./options.js";
export { PHASES, type Phase } from "./phases.js";
export { Pin } from "./pin.js";
export type { Totals } from "./report.js";
export { World, type Tally, type TearEvent } from "./world.js";
export { WorldCloth } from "./world-cloth.js";
