import type { Vec3, Vec3Tuple } from "../../math/vec3.js";
import type { Cloth, ClothMaterial, Model, Selection } from "../../cloth/index.js";
import type {
  BallOptions,
  ColliderOptions,
  ContactResponse,
  SelfCollision,
} from "../../collision/index.js";
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

/** Options of a world. SI units, y is up. Vectors are `[x, y, z]` or `{ x, y, z }`. */
export interface WorldOptions {
  /** The cloths. May be empty. */
  cloths: ClothOptions[];
  /** Gravity, m/s²; default (0, −9.81, 0). */
  gravity?: Vec3;
  /** Wind and air drag; default: still air with a drag of 1.2 N·s/m³. */
  wind?: WindOptions;
  /** Force and wind fields. `World.fields` starts with these; default none. */
  fields?: Field[];
  /** Colliders: static, keyframed, or moved from code. The cloth does not push them; default none. */
  colliders?: ColliderOptions[];
  /** Balls, coupled both ways with the cloths; default none. */
  balls?: TimedBall[];
  /** Knives that follow keyframes; default none. */
  knives?: KnifePath[];
  /**
   * The solver. Its `type` is one of `SOLVERS`, or the name of a solver of your own in `solvers`; default "xpbd" with a
   * step of 1/60 s and 20 substeps.
   */
  solver?: AnySolverOptions;
  /**
   * Contact of cloth with itself and with other cloth. "fast": layers stay apart in ordinary handling, and what has
   * crossed is drawn apart again. "exact": no edge ever passes through a triangle. Default "off".
   */
  selfCollision?: SelfCollision;
  /** Distance that layers of cloth keep, m; default: their thickness, at least a twentieth of the mean edge. */
  contactThickness?: number;
  /**
   * What holds layers apart: "projection" of positions (default), or the "impulses" and springs of Quddus & Waugh, after
   * Bridson.
   */
  contactResponse?: ContactResponse;
  /** Seed of all random numbers of this world; default 1. */
  seed?: number;
  /**
   * The inner loops: "wasm" (WebAssembly SIMD in single precision, for `xpbd` and `euler`), "reference" (TypeScript in
   * double precision, for every solver), or your own. Default "wasm" where solver and engine have it. With "reference",
   * `auto` chooses as on an engine without WebAssembly.
   */
  kernels?: "wasm" | "reference" | Kernels;
  /** The solvers to choose from; default: all. The world of `tatter/core` has none by default. */
  solvers?: readonly (SolverModule | SolverChooser)[];
}

/** A ball that is added at a time. */
export interface TimedBall extends BallOptions {
  /** Time at which the ball is added, s; default 0. */
  time?: number;
}

/**
 * A knife that follows keyframes. It appears at the first one, moves linearly from one to the next, and is removed at
 * the last.
 */
export interface KnifePath extends BladeCutOptions {
  /** Two keyframes or more, with rising times. */
  motion: readonly KnifeKeyframe[];
  /** Index of the cloth that it cuts; default: all cloths. */
  cloth?: number;
}

/** The ends of the blade of a knife at a time. */
export interface KnifeKeyframe {
  /** Time of the world, s. */
  time: number;
  /** First end of the blade, m. */
  from: Vec3;
  /** Second end of the blade, m. */
  to: Vec3;
}

/** Options of a cloth. */
export interface ClothOptions {
  /** The unstressed mesh of the cloth. */
  mesh: MeshData;
  /**
   * Start of the cloth: rotation by `rotation` (degrees, intrinsic XYZ), then translation by `position` (m); default:
   * none.
   */
  transform?: { position?: Vec3; rotation?: Vec3 };
  /** Material; default `MATERIALS.cotton`. */
  material?: ClothMaterial;
  /** Elements that resist stretch, shear and bending; default "springs". */
  model?: Model;
  /** Pins; default none. */
  pins?: PinOptions[];
  /** Seams: paths that open at a time, or are weaker than the rest; default none. */
  seams?: SeamOptions[];
  /** Strength from place to place, as factors; default: 1 everywhere. */
  strengthMap?: StrengthMapOptions;
  /** Tearing options; null or absent: the cloth does not tear. */
  tearing?: Partial<TearingOptions> | null;
  /**
   * Random displacement of the particles along their normals at the start, at most this much, m; default 1e-6. Without
   * it a perfectly flat sheet could never buckle out of its plane.
   */
  imperfection?: number;
}

