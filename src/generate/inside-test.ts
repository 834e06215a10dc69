import { crossesRightOf, type Bounds, type Loop, type Point } from "./polygon.js";

/** Point-in-polygon test for the cloth. Sides are stored in horizontal strips, so that a test reads few of them. */
export class InsideTest {
  readonly #bottom: number;
  readonly #stripHeight: number;
  readonly #strips: [Point, Point][][] = [];

  constructor(bounds: Bounds, loops: readonly Loop[], stripHeight: number) {
    this.#bottom = bounds.minimum[1];
    this.#stripHeight = stripHeight;
    for (const loop of loops) {
      for (const [i, to] of loop.entries()) {
        const from = loop[(i || loop.length) - 1]!;
        const last = this.#strip(Math.max(from[1], to[1]));
        for (let strip = this.#strip(Math.min(from[1], to[1])); strip <= last; strip++) {
          (this.#strips[strip] ??= []).push([from, to]);
        }
      }
    }
  }

  /** True if the point is on the cloth (even-odd rule). */
  has(x: number, y: number): boolean {
    let inside = false;
    for (const [a, b] of this.#strips[this.#strip(y)] ?? []) {
      if (crossesRightOf(a, b, x, y)) inside = !inside;
    }
    return inside;
  }

  #strip(y: number): number {
    return Math.floor((y - this.#bottom) / this.#stripHeight);
  }
}
