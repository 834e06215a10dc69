import { nearestOnSegment, pointDistance, type Bounds, type Point } from "./polygon.js";

/** A straight segment. */
export interface Segment {
  from: Point;
  to: Point;
}

/** Segments by the grid cells that they cross, to find those near a point. */
export class SegmentGrid<T extends Segment> {
  readonly #cellSize: number;
  readonly #bounds: Bounds;
  readonly #cells = new Map<number, T[]>();

  /** @param cellSize Maximum search distance of `nearest`, m. */
  constructor(bounds: Bounds, cellSize: number, segments: readonly T[]) {
    this.#bounds = bounds;
    this.#cellSize = cellSize;
    for (const segment of segments) this.#add(segment);
  }

  /**
   * Adds a segment to the cells around subsegments no longer than a cell. The bounding box of a long diagonal segment
   * would fill the grid.
   */
  #add(segment: T): void {
    const { from, to } = segment;
    const pieces = Math.floor(pointDistance(from, to) / this.#cellSize) + 1;
    let before = from;
    for (let k = 1; k <= pieces; k++) {
      const t = k / pieces;
      const after: Point = [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
      const lastColumn = this.#column(Math.max(before[0], after[0]));
      const lastRow = this.#row(Math.max(before[1], after[1]));
      for (let row = this.#row(Math.min(before[1], after[1])); row <= lastRow; row++) {
        let column = this.#column(Math.min(before[0], after[0]));
        for (; column <= lastColumn; column++) {
          const key = row * 0x1000000 + column;
          const cell = this.#cells.get(key);
          if (!cell) this.#cells.set(key, [segment]);
          else if (cell.at(-1) !== segment) cell.push(segment);
        }
      }
      before = after;
    }
  }

  /** Distance to the nearest segment that passes the filter, at most `limit`, m. */
  nearest(
    point: Point,
    limit: number,
    accepts: (segment: T, closest: Point, distance: number) => boolean,
  ): number {
    let smallest = Math.min(limit, this.#cellSize);
    const column = this.#column(point[0]);
    const row = this.#row(point[1]);
    for (let r = row - 1; r <= row + 1; r++) {
      for (let c = column - 1; c <= column + 1; c++) {
        for (const segment of this.#cells.get(r * 0x1000000 + c) ?? []) {
          const closest = nearestOnSegment(point, segment.from, segment.to);
          const distance = pointDistance(point, closest);
          if (distance < smallest && accepts(segment, closest, distance)) smallest = distance;
        }
      }
    }
    return smallest;
  }

  #column(x: number): number {
    return Math.floor((x - this.#bounds.minimum[0]) / this.#cellSize);
  }

  #row(y: number): number {
    return Math.floor((y - this.#bounds.minimum[1]) / this.#cellSize);
  }
}
