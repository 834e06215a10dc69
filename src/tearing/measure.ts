import type { Candidates } from "./candidates.js";
import { leastThreshold, limitFor, thresholdAt } from "./limit.js";
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
 * Weak points have a part of the limit, and the severity counts from there: of an edge it is the weaker end that counts.
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
    if (!(load > least) || length === 0) continue;
    axis[0] = x / length;
    axis[1] = y / length;
    axis[2] = z / length;
    if (options!.weave > 0) {
      load *= followWeave(mesh, positions, mesh.trianglesOn(edge), options!.weave, axis);
    }
    const threshold = Math.min(
      thresholdAt(surface, options!, from),
      thresholdAt(surface, options!, to),
    );
    if (load > threshold) candidates.add(edge, -1, load / threshold, axis);
  }
  if (byTensor) tensors.collect(surface, options, limit!, candidates);
  return maxStretch;
}
