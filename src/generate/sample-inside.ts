import { MeshSizeError } from "../mesh/index.js";
import type { Random } from "../math/random.js";
import type { BorderLoop } from "./border.js";
import type { InsideTest } from "./inside-test.js";
import { PointLevels } from "./point-levels.js";
import type { Bounds } from "./polygon.js";
import type { SizeField } from "./size-field.js";

/** Attempts around a point before it is removed from the active list (Bridson 2007). */
const MAX_ATTEMPTS = 20;

/** Minimum distance of two points, in target edge lengths. It is below 1 because random packing leaves gaps. */
const MIN_DISTANCE = 0.77;

/**
 * Fills the cloth with random points at the distances that the size field requires: Poisson disc sampling after Bridson
 * 2007, with variable radius, growing from the border inwards. Returns x, y of each point, m.
 *
 * @throws MeshSizeError for more than `maxVertices` vertices, including the border.
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
  const maxInside = maxVertices - border.reduce((sum, loop) => sum + loop.length, 0);
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
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !found; attempt++) {
      const dx = 2 * random.next() - 1;
      const dy = 2 * random.next() - 1;
      const length = Math.sqrt(dx * dx + dy * dy);
      if (length > 1 || length === 0) continue;
      // Just outside the disc of the point: denser than sampling the whole ring up to twice the radius.
      const reach = (size * MIN_DISTANCE * (1 + 0.3 * random.next())) / length;
      const newX = x + reach * dx;
      const newY = y + reach * dy;
      if (!inside.has(newX, newY)) continue;
      const newSize = field.at(newX, newY);
      if (levels.hasNear(newX, newY, MIN_DISTANCE * newSize, newSize)) continue;
      levels.add(newX, newY, newSize);
      if (points.length >= 2 * maxInside) {
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
