import type { Candidates } from "./candidates.js";
import { leastSeverity, limitFor, thresholdAt } from "./limit.js";
import type { TearingOptions } from "./options.js";
import { SeparationTensors } from "./separation-tensor.js";
import type { TearableSurface } from "./surface.js";
import { followWeave } from "./weave.js";

const axis = new Float64Array(3);
const tensors = new SeparationTensors();

/**
 * Measures the cloth once and collects what is over the limit, each with a severity and an axis.
 *
 * - `tension`: the force along an edge (Robson); severity = force / limit.
 * - `stretch`: length over unstressed length (Önal 3.2.1); severity = (ratio − 1) / (limit − 1), so that
 *   for all criteria a severity of 2 means twice the load.
 * - `separation-tensor`: the strain at a vertex (Phillips eq. 30); severity = strain / limit.
 *
 * @returns The largest stretch of any edge, whatever the criterion.
 */
export function measure(
  surface: TearableSurface,
  options: TearingOptions | null,
  candidates: Candidates,
): number {
  candidates.clear();
  const { mesh, positions, restLengths, unlimitedLengths, strength = 0 } = surface;
  const { edgeCount, edgeHalfedges, halfedgeVertices } = mesh;
  const byTension = options?.criterion === "tension";
  const byStretch = options?.criterion === "stretch";
  const byTensor = options?.criterion === "separation-tensor";
  const limit = options === null ? 0 : limitFor(options, surface);
  const least = options === null ? 1 : leastSeverity(options);
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
    let severity = 0;
    if (byStretch) severity = strain / (limit - 1);
    else if (byTension) {
      const own = limit > 0 ? limit : strength * surface.forcePerStrainOf!(edge);
      severity = surface.tensionOf(edge) / own;
    }
    if (!(severity > least) || length === 0) continue;
    axis[0] = x / length;
    axis[1] = y / length;
    axis[2] = z / length;
    if (options!.weave > 0) {
      severity *= followWeave(mesh, positions, mesh.trianglesOn(edge), options!.weave, axis);
    }
    if (
      severity > thresholdAt(surface, options!, from) ||
      severity > thresholdAt(surface, options!, to)
    ) {
      candidates.add(edge, -1, severity, axis);
    }
  }
  if (byTensor) tensors.collect(surface, options, limit, candidates);
  return maxStretch;
}
