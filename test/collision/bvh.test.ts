import fc from "fast-check";
import { expect, test } from "vitest";
import { Bvh } from "../../src/collision/bvh/bvh.js";
import { IndexList } from "../../src/math/index-list.js";
import { DEAD } from "../../src/collision/bvh/tree.js";

import { garbageOf } from "../heap.js";
import { runs } from "../runs.js";

const EVERYTHING = Float64Array.of(
  ...[-Infinity, -Infinity, -Infinity],
  ...[Infinity, Infinity, Infinity],
);

function isEmpty(boxes: Float64Array, at: number): boolean {
  for (let k = 0; k < 3; k++) if (!(boxes[at + k]! <= boxes[at + 3 + k]!)) return true;
  return false;
}

function meet(a: Float64Array, aAt: number, b: Float64Array, bAt: number): boolean {
  if (isEmpty(a, aAt) || isEmpty(b, bAt)) return false;
  for (let k = 0; k < 3; k++) {
    if (!(a[aAt + k]! <= b[bAt + 3 + k]! && b[bAt + k]! <= a[aAt + 3 + k]!)) return false;
  }
  return true;
}

function found(bvh: Bvh, box: Float64Array, at = 0): number[] {
  const list = new IndexList();
  bvh.query(box, at, list);
  return Array.from(list.items.subarray(0, list.count));
}

function bruteForce(boxes: Float64Array, count: number, box: Float64Array, at = 0): number[] {
  return Array.from({ length: count }, (_, i) => i).filter((i) => meet(boxes, 6 * i, box, at));
}

/**
 * Checks that children come after parents, that boxes contain those below, and that each item is in one leaf. Returns
 * the number of nodes that overlap a box.
 */
