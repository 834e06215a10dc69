/**
 * Cloth that tears, without solvers: pass a world the solvers that it needs, so that a bundle contains no others.
 *
 * @example
 * import { generateGrid, World } from "tatter/core";
 * import { xpbd } from "tatter/solvers";
 *
 * const mesh = generateGrid({ size: [1, 1], segments: [20, 20] });
 * const world = new World({ cloths: [{ mesh }], solvers: [xpbd] });
 * world.step();
 */

// Values, by topic. Everything else lives under a subpath.
export {
  cleanMesh,
  closestPoint,
  generateDisc,
  generateGrid,
  generateTube,
  GRID_DIAGONALS,
  MeshError,
  MeshSizeError,
  rayHit,
} from "../mesh/index.js";
export {
  changedMaterial,
  MATERIALS,
  MODELS,
  resolveMaterial,
  stiffnessAlong,
} from "../cloth/index.js";
export { COLLIDER_DEFAULTS } from "../collision/index.js";
export { IMPLICIT_DEFAULTS, INTEGRATORS, LINEAR_SOLVERS, SOLVERS } from "../solvers/index.js";
export {
  CRITERIA,
  ORDERS,
  PATHS,
  RESOLUTIONS,
  STARTS,
  resolveTearing,
  TEARING_DEFAULTS,
} from "../tearing/index.js";
export {
  attractor,
  BlowUpError,
  centerOfMass,
  ContainerError,
  energyOf,
  PHASES,
  STRENGTH_MAP_DEFAULTS,
  totalsOf,
  vortex,
  World,
  WORLD_DEFAULTS,
} from "../sim/core.js";

// Every type that a user of these values meets.
export type { NumberArray } from "../math/vector.js";
export type { Tuples, Vec3, Vec3Tuple } from "../math/vec3.js";
export type {
  BladeCutOptions,
  CleanOptions,
  CleanReport,
  CleanResult,
  CutOptions,
  DiscOptions,
  EdgeSeparation,
  EdgeSplit,
  GridDiagonals,
  GridOptions,
  MeshData,
  Pieces,
  SnapOptions,
  SplitOffPiece,
  SurfaceHit,
  SurfacePoint,
  TopologyEdit,
  TriangleMesh,
  TubeOptions,
  VertexGroups,
  VertexSplit,
} from "../mesh/index.js";
export type {
  Cloth,
  ClothMaterial,
  Elements,
  MaterialName,
  Model,
  Particles,
  PlasticState,
  ResolvedMaterial,
  RestShape,
  Selection,
  UvBox,
} from "../cloth/index.js";
export type {
  Ball,
  BallOptions,
  BoxCollider,
  CapsuleCollider,
  Collider,
  ColliderCommon,
  ColliderKeyframe,
  ColliderOptions,
  DrivenBody,
  DrivenBodyOptions,
  DrivenShape,
  HalfSpaceCollider,
  MeshCollider,
  Pose,
  RigidBody,
  SphereCollider,
} from "../collision/index.js";
export type { Kernels } from "../kernels/index.js";
export type {
  AnySolverOptions,
  ClothSolver,
  SolverCloth,
  SolverInUse,
  SolveStats,
  SolverChoice,
  SolverChooser,
  SolverModule,
  SolverName,
  SolverOptions,
  SolverType,
} from "../solvers/index.js";
export type { MeshCounts, StateContext, States, Store, StoreList } from "../stores/index.js";
export type {
  Damage,
  Move,
  StrengthBrush,
  Strengths,
  Tear,
  TearingOptions,
} from "../tearing/index.js";
export type {
  AttractorOptions,
  ClothOptions,
  CutEvent,
  CutReport,
  CutTarget,
  Energy,
  EnergySource,
  Field,
  Grab,
  GrabOptions,
  GreyImage,
  Gusts,
  Knife,
  KnifeKeyframe,
  KnifeOptions,
  KnifePath,
  Phase,
  PieceEvent,
  Pin,
  PinKeyframe,
  PinOptions,
  Seam,
  SeamOpenEvent,
  SeamOptions,
  SeamState,
  Stats,
  StrengthMapOptions,
  TearEvent,
  TearOffEvent,
  TearTarget,
  TimedBall,
  Totals,
  Turbulence,
  VortexOptions,
  Wind,
  WindOptions,
  WorldCloth,
  WorldEvents,
  WorldOptions,
  WorldState,
} from "../sim/core.js";