/** Displacement and rotation of a pin at a time. */
export interface PinKeyframe {
  /** Time of the world, s. */
  time: number;
  /** Displacement from the start, m. */
  translation: Vec3;
  /**
   * Rotation from the start about the center of the pinned particles, which moves with the displacement: degrees,
   * intrinsic XYZ; default none.
   */
  rotation?: Vec3;
}

/**
 * Options of a pin. A pin fixes particles, moves them by keyframes, releases them and pins them again. Times are those
 * of the world.
 */
export interface PinOptions {
  /** The particles to pin. A sphere selects by the positions at the time when the pin is made. */
  select: Selection;
  /**
   * Degrees of freedom that are fixed, default "point": all three. `axis`: the particles slide along a line in this
   * direction, like a ring on a rail. `plane`: they slide on a plane with this normal. Directions may have any length.
   */
  hold?: "point" | { axis: Vec3 } | { plane: Vec3 };
  /**
   * Displacement and rotation from the start: linear between keyframes, constant before the first and after the last;
   * default none. With an axis only the components perpendicular to it count, with a plane only the component along its normal.
   */
  motion?: readonly PinKeyframe[];
  /** Time at which the pin releases its particles, s; absent: never. */
  release?: number;
  /**
   * Time at which it pins the same particles again, where they are then, s; absent: never. Must be after `release`;
   * without `release` the pin needs a `breakForce`.
   */
  repin?: number;
  /**
   * Force of the cloth at which the pin tears off, N; absent: it never does. The force is the mean over a step. With an
   * axis or a plane only the fixed components count.
   */
  breakForce?: number;
  /**
   * True: each particle tears off alone when its own force exceeds `breakForce`, like the rings of a curtain. Default
   * false: all of them at once, by the sum of their forces.
   */
  breakPerParticle?: boolean;
}

/**
 * Options of a seam: a path through a cloth that opens at a time, is weaker or stronger than the rest, or both. Give
 * either `select` or `line`.
 */
export interface SeamOptions {
  /**
   * Selects the inner edges with both ends selected. They must form one path. It begins at the end with the lower
   * vertex number or, with `ids`, at the end that is listed first. A sphere selects by the positions at the start.
   */
  select?: Selection;
  /**
   * Corners of a line in texture space (u, v). The line is inserted into the mesh, through triangles if needed, when it
   * begins to open. With a `strength` it is inserted at the start.
   */
  line?: readonly (readonly [u: number, v: number])[];
  /** Time at which it opens, s; absent: it has a `strength`, and opens only where it tears. */
  openTime?: number;
  /** Duration of opening from the first end to the last, like a zip, s; default 0: at once. */
  openDuration?: number;
  /**
   * Strength across the seam, as a factor over 0 of the strength of the cloth; default 1. Below 1 it is weaker, like
   * perforated paper, and the cloth tears along it.
   */
  strength?: number;
}

/** Options of the wind. Absent fields have their defaults. */
export interface WindOptions extends Partial<Omit<Wind, "velocity">> {
  /** Velocity of the air, m/s; default (0, 0, 0). */
  velocity?: Vec3;
}

/** The wind of a world, with defaults filled in. */
export interface Wind {
  /** Velocity of the air, m/s. */
  velocity: Vec3Tuple;
  /** Drag of the air per area, N·s/m³ (µ in Phillips eq. 20); default 1.2. */
  drag: number;
  /** Random gusts; absent: the wind is steady. */
  gusts?: Gusts;
  /** Eddies that the wind carries along; absent: the wind is uniform. */
  turbulence?: Turbulence;
}

