/** The sim module: the world that wires the other modules into one time step. Its own world has no solvers. */
export {
  attractor,
  vortex,
  type AttractorOptions,
  type VortexOptions,
} from "./environment/fields.js";
export { BlowUpError } from "./phases/blow-up-error.js";
export { MAX_DISTANCE, MAX_SPEED } from "./phases/blow-up.js";
export { checkCourse, MOST_STEPS_A_FRAME, type Course } from "./state/course.js";
export { pack, unpack, type ContainerKind } from "./state/container.js";
export { ContainerError } from "../math/check-data.js";
export type { CutDone } from "./tools/cut.js";
export { energyOf, massMiddle, type Energy } from "./energy.js";
export { Grab } from "./cloth/grab.js";
export {
  WORLD_DEFAULTS,
  type ClothOptions,
  type Field,
  type GrabOptions,
  type Gusts,
  type HandCut,
  type HandTear,
  type KnifeKeyframe,
  type KnifeOptions,
  type KnifePath,
  type PinOptions,
  type SeamOptions,
  type ThrownBall,
  type Turbulence,
  type Wind,
  type WorldOptions,
} from "./options/options.js";
export {
  IMPLICIT_DEFAULTS,
  LINEAR_SOLVERS,
  SMALLEST_TOLERANCE,
  SOLVERS,
  type ClothSolver,
  type SolverChoice,
  type SolverChooser,
  type SolverCloth,
  type SolverModule,
  type SolverName,
  type SolverOptions,
  type SolverType,
} from "../solvers/index.js";
export {
  StoreList,
  valueStore,
  type MeshCounts,
  type StateContext,
  type Store,
} from "../stores/index.js";
export { applyInput, type ClothInput, type Input } from "./state/input.js";
export { Recorder, type Bookmark } from "./state/recorder.js";
export { PHASES, type Phase } from "./phases/phase-clock.js";
export { Pin } from "./cloth/pin.js";
export { Seam, type SeamState } from "./cloth/seam.js";
export { STRENGTH_DEFAULTS, type StrengthMap, type StrengthOptions } from "./cloth/strength-map.js";
export type { Tally, Totals } from "./tally.js";
export type {
  CutEvent,
  OpenEvent,
  PieceEvent,
  TearEvent,
  TearOffEvent,
  WorldEvents,
} from "./events.js";
export { Knife } from "./tools/knife.js";
export { Timeline } from "./state/timeline.js";
export { World } from "./world.js";
export type { WorldState } from "./state/world-state.js";
export { WorldCloth } from "./cloth/world-cloth.js";
