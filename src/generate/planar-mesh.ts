/** A triangulated pattern during mesh optimization. */
export interface PlanarMesh {
  /** x, y of each vertex, m: border vertices first, loop by loop, then the inner ones. */
  points: Float64Array;
  /** Three vertices per triangle, counterclockwise. */
  triangles: Int32Array;
  /** The opposite halfedge of each halfedge, −1 on the border. */
  twins: Int32Array;
  /** Number of border vertices, which do not move. */
  borderCount: number;
}

/** Next halfedge of the same triangle. */
export function nextHalfedge(halfedge: number): number {
  return halfedge % 3 === 2 ? halfedge - 2 : halfedge + 1;
}

/** Previous halfedge of the same triangle. */
export function previousHalfedge(halfedge: number): number {
  return halfedge % 3 === 0 ? halfedge + 2 : halfedge - 1;
}

/** One halfedge that starts at each vertex; on the border the first one counterclockwise. */
export function vertexHalfedges({ points, triangles, twins }: PlanarMesh): Int32Array {
  const halfedges = new Int32Array(points.length / 2).fill(-1);
  for (let h = 0; h < triangles.length; h++) {
    const vertex = triangles[h]!;
    if (halfedges[vertex] === -1 || twins[h] === -1) halfedges[vertex] = h;
  }
  return halfedges;
}

/** Twice the signed area of the triangle of three vertices. */
export function doubleArea(points: Float64Array, a: number, b: number, c: number): number {
  const x = points[2 * a]!;
  const y = points[2 * a + 1]!;
  return (
    (points[2 * b]! - x) * (points[2 * c + 1]! - y) -
    (points[2 * b + 1]! - y) * (points[2 * c]! - x)
  );
}

/** Distance between two vertices, m. */
export function edgeLength(points: Float64Array, a: number, b: number): number {
  const x = points[2 * b]! - points[2 * a]!;
  const y = points[2 * b + 1]! - points[2 * a + 1]!;
  return Math.sqrt(x * x + y * y);
}

/**
 * Cosine of the smallest angle of a triangle, which is opposite to its shortest side: ½ for an equilateral triangle, 1
 * for one without area, 2 for an inverted one.
 */
export function sharpness(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): number {
  if ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax) <= 0) return 2;
  const a = (bx - cx) * (bx - cx) + (by - cy) * (by - cy);
  const b = (cx - ax) * (cx - ax) + (cy - ay) * (cy - ay);
  const c = (ax - bx) * (ax - bx) + (ay - by) * (ay - by);
  const shortest = Math.min(a, b, c);
  if (shortest === a) return (b + c - a) / (2 * Math.sqrt(b * c));
  if (shortest === b) return (a + c - b) / (2 * Math.sqrt(a * c));
  return (a + b - c) / (2 * Math.sqrt(a * b));
}

/** `sharpness` of a triangle of a mesh. */
export function triangleSharpness({ points, triangles }: PlanarMesh, triangle: number): number {
  const a = 2 * triangles[3 * triangle]!;
  const b = 2 * triangles[3 * triangle + 1]!;
  const c = 2 * triangles[3 * triangle + 2]!;
  return sharpness(
    points[a]!,
    points[a + 1]!,
    points[b]!,
    points[b + 1]!,
    points[c]!,
    points[c + 1]!,
  );
}
