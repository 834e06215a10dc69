import { MeshError, MeshSizeError } from "../mesh/index.js";
import {
  segmentLength,
  segmentsAround,
  segmentsOf,
  widthAt,
  type BorderLoop,
  type BorderPoint,
} from "./border.js";
import { leastLength, pointDistance, type Bounds, type Point } from "./polygon.js";
import { SegmentGrid, type Segment } from "./segment-grid.js";
import type { SizeField } from "./size-field.js";
import type { Source } from "./source-tree.js";
import { pointsTooNear } from "./triangulate.js";

/**
 * Where the mesh has to be finer than the user asked for: at short sides, and where the cloth is narrower than
 * the spacing, because triangles there cannot be larger than the way across.
 */
export function findNarrowPlaces(
  border: readonly BorderLoop[],
  field: SizeField,
  bounds: Bounds,
  mostSteps: number,
): Source[] {
  const segments = segmentsOf(border);
  const grid = new SegmentGrid(bounds, field.spacing, segments);
  const sources: Source[] = [];
  const least = leastLength(bounds);
  const add = ([x, y]: Point, size: number): void => {
    if (size < least) throw pointsTooNear();
    // Half a size on from the last source, which says nearly as much already, the next one would only cost time.
    const last = sources.at(-1);
    const isNew = !last || size < last.size || pointDistance([x, y], [last.x, last.y]) > 0.9 * size;
    if (isNew && size < field.at(x, y)) sources.push({ x, y, radius: 0, size });
  };
  let steps = 0;
  for (const [i, segment] of segments.entries()) {
    const atCorner = segmentsAround(segments, i, 2, 1);
    const between = segmentsAround(segments, i, 1, 1);
    const previous = between[0]!;
    const length = segmentLength(segment);
    const across = widthAt(grid, segment.from, atCorner, field.spacing);
    add(segment.from, Math.min(length, segmentLength(previous), across));
    for (let along = across / 2; along < length; steps++) {
      const at = pointAlong(segment, along / length);
      const width = widthAt(grid, at, between, field.spacing);
      add(at, width);
      along += width / 2;
      if (steps > mostSteps) throw tooNarrow(segment.from, width);
    }
  }
  return sources;
}

function tooNarrow([x, y]: Point, width: number): MeshError {
  return new MeshError(
    `outline: near [${x}, ${y}] the cloth is only ${width} m wide over a long way, ` +
      `which needs too many triangles; widen it or leave that part out`,
  );
}

/** Puts points on every side, as far apart as the field says there, with all corners kept. */
export function sampleBorder(
  border: readonly BorderLoop[],
  field: SizeField,
  mostPoints: number,
): BorderLoop[] {
  let count = 0;
  return border.map((loop) =>
    loop.flatMap((point, i): BorderPoint[] => {
      const next = loop[(i + 1) % loop.length]!;
      if (point.cutCorner) return [point];
      const segment = { from: point.at, to: next.at };
      const fractions = evenFractions(segment, field, mostPoints, count);
      count += fractions.length + 1;
      return [point, ...fractions.map((t) => ({ at: pointAlong(segment, t) }))];
    }),
  );
}

/**
 * Where to put points between the ends of a segment: the way is measured in edge lengths (∫ ds / size) and
 * cut into equal parts of about one.
 */
function evenFractions(
  segment: Segment,
  field: SizeField,
  mostPoints: number,
  before: number,
): number[] {
  const length = segmentLength(segment);
  const ends = [0];
  const measures = [0];
  let along = 0;
  let measure = 0;
  while (along < length) {
    const size = field.at(...pointAlong(segment, along / length));
    const half = Math.min(length, along + size / 4);
    const step = Math.min(length - along, field.at(...pointAlong(segment, half / length)) / 2);
    const middle = field.at(...pointAlong(segment, (along + step / 2) / length));
    measure += step / middle;
    along = step < 1e-12 * length ? length : along + step;
    ends.push(along);
    measures.push(measure);
    if (before + measure > mostPoints) {
      throw new MeshSizeError("spacing", Math.floor(before + measure), mostPoints);
    }
  }
  const parts = Math.max(1, Math.floor(measure + 0.5));
  const fractions: number[] = [];
  let at = 1;
  for (let k = 1; k < parts; k++) {
    const wanted = (measure * k) / parts;
    while (measures[at]! < wanted) at++;
    const share = (wanted - measures[at - 1]!) / (measures[at]! - measures[at - 1]!);
    fractions.push((ends[at - 1]! + share * (ends[at]! - ends[at - 1]!)) / length);
  }
  return fractions;
}

function pointAlong({ from, to }: Segment, t: number): Point {
  return [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
}
