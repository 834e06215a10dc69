import {
  also,
  anything,
  checkOptions,
  expected,
  length,
  number,
  object,
  oneOf,
  optional,
  partial,
} from "../math/check-options.js";
import { MAX_HELD_ZONE } from "./held-zone.js";

/**
 * What is compared with the tear limit, for `tearing.criterion`: the force along an edge, N; the length of an edge over
 * its rest length; or the separation tensor at a vertex, a strain. The default is "stretch".
 *
 * @example
 * import { generateGrid, CRITERIA, World } from "tatter";
 * const mesh = generateGrid({ size: [1, 1], segments: [4, 4] });
 * const worlds = CRITERIA.map((criterion) => new World({ cloths: [{ mesh, tearing: { limit: 2, criterion } }] }));
 */
export const CRITERIA = ["tension", "stretch", "separation-tensor"] as const;
/**
 * Which tears go first, for `tearing.order`: the largest load over limit, those that continue a tear, or random ones. The
 * default is "severest".
 *
 * @example
 * import { generateGrid, ORDERS, World } from "tatter";
 * const mesh = generateGrid({ size: [1, 1], segments: [4, 4] });
 * const worlds = ORDERS.map((order) => new World({ cloths: [{ mesh, tearing: { limit: 1.3, order } }] }));
 */
export const ORDERS = ["severest", "seam-first", "random"] as const;
/**
 * Where the cloth splits, for `tearing.path`: by the plane perpendicular to the pull, along mesh edges nearest to it, or
 * from weak points at the ends of tears. The default is "slice".
 *
 * @example
 * import { generateGrid, PATHS, World } from "tatter";
 * const mesh = generateGrid({ size: [1, 1], segments: [4, 4] });
 * const worlds = PATHS.map((path) => new World({ cloths: [{ mesh, tearing: { limit: 1.3, path } }] }));
 */
export const PATHS = ["plane", "slice", "weak-point"] as const;
/**
 * When the cloth tears, for `tearing.resolve`: at the end of a step or of a substep, or at the exact time. The
 * default is "step".
 *
 * @example
 * import { generateGrid, RESOLUTIONS, World } from "tatter";
 * const mesh = generateGrid({ size: [1, 1], segments: [4, 4] });
 * const worlds = RESOLUTIONS.map((resolve) => new World({ cloths: [{ mesh, tearing: { limit: 1.3, resolve } }] }));
 */
export const RESOLUTIONS = ["step", "substep", "exact"] as const;

/**
 * Where new tears start, for `tearing.starts`: one at a time, while no existing tear can continue; or wherever the load
 * is over the limit. The default is "single".
 *
 * @example
 * import { generateGrid, STARTS, World } from "tatter";
 * const mesh = generateGrid({ size: [1, 1], segments: [4, 4] });
 * const worlds = STARTS.map((starts) => new World({ cloths: [{ mesh, tearing: { limit: 1.3, starts } }] }));
 */
export const STARTS = ["single", "any"] as const;

/** Options of tearing. */
export interface TearingOptions {
  /**
   * What is measured: the force along an edge, N; the length of an edge over its unstressed length; or the strain at a
   * vertex, by the separation tensor of its edges.
   */
  criterion: (typeof CRITERIA)[number];
  /**
   * Where it tears: N for `tension` (over 0), a ratio for `stretch` (over 1), a strain for `separation-tensor` (over
   * 0). Absent: the breaking strain of the material.
   */
  limit?: number;
  /** What tears first: the largest severity, places with an end on an existing tear, or a random order. */
  order: (typeof ORDERS)[number];
  /**
   * Where the cloth splits: by the plane through a vertex, across the pull (Robson); along the two edges of a vertex
   * nearest to that plane (Phillips); or at the center of an edge, and from the ends of a tear along one of their edges
   * (Önal).
   */
  path: (typeof PATHS)[number];
  /**
   * Where new tears start. `single`: ends of tears go first, and only if none of them is over its limit and can split,
   * one new tear starts. `any`: wherever the load is over the limit.
   */
  starts: (typeof STARTS)[number];
  /**
   * The zone around pinned and grabbed particles in which the cloth is stronger, in edges from 0 (none) to 4: load
   * peaks there because of the mesh, as at the jaws of a testing machine. Tears that come from elsewhere pass at one
   * edge less.
   */
  heldZone: number;
  /** Strength in that zone, as a factor of 1 or more. */
  heldStrength: number;
  /** Strength at the end of a tear, as a factor, for the path `weak-point`; over 0, at most 1. */
  weakStrength: number;
  /** The same where a single vertex connects pieces. Absent: `weakStrength`. */
  onePointStrength?: number;
  /**
   * How closely tears follow the weave, from 0 to 1. With 1, only the pull along warp or weft counts, whichever is
   * larger, and the tear is perpendicular to it (Phillips eq. 32). With 0, the weave has no effect. Absent: the value
   * of the surface.
   */
  weave?: number;
  /**
   * Fraction of its strength that the cloth loses at a tear, from 0 (none) to under 1. The loss decreases to 0 at the
   * distance `damageRadius`.
   */
  damage: number;
  /** How far a tear damages the cloth, measured along unstressed edges, m. Absent: two mean edges. */
  damageRadius?: number;
  /** No tear makes an edge shorter than this fraction of the mean unstressed edge; over 0, under 0.5. */
  minEdgeRatio: number;
  /** Largest number of tears per step. The others are deferred to the next step, and the report counts them. */
  maxTearsPerStep: number;
  /**
   * When it tears: at the end of a step, at the end of a substep, or at the exact time at which the limit is reached,
   * one tear after the other (Phillips eq. 31). Read by the code that steps; `measure` and `tear` do not read it.
   */
  resolve: (typeof RESOLUTIONS)[number];
}

