import { ensureCapacity } from "../math/grow.js";
import type { TriangleMesh } from "../mesh/index.js";
import type { Candidates } from "./candidates.js";
import { minThreshold, limitFor, thresholdUnderPull } from "./limit.js";
import type { TearingOptions } from "./options.js";
import { SeparationTensors, vertexSeverity } from "./separation-tensor.js";
import type { TearableSurface } from "./surface.js";
import { followWeave, weaveOf } from "./weave.js";

const axis = new Float64Array(3);
const pull = new Float64Array(4);
const tensors = new SeparationTensors();
/** Per edge: its tension, and its tension at a strain of 1, N. */
let tensions = new Float64Array(0);
let forcesPerStrain = new Float64Array(0);

/** Anything at its limit within rounding counts as over it. */
const JUST_OVER = 1 + 1e-9;

/**
 * Measures the cloth once and collects what is over the limit, each with a severity and an axis.
 *
 * - `tension`: the force along an edge (Robson); severity = force / limit.
 * - `stretch`: length over unstressed length (Önal 3.2.1); severity = (ratio − 1) / (limit − 1), so that for all
 *   criteria a severity of 2 means twice the load.
 * - `separation-tensor`: the strain at a vertex (Phillips eq. 30); severity = strain / limit.
 *
 * Where the cloth is weaker, at weak points and on seams, a fraction of the limit applies, and the severity is relative
 * to it. For an edge, the weaker end decides.
 *
 * @returns The largest stretch of any edge, for every criterion.
 */
export function measure(
  surface: TearableSurface,
  options: TearingOptions | null,
  candidates: Candidates,
): number {
  candidates.clear();
  return isQuiet(surface, options) ? bound[0]! : measureEach(surface, options, candidates);
}

function measureEach(
  surface: TearableSurface,
  options: TearingOptions | null,
  candidates: Candidates,
): number {
  const { mesh, positions, restLengths, unlimitedLengths, breakingStrain } = surface;
  const { edgeCount, edgeHalfedges, halfedgeVertices } = mesh;
  const byTension = options?.criterion === "tension";
  const byStretch = options?.criterion === "stretch";
  const byTensor = options?.criterion === "separation-tensor";
  const limit = options === null ? undefined : limitFor(options, surface);
  const minFraction =
    options === null ? 1 : minThreshold(options) * (surface.seamStrengths?.minStrength ?? 1);
  const strengths = surface.strengths?.values ?? null;
  if (byTensor) tensors.begin(mesh.vertexCount);
  if (byTension) takeTensions(surface, limit === undefined);
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
    const strain = (unlimitedLengths?.[edge] || length) / restLengths[edge]! - 1; // 0: not measured yet
    if (byTensor) {
      if (!(strain > 0 && length > 0)) continue;
      pull[0] = x;
      pull[1] = y;
      pull[2] = z;
      pull[3] = strain;
      tensors.add(from, to, pull);
      continue;
    }
    let load = 0;
    if (byStretch) load = strain / (limit! - 1);
    else if (byTension) {
      load = tensions[edge]! / (limit ?? breakingStrain! * forcesPerStrain[edge]!);
    }
    const threshold =
      strengths === null ? minFraction : Math.min(strengths[from]!, strengths[to]!) * minFraction;
    if (!(load > threshold) || length === 0) continue;
    axis[0] = x / length;
    axis[1] = y / length;
    axis[2] = z / length;
    const severity = load * sensitivity(surface, options!, edge, from, to);
    if (severity > 1) candidates.add(edge, -1, severity, axis);
  }
  if (byTensor) tensors.collect(surface, options, limit!, candidates);
  return maxStretch;
}

/** Edges may be measured in single precision, so the bound is lower by this fraction, and by this strain. */
const MARGIN = 1e-4;
const STRAIN_MARGIN = 1e-6;

/** The bound of `isQuiet`, then the largest stretch: numbers passed between functions would be allocated on the heap. */
const bound = new Float64Array(1);

/**
 * True if the surface can measure all edges at once and nothing is over its limit; then `bound` has the largest stretch.
 * False: every edge must be measured.
 */
