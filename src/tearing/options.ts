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

export const TEARING_DEFAULTS = {
  criterion: "stretch",
  limit: 1.3,
  order: "severest",
  path: "plane",
  maxTearsPerStep: 200,
} as const satisfies TearingOptions;

/**
 * Fills in what is not said. A limit by force has no default: it means something else on every mesh.
 *
 * @throws RangeError for a limit that nothing could pass, or that everything passes.
 */
export function resolveTearing(options: Partial<TearingOptions>): TearingOptions {
  const resolved: TearingOptions = { ...TEARING_DEFAULTS };
  Object.assign(resolved, definedOnly(options));
  checkName("criterion", resolved.criterion, ["tension", "stretch"]);
  checkName("order", resolved.order, ["severest"]);
  checkName("path", resolved.path, ["plane"]);
  if (!(resolved.maxTearsPerStep >= 1)) {
    throw new RangeError(
      `tearing.maxTearsPerStep: expected 1 or more, got ${resolved.maxTearsPerStep}`,
    );
  }
  const isForce = resolved.criterion === "tension";
  if (isForce && options.limit === undefined) {
    throw new RangeError("tearing.limit: expected a force in N for the criterion tension");
  }
  if (!(resolved.limit > (isForce ? 0 : 1) && resolved.limit < Infinity)) {
    const wanted = isForce ? "a force over 0 N" : "a ratio over 1";
    throw new RangeError(`tearing.limit: expected ${wanted}, got ${resolved.limit}`);
  }
  return resolved;
}

function checkName(field: string, name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  throw new RangeError(`tearing.${field}: expected ${known.join(" or ")}, got ${name}`);
}

function definedOnly<T extends object>(options: T): Partial<T> {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}
