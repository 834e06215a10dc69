import fc from "fast-check";
import { EDGE_EDGE, POINT_TRIANGLE } from "../../src/collision/narrow-phase/time-of-impact.js";

/** Difficult cases for the narrow phase, where rounding matters. */

/** Uniform over −1 to 1, unlike the doubles of fast-check, which are almost all close to 0. */
const unit = fc.maxSafeInteger().map((whole) => whole / 2 ** 53);
const share = unit.map(Math.abs);
/** A number on a coarse lattice, so that points coincide and lines are parallel exactly. */
const lattice = fc.integer({ min: -2, max: 2 });
const size = fc.constantFrom(1e-9, 1e-5, 1e-2, 1, 1e3);
/** Distance from degenerate. */
const slant = fc.constantFrom(
  0,
  1e-16,
  1e-14,
  1e-12,
  1e-10,
  1e-9,
  1e-8,
  1e-7,
  1e-6,
  1e-5,
  1e-4,
  1e-3,
);

/** Four points: a point and a triangle, or two segments; free, on a lattice, of many sizes, or almost degenerate. */
export function anyFeatures(kind: 0 | 1): fc.Arbitrary<Float64Array> {
  const coordinates = fc.oneof(
    fc.array(unit, { minLength: 12, maxLength: 12 }),
    fc.array(lattice, { minLength: 12, maxLength: 12 }),
  );
  const sizes = fc.oneof(
    size.map((s) => [s, s, s, s]),
    fc.array(size, { minLength: 4, maxLength: 4 }),
  );
  const lean = fc.record({
    slant,
    share: fc.oneof(unit, lattice),
    wish: fc.integer({ min: 0, max: 3 }),
  });
  const offset = fc.constantFrom(0, 0, 1, 1e3);
  return fc
    .tuple(coordinates, sizes, lean, offset)
    .map(([c, sizes, { slant, share, wish }, offset]) => {
      const points = Float64Array.from(c, (x, i) => x * sizes[Math.floor(i / 3)]!);
      for (let k = 0; k < 3; k++) {
        const off = slant * c[9 + k]! * sizes[0]!;
        if (wish === 1) {
          // A sliver; a segment almost parallel to the other.
          if (kind === POINT_TRIANGLE) {
            points[9 + k] = points[3 + k]! + share * (points[6 + k]! - points[3 + k]!) + off;
          } else {
            points[9 + k] = points[6 + k]! + share * (points[3 + k]! - points[k]!) + off;
          }
        } else if (wish === 2) {
          // The point almost on an edge; the end of one segment almost on the other.
          points[k] = points[6 + k]! + share * (points[9 + k]! - points[6 + k]!) + off;
        }
      }
      if (offset > 0) for (let i = 0; i < 12; i++) points[i]! += offset * (i % 3 === 2 ? -1 : 1);
      return points;
    });
}

export interface Motion {
  kind: 0 | 1;
  starts: Float64Array;
  ends: Float64Array;
  separation: number;
}

interface Meeting extends Motion {
  meeting: number;
}

const kind = fc.constantFrom<(0 | 1)[]>(POINT_TRIANGLE, EDGE_EDGE);
const twelve = fc.array(unit, { minLength: 12, maxLength: 12 });
const separation = fc.constantFrom(0, 1e-4, 1e-3, 0.05);
const speed = fc.constantFrom(0, 1e-6, 1e-3, 1 / 12, 1);

/** Features in any motion, many of which almost meet. */
export function anyMotion(): fc.Arbitrary<Motion> {
  const miss = fc.constantFrom(1.1e-6, 2e-6, 1e-5, 1e-4, 1e-3, 1e-2);
  return fc.oneof(freeMotion(), meetingButFor(miss));
}

