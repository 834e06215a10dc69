import { cross as crossProduct, dot } from "../../math/scratch-vector.js";
import { length } from "../../math/vector.js";
import type { MeshSurface } from "./surface.js";
import { Closest, closestOnTriangle } from "../narrow-phase/closest-points.js";
import { firstTime, NEVER, POINT_TRIANGLE } from "../narrow-phase/time-of-impact.js";

/** How exact the time of an impact is, m. */
const TOLERANCE = 1e-7;
/** Nearer by less than this is not too near, m. */
export const SLACK = 1e-10;

/** Places in `numbers`. */
export const HEIGHT = 0;
export const WAY = 1;
export const OVER = 2;

// A point and the corners of a face, at the start and at the end of the substep, and at the time of an impact.
const starts = new Float64Array(12);
const ends = new Float64Array(12);
const during = new Float64Array(12);
const closest = new Closest();
const cross = new Float64Array(3);
const u = new Float64Array(3);
const v = new Float64Array(3);
const part = new Float64Array(3);
const foot = new Float64Array(3);
const way = new Float64Array(3);
/** How near the point may come, m. */
const near = new Float64Array(1);

/** The first face of a mesh that a point meets on its way. Of faces that it meets at one time, the first. */
export class SweptFace {
  /** −1 for none. */
  face = -1;
  /** A part of the substep, from 0 to 1. */
  time = NEVER;
  /** Of the point of the face that it meets. */
  readonly weights = new Float64Array(3);
  /** Unit vector from the face to the side that the point came from, at the end of the substep. */
  readonly normal = new Float64Array(3);
  /**
   * How far the point is from there along the normal at the end, m; how far it goes; and how far it goes as seen from the
   * face looked at last. Here, because results and arguments would make numbers on the heap.
   */
  readonly numbers = new Float64Array(3);
  /** Where it meets the surface, carried along to the end of the substep. */
  readonly place = new Float64Array(3);
  readonly #normal = new Float64Array(3);
  #isAtEnd = false;

  /** Forgets what was found; the point goes from offset `at` of `from` to the same of `to`. */
  start(from: Float64Array, to: Float64Array, at: number): void {
    this.#begin(from, at, to, at, false);
  }

  /**
   * Forgets what was found; the point, which something has carried along since an impact, slides from `from` to offset `at`
   * of `to`, with the mesh where it is at the end. A straight way from before the impact would cut through what turns.
   */
  startAtEnd(from: Float64Array, to: Float64Array, at: number): void {
    this.#begin(from, 0, to, at, true);
  }

  #begin(from: Float64Array, start: number, to: Float64Array, at: number, isAtEnd: boolean): void {
    this.face = -1;
    this.time = NEVER;
    this.#isAtEnd = isAtEnd;
    for (let k = 0; k < 3; k++) {
      starts[k] = from[start + k]!;
      ends[k] = to[at + k]!;
      way[k] = ends[k]! - starts[k]!;
    }
    this.numbers[WAY] = Math.sqrt(dot(way, way));
  }

  /**
   * The farthest that the point goes as seen from any corner of a face, m, to `numbers[OVER]`; or something more, where that
   * is little.
   *
   * @param little m.
   */
  measure(surface: MeshSurface, face: number, little: number): void {
    const most = this.numbers[WAY]! + (this.#isAtEnd ? 0 : surface.largestWay);
    this.numbers[OVER] = most;
    if (!surface.isMoving || this.#isAtEnd || most < little) return;
    const { triangles } = surface.topology;
    let largest = 0;
    for (let corner = 3 * face; corner < 3 * face + 3; corner++) {
      const i = 3 * triangles[corner]!;
      let squared = 0;
      for (let k = 0; k < 3; k++) {
        const over = way[k]! - (surface.ends[i + k]! - surface.starts[i + k]!);
        squared += over * over;
      }
      largest = Math.max(largest, squared);
    }
    this.numbers[OVER] = Math.sqrt(largest);
  }

  /**
   * Looks at one more face: whether the point comes within `gap`, or within half of where it starts if `isThin`, of it
   * before it meets what was found. After `measure` of it. Where there is an inside, nothing keeps a point from coming out.
   */
  look(surface: MeshSurface, face: number, gap: number, isThin: boolean): void {
    takeFace(surface, face, this.#isAtEnd);
    const { distance } = closest;
    if (distance - this.numbers[OVER]! > (isThin ? 0 : gap)) return;
    near[0] = isThin ? Math.min(gap, distance) / 2 : gap;
    const time = firstTime(POINT_TRIANGLE, starts, ends, near, TOLERANCE, closest);
    if (time === NEVER || time > this.time || (time === this.time && face > this.face)) return;
    if (!this.#takeNormal(surface, face, time)) return;
    const normal = this.#normal;
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
    this.numbers[HEIGHT] = height;
    for (let k = 0; k < 3; k++) {
      this.weights[k] = closest.weights[k]!;
      this.normal[k] = normal[k]!;
      this.place[k] = foot[k]! + closest.distance * normal[k]!;
    }
  }

  /** Where the point would be if it had gone with a face, to offset `at` of `out`. */
  carry(surface: MeshSurface, face: number, out: Float64Array, at: number): void {
    takeFace(surface, face, this.#isAtEnd);
    during.set(starts);
    turnAlong(closest.way, part);
    for (let k = 0; k < 3; k++) {
      out[at + k] = part[k]!;
      for (let i = 0; i < 3; i++) out[at + k]! += closest.weights[i]! * ends[3 + 3 * i + k]!;
    }
  }

  /** The normal at the end of the substep on the side that the point comes from; false where it comes out. */
  #takeNormal(surface: MeshSurface, face: number, time: number): boolean {
    const normal = this.#normal;
    const { weights, distance } = closest;
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
    for (let i = 0; i < 12; i++) during[i] = starts[i]! + time * (ends[i]! - starts[i]!);
    turnAlong(closest.way, normal);
    const size = length(normal, 0);
    for (let k = 0; k < 3; k++) normal[k]! /= size;
    if (!(size > 0)) return false;
    if (!isClosed) return true;
    surface.outwardAt(face, weights, cross);
    return dot(cross, normal) >= 0;
  }
}

/** The corners of a face, and what is nearest to the point at the start. */
function takeFace(surface: MeshSurface, face: number, isAtEnd: boolean): void {
  const { topology, ends: to } = surface;
  const from = isAtEnd ? to : surface.starts;
  for (let corner = 0; corner < 3; corner++) {
    const i = 3 * topology.triangles[3 * face + corner]!;
    for (let k = 0; k < 3; k++) {
      starts[3 + 3 * corner + k] = from[i + k]!;
      ends[3 + 3 * corner + k] = to[i + k]!;
    }
  }
  closestOnTriangle(starts, 0, 3, 6, 9, closest);
}

/**
 * A vector from the face at the time of the impact turns with it until the end. Its parts along two edges and along the
 * normal stay: fast bodies turn by much in one substep, and what was in front of them before would be behind them after.
 */
function turnAlong(vector: Float64Array, out: Float64Array): void {
  takeEdges(during);
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
  takeEdges(ends);
  const size = length(cross, 0);
  alongNormal = size > 0 ? alongNormal / size : 0;
  for (let k = 0; k < 3; k++) {
    out[k] = alongU * u[k]! + alongV * v[k]! + alongNormal * cross[k]!;
  }
}

/** Two edges of the face and their cross product. */
function takeEdges(points: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    u[k] = points[6 + k]! - points[3 + k]!;
    v[k] = points[9 + k]! - points[3 + k]!;
  }
  crossProduct(cross, u, v);
}
