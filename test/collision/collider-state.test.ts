import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Collider, type ColliderOptions } from "../../src/collision/index.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { runs } from "../runs.js";

const number = fc.double({ min: -3, max: 3, noNaN: true });
const vector = fc.tuple(number, number, number);
const rotation = vector.map(([x, y, z]): Vec3Tuple => [40 * x, 40 * y, 40 * z]);

/** The inputs before a step, its duration, s, and its substeps. */
const step = fc.record({
  place: fc.option(vector, { nil: undefined, freq: 2 }),
  turn: fc.option(rotation, { nil: undefined, freq: 1 }),
  duration: fc.double({ min: 0.001, max: 0.1, noNaN: true }),
  substeps: fc.integer({ min: 1, max: 7 }),
});

const keyframes = fc
  .array(
    fc.record({
      span: fc.double({ min: 0.01, max: 0.3, noNaN: true }),
      move: vector,
      turn: rotation,
    }),
    {
      maxLength: 3,
    },
  )
  .map((keys) => {
    let time = 0;
    return keys.map(({ span, ...key }) => ({ time: (time += span), ...key }));
  });

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Steps like a world. Reports the collider's poses at the start and end of each substep. */
function go(collider: Collider, start: number, todo: Step): { time: number; places: number[] } {
  const { duration, substeps } = todo;
  if (todo.place !== undefined) collider.moveTo(todo.place, todo.turn);
  collider.startStep(start, duration);
  const places: number[] = [];
  for (let i = 0; i < substeps; i++) {
    const from = start + (i * duration) / substeps;
    collider.place(Float64Array.of(from, from + duration / substeps));
    places.push(...collider.pose.position, ...collider.pose.matrix);
  }
  return { time: start + duration, places };
}

describe("a collider", () => {
  test("continues bit-exactly from any state, whoever moves it", () => {
    fc.assert(
      fc.property(
        keyframes,
        fc.array(step, { minLength: 3, maxLength: 6 }),
        fc.nat(4),
        (motion, steps, at) => {
          const options: ColliderOptions = {
            type: "box",
            center: [0.1, 0.7, -0.3],
            size: [1, 2, 3],
            rotation: [10, 20, 30],
            motion,
          };
          const collider = new Collider(options);
          let time = 0;
          for (const todo of steps.slice(0, at)) ({ time } = go(collider, time, todo));
          const other = new Collider(options);
          other.restore(collider.state, time);
          for (const todo of steps.slice(at)) {
            const mine = go(collider, time, todo);
            expect(go(other, time, todo)).toEqual(mine);
            expect(other.state).toEqual(collider.state);
            ({ time } = mine);
          }
        },
      ),
      runs(173, 300),
    );
  });

  test("is exactly where it was set", () => {
    const collider = new Collider({ type: "sphere", center: [0, 0, 0], radius: 1 });
    for (const [i, x] of [0.1, 0.7, 1 / 3, 1e-9, 1e9, -0.3].entries()) {
      collider.moveTo([x, 0, 0]);
      collider.startStep(i, 1);
      collider.place(Float64Array.of(i, i + 1));
      expect(collider.pose.position[0]).toBe(x);
    }
  });

  test("keeps its rotation when it is moved again in the same step", () => {
    const collider = new Collider({ type: "box", center: [0, 0, 0], size: [1, 2, 3] });
    collider.moveTo([5, 0, 0], [0, 0, 90]);
    collider.moveTo([1, 2, 3]);
    collider.startStep(0, 1);
    collider.place(Float64Array.of(0, 1));
    expect([...collider.pose.position]).toEqual([1, 2, 3]);
    expect(collider.pose.matrix[3]).toBeCloseTo(1, 12); // x has become y
  });
});
