import fc from "fast-check";
import { expect, test } from "vitest";
import { Bvh, IndexList } from "../../src/collision/bvh.js";
import { DEAD } from "../../src/collision/bvh-tree.js";

import { runs } from "../runs.js";

const EVERYTHING = Float64Array.of(
  ...[-Infinity, -Infinity, -Infinity],
  ...[Infinity, Infinity, Infinity],
);

function isEmpty(boxes: Float64Array, at: number): boolean {
  return [0, 1, 2].some((k) => !(boxes[at + k]! <= boxes[at + 3 + k]!));
}

function meet(a: Float64Array, aAt: number, b: Float64Array, bAt: number): boolean {
  if (isEmpty(a, aAt) || isEmpty(b, bAt)) return false;
  return [0, 1, 2].every((k) => a[aAt + k]! <= b[bAt + 3 + k]! && b[bAt + k]! <= a[aAt + 3 + k]!);
}

function found(bvh: Bvh, box: Float64Array, at = 0): number[] {
  const list = new IndexList();
  bvh.query(box, at, list);
  return Array.from(list.items.subarray(0, list.count));
}

function bruteForce(boxes: Float64Array, count: number, box: Float64Array, at = 0): number[] {
  return Array.from({ length: count }, (_, i) => i).filter((i) => meet(boxes, 6 * i, box, at));
}

/** Children after parents, boxes around those below, each item in one leaf; returns how many nodes a box meets. */
function checkTree({ tree, count }: Bvh, boxes: Float64Array, met = EVERYTHING): number {
  const { bounds, first, parent, leafOf } = tree;
  const items: number[] = [];
  const stack = count > 0 ? [0] : [];
  let visits = 0;
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (meet(bounds, 6 * node, met, 0)) visits++;
    const child = first[node]!;
    expect(child).not.toBe(DEAD);
    if (child < 0) {
      const item = ~child;
      items.push(item);
      expect(leafOf[item]).toBe(node);
      const box = bounds.subarray(6 * node, 6 * node + 6);
      if (isEmpty(boxes, 6 * item)) expect(isEmpty(box, 0)).toBe(true);
      else expect(box).toEqual(boxes.subarray(6 * item, 6 * item + 6));
      continue;
    }
    expect(child).toBeGreaterThan(node);
    for (const below of [child, child + 1]) {
      expect(parent[below]).toBe(node);
      stack.push(below);
      for (let k = 0; k < 3; k++) {
        expect(bounds[6 * node + k]).toBeLessThanOrEqual(bounds[6 * below + k]!);
        expect(bounds[6 * node + 3 + k]).toBeGreaterThanOrEqual(bounds[6 * below + 3 + k]!);
      }
    }
  }
  expect(items.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
  return visits;
}

/** Numbers on few levels, so that boxes touch, are flat, or are equal; now and then no numbers at all. */
const coordinate = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: -6, max: 6 }) },
  { weight: 10, arbitrary: fc.double({ min: -6, max: 6, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(Infinity, -Infinity, Number.NaN, 1e308, -1e308, 5e-324) },
);
const extent = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 0, max: 2 }) },
  { weight: 1, arbitrary: fc.constantFrom(-1, Infinity, Number.NaN, 5e-324) },
);
const box = fc
  .tuple(coordinate, coordinate, coordinate, extent, extent, extent)
  .map(([x, y, z, a, b, c]) => [x, y, z, x + a, y + b, z + c]);
const stages = fc.array(fc.array(box, { maxLength: 60 }), { minLength: 1, maxLength: 8 });

test("finds what brute force finds, in rising order, while boxes move, come and go", () => {
  fc.assert(
    fc.property(stages, fc.array(box, { minLength: 1, maxLength: 4 }), (stages, queries) => {
      const bvh = new Bvh();
      for (const stage of stages) {
        const boxes = Float64Array.from(stage.flat());
        bvh.update(boxes, stage.length);
        expect(bvh.count).toBe(stage.length);
        checkTree(bvh, boxes);
        for (const query of [...queries.map((box) => Float64Array.from(box)), EVERYTHING]) {
          expect(found(bvh, query)).toEqual(bruteForce(boxes, stage.length, query));
        }
      }
    }),
    runs(1, 60, 3000),
  );
});
