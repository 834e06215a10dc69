import type {
  Collider,
  ClothMaterial,
  SolverChoice,
  SolverName,
  TearingOptions,
  TopologyEdit,
  Vec3Tuple,
  Wind,
} from "tatter";
import type { Recording, SceneInput } from "tatter/scene";
import type { StepSample } from "./measures.js";
import type { ViewData, StrainData, ViewRequest } from "./view-data.js";
import type { SolidsFrame } from "./solids-frame.js";

type Point = [number, number, number];

/** Where the two ends of a blade are, m. */
export interface Blade {
  from: Point;
  to: Point;
}

/** A ball as it leaves the hand: m, m/s, kg. */
export interface Throw {
  position: Point;
  velocity: Point;
  radius: number;
  mass: number;
}

/** What the panel can change while the cloth moves. */
export interface LiveSettings {
  /** The name that the material was chosen by. */
  preset: string;
  /** As a whole. */
  material: ClothMaterial;
  /** Of xpbd; null: as they are. */
  substeps: number | null;
  /** How the cloth tears; null: not at all. */
  tearing: Partial<TearingOptions> | null;
  wind: Partial<Wind>;
  /** m/s². */
  gravity: Vec3Tuple;
}

/** What the simulation can write as a file. */
export type Kept = "recording" | "obj";

/** From the page to the simulation. */
export type Command =
  /** Makes everything anew; where the scene is refused, what was there goes on. */
  | { type: "load"; scene: SceneInput; files: Readonly<Record<string, string | Uint8Array>> }
  /** Shows a recording, and what its panel said at the end; where it is refused, what was there goes on. */
  | { type: "open"; recording: Recording; settings: LiveSettings | null }
  /** Asks for the run so far, or for the cloth as it is now, as a file. */
  | { type: "keep"; what: Kept; name: string; settings: LiveSettings }
  | { type: "settings"; settings: LiveSettings }
  | { type: "pause"; paused: boolean }
  | { type: "step" }
  /** Makes so many whole steps, as fast as it can, then holds and tells; the clock rules no more. */
  | { type: "advance"; steps: number }
  /** Seconds of the cloth in a second of ours, from 0 to 1. */
  | { type: "speed"; speed: number }
  /** The page draws a picture: a step that is nearly due may begin. */
  | { type: "pulse" }
  /** Nobody sees the page, or somebody does again. */
  | { type: "rest"; isResting: boolean }
  | { type: "grab"; hand: number; point: Point }
  /** Takes hold of a collider, by its number. */
  | { type: "take"; hand: number; collider: number; point: Point }
  /** Of whatever the hand holds. */
  | { type: "move"; hand: number; point: Point }
  | { type: "release"; hand: number }
  /** A knife is drawn, moved, lifted; its number is that of its pointer. */
  | { type: "draw"; knife: number; blade: Blade }
  | { type: "slash"; knife: number; blade: Blade }
  | { type: "lift"; knife: number }
  | { type: "throw"; ball: Throw }
  | { type: "remove-balls" }
  /** Pins the cloth around a point where it is now: within a radius, m, but one particle at least. */
  | { type: "pin"; point: Point; radius: number }
  /** Pulls out the peg of a particle, and those around it; null: all pegs. */
  | { type: "unpin"; peg: number | null; radius: number }
  /** Gives the cloth around some points another strength: a factor of its own. */
  | { type: "paint"; points: Point[]; radius: number; strength: number }
  /** Whether the page shows how strong the cloth is from place to place. */
  | { type: "show-strength"; isShown: boolean }
  /** What views and overlays need to have measured from now on. */
  | { type: "show"; wanted: ViewRequest }
  /** Whether the page shows plots: then costly figures are taken too. */
  | { type: "measure"; isShown: boolean }
  /** Takes the latest cut back. */
  | { type: "undo" }
  /** Pauses at the time after so many whole steps, or at the nearest one before it that is known. */
  | { type: "rewind"; frame: number }
  /** Gives a buffer back, so that frames need no new memory. */
  | { type: "return"; positions: Float32Array }
  | { type: "return-strain"; strain: StrainData };

/** A command behind which a pointer is has a number, by which the page counts how soon the cloth follows. */
export type NumberedCommand = Command & { input?: number };

/** Figures of the simulation. */
export interface Stats {
  /** s. */
  time: number;
  /** Whole steps so far. */
  frame: number;
  /** As far as one can go forth after a rewind; while the cloth moves, where it is. */
  newestFrame: number;
  /** How many whole steps apart the times are that one can go to. */
  frameStride: number;
  /** Mean duration of the latest steps. */
  msPerStep: number;
  /** How many times longer a step takes than it lasts. */
  slowness: number;
  /** What moves the cloth; never auto, but what it took. */
  solver: SolverName;
  /** Why auto took it; null where the scene names a solver. */
  choice: SolverChoice | null;
  /** Of a whole step; 0 before anything has moved. */
  substeps: number;
  /** How implicit gets on; null with other solvers. */
  newton: Newton | null;
  /** So far: those whose forces could not be trusted. */
  untrustedSteps: number;
  /** Whether the cloth may tear at all. */
  canTear: boolean;
  particles: number;
  tears: number;
  /** By the knife, and not taken back. */
  cuts: number;
  pieces: number;
  balls: number;
  /** Those that hold the cloth. */
  grabs: number;
  paused: boolean;
  /** Digest of the state; null while time goes on, or within a step. */
  hash: string | null;
  /** How much of a recording is ready to be shown, in frames; null: what is there is no recording, or goes on otherwise. */
  opened: { done: number; frames: number } | null;
  /** Of the latest whole step, where it has not been told yet. */
  sample: StepSample | null;
  /** Number of the latest doing of a pointer that the cloth has felt. */
  input: number;
}

/** Figures of Newton's method. */
export interface Newton {
  /** Of a whole step; 0 before anything has moved. */
  iterations: number;
  /** What the latest solves left over, as a part of all forces. */
  residual: number;
}

/** How strong the cloth is, one factor a particle; null: 1 everywhere. Undefined in a message: as it was. */
export type Strengths = Float32Array | null;

/** From the simulation to the page. */
export type Report =
  | {
      /** The whole cloth: a loaded one, or the same where edits were taken back. */
      type: "cloth";
      isLoaded: boolean;
      triangles: Int32Array;
      uvs: Float64Array;
      positions: Float32Array;
      pinned: number[];
      weak: number[];
      strengths: Strengths | undefined;
      shown: ViewData | null;
      /** The halfedges on edges that have come apart. */
      torn: Int32Array;
      /** What they are like, where the cloth is a loaded one; where they are is in `solids`. */
      colliders: Collider["options"][] | null;
      solids: SolidsFrame;
      figures: Stats;
    }
  | {
      type: "frame";
      positions: Float32Array;
      /** New since the last frame. */
      edits: TopologyEdit[];
      pinned: number[];
      /** Where tears end. */
      weak: number[];
      strengths: Strengths | undefined;
      /** What was measured for views and overlays; null: they ask for nothing. */
      shown: ViewData | null;
      solids: SolidsFrame;
      figures: Stats;
    }
  /** It holds after so many whole steps; fewer than were asked for where it is paused or stuck. */
  | { type: "advanced"; steps: number }
  /** The file that was asked for. */
  | { type: "kept"; what: Kept; content: string | Uint8Array<ArrayBuffer> }
  /** In words for the user: a load was refused, or the simulation has stopped until something is changed. */
  | { type: "problem"; message: string; isRefused: boolean };
