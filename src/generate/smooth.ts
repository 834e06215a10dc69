import {
  doubleArea,
  nextHalfedge,
  previousHalfedge,
  sharpness,
  vertexHalfedges,
  type PlanarMesh,
} from "./planar-mesh.js";
import type { SizeField } from "./size-field.js";

/**
 * Moves each inner vertex to the weighted mean of the centroids of its triangles. The weights are area and target
 * density. No move inverts a triangle.
 */
export function smooth(mesh: PlanarMesh, field: SizeField): void {
  const { points, triangles, twins, borderCount } = mesh;
  const halfedges = vertexHalfedges(mesh);
  for (let vertex = borderCount; vertex < halfedges.length; vertex++) {
    const first = halfedges[vertex]!;
    let weight = 0;
    let x = 0;
    let y = 0;
    let h = first;
    do {
      const b = triangles[nextHalfedge(h)]!;
      const c = triangles[previousHalfedge(h)]!;
      const centroidX = (points[2 * vertex]! + points[2 * b]! + points[2 * c]!) / 3;
      const centroidY = (points[2 * vertex + 1]! + points[2 * b + 1]! + points[2 * c + 1]!) / 3;
      const size = field.at(centroidX, centroidY);
      const triangleWeight = doubleArea(points, vertex, b, c) / (size * size * size);
      weight += triangleWeight;
      x += triangleWeight * centroidX;
      y += triangleWeight * centroidY;
      h = twins[previousHalfedge(h)]!;
    } while (h !== first);
    moveTowards(mesh, vertex, first, x / weight, y / weight);
  }
}

/** Moves the full distance, or half, or a quarter: as far as all triangles stay counterclockwise. */
function moveTowards(mesh: PlanarMesh, vertex: number, first: number, x: number, y: number): void {
  const { points } = mesh;
  const fromX = points[2 * vertex]!;
  const fromY = points[2 * vertex + 1]!;
  for (let fraction = 1; fraction >= 0.25; fraction /= 2) {
    const toX = fromX + fraction * (x - fromX);
    const toY = fromY + fraction * (y - fromY);
    if (starSharpness(mesh, first, toX, toY) < 0.9999) {
      points[2 * vertex] = toX;
      points[2 * vertex + 1] = toY;
      return;
    }
  }
}

/** The worst sharpness of the triangles at an inner vertex, if it were at x, y. */
function starSharpness(
  { points, triangles, twins }: PlanarMesh,
  first: number,
  x: number,
  y: number,
): number {
  let worst = 0;
  let h = first;
  do {
    const b = 2 * triangles[nextHalfedge(h)]!;
    const c = 2 * triangles[previousHalfedge(h)]!;
    const own = sharpness(x, y, points[b]!, points[b + 1]!, points[c]!, points[c + 1]!);
    worst = Math.max(worst, own);
    h = twins[previousHalfedge(h)]!;
  } while (h !== first);
  return worst;
}

/** Cosine of 36°: vertices without a sharper angle are not moved. */
const GOOD = 0.81;

/**
 * Moves the inner vertices of sharp triangles to maximize their smallest angle: a compass search in eight directions,
 * with a step that halves if no direction improves the angle.
 */
export function widenAngles(mesh: PlanarMesh): void {
  const { points, triangles, borderCount } = mesh;
  const halfedges = vertexHalfedges(mesh);
  for (let vertex = borderCount; vertex < halfedges.length; vertex++) {
    const first = halfedges[vertex]!;
    let x = points[2 * vertex]!;
    let y = points[2 * vertex + 1]!;
    let best = starSharpness(mesh, first, x, y);
    if (best < GOOD) continue;
    const b = 2 * triangles[nextHalfedge(first)]!;
    let step = 0.25 * (Math.abs(points[b]! - x) + Math.abs(points[b + 1]! - y));
    for (let round = 0; round < 8; round++) {
      let better = false;
      for (let direction = 0; direction < 9; direction++) {
        const tryX = x + step * ((direction % 3) - 1);
        const tryY = y + step * (Math.floor(direction / 3) - 1);
        const worst = starSharpness(mesh, first, tryX, tryY);
        if (worst >= best) continue;
        best = worst;
        points[2 * vertex] = tryX;
        points[2 * vertex + 1] = tryY;
        better = true;
      }
      x = points[2 * vertex]!;
      y = points[2 * vertex + 1]!;
      if (!better) step /= 2;
    }
  }
}
