import type { Vec3, Vec3Tuple } from "../../math/vec3.js";
import type { Cloth, ClothMaterial, Model, Selection } from "../../cloth/index.js";
import type { BallOptions, ColliderOptions } from "../../collision/index.js";
import type { Kernels } from "../../kernels/index.js";
import type {
  AnySolverOptions,
  SolverChooser,
  SolverModule,
  SolverOptions,
} from "../../solvers/index.js";
import type { BladeCutOptions, CutOptions, MeshData, SurfacePoint } from "../../mesh/index.js";
import type { TearingOptions } from "../../tearing/index.js";
import type { StrengthMapOptions } from "../cloth/strength-map.js";

/** All that a world is made of. SI units, y up. */
export interface WorldOptions {
  cloths: ClothOptions[];
  /** m/s²; default (0, −9.81, 0). */
  gravity?: Vec3;
  wind?: WindOptions;
  /** What else acts on the cloths; `World.fields` starts with them. */
  fields?: Field[];
  /** What stands in the way of the cloths and moves by itself at most. */
  colliders?: ColliderOptions[];
  /** Balls that push the cloths and feel them. */
  balls?: TimedBall[];
  /** Knives that cut at set times. */
  knives?: KnifePath[];
  /** Its `type` is one of `SOLVERS`, or the name of a solver of your own in `solvers`. */
  solver?: AnySolverOptions;
  /** Start of all chance in this world; default 1. */
  seed?: number;
  /** The hot loops; default the reference in TypeScript. */
  kernels?: Kernels;
  /** The solvers that there are; default: all of them, but for the world of `tatter/core`, which has none. */
  solvers?: readonly (SolverModule | SolverChooser)[];
}

/** A ball that is there from a time on. */
export interface TimedBall extends BallOptions {
  /** s; default 0. */
  time?: number;
}

/** A knife that is drawn at its first keyframe, moves straight from one to the next, and is put away at the last. */
export interface KnifePath extends BladeCutOptions {
  motion: readonly KnifeKeyframe[];
  /** Number of the cloth that it cuts; default: all. */
  cloth?: number;
}

export interface KnifeKeyframe {
  /** s. */
  time: number;
  /** Where the two ends of the blade are, m. */
  from: Vec3;
  to: Vec3;
}

export interface ClothOptions {
  /** The unstressed cloth. */
  mesh: MeshData;
  /** Where it starts: moved by `position` (m) after a turn by `rotation` (degrees, intrinsic XYZ). */
  transform?: { position?: Vec3; rotation?: Vec3 };
  /** Default: cotton. */
  material?: ClothMaterial;
  /** What resists stretch, shear and bending; default "springs". */
  model?: Model;
  pins?: PinOptions[];
  /** Where it comes apart by itself, and when. */
  seams?: SeamOptions[];
  /** How strong it is from place to place; absent: the same everywhere. */
  strengthMap?: StrengthMapOptions;
  /** How it tears; null or absent: not at all. */
  tearing?: Partial<TearingOptions> | null;
  /**
   * Particles start off the perfect shape by up to this much along their normals, m; default 1e-6. A sheet
   * that is flat to the last bit could never buckle out of its plane.
   */
  imperfection?: number;
}

/** Where a pin is at a time. */
export interface PinKeyframe {
  /** s. */
  time: number;
  /** Displacement from the start, m. */
  translation: Vec3;
}

/** Holds particles, moves them by keyframes, lets them go and takes hold of them again. Times are those of the world. */
export interface PinOptions {
  /** Which particles; a sphere means where they are when the pin is made. */
  select: Selection;
  /**
   * What of them is held: their place (default), all but the way along a line in the direction of `axis`, like a ring on
   * its rail, or the way off a plane whose normal is `plane`. Directions of any length.
   */
  hold?: "point" | { axis: Vec3 } | { plane: Vec3 };
  /**
   * Displacement from the start, linear between keyframes, constant before the first and after the last, m. On an axis
   * the part across it counts, on a plane the part along its normal.
   */
  motion?: readonly PinKeyframe[];
  /** The time at which the pin lets go, s; absent: never. */
  release?: number;
  /**
   * The time at which it takes hold again, of the same particles where they are then, s; absent: never. After `release`,
   * or, for a pin with a strength, after it may have torn off.
   */
  repin?: number;
  /**
   * The force at which the pin tears off, because the cloth pulls at what it holds with more, N; absent: it bears
   * anything. It counts the mean over a step; on an axis or a plane what is held of it.
   */
  breakForce?: number;
  /**
   * Whether every particle tears off by itself, when its own force passes the strength, as the rings of a curtain;
   * default false: all of them at once, by the sum of their forces.
   */
  breakPerParticle?: boolean;
}

