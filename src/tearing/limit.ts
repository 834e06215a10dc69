import { LIMITS, type TearingOptions } from "./options.js";
import type { TearableSurface } from "./surface.js";

/**
 * The limit that holds for a surface: that of the options, or else the strength of its material in the unit of the
 * criterion. Undefined where every edge has its own: `forcePerStrainOf` times the strength.
 *
 * @throws RangeError when neither is known.
 */
export function limitFor(
  { criterion, limit }: Pick<TearingOptions, "criterion" | "limit">,
  surface: TearableSurface,
): number | undefined {
  if (limit !== undefined) return limit;
  const { strength } = surface;
  if (strength === undefined) {
    throw new RangeError(`tearing.limit: expected ${LIMITS[criterion].wanted}, got nothing`);
  }
  if (criterion === "tension") {
    if (surface.forcePerStrainOf !== undefined) return undefined;
    throw new RangeError(
      "tearing.limit: expected a force over 0 N, because this solver does not carry the forces of the material whole " +
        "(or take another criterion or solver)",
    );
  }
  return criterion === "stretch" ? 1 + strength : strength;
}

/** The least part of the limit at which anything tears: under 1 where there may be weak points. */
export function leastThreshold({ path, weakStrength, onePointStrength }: TearingOptions): number {
  return path === "weak-point" ? Math.min(weakStrength, onePointStrength ?? weakStrength) : 1;
}

/** The part of the limit at which a vertex gives way. */
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
