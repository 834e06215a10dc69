import { nearestOnSegment, pointDistance, type Bounds, type Point } from "./polygon.js";

export interface Segment {
  from: Point;
  to: Point;
}

/** Segments by the grid cells that they pass through, to find those near a point. */
export class SegmentGrid<T extends Segment> {
  readonly #cellSize: number;
  readonly #bounds: Bounds;
  readonly #cells = new Map<number, T[]>();

  /** @param cellSize The farthest that `nearest` will be asked to look, in metres. */
  constructor(bounds: Bounds, cellSize: number, segments: readonly T[]) {
    this.#bounds = bounds;
    this.#cellSize = cellSize;
    for (const segment of segments) this.#add(segment);
  }

  /** Puts a segment into the boxes around pieces no longer than a cell, or long slanted ones would fill the grid. */
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

  /** Distance to the nearest segment that counts, no more than `limit`. */
  nearest(
    point: Point,
    limit: number,
    counts: (segment: T, nearest: Point, distance: number) => boolean,
  ): number {
    let least = Math.min(limit, this.#cellSize);
    const column = this.#column(point[0]);
    const row = this.#row(point[1]);
    for (let r = row - 1; r <= row + 1; r++) {
      for (let c = column - 1; c <= column + 1; c++) {
        for (const segment of this.#cells.get(r * 0x1000000 + c) ?? []) {
          const foot = nearestOnSegment(point, segment.from, segment.to);
          const distance = pointDistance(point, foot);
          if (distance < least && counts(segment, foot, distance)) least = distance;
        }
      }
    }
    return least;
  }

  #column(x: number): number {
    return Math.floor((x - this.#bounds.minimum[0]) / this.#cellSize);
  }

  #row(y: number): number {
    return Math.floor((y - this.#bounds.minimum[1]) / this.#cellSize);
  }
}
