import type { BallState, ColliderState } from "../collision/index.js";
import { Hash } from "../math/hash.js";
import type { WorldOptions } from "./options.js";
import type { Solids } from "./solids.js";

/** Balls and colliders at one time. Bodies that another simulation moves are in no state: that one has theirs. */
export interface SolidsState {
  balls: BallState[];
  /** How many balls there have been, and how many of the options have been thrown. */
  ballCount: number;
  thrownCount: number;
  /** What a hand has done with each collider; null: nothing. */
  colliders: (ColliderState | null)[];
}

export function captureSolids({ balls, ballCount, thrownCount, colliders }: Solids): SolidsState {
  return {
    balls: balls.map(({ state }) => state),
    ballCount,
    thrownCount,
    colliders: colliders.map(({ state }) => state),
  };
}

/** Goes back, or forth, to another time between two steps, s. */
export function restoreSolids(solids: Solids, state: SolidsState & { time: number }): void {
  solids.resumeBalls(state.balls);
  solids.ballCount = state.ballCount;
  solids.thrownCount = state.thrownCount;
  for (const [i, collider] of solids.colliders.entries()) {
    collider.restore(state.colliders[i] ?? null, state.time);
  }
}

/** What must be alike in the options of two worlds so that such a state of the one makes sense in the other. */
export function originOfSolids({
  colliders = [],
  balls = [],
}: WorldOptions): Record<"colliders" | "colliderMeshes" | "balls", string> {
  const hash = new Hash();
  for (const options of colliders) {
    if (options.type !== "mesh") continue;
    hash.add(Float64Array.from(options.positions)).add(Int32Array.from(options.triangles));
  }
  return {
    colliders: colliders.map(({ type }) => type).join(", ") || "none",
    colliderMeshes: hash.digest(),
    balls: String(balls.length),
  };
}
