import { MeshSizeError } from "../mesh/index.js";
import type { Random } from "../math/random.js";
import type { BorderLoop } from "./border.js";
import type { InsideTest } from "./inside-test.js";
import { PointLevels } from "./point-levels.js";
import type { Bounds } from "./polygon.js";
import type { SizeField } from "./size-field.js";

/** Tries around a point before it is given up (Bridson 2007). */
const TRIES = 20;

/** Least distance of two points, in wanted edge lengths: random packing leaves gaps, which the mean makes good. */
const CLOSEST = 0.77;

/**
 * Fills the cloth with random points, none nearer to another than the field allows: Poisson discs after
 * Bridson 2007, with a radius that varies, growing from the border inwards. Gives x, y of each point.
 *
 * @throws MeshSizeError where they become more than `maxVertices`, with those of the border.
 */
export function sampleInside(
  border: readonly BorderLoop[],
  inside: InsideTest,
  field: SizeField,
  bounds: Bounds,
  random: Random,
  maxVertices: number,
): number[] {
  const levels = new PointLevels(bounds.minimum[0], bounds.minimum[1]);
  const points: number[] = [];
  const active: number[] = [];
  const mostInside = maxVertices - border.reduce((sum, loop) => sum + loop.length, 0);
  for (const { at } of border.flat()) {
    levels.add(at[0], at[1], field.at(at[0], at[1]));
    active.push(at[0], at[1]);
  }
  while (active.length > 0) {
    const pick = 2 * Math.floor((random.next() * active.length) / 2);
    const x = active[pick]!;
    const y = active[pick + 1]!;
    const size = field.at(x, y);
    let found = false;
    for (let attempt = 0; attempt < TRIES && !found; attempt++) {
      const dx = 2 * random.next() - 1;
      const dy = 2 * random.next() - 1;
      const length = Math.sqrt(dx * dx + dy * dy);
      if (length > 1 || length === 0) continue;
      // Just outside the disc of the point: packs more tightly than the whole ring up to twice the radius.
      const reach = (size * CLOSEST * (1 + 0.3 * random.next())) / length;
      const newX = x + reach * dx;
      const newY = y + reach * dy;
      if (!inside.has(newX, newY)) continue;
      const newSize = field.at(newX, newY);
      if (levels.hasNear(newX, newY, CLOSEST * newSize, newSize)) continue;
      levels.add(newX, newY, newSize);
      if (points.length >= 2 * mostInside) {
        throw new MeshSizeError("spacing", maxVertices + 1, maxVertices);
      }
      points.push(newX, newY);
      active.push(newX, newY);
      found = true;
    }
    if (found) continue;
    active[pick + 1] = active.at(-1)!;
    active[pick] = active.at(-2)!;
    active.length -= 2;
  }
  return points;
}
