import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { grown, grownCapacity } from "../../src/math/grow.js";
import { Hash } from "../../src/math/hash.js";
import { MinHeap } from "../../src/math/min-heap.js";
import { quaternionToMatrix, integrateRotation } from "../../src/math/quaternion.js";
import { Random } from "../../src/math/random.js";
import { rotationMatrix, transformPoints } from "../../src/math/rotation.js";
import { atan2, cos, degrees, radians, sin } from "../../src/math/trigonometry.js";
import { runs } from "../runs.js";

describe("Heap", () => {
  test("returns the smallest key first, with its value, for any insertion order", () => {
    const heap = new MinHeap();
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.double({ noNaN: true }), fc.constant("pop" as const)), {
          maxLength: 300,
        }),
        (doings) => {
          heap.clear();
          const model: [key: number, value: number][] = [];
          for (const [i, doing] of doings.entries()) {
            if (doing === "pop") {
              const min = Math.min(...model.map(([key]) => key));
              expect(heap.pop()).toBe(model.length > 0);
              if (model.length === 0) continue;
              expect(heap.key === min).toBe(true); // −0 equals 0
              const place = model.findIndex(([, value]) => value === heap.value);
              expect(model[place]![0]).toBe(heap.key);
              model.splice(place, 1);
            } else {
              heap.push(doing, i);
              model.push([doing, i]);
            }
            expect(heap.size).toBe(model.length);
          }
        },
      ),
      runs(14, 200),
    );
  });
});

describe("sin and cos", () => {
  test("agree with the engine's to 1e-15 over many revolutions", () => {
    fc.assert(
      fc.property(fc.double({ min: -100, max: 100, noNaN: true }), (angle) => {
        expect(Math.abs(sin(angle) - Math.sin(angle))).toBeLessThan(1e-15);
        expect(Math.abs(cos(angle) - Math.cos(angle))).toBeLessThan(1e-15);
      }),
      runs(1, 2000),
    );
  });
});

describe("atan2", () => {
  test("agrees with the engine's to 1e-15 in every direction, near and far", () => {
    const coordinate = fc.oneof(
      fc.integer({ min: -1000, max: 1000 }).map((n) => n / 7),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.constantFrom(0, 1, -1, 1e-12, -1e-12),
    );
    fc.assert(
      fc.property(coordinate, coordinate, (y, x) => {
        fc.pre(x !== 0 || y !== 0);
        // The engine distinguishes −0 from 0; for angles of triangles they are the same.
        expect(Math.abs(atan2(y + 0, x + 0) - Math.atan2(y + 0, x + 0))).toBeLessThan(1e-15);
      }),
      runs(6, 5000),
    );
    expect(atan2(0, 0)).toBe(0);
    expect(degrees(atan2(1, 1))).toBeCloseTo(45, 13);
    expect(degrees(radians(123))).toBeCloseTo(123, 12);
  });
});

describe("rotation", () => {
  test("is intrinsic XYZ: about x first, then the new y, then the new z", () => {
    const axis = (i: number, degrees: number): number[][] => {
      const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
      const m = [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ];
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      m[j]![j] = m[k]![k] = c;
      m[j]![k] = -s;
      m[k]![j] = s;
      return m;
    };
    const times = (a: number[][], b: number[][]): number[][] =>
      a.map((row) => b[0]!.map((_, j) => row.reduce((sum, x, k) => sum + x * b[k]![j]!, 0)));
    const expected = times(times(axis(0, 20), axis(1, -35)), axis(2, 70)).flat();
    for (const [i, value] of rotationMatrix([20, -35, 70]).entries()) {
      expect(value).toBeCloseTo(expected[i]!, 14);
    }
  });

  test("rotates before it translates", () => {
    const points = [1, 0, 0];
    transformPoints(points, [10, 20, 30], [0, 0, 90]);
    expect(points[0]).toBeCloseTo(10, 14);
    expect(points[1]).toBeCloseTo(21, 14);
    expect(points[2]).toBeCloseTo(30, 14);
  });
});

