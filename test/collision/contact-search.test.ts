import fc from "fast-check";
import { expect, test } from "vitest";
import { ContactMemory } from "../../src/collision/contact/contact-memory.js";
import {
  ClosestPoints,
  closestOfSegments,
  closestOnTriangle,
} from "../../src/collision/narrow-phase/closest-points.js";
import { Random } from "../../src/math/random.js";
import { runs } from "../runs.js";

/** Bytes of a pair, and where its second feature and its distance lie: see `assembly/contact/pairs.ts`. */
const PAIR = 32;
const SECOND = 20;
const DISTANCE = 24;
const NO_EDGE = 0xffffffff;

/** Separate triangles with corners in a cube of `size`, m, away from the origin, which move by up to `way`. */
function soup(seed: number, count: number, size: number, way: number): ContactMemory {
  const random = new Random(seed);
  const particles = 3 * count;
  const memory = new ContactMemory({
    particles,
    triangles: count,
    pairs: 20 * particles * particles,
    contacts: 1,
    crossings: 1,
  });
  const { froms, tos, triangles, opposites } = memory;
  const center = [random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-5, 5)];
  for (let t = 0; t < count; t++) {
    // Slivers and points too.
    const shape = random.next();
    const reach = shape < 0.1 ? 0 : random.uniform(0.05, 1) * size;
    for (let k = 0; k < 3; k++) {
      const middle = center[k]! + random.uniform(-size, size);
      for (let corner = 0; corner < 3; corner++) {
        const isFlat = shape < 0.3 && k > 0;
        froms[9 * t + 3 * corner + k] = middle + (isFlat ? 0 : random.uniform(-reach, reach));
      }
    }
    for (let corner = 0; corner < 3; corner++) triangles[4 * t + corner] = 3 * t + corner;
    triangles[4 * t + 3] = 63; // it owns all its corners and edges
    opposites.fill(0xffffffff, 4 * t, 4 * t + 4);
  }
  for (let i = 0; i < 3 * particles; i++) tos[i] = froms[i]! + random.uniform(-way, way);
  memory.begin(particles, count);
  memory.functions.listFans();
  return memory;
}

/** The pairs in a memory, by their particles, and their distances. */
function pairsIn(memory: ContactMemory, count: number): Map<string, number> {
  const { words, pairsAt } = memory;
  const doubles = new Float64Array(words.buffer);
  const found = new Map<string, number>();
  for (let i = 0; i < count; i++) {
    const at = pairsAt + PAIR * i;
    const four = [0, 1, 2, 3].map((k) => words[at / 4 + k]!);
    const isPoint = words[(at + SECOND) / 4] === NO_EDGE;
    const key = keyOf(isPoint, four);
    expect(found.has(key), "each pair is found once").toBe(false);
    found.set(key, doubles[(at + DISTANCE) / 8]!);
  }
  return found;
}

function keyOf(isPoint: boolean, [a, b, c, d]: readonly number[]): string {
  if (isPoint) return `point ${a} ${[b!, c!, d!].toSorted((x, y) => x - y).join(" ")}`;
  const edges = [
    [a!, b!],
    [c!, d!],
  ].map((edge) => edge.toSorted((x, y) => x - y).join(" "));
  return `edges ${edges.toSorted().join(", ")}`;
}

/** All pairs of features of different triangles, with their distances in this memory. */
function allPairs({ froms }: ContactMemory, count: number): Map<string, number> {
  const closest = new ClosestPoints();
  const all = new Map<string, number>();
  for (let s = 0; s < count; s++) {
    for (let t = 0; t < count; t++) {
      if (s === t) continue;
      const [p, q, r] = [3 * t, 3 * t + 1, 3 * t + 2];
      for (let a = 3 * s; a < 3 * s + 3; a++) {
        closestOnTriangle(froms, 3 * a, 3 * p, 3 * q, 3 * r, closest);
        all.set(keyOf(true, [a, p, q, r]), closest.distance);
        if (s > t) continue;
        const b = a === 3 * s + 2 ? 3 * s : a + 1;
        for (let c = 3 * t; c < 3 * t + 3; c++) {
          const d = c === 3 * t + 2 ? 3 * t : c + 1;
          closestOfSegments(froms, 3 * a, 3 * b, 3 * c, 3 * d, closest);
          all.set(keyOf(false, [a, b, c, d]), closest.distance);
        }
      }
    }
  }
  return all;
}

test("the search finds every pair that is near, once, with its distance", () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(2, 3, 9, 17), (seed, count) => {
      const memory = soup(seed, count, 0.1, 0);
      const gap = 0.03;
      const found = memory.functions.findPairs(1, 0, gap, 1, 0);
      memory.functions.measurePairs();
      const pairs = pairsIn(memory, found);
      const all = allPairs(memory, count);
      for (const [key, distance] of pairs) {
        expect(Math.abs(distance - all.get(key)!), key).toBeLessThan(1e-9);
      }
      for (const [key, distance] of all) {
        if (distance < gap - 1e-9) expect(pairs.has(key), `${key} at ${distance} m`).toBe(true);
      }
    }),
    runs(1, 60),
  );
});

test("the search finds every pair that comes near on its way", () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(3, 9), (seed, count) => {
      const memory = soup(seed, count, 0.1, 0.04);
      const { froms, tos } = memory;
      const gap = 0.005;
      const times = 3;
      const pairs = pairsIn(memory, memory.functions.findPairs(times, 0.002, gap, 1, 0));
      const starts = froms.slice();
      for (const time of [0, 0.5, 1, 2, 3]) {
        for (let i = 0; i < froms.length; i++) {
          froms[i] = starts[i]! + time * (tos[i]! - starts[i]!);
        }
        for (const [key, distance] of allPairs(memory, count)) {
          if (distance < gap) expect(pairs.has(key), `${key} at time ${time}`).toBe(true);
        }
      }
    }),
    runs(2, 60),
  );
});

test("particles that leave their boxes are noticed", () => {
  const memory = soup(5, 9, 0.1, 0.01);
  const { froms, tos, functions } = memory;
  functions.findPairs(2, 0.001, 0.01, 1, 0);
  const moves = tos.map((to, i) => to - froms[i]!);
  expect(functions.areInContactBoxes(0)).toBe(1);
  for (let i = 0; i < tos.length; i++) tos[i]! += moves[i]!;
  expect(functions.areInContactBoxes(1)).toBe(1);
  tos[4]! += 0.002;
  expect(functions.areInContactBoxes(0)).toBe(0);
});
