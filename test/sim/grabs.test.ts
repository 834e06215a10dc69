import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateGrid, validate } from "../../src/mesh/index.js";
import { World, type Grab, type GrabOptions } from "../../src/sim/index.js";
import { runs } from "../runs.js";

/** Two free sheets of 1 m, side by side, without gravity in still air. */
function sheets(): World {
  const cloth = { mesh: generateGrid({ size: [1, 1], segments: [8, 8] }), tearing: { limit: 1.3 } };
  const away = { position: [3, 0, 0] as const };
  return new World({
    gravity: [0, 0, 0],
    solver: { substeps: 8 },
    cloths: [cloth, { ...cloth, transform: away }],
  });
}

function run(world: World, steps: number): void {
  for (let i = 0; i < steps; i++) world.step();
}

describe("several grabs", () => {
  test("pull at once, on one cloth and on two", () => {
    const world = sheets();
    const left = world.grab({ point: [-0.5, 0, 0] })!;
    const right = world.grab({ point: [0.5, 0, 0] })!;
    const other = world.grab({ point: [3, 0, 0], cloth: 1 })!;
    for (let i = 1; i <= 80; i++) {
      left.moveTo([-0.5, 0, 0.005 * i]);
      right.moveTo([0.5, 0, 0.005 * i]);
      other.moveTo([3, 0, 0.005 * i]);
      world.step();
    }
    run(world, 60);
    expect(world.cloths.map(({ grabs }) => grabs.length)).toEqual([2, 1]);
    for (const [cloth, column] of [
      [0, 0],
      [0, 8],
      [1, 4],
    ] as const) {
      const z = world.cloths[cloth]!.positions[3 * (4 * 9 + column) + 2];
      expect(z).toBeCloseTo(0.4, 2);
    }
    expect(world.stats.tears).toBe(0);
  });

  test("on one particle both pull: it moves to their midpoint", () => {
    const world = sheets();
    const center = 4 * 9 + 4;
    // Soft, because one sweep of XPBD favors the later of two stiff grabs.
    const grabs = [0.2, 0.6].map((z) => {
      const grab = world.grab({ point: [0, 0, 0], radius: 0.01, stiffness: 20 })!;
      grab.moveTo([0, 0, z]);
      return grab;
    });
    run(world, 200);
    const { positions } = world.cloths[0]!;
    expect(positions[3 * center + 2]).toBeCloseTo(0.4, 2);
    grabs[0]!.release(); // the first is released, the second still pulls
    run(world, 200);
    expect(positions[3 * center + 2]).toBeCloseTo(0.6, 2);
  });

  test("are released in any order, and only once each", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3]), (order) => {
        const world = sheets();
        const cloth = world.cloths[0]!;
        const grabs: Grab[] = [-0.5, -0.25, 0.25, 0.5].map((x) =>
          world.grab({ point: [x, 0, 0] })!,
        );
        for (const [i, number] of order.entries()) {
          grabs[number]!.release();
          grabs[number]!.release();
          expect(cloth.grabs).toHaveLength(3 - i);
          expect(cloth.holding.attachments).toHaveLength(3 - i);
        }
        for (const [i, grab] of grabs.entries()) {
          const particle = 4 * 9 + [0, 2, 6, 8][i]!;
          expect(cloth.isHeld(particle)).toBe(!order.includes(i));
          expect(cloth.grabs.includes(grab)).toBe(!order.includes(i));
        }
      }),
      runs(91, 24),
    );
  });

  test("in violent motion keep all numbers finite, and never split grabbed particles", () => {
    const anyOffset = fc.tuple(
      ...[0, 1, 2].map(() => fc.double({ min: -50, max: 50, noNaN: true })),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyOffset, anyOffset, anyOffset), { minLength: 4, maxLength: 12 }),
        (path) => {
          const world = sheets();
          const cloth = world.cloths[0]!;
          const grabs = [
            world.grab({ point: [0, 0, 0], radius: 0.2 })!,
            world.grab({ point: [0.1, 0, 0], radius: 0.2, stiffness: 1e6, maxForce: 1e4 })!, // they share particles
            world.grab({ point: [-0.4, 0.4, 0], radius: 0.2 })!,
          ];
          const held = cloth.holding.attachments.flatMap(({ particles }) => [...particles]);
          const stop = world.on("tear", ({ vertices }) => {
            for (const vertex of vertices) expect(held).not.toContain(vertex);
          });
          for (const places of path) {
            for (const [i, [x, y, z]] of places.entries()) grabs[i]!.moveTo([x!, y!, z!]);
            world.step();
          }
          expect(world.isFinite()).toBe(true);
          stop();
          for (const grab of grabs) grab.release();
          run(world, 20);
          expect(world.isFinite()).toBe(true);
          expect(validate(cloth.mesh)).toBeNull();
        },
      ),
      runs(92, 10),
    );
  });
});

test("a grab has half of the critical damping, for the mean mass of its particles", () => {
  const world = sheets();
  const { particles, holding } = world.cloths[0]!;
  world.grab({ point: [0.5, 0.5, 0], radius: 0.13, stiffness: 600 });
  const [grab] = holding.attachments;
  const held = [...grab!.particles];
  expect(held).toHaveLength(3); // a corner and its neighbors, of different mass
  const mean = held.reduce((sum, p) => sum + particles.masses[p]!, 0) / 3;
  expect(grab!.stiffness).toBe(200);
  expect(grab!.damping).toBeCloseTo(Math.sqrt(200 * mean), 12);
});

test("an invalid grab is refused by its field", () => {
  const world = sheets();
  const grab =
    (options: Partial<GrabOptions>): (() => unknown) =>
    () =>
      world.grab({ point: [0, 0, 0], ...options });
  for (const bad of [NaN, -1]) {
    expect(grab({ radius: bad })).toThrow(
      new RangeError(`grab.radius: expected a length of 0 m or more, got ${bad}`),
    );
    expect(grab({ stiffness: bad })).toThrow(
      new RangeError(`grab.stiffness: expected 0 N/m or more, got ${bad}`),
    );
    expect(grab({ maxForce: bad })).toThrow(
      new RangeError(`grab.maxForce: expected a force of 0 N or more, got ${bad}`),
    );
  }
  expect(grab({ stiffness: Infinity })).toThrow("grab.stiffness");
  expect(world.cloths[0]!.grabs).toEqual([]);
  expect(grab({ radius: 0, maxForce: Infinity })).not.toThrow();
});
