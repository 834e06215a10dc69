import { ClosestPoints, closestOfSegments, closestOnTriangle } from "./closest-points.js";
import { POINT_TRIANGLE, TimeOfImpact, type PairKind } from "./time-of-impact.js";

/** Tolerance of the time of impact, as a distance, m. */
const TOLERANCE = 1e-7;

/**
 * A point and a triangle, or two edges, that move in a substep: the narrow phase for one pair. The object is reused.
 */
export class MovingPair {
  /** The four points at the start and at the end, m, in the order of `PairKind`. */
  readonly starts = new Float64Array(12);
  readonly ends = new Float64Array(12);
  /** Smallest allowed distance, m. Set it before `meet`. */
  gap = 0;
  /** Closest points where the features meet or, if they do not, at the end. */
  readonly closest = new ClosestPoints();
  /** Distance of these points, m. */
  distance = 0;
  /** True if they have moved so far that they could have passed through each other. */
  isFast = false;
  readonly #impact = new TimeOfImpact();

  /** Sets point `place` of the four from index `point` of two arrays. */
  take(place: number, from: Float64Array, to: Float64Array, point: number): void {
    const { starts, ends } = this;
    const i = 3 * place;
    const j = 3 * point;
    starts[i] = from[j]!;
    starts[i + 1] = from[j + 1]!;
    starts[i + 2] = from[j + 2]!;
    ends[i] = to[j]!;
    ends[i + 1] = to[j + 1]!;
    ends[i + 2] = to[j + 2]!;
  }

  /**
   * Finds where the features meet during the substep, not only how near they are at the end. On their path they may
   * come as near as half of the gap, or half of their distance at the start.
   *
   * @returns True if they meet on their path.
   */
  meet(kind: PairKind): boolean {
    const { starts, ends, closest, gap } = this;
    const impact = this.#impact;
    this.#measureMotion(kind);
    if (this.isFast) {
      this.#findClosest(kind, starts);
      impact.separation = Math.min(gap, this.distance) / 2;
      if (impact.find(kind, starts, ends, TOLERANCE, closest)) {
        this.#measureDistance();
        return true;
      }
    }
    this.#findClosest(kind, ends);
    return false;
  }

  #findClosest(kind: PairKind, points: Float64Array): void {
    if (kind === POINT_TRIANGLE) closestOnTriangle(points, 0, 3, 6, 9, this.closest);
    else closestOfSegments(points, 0, 3, 6, 9, this.closest);
    this.#measureDistance();
  }

  #measureDistance(): void {
    const { delta } = this.closest;
    this.distance = Math.sqrt(
      delta[0]! * delta[0]! + delta[1]! * delta[1]! + delta[2]! * delta[2]!,
    );
  }

  /** Sets `isFast` from the largest relative displacement of two points of the features. */
  #measureMotion(kind: PairKind): void {
    const { starts, ends } = this;
    const split = kind === POINT_TRIANGLE ? 3 : 6;
    let largest = 0;
    for (let i = 0; i < split; i += 3) {
      for (let j = split; j < 12; j += 3) {
        let squared = 0;
        for (let k = 0; k < 3; k++) {
          const move = ends[i + k]! - starts[i + k]! - (ends[j + k]! - starts[j + k]!);
          squared += move * move;
        }
        largest = Math.max(largest, squared);
      }
    }
    this.isFast = Math.sqrt(largest) > this.gap / 2;
  }
}