function checkTree({ tree, count }: Bvh, boxes: Float64Array, met = EVERYTHING): number {
  const { bounds, first, parent, leafOf } = tree;
  const wrong: string[] = [];
  const seen = new Uint8Array(count);
  const stack = count > 0 ? [0] : [];
  let visits = 0;
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (meet(bounds, 6 * node, met, 0)) visits++;
    const child = first[node]!;
    if (parent[node] === DEAD) wrong.push(`node ${node} is dead`);
    if (child < 0) {
      const item = ~child;
      if (seen[item] !== 0) wrong.push(`item ${item} is unknown or was there before`);
      seen[item] = 1;
      if (leafOf[item] !== node) wrong.push(`item ${item} does not know its leaf`);
      const none = isEmpty(boxes, 6 * item);
      for (let k = 0; k < 6; k++) {
        const expected = none ? (k < 3 ? Infinity : -Infinity) : boxes[6 * item + k];
        if (bounds[6 * node + k] !== expected) wrong.push(`leaf of ${item}: wrong bound ${k}`);
      }
      continue;
    }
    for (const below of [child, child + 1]) {
      if (below <= node || below >= tree.nodeCount) wrong.push(`${below} below ${node}`);
      if (parent[below] !== node) wrong.push(`${below} has the wrong parent`);
      stack.push(below);
    }
    for (let k = 0; k < 6; k++) {
      const pick = k < 3 ? Math.min : Math.max;
      const expected = pick(bounds[6 * child + k]!, bounds[6 * child + 6 + k]!);
      if (Math.abs(bounds[6 * node + k]! - expected) > 0) wrong.push(`${node}: wrong bound ${k}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(seen.indexOf(0)).toBe(-1);
  return visits;
}

/** Numbers on few levels, so that boxes touch, are flat or equal; sometimes NaN. */
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

test("finds what brute force finds, in ascending order, while boxes move and are added and removed", () => {
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

test("finds what brute force finds after each tear and undo", () => {
  const counts = fc.array(fc.integer({ min: -7, max: 7 }), { minLength: 5, maxLength: 12 });
  fc.assert(
    fc.property(
      fc.array(box, { minLength: 64, maxLength: 64 }),
      fc.constantFrom(16, 32, 40),
      counts,
      (pool, start, changes) => {
        const boxes = Float64Array.from(pool.flat());
        const bvh = new Bvh();
        let count: number = start;
        for (const change of [0, ...changes]) {
          count = Math.min(Math.max(count + change, 0), 64);
          bvh.update(boxes, count);
          checkTree(bvh, boxes);
          expect(found(bvh, boxes, 0)).toEqual(bruteForce(boxes, count, boxes, 0));
        }
      },
    ),
    runs(2, 60, 3000),
  );
});

/** Boxes of a sheet of 2 · side² triangles, with corners at `place` of parameters from 0 to 1. */
function sheet(side: number, place: (u: number, v: number) => number[]): Float64Array {
  const boxes: number[] = [];
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      for (const k of [0, 1]) {
        const corners = [
          place((i + k) / side, (j + k) / side),
          place((i + 1) / side, j / side),
          place(i / side, (j + 1) / side),
        ];
        for (const pick of [Math.min, Math.max]) {
          for (let c = 0; c < 3; c++) boxes.push(pick(...corners.map((corner) => corner[c]!)));
        }
      }
    }
  }
  return Float64Array.from(boxes);
}

const flat = (u: number, v: number): number[] => [u, v, 0];

function depthOf({ tree }: Bvh): number {
  let deepest = 0;
  for (let node = 0; node < tree.nodeCount; node++) {
    let depth = 0;
    for (let above = tree.parent[node]!; above >= 0; above = tree.parent[above]!) depth++;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

test("a small box overlaps few nodes of a large grid", () => {
  const bvh = new Bvh();
  const boxes = sheet(100, flat);
  bvh.update(boxes, 20_000);
  expect(depthOf(bvh)).toBeLessThan(24);
  const small = Float64Array.of(0.502, 0.712, -0.001, 0.508, 0.718, 0.001);
  expect(found(bvh, small)).toEqual([2 * 5071, 2 * 5071 + 1]);
  expect(checkTree(bvh, boxes, small)).toBeLessThan(40);
});

test("equal boxes give a balanced tree, built or patched", () => {
  const boxes = new Float64Array(6 * 1000);
  const bvh = new Bvh();
  bvh.update(boxes, 800);
  expect(depthOf(bvh)).toBe(10);
  bvh.update(boxes, 1000);
  expect(bvh.buildCount).toBe(1);
  expect(depthOf(bvh)).toBeLessThan(24);
  expect(found(bvh, boxes)).toHaveLength(1000);
});

test("items in a row, each beyond the last, do not give a deep tree", () => {
  const boxes = Float64Array.from({ length: 6 * 1600 }, (_, i) => 1.01 ** Math.floor(i / 6));
  const bvh = new Bvh();
  for (let count = 1200; count <= 1600; count += 5) bvh.update(boxes, count);
  expect(depthOf(bvh)).toBeLessThan(100);
  expect(bvh.buildCount).toBeLessThan(20);
  checkTree(bvh, boxes);
});

test("a few new items are inserted, many cause a rebuild", () => {
  const boxes = sheet(10, flat);
  const bvh = new Bvh();
  for (const [count, builds] of [
    [120, 1],
    [160, 1],
    [161, 2],
    [200, 2],
    [40, 3],
  ] as const) {
    bvh.update(boxes, count);
    expect(bvh.buildCount, `${count} items`).toBe(builds);
    checkTree(bvh, boxes);
  }
});

test("removing inserted items restores the tree", () => {
  const boxes = sheet(10, flat);
  const bvh = new Bvh();
  bvh.update(boxes, 170);
  const { nodeCount } = bvh.tree;
  const first = bvh.tree.first.slice(0, nodeCount);
  const bounds = bvh.tree.bounds.slice(0, 6 * nodeCount);
  for (const count of [190, 200, 180, 200, 170]) bvh.update(boxes, count);
  expect(bvh.tree.nodeCount).toBe(nodeCount);
  expect(bvh.tree.first.subarray(0, nodeCount)).toEqual(first);
  expect(bvh.tree.bounds.subarray(0, 6 * nodeCount)).toEqual(bounds);
});

test("a sheet that moves and rotates keeps its tree, as does one that bends", () => {
  const bvh = new Bvh();
  for (let step = 0; step <= 48; step++) {
    const angle = (step * Math.PI) / 24;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const rotation = (x: number, y: number, z: number): number[] => {
      const tilted = s * x + c * y;
      return [c * x - s * y + step, c * tilted - s * z, s * tilted + c * z];
    };
    bvh.update(
      sheet(16, (u, v) => rotation(u, v, 0)),
      512,
    );
  }
  expect(bvh.buildCount).toBe(1);
  const bent = new Bvh();
  for (let step = 1; step <= 20; step++) {
    const bend = step / 3;
    bent.update(
      sheet(16, (u, v) => [Math.sin(bend * u) / bend, v, Math.cos(bend * u) / bend]),
      512,
    );
  }
  expect(bent.buildCount).toBe(1);
});

test("a sheet whose triangles swap places is rebuilt once", () => {
  const boxes = sheet(40, flat);
  const bvh = new Bvh();
  bvh.update(boxes, 3200);
  const mixed = new Float64Array(boxes.length);
  for (let i = 0; i < 3200; i++) {
    mixed.set(boxes.subarray(6 * i, 6 * i + 6), 6 * ((i * 1777) % 3200));
  }
  bvh.update(mixed, 3200);
  bvh.update(mixed, 3200);
  expect(bvh.buildCount).toBe(2);
  const small = Float64Array.of(0.501, 0.701, 0, 0.502, 0.702, 0);
  expect(checkTree(bvh, mixed, small)).toBeLessThan(40);
});

test("a fragment that falls forever causes few rebuilds and hides no change of the rest", () => {
  const bvh = new Bvh();
  const boxes = sheet(16, flat);
  for (let step = 0; step < 300; step++) {
    boxes[6 * 300 + 2] = boxes[6 * 300 + 5] = -0.01 * step * step;
    bvh.update(boxes, 512);
  }
  expect(bvh.buildCount).toBeLessThan(30);
  const before = bvh.buildCount;
  const mixed = new Float64Array(boxes.length);
  for (let i = 0; i < 512; i++) mixed.set(boxes.subarray(6 * i, 6 * i + 6), 6 * ((i * 177) % 512));
  bvh.update(mixed, 512);
  expect(bvh.buildCount).toBe(before + 1);
});

test("updates, queries and rebuilds do not allocate once there is enough capacity", async () => {
  const one = sheet(16, flat);
  const other = new Float64Array(one.length);
  for (let i = 0; i < 512; i++) other.set(one.subarray(6 * i, 6 * i + 6), 6 * ((i * 177) % 512));
  const bvh = new Bvh();
  const list = new IndexList();
  const everything = (): void => {
    for (const boxes of [one, other]) {
      for (const count of [512, 480, 500, 512]) bvh.update(boxes, count);
      list.clear();
      for (let item = 0; item < 512; item += 8) bvh.query(boxes, 6 * item, list);
      bvh.query(EVERYTHING, 0, list);
    }
  };
  everything();
  const { bounds } = bvh.tree;
  const { bytes, sites } = await garbageOf(everything, 1000);
  expect(bytes, sites.join("\n")).toBeLessThanOrEqual(1000);
  expect(bvh.tree.bounds).toBe(bounds);
  expect(bvh.buildCount).toBeGreaterThan(200);
});
