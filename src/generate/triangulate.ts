import Constrainautor from "@kninnug/constrainautor";
import Delaunator from "delaunator";
import { MeshError } from "../mesh/index.js";
import type { BorderLoop } from "./border.js";
import { nextHalfedge, type PlanarMesh } from "./planar-mesh.js";
import { boundsOf, type Bounds } from "./polygon.js";

/**
 * Computes the constrained Delaunay triangulation of the border and the inner points. Every border segment is an edge.
 */
export function triangulate(border: readonly BorderLoop[], inner: ArrayLike<number>): PlanarMesh {
  const borderPoints = border.flat().map(({ at }) => at);
  const borderCount = borderPoints.length;
  const bounding = boundingPoints(boundsOf(borderPoints));
  const all = new Float64Array(2 * borderCount + inner.length + bounding.length);
  all.set(borderPoints.flat());
  all.set(inner, 2 * borderCount);
  all.set(bounding, 2 * borderCount + inner.length);

  const whole = new Delaunator(all);
  const constrained = new Constrainautor(whole);
  const ends = borderEnds(border);
  try {
    for (let from = 0; from < borderCount; from++) constrained.constrainOne(from, ends[from]!);
  } catch {
    throw pointsTooClose();
  }
  const points = all.slice(0, all.length - bounding.length);
  return insideTriangles(points, whole.triangles, whole.halfedges, ends);
}

/**
 * Eight points far around the cloth. Without them the points of a straight side would be the hull of the triangulation,
 * with triangles without area that rounding can invert.
 */
function boundingPoints({ minimum, maximum }: Bounds): number[] {
  const x = (minimum[0] + maximum[0]) / 2;
  const y = (minimum[1] + maximum[1]) / 2;
  const far = 2 * Math.max(maximum[0] - minimum[0], maximum[1] - minimum[1]);
  const near = 0.7 * far;
  return [
    [far, 0],
    [near, near],
    [0, far],
    [-near, near],
    [-far, 0],
    [-near, -near],
    [0, -far],
    [near, -near],
  ].flatMap(([dx, dy]) => [x + dx!, y + dy!]);
}

/** The error for patterns with details that are below rounding errors. */
export function pointsTooClose(): MeshError {
  return new MeshError(
    "outline: expected points that are farther apart than rounding errors, got some that are too close; " +
      "move them apart or merge them",
  );
}

/** The next border vertex after each border vertex. */
export function borderEnds(border: readonly BorderLoop[]): Int32Array {
  const ends: number[] = [];
  for (const loop of border) {
    const first = ends.length;
    for (let i = 0; i < loop.length; i++) ends.push(first + ((i + 1) % loop.length));
  }
  return Int32Array.from(ends);
}

/**
 * Keeps the triangles on the left of the border, and all that can be reached from them without crossing it. The package
 * assumes that y points down, so its triangles are clockwise in our coordinates: they are reversed.
 */
function insideTriangles(
  points: Float64Array,
  allTriangles: Uint32Array,
  allTwins: Int32Array,
  ends: Int32Array,
): PlanarMesh {
  const borderCount = ends.length;
  const from = (h: number): number => allTriangles[h]!;
  const to = (h: number): number => allTriangles[nextHalfedge(h)]!;
  const isBorder = (a: number, b: number): boolean =>
    (a < borderCount && ends[a] === b) || (b < borderCount && ends[b] === a);
  const kept = new Uint8Array(allTriangles.length / 3);
  const stack: number[] = [];
  const keep = (h: number): void => {
    const triangle = (h - (h % 3)) / 3;
    if (kept[triangle]) return;
    kept[triangle] = 1;
    stack.push(triangle);
  };
  for (let h = 0; h < allTriangles.length; h++) {
    const start = to(h);
    if (start < borderCount && ends[start] === from(h)) keep(h);
  }
  for (let triangle = stack.pop(); triangle !== undefined; triangle = stack.pop()) {
    for (let h = 3 * triangle; h < 3 * triangle + 3; h++) {
      if (allTwins[h] !== -1 && !isBorder(from(h), to(h))) keep(allTwins[h]!);
    }
  }

  const newIndices = new Int32Array(kept.length).fill(-1);
  let count = 0;
  for (let triangle = 0; triangle < kept.length; triangle++) {
    if (kept[triangle]) newIndices[triangle] = count++;
  }
  const triangles = new Int32Array(3 * count);
  const twins = new Int32Array(3 * count).fill(-1);
  // Triangle a b c becomes a c b, so halfedge a → b, the first, becomes b → a, the last.
  const newHalfedge = (h: number): number => {
    const k = h % 3;
    return 3 * newIndices[(h - k) / 3]! + 2 - k;
  };
  for (let h = 0; h < allTriangles.length; h++) {
    if (!kept[(h - (h % 3)) / 3]) continue;
    triangles[newHalfedge(h)] = to(h);
    const twin = allTwins[h]!;
    if (twin !== -1 && kept[(twin - (twin % 3)) / 3] && !isBorder(from(h), to(h))) {
      twins[newHalfedge(h)] = newHalfedge(twin);
    }
  }
  return { points, triangles, twins, borderCount };
}
