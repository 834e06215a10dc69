import type { BallState } from "../src/collision/index.js";
import type { ClothMaterial, PlasticState } from "../src/cloth/index.js";
import type { Vec3Tuple } from "../src/math/vec3.js";
import type { TopologyEdit } from "../src/mesh/index.js";
import type { Stats } from "../src/sim/index.js";
import type { GrabState } from "../src/sim/cloth/grab.js";
import type { PinState } from "../src/sim/cloth/pin.js";
import type { CutRecord } from "../src/sim/tools/cut.js";
import type { KnifeState } from "../src/sim/tools/knife.js";
import type { ImplicitState } from "../src/solvers/implicit/implicit.js";
import type { StrengthsState } from "../src/tearing/index.js";

/** The states of a cloth's stores, for tests that inspect or forge them. */
export interface OpenClothState {
  edits: TopologyEdit[];
  material: ClothMaterial;
  plastic: PlasticState | null;
  particles: { positions: Float64Array; velocities: Float64Array };
  damage: { flags: Uint8Array; before: Int32Array };
  strengths: StrengthsState | null;
  holding: { pins: PinState[]; pinned: number[]; grabs: GrabState[] };
  forces: { impulses: Float64Array[]; duration: number; limit: Float64Array[] };
  implicit: ImplicitState;
}

/** The same for a world. */
export interface OpenWorldState {
  time: number;
  gravity: Vec3Tuple;
  windField: number[];
  solver: { substeps: number | "auto" };
  stats: Stats;
  grabCount: number;
  knives: { count: number; knives: KnifeState[] };
  cuts: CutRecord[];
  solids: {
    balls: BallState[];
    ballCount: number;
    scheduledCount: number;
    colliders: ({ placed: number[] | null; target: number[] | null } | null)[];
  };
  cloths: OpenClothState[];
}
