import { cross as crossProduct, dot } from "../../math/scratch-vector.js";
import { length } from "../../math/vector.js";
import { ClosestPoints, closestOnTriangle } from "../narrow-phase/closest-points.js";
import { NEVER, POINT_TRIANGLE, TimeOfImpact } from "../narrow-phase/time-of-impact.js";
import type { MeshSurface } from "./surface.js";

/** Tolerance of the time of impact, as a distance, m. */
const TOLERANCE = 1e-7;
/** Distances that are too small by less than this are accepted, m. */
export const SLACK = 1e-10;

/** The first face of a mesh that a point meets on its path. Ties go to the face with the lower index. */
export class SweptFace {
  /** −1 for none. */
  face = -1;
  /** Fraction of the substep, from 0 to 1. */
  time = NEVER;
  /** Barycentric weights of the contact point in the face. */
  readonly weights = new Float64Array(3);
  /** Unit vector from the face to the side that the point came from, at the end of the substep. */
  readonly normal = new Float64Array(3);
  /** Distance of the point from there along the normal at the end, m. */
  height = 0;
  /** Where it meets the surface, moved with the face to the end of the substep. */
  readonly contactPoint = new Float64Array(3);
  /** Displacement of the point, m. */
  motion = 0;
  /** Displacement relative to the face measured last, m. */
  relativeMotion = 0;
  #isAtEnd = false;

  // The point and the corners of a face, at the start and at the end of the substep, and at the time of impact.
  readonly #starts = new Float64Array(12);
  readonly #ends = new Float64Array(12);
  readonly #during = new Float64Array(12);
  /** Vector from the start of the point to its end. */
  readonly #move = new Float64Array(3);
  readonly #impact = new TimeOfImpact();
  /** Of the face and the point. */
  readonly #closest = new ClosestPoints();
  /** Normal of a candidate face. */
  readonly #normal = new Float64Array(3);
  readonly #edges = new FaceEdges();
  readonly #scratch = new Float64Array(3);

  /** Starts a search; the point moves from offset `at` of `from` to offset `at` of `to`. */
  start(from: Float64Array, to: Float64Array, at: number): void {
    this.#begin(from, at, to, at, false);
  }

  /**
   * Starts a search for a point that was moved with a face after an impact. It slides from `from` to offset `at` of
   * `to`, with the mesh at its end pose. A straight path from before the impact would cut through rotating parts.
   */
  startAtEnd(from: Float64Array, to: Float64Array, at: number): void {
    this.#begin(from, 0, to, at, true);
  }

