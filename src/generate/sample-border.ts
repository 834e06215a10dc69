import { MeshError, MeshSizeError } from "../mesh/index.js";
import {
  segmentLength,
  segmentsAround,
  segmentsOf,
  widthAt,
  type BorderLoop,
  type BorderPoint,
} from "./border.js";
import { minLength, pointDistance, type Bounds, type Point } from "./polygon.js";
import { SegmentGrid, type Segment } from "./segment-grid.js";
import type { SizeField } from "./size-field.js";
import type { Source } from "./source-tree.js";
import { pointsTooClose } from "./triangulate.js";

/**
 * Finds places where the mesh has to be finer than requested: at short sides, and where the cloth is narrower than the
 * spacing, because triangles there cannot be larger than the width.
 */
export function findNarrowPlaces(
  border: readonly BorderLoop[],
  field: SizeField,
  bounds: Bounds,
  maxSteps: number,
): Source[] {
  const segments = segmentsOf(border);
  const grid = new SegmentGrid(bounds, field.spacing, segments);
  const sources: Source[] = [];
  const minSize = minLength(bounds);
  const add = ([x, y]: Point, size: number): void => {
    if (size < minSize) throw pointsTooClose();
    // A source that is closer than this to the last one adds little and costs time.
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
      if (steps > maxSteps) throw tooNarrow(segment.from, width);
    }
  }
  return sources;
}

function tooNarrow([x, y]: Point, width: number): MeshError {
  return new MeshError(
    `outline: near [${x}, ${y}] the cloth is only ${width} m wide over a long distance, ` +
      `which needs too many triangles; widen it or remove that part`,
  );
}

/** Samples points on every side at the distance that the size field requires. All corners are kept. */
export function sampleBorder(
  border: readonly BorderLoop[],
  field: SizeField,
  maxPoints: number,
): BorderLoop[] {
  let count = 0;
  return border.map((loop) =>
    loop.flatMap((point, i): BorderPoint[] => {
      const next = loop[(i + 1) % loop.length]!;
      if (point.cutCorner) return [point];
      const segment = { from: point.at, to: next.at };
      const fractions = evenFractions(segment, field, maxPoints, count);
      count += fractions.length + 1;
      return [point, ...fractions.map((t) => ({ at: pointAlong(segment, t) }))];
    }),
  );
}

/**
 * Fractions at which to put points between the ends of a segment. The length is measured in edge lengths (∫ ds / size)
 * and divided into equal intervals of about one.
 */
function evenFractions(
  segment: Segment,
  field: SizeField,
  maxPoints: number,
  countBefore: number,
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
    const centerSize = field.at(...pointAlong(segment, (along + step / 2) / length));
    measure += step / centerSize;
    along = step < 1e-12 * length ? length : along + step;
    ends.push(along);
    measures.push(measure);
    if (countBefore + measure > maxPoints) {
      throw new MeshSizeError("spacing", Math.floor(countBefore + measure), maxPoints);
    }
  }
  const intervals = Math.max(1, Math.floor(measure + 0.5));
  const fractions: number[] = [];
  let at = 1;
  for (let k = 1; k < intervals; k++) {
    const target = (measure * k) / intervals;
    while (measures[at]! < target) at++;
    const share = (target - measures[at - 1]!) / (measures[at]! - measures[at - 1]!);
    fractions.push((ends[at - 1]! + share * (ends[at]! - ends[at - 1]!)) / length);
  }
  return fractions;
}

function pointAlong({ from, to }: Segment, t: number): Point {
  return [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
}
