import {
  checkOptions,
  action,
  from0,
  list,
  object,
  optional,
  over0,
  pair,
  pairOf,
  seed,
} from "../math/check-options.js";
import { MeshError, MeshSizeError, type MeshData } from "../mesh/index.js";
import type { BorderLoop } from "./border.js";
import { meshPattern, MAX_VERTICES, type MeshedPattern } from "./mesh-pattern.js";
import { InsideTest } from "./inside-test.js";
import { doubleArea } from "./planar-mesh.js";
import {
  boundsOf,
  minLength,
  loopArea,
  loopLength,
  orientation,
  type Bounds,
  type Loop,
  type Point,
} from "./polygon.js";
import { readPattern, type PatternOptions } from "./read-pattern.js";
import { borderEnds, pointsTooClose } from "./triangulate.js";
import { fieldOf, type Refinement, type SizeField } from "./size-field.js";

/** Options of `generateIrregular`. */
export interface IrregularOptions extends PatternOptions {
  /** Target edge length, m. */
  spacing: number;
  /** Target edge length at a point, m. It can only refine: values above `spacing` have no effect. */
  spacingAt?: (x: number, y: number) => number;
  /** Refinement as plain data: regions with a finer spacing, which grows back to `spacing` around them. */
  refine?: readonly Refinement[];
  /** Seed of the random mesh points; default 1. */
  seed?: number;
  /** Maximum number of vertices; default 2 million. If the number can be estimated, it is checked before meshing. */
  maxVertices?: number;
}

const IRREGULAR = object<IrregularOptions>({
  outline: optional(list(pair)),
  size: optional(pairOf("two lengths over 0 m", (length) => length > 0)),
  holes: optional(list(list(pair))),
  spacing: over0("a length over 0 m"),
  spacingAt: optional(action),
  refine: optional(
    list(
      object<Refinement>({
        at: pair,
        radius: from0("a length of 0 m or more"),
        spacing: over0("a length over 0 m"),
      }),
    ),
  ),
  seed: optional(seed),
  maxVertices: optional(over0("a count over 0")),
});

/**
 * Generates a sheet with any outline and holes in the xy plane, from isotropic triangles of even quality. All corners
 * and sides of the pattern are preserved. u is along x, v along y, uv (0, 0) to (1, 1) over the bounding box. The
 * vertices on the outline and around the holes are the group `border`.
 *
 * @throws MeshError if the pattern is not a simple outline with holes inside, or if an option is out of range;
 *   MeshSizeError for too many vertices.
 */
export function generateIrregular(options: IrregularOptions): MeshData {
  checkOptions("", options, IRREGULAR, MeshError);
  const pattern = readPattern(options);
  const { spacing, refine = [], seed = 1, maxVertices = MAX_VERTICES } = options;
  const bounds = boundsOf(pattern[0]!);
  if (spacing < minLength(bounds)) throw pointsTooClose();
  const perimeter = pattern.reduce((sum, loop) => sum + loopLength(loop), 0);
  checkCount(perimeter / spacing, maxVertices);
  const field = fieldOf(bounds, spacing, refine, options.spacingAt);
  checkCount(estimateCount(pattern, field, bounds), maxVertices);
  const meshed = meshPattern(pattern, field, seed, maxVertices);
  checkCoverage(meshed, pattern);
  return meshData(meshed, bounds);
}

/** Checks that the triangles exactly cover the pattern: rounding can break very fine details. */
function checkCoverage({ mesh, border }: MeshedPattern, pattern: readonly Loop[]): void {
  const expectedArea = pattern.reduce((sum, loop) => sum + loopArea(loop), 0);
  let area = 0;
  let isInverted = false;
  for (let h = 0; h < mesh.triangles.length; h += 3) {
    const [a, b, c] = [mesh.triangles[h]!, mesh.triangles[h + 1]!, mesh.triangles[h + 2]!];
    const double = doubleArea(mesh.points, a, b, c);
    isInverted ||= !(double > 0);
    area += double / 2;
  }
  for (const { cut } of cutsOf(border)) area += orientation(...cut) / 2;
  if (!isInverted && Math.abs(area - expectedArea) <= 1e-10 * expectedArea) return;
  throw pointsTooClose();
}