describe("a rotation", () => {
  // Integers are distributed evenly; almost all random doubles are 0 or close to it.
  const number = fc.integer({ min: -1000, max: 1000 }).map((n) => n / 1000);
  const axis = fc
    .tuple(number, number, number)
    .filter((vector) => Math.hypot(...vector) > 0.1)
    .map((vector) => vector.map((x) => x / Math.hypot(...vector)));
  const angle = number.map((x) => 3 * x);

  /** Rodrigues' formula: the row-major matrix of a rotation by an angle about an axis. */
  function about([x, y, z]: number[], by: number): number[] {
    const [s, c] = [Math.sin(by), Math.cos(by)];
    const crossed = [0, -z!, y!, z!, 0, -x!, -y!, x!, 0];
    const own = [x!, y!, z!];
    return crossed.map((k, i) => {
      const [row, column] = [Math.floor(i / 3), i % 3];
      return (row === column ? c : 0) + s * k + (1 - c) * own[row]! * own[column]!;
    });
  }

  function times(a: number[], b: number[]): number[] {
    return a.map((_, i) =>
      [0, 1, 2].reduce((sum, k) => sum + a[3 * Math.floor(i / 3) + k]! * b[3 * k + (i % 3)]!, 0),
    );
  }

  test("continues about an axis of the world, from any rotation", () => {
    fc.assert(
      fc.property(axis, angle, axis, angle, (first, by, second, onBy) => {
        const half = first.map((x) => x * Math.sin(by / 2));
        const rotation = Float64Array.of(half[0]!, half[1]!, half[2]!, Math.cos(by / 2));
        const matrix = new Float64Array(9);
        quaternionToMatrix(rotation, matrix);
        const start = about(first, by);
        for (const [i, value] of start.entries()) expect(matrix[i]).toBeCloseTo(value, 12);

        const angularVelocity = Float64Array.from(second, (x) => x * onBy);
        for (let i = 0; i < 1000; i++) integrateRotation(rotation, angularVelocity, 0.001);
        quaternionToMatrix(rotation, matrix);
        const end = times(about(second, onBy), start);
        for (const [i, value] of end.entries()) expect(matrix[i]).toBeCloseTo(value, 5);
        expect(Math.hypot(...rotation)).toBeCloseTo(1, 12);
      }),
      runs(15, 30),
    );
  });
});

describe("random", () => {
  test("depends only on the seed", () => {
    const draw = (seed: number): number[] => {
      const random = new Random(seed);
      return Array.from({ length: 5 }, () => random.next());
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  test("covers [0, 1) evenly", () => {
    const random = new Random(3);
    const bins = new Array<number>(20).fill(0);
    for (let i = 0; i < 100_000; i++) bins[Math.floor(20 * random.next())]!++;
    for (const count of bins) expect(Math.abs(count - 5000)).toBeLessThan(5 * Math.sqrt(5000));
  });
});

describe("hash", () => {
  test("changes with any single bit, with the order and with the length", () => {
    const base = new Float64Array([1, 2, 3, 4]);
    const digest = (numbers: Float64Array): string => new Hash().add(numbers).digest();
    const seen = new Set([digest(base)]);
    const bytes = new Uint8Array(base.buffer);
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      seen.add(digest(base));
      bytes[bit >> 3]! ^= 1 << (bit & 7);
    }
    seen.add(digest(base.toReversed()));
    seen.add(digest(base.slice(0, 3)));
    expect(seen.size).toBe(1 + 256 + 2);
    expect(digest(base)).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe("grown arrays", () => {
  test("keep their content and double in size", () => {
    expect(grownCapacity(8, 8)).toBe(8);
    expect(grownCapacity(100, 101)).toBe(200);
    const array = Int32Array.from([1, 2, 3]);
    expect(grown(array, 3)).toBe(array);
    expect([...grown(array, 5)]).toEqual([1, 2, 3, 0, 0]);
  });
});
