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

/** The least part of the limit at which anything of full strength tears: under 1 where there may be weak points. */
export function leastThreshold({ path, weakStrength, onePointStrength }: TearingOptions): number {
  return path === "weak-point" ? Math.min(weakStrength, onePointStrength ?? weakStrength) : 1;
}

/** How strong a vertex is, as a part of what the cloth bears; 1 where nothing is known. */
export function strengthAt({ strengths }: TearableSurface, vertex: number): number {
  const values = strengths?.values;
  return values === undefined || values === null ? 1 : values[vertex]!;
}

/** The part of the limit at which a vertex gives way: by its own strength, and less at a weak point. */
export function thresholdAt(
  surface: TearableSurface,
  { path, weakStrength, onePointStrength }: TearingOptions,
  vertex: number,
): number {
  const { damage } = surface;
  const strength = strengthAt(surface, vertex);
  if (path !== "weak-point" || !damage.isWeak(vertex)) return strength;
  return onePointStrength !== undefined && damage.isOnePoint(vertex)
    ? strength * onePointStrength
    : strength * weakStrength;
}
