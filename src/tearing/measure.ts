import type { Candidates } from "./candidates.js";
import { leastThreshold, limitFor, thresholdAt } from "./limit.js";
import type { TearingOptions } from "./options.js";
import { SeparationTensors, vertexSeverity } from "./separation-tensor.js";
import type { TearableSurface } from "./surface.js";
import { followWeave, weaveOf } from "./weave.js";

const axis = new Float64Array(3);
const tensors = new SeparationTensors();

/** What is at its limit to within rounding is over it. */
const JUST_OVER = 1 + 1e-9;

/**
 * Measures the cloth once and collects what is over the limit, each with a severity and an axis.
 *
 * - `tension`: the force along an edge (Robson); severity = force / limit.
 * - `stretch`: length over unstressed length (Önal 3.2.1); severity = (ratio − 1) / (limit − 1), so that
 *   for all criteria a severity of 2 means twice the load.
 * - `separation-tensor`: the strain at a vertex (Phillips eq. 30); severity = strain / limit.
 *
 * Where the cloth is weaker, and at weak points, a part of the limit holds, and the severity counts from there: of an
 * edge it is the weaker end that counts.
 *
 * @returns The largest stretch of any edge, whatever the criterion.
 */
export function measure(
  surface: TearableSurface,
  options: TearingOptions | null,
  candidates: Candidates,
): number {
  candidates.clear();
  const { mesh, positions, restLengths, unlimitedLengths, strength } = surface;
  const { edgeCount, edgeHalfedges, halfedgeVertices } = mesh;
  const byTension = options?.criterion === "tension";
  const byStretch = options?.criterion === "stretch";
  const byTensor = options?.criterion === "separation-tensor";
  const limit = options === null ? undefined : limitFor(options, surface);
  const least = options === null ? 1 : leastThreshold(options);
  const strengths = surface.strengths?.values ?? null;
  if (byTensor) tensors.begin(mesh.vertexCount);
  let maxStretch = 0;
  for (let edge = 0; edge < edgeCount; edge++) {
    const h = edgeHalfedges[edge]!;
    const from = halfedgeVertices[h]!;
    const to = mesh.endOf(h);
    const x = positions[3 * to]! - positions[3 * from]!;
    const y = positions[3 * to + 1]! - positions[3 * from + 1]!;
    const z = positions[3 * to + 2]! - positions[3 * from + 2]!;
    const length = Math.sqrt(x * x + y * y + z * z);
    maxStretch = Math.max(maxStretch, length / restLengths[edge]!);
    const strain = (unlimitedLengths?.[edge] ?? length) / restLengths[edge]! - 1;
    if (byTensor) {
      if (strain > 0 && length > 0) tensors.add(from, to, x, y, z, strain);
      continue;
    }
    let load = 0;
    if (byStretch) load = strain / (limit! - 1);
    else if (byTension) {
      load = surface.tensionOf(edge) / (limit ?? strength! * surface.forcePerStrainOf!(edge));
    }
    const bar = strengths === null ? least : Math.min(strengths[from]!, strengths[to]!) * least;
    if (!(load > bar) || length === 0) continue;
    axis[0] = x / length;
    axis[1] = y / length;
    axis[2] = z / length;
    const severity = load * sensitivity(surface, options!, edge, from, to);
    if (severity > 1) candidates.add(edge, -1, severity, axis);
  }
  if (byTensor) tensors.collect(surface, options, limit!, candidates);
  return maxStretch;
}

/** How much of a load on an edge counts: what the weave feels of it, which turns `axis`, by the weaker of its ends. */
function sensitivity(
  surface: TearableSurface,
  options: TearingOptions,
  edge: number,
  from: number,
  to: number,
): number {
  const threshold = Math.min(
    thresholdAt(surface, options, from),
    thresholdAt(surface, options, to),
  );
  const weave = weaveOf(surface, options);
  if (weave === 0) return 1 / threshold;
  const { mesh, damage } = surface;
  const tip = damage.isTorn(to) && !damage.isTorn(from) ? to : from;
  return followWeave(surface, mesh.trianglesOn(edge), weave, axis, tip) / threshold;
}

/** The severity of one place, an edge or a vertex (the other is −1), as `measure` would find it, and under the limit too. O(valence). */
export function severityAt(
  surface: TearableSurface,
  options: TearingOptions,
  edge: number,
  vertex: number,
): number {
  const limit = limitFor(options, surface);
  return edge === -1
    ? vertexSeverity(surface, options, limit!, vertex, axis)
    : edgeSeverity(surface, options, limit, edge);
}

/** Gives candidates the severity and the axis that they have now, and a severity of 1 at least: their time has come. */
export function measureAgain(
  surface: TearableSurface,
  options: TearingOptions,
  { count, edges, vertices, severities, axes }: Candidates,
): void {
  for (let i = 0; i < count; i++) {
    const severity = severityAt(surface, options, edges[i]!, vertices[i]!);
    severities[i] = Math.max(severity, JUST_OVER);
    axes.set(axis, 3 * i);
  }
}

/** Writes the axis of the pull, too. */
function edgeSeverity(
  surface: TearableSurface,
  options: TearingOptions,
  limit: number | undefined,
  edge: number,
): number {
  const { mesh, positions, restLengths, unlimitedLengths, strength } = surface;
  const [from, to] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    axis[k] = positions[3 * to + k]! - positions[3 * from + k]!;
    squared += axis[k]! * axis[k]!;
  }
  const length = Math.sqrt(squared);
  if (length === 0) return 0;
  for (let k = 0; k < 3; k++) axis[k]! /= length;
  const load =
    options.criterion === "tension"
      ? surface.tensionOf(edge) / (limit ?? strength! * surface.forcePerStrainOf!(edge))
      : ((unlimitedLengths?.[edge] || length) / restLengths[edge]! - 1) / (limit! - 1); // 0: not measured yet
  return load * sensitivity(surface, options, edge, from, to);
}
