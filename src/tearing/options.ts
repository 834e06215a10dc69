export const CRITERIA = ["tension", "stretch", "separation-tensor"] as const;
export const ORDERS = ["severest", "seam-first", "random"] as const;
export const PATHS = ["plane", "slice", "weak-point"] as const;

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
   * tears square to it (Phillips eq. 32); 0 knows no weave.
   */
  weave: number;
  /** No tear makes an edge shorter than this part of the mean unstressed edge; over 0, under 0.5. */
  shortestEdge: number;
  /** At most this many tears a step; the rest waits for the next step, and the report says so. */
  maxTearsPerStep: number;
}

export const TEARING_DEFAULTS = {
  criterion: "stretch",
  order: "severest",
  path: "plane",
  weakStrength: 0.5,
  weave: 0,
  shortestEdge: 0.3,
  maxTearsPerStep: 200,
} as const satisfies TearingOptions;

/** The unit of a limit, and the value above which a limit has to be. */
export const LIMITS: Readonly<
  Record<TearingOptions["criterion"], { least: number; wanted: string }>
> = {
  tension: { least: 0, wanted: "a force over 0 N" },
  stretch: { least: 1, wanted: "a ratio over 1" },
  "separation-tensor": { least: 0, wanted: "a strain over 0" },
};

/**
 * Fills in what is not said.
 *
 * @throws RangeError for a limit that nothing could pass, or that everything passes.
 */
export function resolveTearing(options: Partial<TearingOptions>): TearingOptions {
  const resolved: TearingOptions = { ...TEARING_DEFAULTS };
  Object.assign(resolved, definedOnly(options));
  checkName("criterion", resolved.criterion, CRITERIA);
  checkName("order", resolved.order, ORDERS);
  checkName("path", resolved.path, PATHS);
  const { limit, maxTearsPerStep } = resolved;
  if (!(maxTearsPerStep >= 1)) {
    throw new RangeError(`tearing.maxTearsPerStep: expected 1 or more, got ${maxTearsPerStep}`);
  }
  const { least, wanted } = LIMITS[resolved.criterion];
  if (limit !== undefined && !(limit > least && limit < Infinity)) {
    throw new RangeError(`tearing.limit: expected ${wanted}, got ${limit}`);
  }
  for (const field of ["weakStrength", "onePointStrength"] as const) {
    const part = resolved[field];
    if (part === undefined || (part > 0 && part <= 1)) continue;
    throw new RangeError(`tearing.${field}: expected a part over 0, at most 1, got ${part}`);
  }
  if (!(resolved.weave >= 0 && resolved.weave <= 1)) {
    throw new RangeError(`tearing.weave: expected a number from 0 to 1, got ${resolved.weave}`);
  }
  if (!(resolved.shortestEdge > 0 && resolved.shortestEdge < 0.5)) {
    throw new RangeError(
      `tearing.shortestEdge: expected a part over 0, under 0.5, got ${resolved.shortestEdge}`,
    );
  }
  return resolved;
}

function checkName(field: string, name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  const list = `${known.slice(0, -1).join(", ")} or ${known.at(-1)}`;
  throw new RangeError(`tearing.${field}: expected ${list}, got ${name}`);
}

function definedOnly<T extends object>(options: T): Partial<T> {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}
