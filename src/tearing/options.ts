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

export const CRITERIA = ["tension", "stretch", "separation-tensor"] as const;
export const ORDERS = ["severest", "seam-first", "random"] as const;
export const PATHS = ["plane", "slice", "weak-point"] as const;
export const RESOLUTIONS = ["step", "substep", "exact"] as const;

/** How a cloth tears. */
export interface TearingOptions {
  /**
   * What is measured: the force along an edge, N; its length over its unstressed length; or at each vertex the strain of
   * its edges together, by its separation tensor.
   */
  criterion: (typeof CRITERIA)[number];
  /**
   * Where it tears: N for `tension` (over 0), a ratio for `stretch` (over 1), a strain for `separation-tensor` (over 0).
   * Absent: at the strength of the material.
   */
  limit?: number;
  /** What goes first: the severest, what has an end on an existing tear, or anything by chance. */
  order: (typeof ORDERS)[number];
  /**
   * Where the cloth parts: by the plane through a vertex, across the pull (Robson); along the two edges of a vertex
   * nearest to that plane (Phillips); or through the middle of an edge, and from the ends of a tear along one of their
   * edges (Önal).
   */
  path: (typeof PATHS)[number];
  /** The part of the strength that is left where a tear ends, for the path `weak-point`; over 0, at most 1. */
  weakStrength: number;
  /** The same where parts hang together by one vertex alone; absent: as weak points. */
  onePointStrength?: number;
  /**
   * How closely tears follow the weave, from 0 to 1: 1 counts only the pull along warp or weft, whichever is more, and
   * tears square to it (Phillips eq. 32); 0 knows no weave. Absent: that of the surface.
   */
  weave?: number;
  /**
   * How much of its strength the cloth loses where it tears, from 0 (none) to under 1, and less and less up to
   * `damageRadius` away.
   */
  damage: number;
  /** How far a tear weakens the cloth, by the unstressed way along edges, m; absent: two mean edges. */
  damageRadius?: number;
  /** No tear makes an edge shorter than this part of the mean unstressed edge; over 0, under 0.5. */
  minEdgeRatio: number;
  /** At most this many tears a step; the rest waits for the next step, and the report says so. */
  maxTearsPerStep: number;
  /**
   * When it tears: at the end of a step, at the end of a substep, or at the very time at which the limit is reached, one
   * tear after the other (Phillips eq. 31). For whoever drives the steps: `measure` and `tear` do not read it.
   */
  resolve: (typeof RESOLUTIONS)[number];
}

export const TEARING_DEFAULTS = {
  criterion: "stretch",
  order: "severest",
  path: "plane",
  weakStrength: 0.5,
  damage: 0,
  minEdgeRatio: 0.3,
  maxTearsPerStep: 200,
  resolve: "step",
} as const satisfies TearingOptions;

/** The unit of a limit, and the value above which a limit has to be. */
export const LIMITS: Readonly<
  Record<TearingOptions["criterion"], { least: number; wanted: string }>
> = {
  tension: { least: 0, wanted: "a force over 0 N" },
  stretch: { least: 1, wanted: "a ratio over 1" },
  "separation-tensor": { least: 0, wanted: "a strain over 0" },
};

const part = number("a part over 0, at most 1", (value) => value > 0 && value <= 1);

const FIELDS = object(
  partial<TearingOptions>({
    criterion: oneOf(CRITERIA),
    limit: optional(anything), // its criterion says what it has to be
    order: oneOf(ORDERS),
    path: oneOf(PATHS),
    weakStrength: part,
    onePointStrength: optional(part),
    weave: optional(number("a number from 0 to 1", (weave) => weave >= 0 && weave <= 1)),
    damage: number("a part from 0 to under 1", (damage) => damage >= 0 && damage < 1),
    damageRadius: optional(length),
    minEdgeRatio: number("a part over 0, under 0.5", (edge) => edge > 0 && edge < 0.5),
    maxTearsPerStep: number(
      "a whole number from 1 on",
      (count) => count >= 1 && (count === Infinity || Number.isInteger(count)),
    ),
    resolve: oneOf(RESOLUTIONS),
  }),
  {},
  { shortestEdge: "minEdgeRatio" },
);

export const TEARING = also(FIELDS, (options: Partial<TearingOptions>) => {
  const { criterion = TEARING_DEFAULTS.criterion, limit } = options;
  const { least, wanted } = LIMITS[criterion];
  const isFine =
    limit === undefined || (typeof limit === "number" && limit > least && limit < Infinity);
  return isFine ? null : `.limit${expected(wanted, limit)}`;
});

/**
 * Fills in what is not said. The result cannot be changed any more: make another one.
 *
 * @throws RangeError for a field that there is not, a name that is not known, and a limit that nothing could pass or that
 *   everything passes.
 */
export function resolveTearing(options: Partial<TearingOptions>): Readonly<TearingOptions> {
  checkOptions("tearing", options, TEARING);
  const resolved: Record<string, unknown> = { ...TEARING_DEFAULTS };
  for (const [field, value] of Object.entries(options)) {
    if (value !== undefined) resolved[field] = value;
  }
  return Object.freeze(resolved as unknown as TearingOptions);
}
