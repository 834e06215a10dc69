/** The sim room: the world that wires the other rooms into one time step. */
export {
  attractor,
  vortex,
  type AttractorOptions,
  type Field,
  type VortexOptions,
} from "./fields.js";
export { BlowUpError, MAX_DISTANCE, MAX_SPEED } from "./blow-up.js";
export { checkCourse, MOST_STEPS_A_FRAME } from "./check-course.js";
export { pack, unpack, type ContainerKind } from "./container.js";
export { ContainerError } from "../math/check-data.js";
export type { CutDone, HandCut, HandTear } from "./cut.js";
export { energyOf, massMiddle, type Energy } from "./energy.js";
export { Grab, type GrabOptions } from "./grab.js";
export {
  IMPLICIT_DEFAULTS,
  SMALLEST_TOLERANCE,
  SOLVERS,
  WORLD_DEFAULTS,
  type ClothOptions,
  type Gusts,
  type KnifeKeyframe,
  type KnifePath,
  type PinOptions,
  type SeamOptions,
  type SolverName,
  type SolverOptions,
  type SolverType,
  type ThrownBall,
  type Turbulence,
  type Wind,
  type WorldOptions,
} from "./options.js";
export type { SolverChoice } from "./choose-solver.js";
export { LINEAR_SOLVERS } from "../solvers/index.js";
export { applyInput, type ClothInput, type Input } from "./input.js";
export { Recorder, type Bookmark, type Course } from "./recorder.js";
export { resolveSolver } from "./solver-options.js";
export { PHASES, type Phase } from "./phases.js";
export { Pin } from "./pin.js";
export { Seam, type SeamState } from "./seam.js";
export { STRENGTH_DEFAULTS, type StrengthMap, type StrengthOptions } from "./strength.js";
export type { Totals } from "./report.js";
export type { OpenEvent, PieceEvent, TearEvent, TearOffEvent, WorldEvents } from "./events.js";
export { Knife, type KnifeOptions } from "./knife.js";
export { LONGEST_IMPLICIT } from "./substeps.js";
export { Timeline } from "./timeline.js";
export type { Tally } from "./tally.js";
export { World } from "./world.js";
export type { WorldState } from "./world-state.js";
export { WorldCloth } from "./world-cloth.js";
