import type {
  Collider,
  ClothMaterial,
  SolverChoice,
  SolverName,
  TearingOptions,
  TopologyEdit,
  Vec3Tuple,
  Wind,
  World,
} from "tatter";
import type { Recording, SceneInput } from "tatter/scene";
import type { StepSample } from "./measures.js";
import type { ViewData, StrainData, ViewRequest } from "./view-data.js";
import type { SolidsFrame } from "./solids-frame.js";

type Point = [number, number, number];

/** The two ends of a blade, m. */
export interface Blade {
  from: Point;
  to: Point;
}

/** A thrown ball: m, m/s, kg. */
export interface Throw {
  position: Point;
  velocity: Point;
  radius: number;
  mass: number;
}

/** A particle of one of the cloths. */
export interface ClothParticle {
  /** Index of the cloth. */
  cloth: number;
  particle: number;
}

/** A point on one of the cloths. */
export interface ClothPoint {
  /** Index of the cloth. */
  cloth: number;
  /** m. */
  point: Point;
}

/** Settings that apply to one running cloth. */
export interface LiveClothSettings {
  /** Name of the material preset. */
  preset: string;
  /** The complete material. */
  material: ClothMaterial;
  /** Null: it does not tear. */
  tearing: Partial<TearingOptions> | null;
}

/** Settings that apply to a running simulation. */
export interface LiveSettings {
  /** One entry per cloth. A cloth without an entry stays as it is. */
  cloths: LiveClothSettings[];
  /** For xpbd. Null: unchanged. */
  substeps: number | null;
  wind: Partial<Wind>;
  /** m/s². */
  gravity: Vec3Tuple;
  /** Contact of cloth with itself and with other cloth. */
  selfCollision: World["contact"]["mode"];
  /** Distance that layers of cloth keep, m. Null: that of their materials. */
  contactThickness: number | null;
}

/** Files that the simulation can export. */
export type ExportFormat = "recording" | "obj";

/** From the page to the simulation. */
export type Command =
  /** Loads a scene. If it is refused, the previous one continues. */
  | { type: "load"; scene: SceneInput; files: Readonly<Record<string, string | Uint8Array>> }
  /** Opens a recording, with the panel settings at its end. If it is refused, the previous scene continues. */
  | { type: "open"; recording: Recording; settings: LiveSettings | null }
  /** Requests a file: the run so far, or the cloth in its present shape. */
  | { type: "export"; what: ExportFormat; name: string; settings: LiveSettings }
  | { type: "settings"; settings: LiveSettings }
  | { type: "pause"; paused: boolean }
  | { type: "step" }
  /** Makes whole steps as fast as possible, then holds and reports. The clock is off from then on. */
  | { type: "advance"; steps: number }
  /** Simulated seconds per real second, from 0 to 1. */
  | { type: "speed"; speed: number }
  /** The page draws a frame. A step that is nearly due may start. */
  | { type: "pulse" }
  /** The page is hidden or visible. */
  | { type: "rest"; isResting: boolean }
  | ({ type: "grab"; id: number } & ClothPoint)
  /** Grabs a collider, by index. */
  | { type: "grab-collider"; id: number; collider: number; point: Point }
  /** Moves a grab of the cloth or of a collider. */
  | { type: "move"; id: number; point: Point }
  | { type: "release"; id: number }
  /** Starts, moves and ends a knife stroke. `knife` is the id of the pointer. */
  | { type: "draw"; knife: number; blade: Blade }
  | { type: "slash"; knife: number; blade: Blade }
  | { type: "lift"; knife: number }
  | { type: "throw"; ball: Throw }
  | { type: "remove-balls" }
  /** Pins the cloth where it is, within a radius around a point, m. At least one particle. */
  | ({ type: "pin"; radius: number } & ClothPoint)
  /** Removes the pin of a particle and those around it. Null: all pins. */
  | { type: "unpin"; at: ClothParticle | null; radius: number }
  /** Sets the strength factor of the cloth around points. */
  | { type: "paint"; points: ClothPoint[]; radius: number; strength: number }
  /** True if the page shows the strength of the cloths. */
  | { type: "show-strength"; isShown: boolean }
  /** Selects what is measured for views and overlays. */
  | { type: "show"; request: ViewRequest }
  /** True if the page shows plots, which need expensive measurements. */
  | { type: "measure"; isShown: boolean }
  /** Undoes the latest cut. */
  | { type: "undo" }
  /** Pauses and rewinds to a frame, or to the nearest stored one before it. */
  | { type: "rewind"; frame: number }
  /** Returns buffers for reuse, one per cloth. */
  | { type: "return"; positions: Float32Array[] }
  | { type: "return-strain"; cloth: number; strain: StrainData };

