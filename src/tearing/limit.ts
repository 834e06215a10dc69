import type { TearingOptions } from "./options.js";
import type { TearableSurface } from "./surface.js";

/**
 * The limit that holds for a surface: that of the options, or else the strength of its material in the unit of the
 * criterion. NaN: every edge has its own (`forcePerStrainOf` times the strength).
 *
 * @throws RangeError when neither is known.
 */
export function limitFor(
  { criterion, limit }: Pick<TearingOptions, "criterion" | "limit">,
  surface: TearableSurface,
): number {
  if (limit !== undefined) return limit;
  const { strength } = surface;
  const isKnown = criterion !== "tension" || surface.forcePerStrainOf !== undefined;
  if (strength === undefined || !isKnown) {
    throw new RangeError(`tearing.limit: expected a limit for the criterion ${criterion}`);
  }
  if (criterion === "tension") return NaN;
  return criterion === "stretch" ? 1 + strength : strength;
}

/** The least severity at which anything tears: under 1 where there may be weak points. */
export function leastSeverity({ path, weakStrength, onePointStrength }: TearingOptions): number {
  return path === "weak-point" ? Math.min(weakStrength, onePointStrength ?? weakStrength) : 1;
}

/** The severity at which a vertex gives way. */
export function thresholdAt(
  { damage }: TearableSurface,
  { path, weakStrength, onePointStrength }: TearingOptions,
  vertex: number,
): number {
  if (path !== "weak-point" || !damage.isWeak(vertex)) return 1;
  return onePointStrength !== undefined && damage.isOnePoint(vertex)
    ? onePointStrength
    : weakStrength;
}