/** Random changes of the wind speed with time. */
export interface Gusts {
  /** Change of the speed as a fraction of it: 0.5 means up to 50 % more or less. */
  amplitude: number;
  /** Typical time from one gust to the next, s. */
  period: number;
}

/** Eddies of the air, added to the wind. */
export interface Turbulence {
  /** Speed of the air in the strongest eddies, m/s. */
  speed: number;
  /** Size of the eddies, m. */
  size: number;
}

/**
 * Defaults of the options of a world: gravity in m/s², wind in m/s, solver, imperfection in m, seed.
 *
 * @example
 * import { WORLD_DEFAULTS } from "tatter";
 * console.log(WORLD_DEFAULTS.gravity, WORLD_DEFAULTS.solver.step); // m/s², s
 */
export const WORLD_DEFAULTS = {
  gravity: [0, -9.81, 0] as Vec3Tuple,
  wind: { velocity: [0, 0, 0], drag: 1.2 } as Wind,
  solver: { type: "auto", step: 1 / 60, substeps: "auto" } as SolverOptions,
  imperfection: 1e-6,
  selfCollision: "off" as SelfCollision,
  contactResponse: "projection" as ContactResponse,
  seed: 1,
};

/**
 * A field that acts on cloths by forces, or by moving the air. Its results must depend only on the cloth and the time:
 * with `Math.random` runs are not reproducible.
 */
export interface Field {
  /**
   * Adds forces, N, to `forces`: three numbers per particle. Called each time forces are evaluated, at least once per
   * substep.
   *
   * @param time Simulated time, s.
   */
  addForces?(cloth: Cloth, forces: Float64Array, time: number): void;
  /**
   * Adds air velocities, m/s, to `winds`: three numbers per particle. Called once per step.
   *
   * @param time Simulated time, s.
   */
  addWinds?(cloth: Cloth, winds: Float64Array, time: number): void;
}

/** Options of `World.grab`. */
export interface GrabOptions {
  /** Point to grab, m. */
  point: Vec3;
  /** Radius around the point, m; default 0.07. A narrow grab only punches a hole, a wide one rips the cloth. */
  radius?: number;
  /** Index of the cloth; default 0. */
  cloth?: number;
  /** Stiffness of the whole grab, N/m; default 2000. */
  stiffness?: number;
  /** Largest force of the whole grab, N; default 60. Infinity: no limit. */
  maxForce?: number;
}

/** Options of `World.knife`. */
export interface KnifeOptions extends BladeCutOptions {
  /** First end of the blade, m. */
  from: Vec3;
  /** Second end of the blade, m. */
  to: Vec3;
  /** Index of the cloth that it cuts; default: all cloths. */
  cloth?: number;
}

/** Where `World.cut` cuts a cloth. */
export type CutTarget =
  /** Opens an edge. */
  | { edge: number }
  /** Splits a vertex by the plane through it that is perpendicular to `axis`. */
  | { vertex: number; axis: Vec3 }
  /**
   * Cuts along a line over the cloth as it is now, from corner to corner: points on the mesh, or points in space near
   * it, m.
   */
  | ({ line: readonly (Vec3 | SurfacePoint)[] } & CutOptions);

/** Where `World.tear` tears a cloth. `path` defaults to the path of the tearing options of the cloth. */
export type TearTarget = ({ edge: number } | { vertex: number; axis: Vec3 }) & {
  path?: TearingOptions["path"];
};

/** Tolerance for rounding of the time, s: an event at 1 s happens in the step that starts at 0.9999999999 s. */
const TIME_TOLERANCE = 1e-9;

/** True if an event at time `moment` is due in the step that starts at `time`, both in s. */
export function isDue(moment: number, time: number): boolean {
  return time >= moment - TIME_TOLERANCE;
}