/**
 * A path through a cloth that opens at a time of the world, or tears more easily than the rest, or both. Either `select` or
 * `line` says where.
 */
export interface SeamOptions {
  /**
   * The edges inside the cloth both of whose ends are selected, which have to make one path. It begins in the end with the
   * lower number or, for `ids`, in the one that is named first. A sphere means where the cloth starts.
   */
  select?: Selection;
  /**
   * Corners of a line in texture space. It is laid into the mesh, through triangles where need be, when it begins to open, or
   * at the start where it has a strength; until then the mesh is as it was given.
   */
  line?: readonly (readonly [u: number, v: number])[];
  /** The time at which it opens, s; absent: it has a strength, and opens where it tears. */
  openTime?: number;
  /** How long it takes to open from its first end to its last, like a zip, s; default 0: at once. */
  openDuration?: number;
  /**
   * What of the strength of the cloth it bears across it, over 0; under 1 it is weaker, as perforated paper, and tears
   * along it. Absent: it is as strong as the rest.
   */
  strength?: number;
}

/** Wind as it is given; what is absent has its default. */
export interface WindOptions extends Partial<Omit<Wind, "velocity">> {
  /** m/s; default (0, 0, 0). */
  velocity?: Vec3;
}

/** The wind of a world. */
export interface Wind {
  /** m/s. */
  velocity: Vec3Tuple;
  /** N·s/m³ (µ in Phillips eq. 20). */
  drag: number;
  /** The wind swells and drops by chance; absent: it blows steadily. */
  gusts?: Gusts;
  /** Eddies that the wind carries along; absent: the air is the same everywhere. */
  turbulence?: Turbulence;
}

export interface Gusts {
  /** How much the speed changes, as a part of it: 0.5 is up to half more and half less. */
  amplitude: number;
  /** Typical time from one gust to the next, s. */
  period: number;
}

export interface Turbulence {
  /** Speed of the air in the strongest eddies, m/s, added to the wind. */
  speed: number;
  /** Size of the eddies, m. */
  size: number;
}

export const WORLD_DEFAULTS = {
  gravity: [0, -9.81, 0] as Vec3Tuple,
  wind: { velocity: [0, 0, 0], drag: 1.2 } as Wind,
  solver: { type: "xpbd", step: 1 / 60, substeps: 20 } as SolverOptions,
  imperfection: 1e-6,
  seed: 1,
};

/**
 * Something that acts on cloth from afar, by a force of its own or by moving the air. `time` is in seconds. What it
 * gives must follow from the cloth and the time alone, or runs differ: no `Math.random`.
 */
export interface Field {
  /** Adds N to `forces`, three a particle. Called each time that forces are evaluated: at least once a substep. */
  addForces?(cloth: Cloth, forces: Float64Array, time: number): void;
  /** Adds m/s to the air at the particles, three a particle. Called once a step. */
  addWinds?(cloth: Cloth, winds: Float64Array, time: number): void;
}

export interface GrabOptions {
  /** Where the hand takes hold, m. */
  point: Vec3;
  /** How much cloth it pinches, m; default 0.07: a narrow pinch only punches a hole, a wide one rips. */
  radius?: number;
  /** Which cloth of the world; default the first. */
  cloth?: number;
  /** N/m of the whole hand; default 2000. */
  stiffness?: number;
  /** N, the most that the whole hand pulls; default 60. */
  maxForce?: number;
}

export interface KnifeOptions extends BladeCutOptions {
  /** Where the two ends of the blade are, m. */
  from: Vec3;
  to: Vec3;
  /** The number of the cloth that it cuts; default: all. */
  cloth?: number;
}

/** Where to cut a cloth by hand. */
export type CutTarget =
  /** An edge is opened. */
  | { edge: number }
  /** A vertex comes apart by the plane through it that is square to `axis`. */
  | { vertex: number; axis: Vec3 }
  /** Along a line over the cloth as it lies now, from corner to corner: points on it, or near it, m. */
  | ({ line: readonly (Vec3 | SurfacePoint)[] } & CutOptions);

/** Where to tear a cloth by hand, and how: the path of the cloth's own tearing, or another. */
export type TearTarget = ({ edge: number } | { vertex: number; axis: Vec3 }) & {
  path?: TearingOptions["path"];
};

/** Rounding of the clock: what is to happen at 1 s happens in the step that starts at 0.9999999999 s. */
const TIME_TOLERANCE = 1e-9;

/** Whether a moment has come at the start of a step, both in s. */
export function isDue(moment: number, time: number): boolean {
  return time >= moment - TIME_TOLERANCE;
}
