import { ClosestPoints, closestOfSegments, closestOnTriangle } from "./closest-points.js";
import { POINT_TRIANGLE, TimeOfImpact, type PairKind } from "./time-of-impact.js";

/** How exact the time of an impact is, m. */
const TOLERANCE = 1e-7;

/** A point and a triangle, or two edges, that move through a substep: the narrow phase for one pair after the other. */
export class MovingPair {
  /** The four points of the kind at the start and at the end, m. */
  readonly starts = new Float64Array(12);
  readonly ends = new Float64Array(12);
  /** How near the features may come, m: set it before `meet`. */
  gap = 0;
  /** Where the features meet or, if they do not, where they are closest at the end. */
  readonly closest = new ClosestPoints();
  /** Between the two points there, m. */
  distance = 0;
  /** Whether they have moved so far that they could have passed through each other. */
  isFast = false;
  readonly #impact = new TimeOfImpact();

  /** Takes one of many points as one of the four. */
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
   * Finds where the features meet, and not only how near they are at the end. On their way they may come as near as half of
   * the gap, or of where they start.
   *
   * @returns Whether they meet on their way.
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

  /** Sets `isFast`, by the farthest that a point of the one feature goes as seen from any of the other. */
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