  #begin(from: Float64Array, start: number, to: Float64Array, at: number, isAtEnd: boolean): void {
    const move = this.#move;
    this.face = -1;
    this.time = NEVER;
    this.#isAtEnd = isAtEnd;
    for (let k = 0; k < 3; k++) {
      this.#starts[k] = from[start + k]!;
      this.#ends[k] = to[at + k]!;
      move[k] = this.#ends[k]! - this.#starts[k]!;
    }
    this.motion = Math.sqrt(dot(move, move));
  }

  /**
   * Measures `relativeMotion`: the largest displacement of the point relative to any corner of a face. It is only an
   * upper bound if that is smaller than `little`, m.
   */
  measure(surface: MeshSurface, face: number, little: number): void {
    const bound = this.motion + (this.#isAtEnd ? 0 : surface.largestMotion);
    this.relativeMotion = bound;
    if (!surface.isMoving || this.#isAtEnd || bound < little) return;
    const { triangles } = surface.topology;
    let largest = 0;
    for (let corner = 3 * face; corner < 3 * face + 3; corner++) {
      const i = 3 * triangles[corner]!;
      let squared = 0;
      for (let k = 0; k < 3; k++) {
        const over = this.#move[k]! - (surface.ends[i + k]! - surface.starts[i + k]!);
        squared += over * over;
      }
      largest = Math.max(largest, squared);
    }
    this.relativeMotion = Math.sqrt(largest);
  }

  /**
   * Tests one more face: whether the point comes within `gap` of it before it meets the face found so far. With
   * `isThin`, within half of the gap or of its distance at the start. Call `measure` for the face first. A point may
   * always leave a closed mesh.
   */
  test(surface: MeshSurface, face: number, gap: number, isThin: boolean): void {
    this.#readFace(surface, face);
    const closest = this.#closest;
    const impact = this.#impact;
    const ends = this.#ends;
    const { distance } = closest;
    if (distance - this.relativeMotion > (isThin ? 0 : gap)) return;
    impact.separation = isThin ? Math.min(gap, distance) / 2 : gap;
    if (!impact.find(POINT_TRIANGLE, this.#starts, ends, TOLERANCE, closest)) return;
    const { time } = impact;
    if (time > this.time || (time === this.time && face > this.face)) return;
    if (!this.#findNormal(surface, face)) return;
    const normal = this.#normal;
    const closestPoint = this.#scratch;
    let height = 0;
    for (let k = 0; k < 3; k++) {
      let at = 0;
      for (let i = 0; i < 3; i++) at += closest.weights[i]! * ends[3 + 3 * i + k]!;
      height += (ends[k]! - at) * normal[k]!;
      closestPoint[k] = at;
    }
    if (height >= gap - SLACK) return; // it has left again, or was already pushed off
    this.face = face;
    this.time = time;
    this.height = height;
    for (let k = 0; k < 3; k++) {
      this.weights[k] = closest.weights[k]!;
      this.normal[k] = normal[k]!;
      this.contactPoint[k] = closestPoint[k]! + closest.distance * normal[k]!;
    }
  }

  /** Writes where the point would be if it had moved with a face, to offset `at` of `out`. */
  carry(surface: MeshSurface, face: number, out: Float64Array, at: number): void {
    this.#readFace(surface, face);
    const { delta, weights } = this.#closest;
    const rotated = this.#scratch;
    this.#edges.rotate(delta, this.#starts, this.#ends, rotated);
    for (let k = 0; k < 3; k++) {
      out[at + k] = rotated[k]!;
      for (let i = 0; i < 3; i++) out[at + k]! += weights[i]! * this.#ends[3 + 3 * i + k]!;
    }
  }

  /** Reads the corners of a face, and finds the closest point at the start. */
  #readFace(surface: MeshSurface, face: number): void {
    const { topology, ends: to } = surface;
    const from = this.#isAtEnd ? to : surface.starts;
    for (let corner = 0; corner < 3; corner++) {
      const i = 3 * topology.triangles[3 * face + corner]!;
      for (let k = 0; k < 3; k++) {
        this.#starts[3 + 3 * corner + k] = from[i + k]!;
        this.#ends[3 + 3 * corner + k] = to[i + k]!;
      }
    }
    closestOnTriangle(this.#starts, 0, 3, 6, 9, this.#closest);
  }

  /**
   * Finds the normal at the end of the substep, on the side that the point comes from. Returns false if the point is
   * leaving.
   */
  #findNormal(surface: MeshSurface, face: number): boolean {
    const normal = this.#normal;
    const starts = this.#starts;
    const ends = this.#ends;
    const { weights, delta, distance } = this.#closest;
    const isClosed = surface.isClosed(face);
    if (distance === 0) {
      // It starts on the surface: only its direction decides.
      surface.outwardAt(face, weights, normal);
      const norm = length(normal, 0);
      let side = 0;
      for (let k = 0; k < 3; k++) side += (ends[k]! - ends[3 + k]!) * normal[k]!;
      const sign = !isClosed && side < 0 ? -1 : 1;
      for (let k = 0; k < 3; k++) normal[k]! *= sign / norm;
      return norm > 0;
    }
    const { time } = this.#impact;
    const during = this.#during;
    for (let i = 0; i < 12; i++) during[i] = starts[i]! + time * (ends[i]! - starts[i]!);
    this.#edges.rotate(delta, during, ends, normal);
    const norm = length(normal, 0);
    for (let k = 0; k < 3; k++) normal[k]! /= norm;
    if (!(norm > 0)) return false;
    if (!isClosed) return true;
    const outward = this.#scratch;
    surface.outwardAt(face, weights, outward);
    return dot(outward, normal) >= 0;
  }
}

/** Two edges of a face and their cross product, at one time. */
class FaceEdges {
  readonly #u = new Float64Array(3);
  readonly #v = new Float64Array(3);
  readonly #cross = new Float64Array(3);
  readonly #product = new Float64Array(3);

  /** @param points The corners of the face are points 1, 2 and 3. */
  #read(points: Float64Array): void {
    for (let k = 0; k < 3; k++) {
      this.#u[k] = points[6 + k]! - points[3 + k]!;
      this.#v[k] = points[9 + k]! - points[3 + k]!;
    }
    crossProduct(this.#cross, this.#u, this.#v);
  }

  /**
   * Rotates a vector with the face from the time of impact to the end. Its components along two edges and along the
   * normal stay. Fast bodies rotate far in one substep, and a point in front of them before would be behind them after.
   */
  rotate(vector: Float64Array, during: Float64Array, ends: Float64Array, out: Float64Array): void {
    const u = this.#u;
    const v = this.#v;
    const cross = this.#cross;
    const product = this.#product;
    this.#read(during);
    const squared = dot(cross, cross);
    if (!(squared > 0)) {
      out.set(vector);
      return;
    }
    let alongNormal = dot(vector, cross) / Math.sqrt(squared);
    crossProduct(product, vector, v);
    const alongU = dot(product, cross) / squared;
    crossProduct(product, u, vector);
    const alongV = dot(product, cross) / squared;
    this.#read(ends);
    const norm = length(cross, 0);
    alongNormal = norm > 0 ? alongNormal / norm : 0;
    for (let k = 0; k < 3; k++) {
      out[k] = alongU * u[k]! + alongV * v[k]! + alongNormal * cross[k]!;
    }
  }
}