function isQuiet(surface: TearableSurface, options: TearingOptions | null): boolean {
  if (surface.measureEdges === undefined || surface.unlimitedLengths !== undefined) return false;
  if (options === null) return surface.measureEdges("none", bound);
  const limit = limitFor(options, surface);
  const weakest = minThreshold(options) * (surface.seamStrengths?.minStrength ?? 1);
  const fraction = weakest * minStrength(surface) * (1 - MARGIN);
  if (options.criterion === "stretch") {
    bound[0] = 1 + (limit! - 1) * fraction - STRAIN_MARGIN;
    return surface.measureEdges("stretch", bound);
  }
  if (options.criterion === "tension") {
    bound[0] = (limit ?? surface.breakingStrain!) * fraction;
    return surface.measureEdges(limit === undefined ? "relative-tension" : "tension", bound);
  }
  // The largest eigenvalue of the separation tensor is at most half the sum of the strains of the edges of a vertex.
  bound[0] = 1 + (2 * limit! * fraction) / maxValence(surface.mesh) - STRAIN_MARGIN;
  return surface.measureEdges("stretch", bound);
}

/** Largest number of edges at a vertex, by mesh, with the number of edits that it is for. */
const valences = new WeakMap<TriangleMesh, { edits: number; largest: number }>();

function maxValence(mesh: TriangleMesh): number {
  const known = valences.get(mesh);
  if (known?.edits === mesh.editCount) return known.largest;
  const counts = new Int32Array(mesh.vertexCount);
  let largest = 0;
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    largest = Math.max(largest, ++counts[mesh.edgeStart(edge)]!, ++counts[mesh.edgeEnd(edge)]!);
  }
  valences.set(mesh, { edits: mesh.editCount, largest });
  return largest;
}

/** Smallest strength of a vertex. */
function minStrength({ strengths, mesh }: TearableSurface): number {
  const values = strengths?.values ?? null;
  let smallest = 1;
  if (values === null) return smallest;
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    smallest = Math.min(smallest, values[vertex]!);
  }
  return smallest;
}

/** @param isRelative True if the forces at a strain of 1 are needed too. */
function takeTensions(surface: TearableSurface, isRelative: boolean): void {
  const { edgeCount } = surface.mesh;
  tensions = ensureCapacity(tensions, edgeCount);
  if (surface.writeTensions !== undefined) surface.writeTensions(tensions);
  else for (let edge = 0; edge < edgeCount; edge++) tensions[edge] = surface.tensionOf(edge);
  if (!isRelative) return;
  forcesPerStrain = ensureCapacity(forcesPerStrain, edgeCount);
  if (surface.writeForcesPerStrain !== undefined) surface.writeForcesPerStrain(forcesPerStrain);
  else {
    for (let edge = 0; edge < edgeCount; edge++) {
      forcesPerStrain[edge] = surface.forcePerStrainOf!(edge);
    }
  }
}

/**
 * The factor from load to severity for an edge: what the weave feels of the load, over the threshold of the weaker end.
 * Rotates `axis` with the weave.
 */
function sensitivity(
  surface: TearableSurface,
  options: TearingOptions,
  edge: number,
  from: number,
  to: number,
): number {
  const { mesh, damage } = surface;
  const weave = weaveOf(surface, options);
  let felt = 1;
  if (weave !== 0) {
    const tip = damage.isTorn(to) && !damage.isTorn(from) ? to : from;
    felt = followWeave(surface, mesh.trianglesOn(edge), weave, axis, tip);
  }
  const threshold = Math.min(
    thresholdUnderPull(surface, options, from, axis),
    thresholdUnderPull(surface, options, to, axis),
  );
  return felt / threshold;
}

/**
 * The severity of one edge or one vertex (the other is −1), as `measure` finds it; it may be under the limit.
 * O(valence).
 */
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

/**
 * Updates severity and axis of the candidates. The severity is at least just over 1, because they have reached their
 * time.
 */
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

/** Also writes the axis of the pull. */
function edgeSeverity(
  surface: TearableSurface,
  options: TearingOptions,
  limit: number | undefined,
  edge: number,
): number {
  const { mesh, positions, restLengths, unlimitedLengths, breakingStrain } = surface;
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
      ? surface.tensionOf(edge) / (limit ?? breakingStrain! * surface.forcePerStrainOf!(edge))
      : ((unlimitedLengths?.[edge] || length) / restLengths[edge]! - 1) / (limit! - 1); // 0: not measured yet
  return load * sensitivity(surface, options, edge, from, to);
}
