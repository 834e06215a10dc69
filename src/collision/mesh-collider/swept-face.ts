import { cross as crossProduct, dot } from "../../math/scratch-vector.js";
import { length } from "../../math/vector.js";
import { ClosestPoints, closestOnTriangle } from "../narrow-phase/closest-points.js";
import { NEVER, POINT_TRIANGLE, TimeOfImpact } from "../narrow-phase/time-of-impact.js";
import type { MeshSurface } from "./surface.js";

/** How exact the time of an impact is, m. */
const TOLERANCE = 1e-7;
/** Nearer by less than this is not too near, m. */
export const SLACK = 1e-10;

/** The first face of a mesh that a point meets on its path. Of faces that it meets at one time, the first. */
export class SweptFace {
  /** −1 for none. */
  face = -1;
  /** A part of the substep, from 0 to 1. */
  time = NEVER;
  /** Of the point of the face that it meets. */
  readonly weights = new Float64Array(3);
  /** Unit vector from the face to the side that the point came from, at the end of the substep. */
  readonly normal = new Float64Array(3);
  /** How far the point is from there along the normal at the end, m. */
  height = 0;
  /** Where it meets the surface, carried along to the end of the substep. */
  readonly place = new Float64Array(3);
  /** How far the point goes, m. */
  motion = 0;
  /** How far it goes as seen from the face measured last, m. */
  relativeMotion = 0;
  #isAtEnd = false;

  // The point and the corners of a face, at the start and at the end of the substep, and at the time of an impact.
  readonly #starts = new Float64Array(12);
  readonly #ends = new Float64Array(12);
  readonly #during = new Float64Array(12);
  /** From the start of the point to its end. */
  readonly #move = new Float64Array(3);
  readonly #impact = new TimeOfImpact();
  /** Of the face and the point. */
  readonly #closest = new ClosestPoints();
  /** Of a face that may be nearer. */
  readonly #normal = new Float64Array(3);
  readonly #edges = new FaceEdges();
  readonly #scratch = new Float64Array(3);

  /** Forgets what was found; the point goes from offset `at` of `from` to the same of `to`. */
  start(from: Float64Array, to: Float64Array, at: number): void {
    this.#begin(from, at, to, at, false);
  }

