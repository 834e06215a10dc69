import type { Candidates } from "./candidates.js";
import { isNearHeld } from "./held-zone.js";
import { LIMITS, type TearingOptions } from "./options.js";
import type { TearPose } from "./tear-pose.js";
import { seamThreshold } from "./seam-direction.js";
import type { TearableSurface } from "./surface.js";

/**
 * The tear limit of a surface: that of the options, or else the breaking strain of its material in the unit of the
 * criterion. Undefined if each edge has its own limit: `forcePerStrainOf` times the breaking strain.
 *
 * @throws RangeError if neither is known.
 */
export function limitFor(
  { criterion, limit }: Pick<TearingOptions, "criterion" | "limit">,
  surface: TearableSurface,
): number | undefined {
  if (limit !== undefined) return limit;
  const { breakingStrain } = surface;
  if (breakingStrain === undefined) {
    throw new RangeError(
      `tearing.limit: expected ${LIMITS[criterion].description}, but it is missing`,
    );
  }
  if (criterion === "tension") {
    if (surface.forcePerStrainOf !== undefined) return undefined;
    throw new RangeError(
      "tearing.limit: expected a force over 0 N, because this solver does not carry the material forces in full " +
        "(or choose another criterion or solver)",
    );
  }
  return criterion === "stretch" ? 1 + breakingStrain : breakingStrain;
}

/** True if tearing options compare forces with those that the material bears, so that the solver must carry them. */
export function isLimitFromMaterial(
  options: Partial<Pick<TearingOptions, "criterion" | "limit">> | null | undefined,
): boolean {
  return options?.criterion === "tension" && options.limit === undefined;
}

/**
 * The smallest fraction of the limit at which cloth of strength 1 can tear: below 1 only if there can be weak points.
 */
export function minThreshold({ path, weakStrength, onePointStrength }: TearingOptions): number {
  return path === "weak-point" ? Math.min(weakStrength, onePointStrength ?? weakStrength) : 1;
}

/**
 * The fraction of the limit at which a vertex fails under a pull, including seams.
 *
 * @param pose Vertex positions; absent: those of the surface.
 */
export function thresholdUnderPull(
  surface: TearableSurface,
  options: TearingOptions,
  vertex: number,
  axis: ArrayLike<number>,
  pose?: TearPose,
): number {
  const count = pose?.vertexCount;
  return thresholdAt(surface, options, vertex, count) * seamThreshold(surface, vertex, axis, pose);
}

/** Strength of a vertex, as a factor of what the cloth bears; 1 if there are no strengths. */
export function strengthAt({ strengths }: TearableSurface, vertex: number): number {
  const values = strengths?.values;
  return values === undefined || values === null ? 1 : values[vertex]!;
}

/**
 * The fraction of the limit at which a vertex fails, without seams: its own strength, reduced at a weak point, and
 * increased near held vertices.
 *
 * @param vertexCount Number of vertices before the tears of this pass.
 */
export function thresholdAt(
  surface: TearableSurface,
  options: TearingOptions,
  vertex: number,
  vertexCount = surface.mesh.vertexCount,
): number {
  return (
    plainThreshold(surface, options, vertex) * heldFactor(surface, options, vertex, vertexCount)
  );
}

/**
 * The factor by which the zone around held vertices makes a vertex stronger. Ends of tears are not stronger there: the
 * peak of the load is at them anyway.
 */
function heldFactor(
  surface: TearableSurface,
  { heldZone, heldStrength }: TearingOptions,
  vertex: number,
  vertexCount: number,
): number {
  if (heldZone === 0 || heldStrength === 1 || surface.damage.isWeak(vertex)) return 1;
  return isNearHeld(surface, vertex, heldZone, vertexCount) ? heldStrength : 1;
}

/** The same without the zone around held vertices: a lower bound that costs little. */
export function plainThreshold(
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
 * The load of each candidate as a fraction of the plain limit. The severity of a candidate is relative to its weaker
 * end. Call this before the first candidate tears, because a tear changes the seams of the others.
 *
 * @returns null if there are no seams.
 */
export function seamLoads(
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