/** Features of 1 cm to 1 m that translate, rotate and deform within a step. */
function freeMotion(): fc.Arbitrary<Motion> {
  return fc
    .record({
      kind,
      separation,
      points: twelve,
      moves: twelve,
      size: fc.constantFrom(0.02, 0.2, 1),
      flat: fc.constantFrom(1, 1, 0.1, 1e-3, 1e-6, 0),
      whole: speed,
      each: fc.constantFrom(0, 1e-3, 0.1, 1),
    })
    .map(({ kind, separation, points, moves, size, flat, whole, each }) => {
      const starts = Float64Array.from(points, (x, i) => size * x * (i % 3 === 2 ? flat : 1));
      const split = kind === POINT_TRIANGLE ? 3 : 6;
      const ends = starts.map((x, i) => {
        const together = i < split ? -whole * starts[i % 3]! * 2 : whole * moves[i % 3]!;
        return x + together + each * size * moves[i]!;
      });
      return { kind, starts, ends, separation };
    });
}

/**
 * Features that come within `separation` at the time `meeting`, by construction: placed there and moved from there in
 * both directions of time, through each other or grazing, slow or with 100 000 m/s (in 1/1200 s), flat or not.
 */
export function anyMeeting(): fc.Arbitrary<Meeting> {
  return meetingButFor(fc.constantFrom(0, -1e-12));
}

/** Like these, but the missing distance at the meeting is added to the separation. */
function meetingButFor(miss: fc.Arbitrary<number>): fc.Arbitrary<Meeting> {
  const meeting = fc.oneof(fc.constantFrom(0, 1, 0.5), share);
  return fc
    .record({
      kind,
      separation,
      meeting,
      miss,
      points: twelve,
      moves: twelve,
      size: fc.constantFrom(0.02, 0.2, 1),
      flat: fc.constantFrom(1, 1, 0.1, 1e-3, 1e-6, 0),
      share: fc.constantFrom(1, 1, 0.999999, 0.5, 0),
      whole: fc.constantFrom(0, 1e-6, 1e-3, 1 / 12, 1000 / 12),
      each: fc.constantFrom(0, 1e-3, 0.1, 1),
      grazing: fc.boolean(),
      s: share,
      t: share,
    })
    .map((c) => {
      const x = Float64Array.from(c.points, (x, i) => c.size * x * (i % 3 === 2 ? c.flat : 1));
      const split = c.kind === POINT_TRIANGLE ? 3 : 6;
      // A point of each feature, and a direction perpendicular to it if possible.
      const [a, b, n] = [
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
      ];
      for (let k = 0; k < 3; k++) {
        const [i, j] = [(k + 1) % 3, (k + 2) % 3];
        if (c.kind === POINT_TRIANGLE) {
          a[k] = x[k]!;
          b[k] = (1 - c.s) * x[3 + k]! + c.s * ((1 - c.t) * x[6 + k]! + c.t * x[9 + k]!);
          n[k] =
            (x[6 + i]! - x[3 + i]!) * (x[9 + j]! - x[3 + j]!) -
            (x[6 + j]! - x[3 + j]!) * (x[9 + i]! - x[3 + i]!);
        } else {
          a[k] = (1 - c.s) * x[k]! + c.s * x[3 + k]!;
          b[k] = (1 - c.t) * x[6 + k]! + c.t * x[9 + k]!;
          n[k] =
            (x[3 + i]! - x[i]!) * (x[9 + j]! - x[6 + j]!) -
            (x[3 + j]! - x[j]!) * (x[9 + i]! - x[6 + i]!);
        }
      }
      const long = Math.hypot(...n);
      const normal = long > 0 ? n.map((y) => y / long) : [0, 0, 1];
      const distance = Math.max(0, c.share * c.separation + c.miss);
      for (let i = 0; i < split; i++) x[i]! += b[i % 3]! - a[i % 3]! + distance * normal[i % 3]!;
      const along = c.moves[0]! * normal[0]! + c.moves[1]! * normal[1]! + c.moves[2]! * normal[2]!;
      const moves = c.moves.map((move, i) => {
        const together = c.moves[i % 3]! - (c.grazing ? along * normal[i % 3]! : 0);
        return (i < split ? c.whole * together : 0) + c.each * c.size * move;
      });
      return {
        kind: c.kind,
        separation: c.separation,
        meeting: c.meeting,
        starts: x.map((y, i) => y - c.meeting * moves[i]!),
        ends: x.map((y, i) => y + (1 - c.meeting) * moves[i]!),
      };
    });
}