/** A command. Pointer input has a number, by which the page measures the lag. */
export type NumberedCommand = Command & { input?: number };

/** Statistics of the simulation. */
export interface Stats {
  /** s. */
  time: number;
  /** Whole steps so far. */
  frame: number;
  /** The last frame that can be reached after a rewind. While the simulation runs, the present one. */
  newestFrame: number;
  /** Distance between frames that can be reached. */
  frameStride: number;
  /** Mean computing time of the latest steps. */
  msPerStep: number;
  /** Computing time of a step over its duration. */
  slowness: number;
  /** The solver in use, never auto. */
  solver: SolverName;
  /** Name of the implementation of the inner loops. */
  kernels: string;
  /** Simulated duration of a step, s. */
  stepDuration: number;
  /** Why auto chose it. Null if the scene names a solver. */
  choice: SolverChoice | null;
  /** Per whole step. 0 before the first step. */
  substeps: number;
  /** Null for other solvers than implicit. */
  newton: Newton | null;
  /** Number of steps so far whose forces were not trusted. */
  untrustedSteps: number;
  /** True if a cloth can tear. */
  canTear: boolean;
  particles: number;
  tears: number;
  /** Knife cuts that were not undone. */
  cuts: number;
  pieces: number;
  balls: number;
  /** Grabs of the cloths. */
  grabs: number;
  /** Null while self-collision is off. */
  crossings: Crossings | null;
  paused: boolean;
  /** Digest of the state. Null while running, or within a step. */
  hash: string | null;
  /** Number of frames of a recording that are loaded. Null if no recording is shown. */
  opened: { done: number; frames: number } | null;
  /** The latest whole step, if it was not sent yet. */
  sample: StepSample | null;
  /** Number of the latest pointer input that a step has included. */
  input: number;
}

/** Statistics of Newton's method. */
export interface Newton {
  /** Per whole step. 0 before the first step. */
  iterations: number;
  /** Residual of the latest solves, as a fraction of all forces. */
  residual: number;
}

/** How well layers of cloth are held apart. */
export interface Crossings {
  /** Edges that passed through triangles at the start of the latest step. */
  now: number;
  /** Times that pins have forced layers through each other so far. */
  forced: number;
}

/** Strength factor per particle. Null: 1 everywhere. Undefined in a message: unchanged. */
export type Strengths = Float32Array | null;

/** The present state of one cloth. */
interface ClothState {
  /** Three numbers per particle, m. The buffer may be longer. */
  positions: Float32Array;
  /** Number of particles. */
  count: number;
  pinned: number[];
  /** Vertices where tears end. */
  weak: number[];
  strengths: Strengths | undefined;
  /** Measured data for views and overlays. Null: none requested. */
  shown: ViewData | null;
}

/** One whole cloth. */
export interface WholeCloth extends ClothState {
  triangles: Int32Array;
  uvs: Float64Array;
  /** Halfedges on torn edges. */
  torn: Int32Array;
}

/** Changes of one cloth. */
export interface ClothFrame extends ClothState {
  /** Edits since the last frame. */
  edits: TopologyEdit[];
}

/** Where cloth bears on cloth, m: three numbers per contact. Null: not requested. */
export type Contacts = Float32Array | null;

/** From the simulation to the page. Lists of cloths are in the order of the scene. */
export type Report =
  | {
      /** The whole cloths, after loading or after edits were undone. */
      type: "cloths";
      isLoaded: boolean;
      cloths: WholeCloth[];
      /** Options of the colliders, if the cloths were loaded. Their poses are in `solids`. */
      colliders: Collider["options"][] | null;
      solids: SolidsFrame;
      contacts: Contacts;
      stats: Stats;
    }
  | {
      type: "frame";
      cloths: ClothFrame[];
      solids: SolidsFrame;
      contacts: Contacts;
      stats: Stats;
    }
  /** The simulation holds after this number of whole steps. It is smaller than requested if it is paused or stuck. */
  | { type: "advanced"; steps: number }
  /** The requested file. */
  | { type: "exported"; what: ExportFormat; content: string | Uint8Array<ArrayBuffer> }
  /** Message for the user: a scene was refused, or the simulation has stopped until something is changed. */
  | { type: "problem"; message: string; isRefused: boolean };
