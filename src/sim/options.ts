import type { Vector3 } from "../math/vector.js";
import type { Material, UvBox } from "../cloth/index.js";
import type { Collider } from "../collision/index.js";
import type { Kernels } from "../kernels/index.js";
import type { MeshData } from "../mesh/index.js";
import type { TearingOptions } from "../tearing/index.js";
import type { Field } from "./fields.js";

/** All that a world is made of. SI units, y up. */
export interface WorldOptions {
  cloths: ClothOptions[];
  /** m/s²; default (0, −9.81, 0). */
  gravity?: Vector3;
  wind?: Partial<Wind>;
  /** What else acts on the cloths; `World.fields` starts with them. */
  fields?: Field[];
  colliders?: Collider[];
  solver?: Partial<SolverOptions>;
  /** Start of all chance in this world; default 1. */
  seed?: number;
  /** The hot loops; default the reference in TypeScript. */
  kernels?: Kernels;
}

export interface ClothOptions {
  /** The unstressed cloth. */
  mesh: MeshData;
  /** Where it starts: moved by `position` (m) after a turn by `rotation` (degrees, intrinsic XYZ). */
  transform?: { position?: Vector3; rotation?: Vector3 };
  /** Default: cotton. */
  material?: Material;
  pins?: PinOptions[];
  /** How it tears; null or absent: not at all. */
  tearing?: Partial<TearingOptions> | null;
  /**
   * Particles start off the perfect shape by up to this much along their normals, m; default 1e-6. A sheet
   * that is flat to the last bit could never buckle out of its plane.
   */
  imperfection?: number;
}

/** Holds particles, moves them by keyframes, lets them go. */
export interface PinOptions {
  /** The particles with a corner in a box of texture space. */
  select: { uv: UvBox };
  /** Displacement from the start, linear between keyframes, constant before the first and after the last. */
  motion?: readonly { time: number; move: Vector3 }[];
  /** The time at which the pin lets go, s; absent: never. */
  release?: number;
}

export interface Wind {
  /** m/s. */
  velocity: Vector3;
  /** N·s/m³ (µ in Phillips eq. 20). */
  drag: number;
  /** The wind swells and drops by chance; absent: it blows steadily. */
  gusts?: Gusts;
  /** Eddies that the wind carries along; absent: the air is the same everywhere. */
  turbulence?: Turbulence;
}

export interface Gusts {
  /** How much the speed changes, as a part of it: 0.5 is up to half more and half less. */
  strength: number;
  /** Typical time from one gust to the next, s. */
  period: number;
}

export interface Turbulence {
  /** Speed of the air in the strongest eddies, m/s, added to the wind. */
  speed: number;
  /** Size of the eddies, m. */
  size: number;
}

export interface SolverOptions {
  type: "xpbd";
  /** Time step, s. */
  step: number;
  /** Parts that a step is divided into. */
  substeps: number;
}

export const WORLD_DEFAULTS = {
  gravity: [0, -9.81, 0] as Vector3,
  wind: { velocity: [0, 0, 0], drag: 1.2 } as Wind,
  solver: { type: "xpbd", step: 1 / 60, substeps: 20 } as SolverOptions,
  imperfection: 1e-6,
  seed: 1,
};