function checkCount(count: number, max: number): void {
  if (count > max) throw new MeshSizeError("spacing", Math.floor(count), max);
}

/** Estimates the number of vertices: one per rhombus of two triangles, summed over a grid of samples. */
function estimateCount(
  pattern: readonly Loop[],
  field: SizeField,
  { minimum, maximum }: Bounds,
): number {
  const samples = 100;
  const width = (maximum[0] - minimum[0]) / samples;
  const height = (maximum[1] - minimum[1]) / samples;
  const inside = new InsideTest({ minimum, maximum }, pattern, height);
  let density = 0;
  let hits = 0;
  for (let i = 0; i < samples * samples; i++) {
    const x = minimum[0] + ((i % samples) + 0.5) * width;
    const y = minimum[1] + (Math.floor(i / samples) + 0.5) * height;
    if (!inside.has(x, y)) continue;
    const size = field.at(x, y);
    density += 1 / (0.866 * size * size);
    hits++;
  }
  if (hits === 0) return 0;
  return (density / hits) * pattern.reduce((sum, loop) => sum + loopArea(loop), 0);
}

/** The corners that were cut off: the vertices at both ends of each cut, and the triangle to add again. */
function cutsOf(border: readonly BorderLoop[]): {
  from: number;
  to: number;
  cut: readonly [from: Point, corner: Point, to: Point];
}[] {
  const ends = borderEnds(border);
  const points = border.flat();
  return points.flatMap(({ at, cutCorner }, from) => {
    const to = ends[from]!;
    return cutCorner ? [{ from, to, cut: [at, cutCorner, points[to]!.at] as const }] : [];
  });
}

/** Converts the meshed pattern to mesh data, with the cut corners added again. */
function meshData(meshedPattern: MeshedPattern, bounds: Bounds): MeshData {
  const { mesh } = meshedPattern;
  const cuts = cutsOf(meshedPattern.border);
  const meshed = mesh.points.length / 2;
  const positions = new Float64Array(3 * (meshed + cuts.length));
  const triangles = new Int32Array(mesh.triangles.length + 3 * cuts.length);
  for (let vertex = 0; vertex < meshed; vertex++) {
    positions[3 * vertex] = mesh.points[2 * vertex]!;
    positions[3 * vertex + 1] = mesh.points[2 * vertex + 1]!;
  }
  triangles.set(mesh.triangles);
  for (const [i, { from, to, cut }] of cuts.entries()) {
    positions[3 * (meshed + i)] = cut[1][0];
    positions[3 * (meshed + i) + 1] = cut[1][1];
    triangles.set([from, meshed + i, to], mesh.triangles.length + 3 * i);
  }
  const isOnBorder = (vertex: number): boolean => vertex < mesh.borderCount || vertex >= meshed;
  const border = [...Array(meshed + cuts.length).keys()].filter(isOnBorder);
  return { positions, triangles, uvs: boxUvs(positions, triangles, bounds), groups: { border } };
}

/** Texture coordinates relative to a box: exactly 0 and 1 on its sides. */
function boxUvs(
  positions: Float64Array,
  triangles: Int32Array,
  { minimum, maximum }: Bounds,
): Float64Array {
  const uvs = new Float64Array(2 * triangles.length);
  for (const [h, vertex] of triangles.entries()) {
    for (let axis = 0; axis < 2; axis++) {
      const fraction =
        (positions[3 * vertex + axis]! - minimum[axis]!) / (maximum[axis]! - minimum[axis]!);
      uvs[2 * h + axis] = Math.max(0, Math.min(1, fraction));
    }
  }
  return uvs;
}
