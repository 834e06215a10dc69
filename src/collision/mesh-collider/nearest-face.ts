import { dot } from "../../math/scratch-vector.js";
import type { Bvh } from "../bvh/bvh.js";
import type { MeshSurface } from "./surface.js";
import { ClosestPoints, closestOnTriangle } from "../narrow-phase/closest-points.js";

/** At smaller distances, rounding makes the direction to the surface meaningless, m. */
const TOUCHING = 1e-12;
/** Margin for rounding: a face is skipped only if it is certainly farther than the nearest. */
const SURE = 1 + 1e-9;

// Scratch of single calls. A search has at most one pending node per level of the tree.
const closest = new ClosestPoints();
const outward = new Float64Array(3);
const stack = new Int32Array(128);

/** The face of a mesh nearest to a point, at the end of the substep. Ties go to the face with the lower index. */
export class NearestFace {
  /** −1 for none. */
  face = -1;
  /** Its distance, m, never negative. */
  distance = Infinity;
  /** Result of `measure`: negative inside a closed mesh, m. */
  signedDistance = 0;
  /** Faces within this distance are measured even if they are not nearer, m. Set it before `test`. */
  testWithin = 0;
  /** A lower bound of the distance of the face tested last, m. */
  lowerBound = 0;
  /** The same for all other faces that are not behind the plane perpendicular to the delta at the nearest point. */
  nextDistance = Infinity;
  /** Barycentric weights of the nearest point in its face. */
  readonly weights = new Float64Array(3);
  /** From the nearest point to the query point. */
  readonly delta = new Float64Array(3);
  /** The query point, and the corners of the face tested last. */
  readonly #points = new Float64Array(12);

  /** Starts a search for the point at offset `at` of `from`. */
  start(from: Float64Array, at: number): void {
    this.face = -1;
    this.distance = Infinity;
    this.testWithin = 0;
    this.nextDistance = Infinity;
    for (let k = 0; k < 3; k++) this.#points[k] = from[at + k]!;
  }

  /** Tests one more face, unless it is farther than both `testWithin` and the nearest. */
  test(surface: MeshSurface, face: number): void {
    const { triangles } = surface.topology;
    const { ends } = surface;
    const points = this.#points;
    const a = 3 * triangles[3 * face]!;
    const b = 3 * triangles[3 * face + 1]!;
    const c = 3 * triangles[3 * face + 2]!;
    const best = this.distance;
    if (best > this.testWithin && best < Infinity && this.#isBehind(ends, a, b, c)) {
      this.lowerBound = best;
      return;
    }
    const x = points[0]! - (ends[a]! + ends[b]! + ends[c]!) / 3;
    const y = points[1]! - (ends[a + 1]! + ends[b + 1]! + ends[c + 1]!) / 3;
    const z = points[2]! - (ends[a + 2]! + ends[b + 2]! + ends[c + 2]!) / 3;
    const radius = surface.normals.radii[face]!;
    const far = (Math.max(best, this.testWithin) + radius) * SURE;
    const squared = x * x + y * y + z * z;
    if (squared > far * far) {
      this.lowerBound = Math.sqrt(squared) - radius;
      this.nextDistance = Math.min(this.nextDistance, this.lowerBound);
      return;
    }
    for (let k = 0; k < 3; k++) {
      points[3 + k] = ends[a + k]!;
      points[6 + k] = ends[b + k]!;
      points[9 + k] = ends[c + k]!;
    }
    closestOnTriangle(points, 0, 3, 6, 9, closest);
    const { delta, weights } = closest;
    const distance = Math.sqrt(dot(delta, delta));
    this.lowerBound = distance;
    if (distance < best || (distance === best && face < this.face)) {
      this.nextDistance = Math.min(this.nextDistance, best);
      this.face = face;
      this.distance = distance;
      for (let k = 0; k < 3; k++) {
        this.weights[k] = weights[k]!;
        this.delta[k] = delta[k]!;
      }
    } else this.nextDistance = Math.min(this.nextDistance, distance);
  }

  /** True if a face is behind the plane perpendicular to the delta at the nearest point: then it cannot be nearer. */
  #isBehind(ends: Float64Array, a: number, b: number, c: number): boolean {
    const { delta, distance } = this;
    const points = this.#points;
    const x = delta[0]!;
    const y = delta[1]!;
    const z = delta[2]!;
    const top =
      x * points[0]! + y * points[1]! + z * points[2]! - distance * distance + TOUCHING * distance;
    return (
      x * ends[a]! + y * ends[a + 1]! + z * ends[a + 2]! <= top &&
      x * ends[b]! + y * ends[b + 1]! + z * ends[b + 2]! <= top &&
      x * ends[c]! + y * ends[c + 1]! + z * ends[c + 2]! <= top
    );
  }

  /** Tests all faces of a BVH over their boxes at the end of the substep. */
  search(surface: MeshSurface, { tree }: Bvh): void {
    const { bounds, first } = tree;
    const point = this.#points;
    let top = 0;
    stack[0] = 0;
    while (top >= 0) {
      const node = stack[top--]!;
      const reach = this.distance * SURE;
      if (squaredGap(point, bounds, 6 * node) > reach * reach) continue;
      const child = first[node]!;
      if (child < 0) {
        this.test(surface, ~child);
        continue;
      }
      // The nearer child is visited first: its result may cull the other.
      const isSecondNearer =
        squaredGap(point, bounds, 6 * child + 6) < squaredGap(point, bounds, 6 * child);
      stack[++top] = isSecondNearer ? child : child + 1;
      stack[++top] = isSecondNearer ? child + 1 : child;
    }
  }

  /**
   * Computes the signed distance and the unit normal: out of a closed mesh, or toward the point if the mesh is open.
   */
  measure(surface: MeshSurface, normal: Float64Array): void {
    const { delta, distance } = this;
    normal.fill(0);
    this.signedDistance = distance;
    if (this.face === -1) return;
    const isClosed = surface.isClosed(this.face);
    surface.outwardAt(this.face, this.weights, outward);
    if (distance < TOUCHING) {
      const norm = Math.sqrt(dot(outward, outward));
      for (let k = 0; k < 3; k++) normal[k] = norm > 0 ? outward[k]! / norm : 0;
      this.signedDistance = 0;
      return;
    }
    const sign = isClosed && dot(delta, outward) < 0 ? -1 : 1;
    for (let k = 0; k < 3; k++) normal[k] = (sign * delta[k]!) / distance;
    this.signedDistance = sign * distance;
  }
}

/** Squared distance from a point to a box. */
function squaredGap(point: Float64Array, bounds: Float64Array, at: number): number {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const gap = Math.max(bounds[at + k]! - point[k]!, point[k]! - bounds[at + 3 + k]!, 0);
    squared += gap * gap;
  }
  return squared;
}
