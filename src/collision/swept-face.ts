import { dot } from "../math/scratch-vector.js";
import { length, triangleCross } from "../math/vector.js";
import type { MeshSurface } from "./mesh-surface.js";
import { Closest, closestOnTriangle } from "./narrow/closest.js";
import { firstTime, NEVER, POINT_TRIANGLE } from "./narrow/first-time.js";

/** How exact the time of an impact is, m. */
const TOLERANCE = 1e-7;

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
const way = new Float64Array(3);

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
  readonly #normal = new Float64Array(3);

  /** Forgets what was found; the point goes from offset `at` of `from` to the same of `to`. */
  start(from: Float64Array, to: Float64Array, at: number): void {
    this.face = -1;
    this.time = NEVER;
    for (let k = 0; k < 3; k++) {
      starts[k] = from[at + k]!;
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
    const most = this.numbers[WAY]! + surface.largestWay;
    this.numbers[OVER] = most;
    if (!surface.isMoving || most < little) return;
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
    const { triangles } = surface.topology;
    for (let corner = 0; corner < 3; corner++) {
      const i = 3 * triangles[3 * face + corner]!;
      for (let k = 0; k < 3; k++) {
        starts[3 + 3 * corner + k] = surface.starts[i + k]!;
        ends[3 + 3 * corner + k] = surface.ends[i + k]!;
      }
    }
    closestOnTriangle(starts, 0, 3, 6, 9, closest);
    const { distance } = closest;
    if (distance - this.numbers[OVER]! > (isThin ? 0 : gap)) return;
    const near = isThin ? Math.min(gap, distance) / 2 : gap;
    const time = firstTime(POINT_TRIANGLE, starts, ends, near, TOLERANCE, closest);
    if (time === NEVER || time > this.time || (time === this.time && face > this.face)) return;
    if (!this.#takeNormal(surface, face, time)) return;
    const normal = this.#normal;
    let height = 0;
    for (let k = 0; k < 3; k++) {
      let at = 0;
      for (let i = 0; i < 3; i++) at += closest.weights[i]! * ends[3 + 3 * i + k]!;
      height += (ends[k]! - at) * normal[k]!;
    }
    if (height >= gap) return; // it has left again, or slides past
    this.face = face;
    this.time = time;
    this.numbers[HEIGHT] = height;
    for (let k = 0; k < 3; k++) {
      this.weights[k] = closest.weights[k]!;
      this.normal[k] = normal[k]!;
    }
  }

  /** The normal at the end of the substep on the side that the point comes from; false where it comes out. */
  #takeNormal(surface: MeshSurface, face: number, time: number): boolean {
    const normal = this.#normal;
    const { weights, distance } = closest;
    const isClosed = surface.isClosed(face);
    if (weights[0] !== 0 && weights[1] !== 0 && weights[2] !== 0) {
      // In the middle of a face: its own normal, which turns with it.
      for (let i = 0; i < 12; i++) during[i] = starts[i]! + time * (ends[i]! - starts[i]!);
      triangleCross(cross, during, 3, 6, 9);
      let side = dot(closest.way, cross);
      triangleCross(cross, ends, 3, 6, 9);
      if (side === 0) {
        // It starts on the face itself: then where it goes is all that tells.
        for (let k = 0; k < 3; k++) side += (ends[k]! - ends[3 + k]!) * cross[k]!;
        if (isClosed) side = 1;
      }
      const size = length(cross, 0);
      if (size === 0 || (isClosed && side < 0)) return false;
      for (let k = 0; k < 3; k++) normal[k] = (side < 0 ? -cross[k]! : cross[k]!) / size;
      return true;
    }
    surface.outwardAt(face, weights, normal);
    if (distance > 0) {
      if (isClosed && dot(normal, closest.way) < 0) return false;
      for (let k = 0; k < 3; k++) normal[k] = closest.way[k]! / distance;
      return true;
    }
    const size = length(normal, 0);
    for (let k = 0; k < 3; k++) normal[k]! /= size;
    return size > 0;
  }
}
