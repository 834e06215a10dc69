/** The simulation without solvers: the world, its time step, states and recordings. */
export {
  attractor,
  vortex,
  type AttractorOptions,
  type VortexOptions,
} from "./environment/fields.js";
export { BlowUpError } from "./phases/blow-up-error.js";
export { MAX_DISTANCE, MAX_SPEED } from "./phases/blow-up.js";
export type { InputLog } from "./state/input-log.js";
export { pack, unpack, type ContainerKind } from "./state/container.js";
export { ContainerError } from "../math/check-data.js";
export type { CutReport } from "./tools/cut.js";
export { centerOfMass, energyOf, type Energy, type EnergySource } from "./energy.js";
export { Grab } from "./cloth/grab.js";
export {
  WORLD_DEFAULTS,
  type ClothOptions,
  type CutTarget,
  type Field,
  type GrabOptions,
  type Gusts,
  type KnifeKeyframe,
  type KnifeOptions,
  type KnifePath,
  type PinKeyframe,
  type PinOptions,
  type SeamOptions,
  type TearTarget,
  type TimedBall,
  type Turbulence,
  type Wind,
  type WindOptions,
  type WorldOptions,
} from "./options/options.js";
export type {
  ClothSolver,
  SolverChoice,
  SolverChooser,
  SolverCloth,
  SolverInUse,
  SolverModule,
  SolverName,
  SolverOptions,
  SolverType,
} from "../solvers/index.js";
export {
  StoreList,
  valueStore,
  type MeshCounts,
  type StateContext,
  type Store,
} from "../stores/index.js";
export { referenceKernels, type Kernels } from "../kernels/index.js";
export { applyInput, type ClothInput, type Input } from "./state/input.js";
export { Recorder, type Bookmark } from "./state/recorder.js";
export { PHASES, type Phase } from "./phases/phase-clock.js";
export { Pin } from "./cloth/pin.js";
export { Seam, type SeamState } from "./cloth/seam.js";
export {
  STRENGTH_MAP_DEFAULTS,
  type GreyImage,
  type StrengthMapOptions,
} from "./cloth/strength-map.js";
export { totalsOf, type Stats, type Totals } from "./stats.js";
export type {
  CutEvent,
  PieceEvent,
  SeamOpenEvent,
  TearEvent,
  TearOffEvent,
  WorldEvents,
} from "./events.js";
export { Knife } from "./tools/knife.js";
export { Timeline } from "./state/timeline.js";
export { World } from "./world.js";
export type { WorldState } from "./state/world-state.js";
export { WorldCloth } from "./cloth/world-cloth.js";
