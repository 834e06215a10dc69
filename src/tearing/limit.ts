import type { Candidates } from "./candidates.js";
import { LIMITS, type TearingOptions } from "./options.js";
import type { TearPose } from "./tear-pose.js";
import { seamThreshold } from "./seam-direction.js";
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
  const { breakingStrain } = surface;
  if (breakingStrain === undefined) {
    throw new RangeError(`tearing.limit: expected ${LIMITS[criterion].wanted}, got nothing`);
  }
  if (criterion === "tension") {
    if (surface.forcePerStrainOf !== undefined) return undefined;
    throw new RangeError(
      "tearing.limit: expected a force over 0 N, because this solver does not carry the forces of the material whole " +
        "(or take another criterion or solver)",
    );
  }
  return criterion === "stretch" ? 1 + breakingStrain : breakingStrain;
}

/** The least part of the limit at which anything of full strength tears: under 1 where there may be weak points. */
export function leastThreshold({ path, weakStrength, onePointStrength }: TearingOptions): number {
  return path === "weak-point" ? Math.min(weakStrength, onePointStrength ?? weakStrength) : 1;
}

/**
 * The part of the limit at which a vertex gives way to a pull, seams included.
 *
 * @param pose Where the vertices are; absent: where the surface says.
 */
export function thresholdUnderPull(
  surface: TearableSurface,
  options: TearingOptions,
  vertex: number,
  axis: ArrayLike<number>,
  pose?: TearPose,
): number {
  return thresholdAt(surface, options, vertex) * seamThreshold(surface, vertex, axis, pose);
}

/** How strong a vertex is, as a part of what the cloth bears; 1 where nothing is known. */
export function strengthAt({ strengths }: TearableSurface, vertex: number): number {
  const values = strengths?.values;
  return values === undefined || values === null ? 1 : values[vertex]!;
}

/** The part of the limit at which a vertex gives way, but for seams: by its own strength, and less at a weak point. */
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

/**
 * What each candidate bears, as a part of the plain limit: its severity counts from the strength of the weaker end. Taken
 * before the first of them tears: then the seams of the others are not what they were.
 *
 * @returns null where there are no seams to ask for.
 */
export function loadsBySeams(
  surface: TearableSurface,
  options: TearingOptions,
  { count, edges, vertices, severities, axes }: Candidates,
): Float64Array | null {
  if (surface.seamStrengths === undefined) return null;
  const { mesh } = surface;
  return Float64Array.from({ length: count }, (_, i) => {
    const axis = axes.subarray(3 * i, 3 * i + 3);
    const edge = edges[i]!;
    const threshold = (vertex: number): number =>
      thresholdUnderPull(surface, options, vertex, axis);
    const weakest =
      edge === -1
        ? threshold(vertices[i]!)
        : Math.min(threshold(mesh.edgeStart(edge)), threshold(mesh.edgeEnd(edge)));
    return severities[i]! * weakest;
  });
}