  /**
   * Forgets what was found; the point, which something has carried along since an impact, slides from `from` to offset `at`
   * of `to`, with the mesh where it is at the end. A straight path from before the impact would cut through what turns.
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
   * Measures `relativeMotion`: the farthest that the point goes as seen from any corner of a face; or something more, where
   * that is little.
   *
   * @param little m.
   */
  measure(surface: MeshSurface, face: number, little: number): void {
    const most = this.motion + (this.#isAtEnd ? 0 : surface.largestMotion);
    this.relativeMotion = most;
    if (!surface.isMoving || this.#isAtEnd || most < little) return;
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
   * Looks at one more face: whether the point comes within `gap`, or within half of where it starts if `isThin`, of it
   * before it meets what was found. After `measure` of it. Where there is an inside, nothing keeps a point from coming out.
   */
  look(surface: MeshSurface, face: number, gap: number, isThin: boolean): void {
    this.#takeFace(surface, face);
    const closest = this.#closest;
    const impact = this.#impact;
    const ends = this.#ends;
    const { distance } = closest;
    if (distance - this.relativeMotion > (isThin ? 0 : gap)) return;
    impact.separation = isThin ? Math.min(gap, distance) / 2 : gap;
    if (!impact.find(POINT_TRIANGLE, this.#starts, ends, TOLERANCE, closest)) return;
    const { time } = impact;
    if (time > this.time || (time === this.time && face > this.face)) return;
    if (!this.#takeNormal(surface, face)) return;
    const normal = this.#normal;
    const foot = this.#scratch;
    let height = 0;
    for (let k = 0; k < 3; k++) {
      let at = 0;
      for (let i = 0; i < 3; i++) at += closest.weights[i]! * ends[3 + 3 * i + k]!;
      height += (ends[k]! - at) * normal[k]!;
      foot[k] = at;
    }
    if (height >= gap - SLACK) return; // it has left again, or was put off already
    this.face = face;
    this.time = time;
    this.height = height;
    for (let k = 0; k < 3; k++) {
      this.weights[k] = closest.weights[k]!;
      this.normal[k] = normal[k]!;
      this.place[k] = foot[k]! + closest.distance * normal[k]!;
    }
  }

  /** Where the point would be if it had gone with a face, to offset `at` of `out`. */
  carry(surface: MeshSurface, face: number, out: Float64Array, at: number): void {
    this.#takeFace(surface, face);
    const { delta, weights } = this.#closest;
    const turned = this.#scratch;
    this.#edges.turn(delta, this.#starts, this.#ends, turned);
    for (let k = 0; k < 3; k++) {
      out[at + k] = turned[k]!;
      for (let i = 0; i < 3; i++) out[at + k]! += weights[i]! * this.#ends[3 + 3 * i + k]!;
    }
  }

  /** The corners of a face, and what is closest to the point at the start. */
  #takeFace(surface: MeshSurface, face: number): void {
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

  /** The normal at the end of the substep on the side that the point comes from; false where it comes out. */
  #takeNormal(surface: MeshSurface, face: number): boolean {
    const normal = this.#normal;
    const starts = this.#starts;
    const ends = this.#ends;
    const { weights, delta, distance } = this.#closest;
    const isClosed = surface.isClosed(face);
    if (distance === 0) {
      // It starts on the surface itself: then where it goes is all that tells.
      surface.outwardAt(face, weights, normal);
      const size = length(normal, 0);
      let side = 0;
      for (let k = 0; k < 3; k++) side += (ends[k]! - ends[3 + k]!) * normal[k]!;
      const sign = !isClosed && side < 0 ? -1 : 1;
      for (let k = 0; k < 3; k++) normal[k]! *= sign / size;
      return size > 0;
    }
    const { time } = this.#impact;
    const during = this.#during;
    for (let i = 0; i < 12; i++) during[i] = starts[i]! + time * (ends[i]! - starts[i]!);
    this.#edges.turn(delta, during, ends, normal);
    const size = length(normal, 0);
    for (let k = 0; k < 3; k++) normal[k]! /= size;
    if (!(size > 0)) return false;
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
  readonly #part = new Float64Array(3);

  /** @param points The corners of the face are the second, third and fourth of them. */
  #take(points: Float64Array): void {
    for (let k = 0; k < 3; k++) {
      this.#u[k] = points[6 + k]! - points[3 + k]!;
      this.#v[k] = points[9 + k]! - points[3 + k]!;
    }
    crossProduct(this.#cross, this.#u, this.#v);
  }

  /**
   * A vector from the face at the time of an impact turns with it until the end. Its parts along two edges and along the
   * normal stay: fast bodies turn by much in one substep, and what was in front of them before would be behind them after.
   */
  turn(vector: Float64Array, during: Float64Array, ends: Float64Array, out: Float64Array): void {
    const u = this.#u;
    const v = this.#v;
    const cross = this.#cross;
    const part = this.#part;
    this.#take(during);
    const squared = dot(cross, cross);
    if (!(squared > 0)) {
      out.set(vector);
      return;
    }
    let alongNormal = dot(vector, cross) / Math.sqrt(squared);
    crossProduct(part, vector, v);
    const alongU = dot(part, cross) / squared;
    crossProduct(part, u, vector);
    const alongV = dot(part, cross) / squared;
    this.#take(ends);
    const size = length(cross, 0);
    alongNormal = size > 0 ? alongNormal / size : 0;
    for (let k = 0; k < 3; k++) {
      out[k] = alongU * u[k]! + alongV * v[k]! + alongNormal * cross[k]!;
    }
  }
}
