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
  leastLength,
  loopArea,
  loopLength,
  turn,
  type Bounds,
  type Loop,
  type Point,
} from "./polygon.js";
import { readPattern, type PatternOptions } from "./read-pattern.js";
import { borderEnds, pointsTooNear } from "./triangulate.js";
import { fieldOf, type Refinement, type SizeField } from "./size-field.js";

export interface IrregularOptions extends PatternOptions {
  /** Wanted edge length, in metres. */
  spacing: number;
  /** Finer where it says so: wanted edge length in metres at a point; never more than `spacing`. */
  spacingAt?: (x: number, y: number) => number;
  /** The same as plain data: places with a finer spacing, which grows back to `spacing` around them. */
  refine?: readonly Refinement[];
  /** Another seed gives another mesh of the same pattern. */
  seed?: number;
  /** A mesh that would have more vertices is refused, before it is made where that can be told; default 2 million. */
  maxVertices?: number;
}

const IRREGULAR = object<IrregularOptions>({
  outline: optional(list(pair)),
  size: optional(pairOf("two lengths over 0 in metres", (length) => length > 0)),
  holes: optional(list(list(pair))),
  spacing: over0("a length over 0 in metres"),
  spacingAt: optional(action),
  refine: optional(
    list(
      object<Refinement>({
        at: pair,
        radius: from0("a length of 0 or more in metres"),
        spacing: over0("a length over 0 in metres"),
      }),
    ),
  ),
  seed: optional(seed),
  maxVertices: optional(over0("a count over 0")),
});

/**
 * A sheet of any outline with holes in the xy-plane, of triangles that are even and favour no direction. All
 * corners and sides of the pattern are kept. u along x, v along y, uv (0,0) to (1,1) over the bounding box.
 * The vertices on the outline and around the holes are the group `border`.
 *
 * @throws MeshError when the pattern is no simple outline with holes inside, or when an option is out of range;
 *   MeshSizeError when it would have too many vertices.
 */
export function generateIrregular(options: IrregularOptions): MeshData {
  checkOptions("", options, IRREGULAR, MeshError);
  const pattern = readPattern(options);
  const { spacing, refine = [], seed = 1, maxVertices = MAX_VERTICES } = options;
  const bounds = boundsOf(pattern[0]!);
  if (spacing < leastLength(bounds)) throw pointsTooNear();
  const perimeter = pattern.reduce((sum, loop) => sum + loopLength(loop), 0);
  checkCount(perimeter / spacing, maxVertices);
  const field = fieldOf(bounds, spacing, refine, options.spacingAt);
  checkCount(estimateCount(pattern, field, bounds), maxVertices);
  const meshed = meshPattern(pattern, field, seed, maxVertices);
  checkWhole(meshed, pattern);
  return meshData(meshed, bounds);
}

/** Sees that the triangles cover the pattern and nothing else: rounding may defeat a pattern finer than itself. */
function checkWhole({ mesh, border }: MeshedPattern, pattern: readonly Loop[]): void {
  const wanted = pattern.reduce((sum, loop) => sum + loopArea(loop), 0);
  let area = 0;
  let turned = false;
  for (let h = 0; h < mesh.triangles.length; h += 3) {
    const [a, b, c] = [mesh.triangles[h]!, mesh.triangles[h + 1]!, mesh.triangles[h + 2]!];
    const double = doubleArea(mesh.points, a, b, c);
    turned ||= !(double > 0);
    area += double / 2;
  }
  for (const { cut } of cutsOf(border)) area += turn(...cut) / 2;
  if (!turned && Math.abs(area - wanted) <= 1e-10 * wanted) return;
  throw pointsTooNear();
}

function checkCount(count: number, most: number): void {
  if (count > most) throw new MeshSizeError("spacing", Math.floor(count), most);
}

/** About how many vertices a pattern needs: one for each rhombus of two triangles, summed over a grid of samples. */
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

/** The corners that were cut off: the vertices at both ends of each cut, and the triangle to put back. */
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

/** The meshed pattern in the xy-plane, with the corners put back that were cut off. */
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

/** Texture coordinates by the place in a box: exactly 0 and 1 on its sides. */
function boxUvs(
  positions: Float64Array,
  triangles: Int32Array,
  { minimum, maximum }: Bounds,
): Float64Array {
  const uvs = new Float64Array(2 * triangles.length);
  for (const [h, vertex] of triangles.entries()) {
    for (let axis = 0; axis < 2; axis++) {
      const share =
        (positions[3 * vertex + axis]! - minimum[axis]!) / (maximum[axis]! - minimum[axis]!);
      uvs[2 * h + axis] = Math.max(0, Math.min(1, share));
    }
  }
  return uvs;
}
