/** How a cloth tears. */
export interface TearingOptions {
  /** What is measured: the force along an edge, N, or its length over its unstressed length. */
  criterion: "tension" | "stretch";
  /** Where it tears: N for `tension` (over 0), a ratio for `stretch` (over 1). */
  limit: number;
  /** Which candidate goes first: the one farthest over the limit. */
  order: "severest";
  /** Where the cloth parts: by the plane through the particle, across the tense edge (Robson). */
  path: "plane";
  /** At most this many splits a step; the rest waits for the next step, and the report says so. */
  maxTearsPerStep: number;
}

export const TEARING_DEFAULTS: TearingOptions = {
  criterion: "stretch",
  limit: 1.3,
  order: "severest",
  path: "plane",
  maxTearsPerStep: 200,
};