/**
 * Defaults of the tearing options.
 *
 * @example
 * import { TEARING_DEFAULTS } from "tatter";
 * console.log(TEARING_DEFAULTS.criterion, TEARING_DEFAULTS.path); // stretch, slice
 */
export const TEARING_DEFAULTS = {
  criterion: "stretch",
  order: "severest",
  path: "slice",
  starts: "single",
  heldZone: 2,
  heldStrength: 3,
  weakStrength: 0.5,
  damage: 0,
  minEdgeRatio: 0.3,
  maxTearsPerStep: 200,
  resolve: "step",
} as const satisfies TearingOptions;

/** Exclusive lower bound of a tear limit, and the expected value for messages, with its unit. */
export const LIMITS: Readonly<
  Record<TearingOptions["criterion"], { min: number; description: string }>
> = {
  tension: { min: 0, description: "a force over 0 N" },
  stretch: { min: 1, description: "a ratio over 1" },
  "separation-tensor": { min: 0, description: "a strain over 0" },
};

const fraction = number("a fraction over 0, at most 1", (value) => value > 0 && value <= 1);

const FIELDS = object(
  partial<TearingOptions>({
    criterion: oneOf(CRITERIA),
    limit: optional(anything), // depends on the criterion, checked below
    order: oneOf(ORDERS),
    path: oneOf(PATHS),
    starts: oneOf(STARTS),
    heldZone: number(
      `a whole number from 0 to ${MAX_HELD_ZONE}`,
      (edges) => Number.isInteger(edges) && edges >= 0 && edges <= MAX_HELD_ZONE,
    ),
    heldStrength: number("a factor of 1 or more", (factor) => factor >= 1),
    weakStrength: fraction,
    onePointStrength: optional(fraction),
    weave: optional(number("a number from 0 to 1", (weave) => weave >= 0 && weave <= 1)),
    damage: number("a fraction from 0 to under 1", (damage) => damage >= 0 && damage < 1),
    damageRadius: optional(length),
    minEdgeRatio: number("a fraction over 0, under 0.5", (edge) => edge > 0 && edge < 0.5),
    maxTearsPerStep: number(
      "a whole number of 1 or more",
      (count) => count >= 1 && (count === Infinity || Number.isInteger(count)),
    ),
    resolve: oneOf(RESOLUTIONS),
  }),
  {},
  { shortestEdge: "minEdgeRatio" },
);

/** Checks tearing options, and a limit against its criterion. */
export const TEARING = also(FIELDS, (options: Partial<TearingOptions>) => {
  const { criterion = TEARING_DEFAULTS.criterion, limit } = options;
  const { min, description } = LIMITS[criterion];
  const isFine =
    limit === undefined || (typeof limit === "number" && limit > min && limit < Infinity);
  return isFine ? null : `.limit${expected(description, limit)}`;
});

/**
 * Returns tearing options with all defaults filled in, frozen.
 *
 * @throws RangeError for an unknown field or value, and for a limit that nothing or everything would exceed.
 *
 * @example
 * import { resolveTearing } from "tatter";
 * console.log(resolveTearing({ limit: 1.2 }).maxTearsPerStep); // 200
 */
export function resolveTearing(options: Partial<TearingOptions>): Readonly<TearingOptions> {
  checkOptions("tearing", options, TEARING);
  const resolved: Record<string, unknown> = { ...TEARING_DEFAULTS };
  for (const [field, value] of Object.entries(options)) {
    if (value !== undefined) resolved[field] = value;
  }
  return Object.freeze(resolved as unknown as TearingOptions);
}
