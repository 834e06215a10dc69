import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateGrid, validate } from "../../src/mesh/index.js";
import { World, type Grab, type GrabOptions } from "../../src/sim/index.js";
import { runs } from "../runs.js";

/** Two free sheets of 1 m, side by side, without weight in still air. */
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

describe("several hands", () => {
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

  test("on one particle both pull: it goes to the middle between them", () => {
    const world = sheets();
    const middle = 4 * 9 + 4;
    // Soft, because one sweep of XPBD favours the later one of two stiff hands.
    const hands = [0.2, 0.6].map((z) => {
      const hand = world.grab({ point: [0, 0, 0], radius: 0.01, stiffness: 20 })!;
      hand.moveTo([0, 0, z]);
      return hand;
    });
    run(world, 200);
    const { positions } = world.cloths[0]!;
    expect(positions[3 * middle + 2]).toBeCloseTo(0.4, 2);
    hands[0]!.release(); // the first goes, the second still holds
    run(world, 200);
    expect(positions[3 * middle + 2]).toBeCloseTo(0.6, 2);
  });

  test("let go in any order, and only once each", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3]), (order) => {
        const world = sheets();
        const cloth = world.cloths[0]!;
        const hands: Grab[] = [-0.5, -0.25, 0.25, 0.5].map((x) =>
          world.grab({ point: [x, 0, 0] })!,
        );
        for (const [i, number] of order.entries()) {
          hands[number]!.release();
          hands[number]!.release();
          expect(cloth.grabs).toHaveLength(3 - i);
          expect(cloth.holding.attachments).toHaveLength(3 - i);
        }
        for (const [i, hand] of hands.entries()) {
          const particle = 4 * 9 + [0, 2, 6, 8][i]!;
          expect(cloth.isHeld(particle)).toBe(!order.includes(i));
          expect(cloth.grabs.includes(hand)).toBe(!order.includes(i));
        }
      }),
      runs(91, 24),
    );
  });

  test("in wild motion never break the numbers, and never split what they hold", () => {
    const anyWay = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -50, max: 50, noNaN: true })));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyWay, anyWay, anyWay), { minLength: 4, maxLength: 12 }),
        (path) => {
          const world = sheets();
          const cloth = world.cloths[0]!;
          const hands = [
            world.grab({ point: [0, 0, 0], radius: 0.2 })!,
            world.grab({ point: [0.1, 0, 0], radius: 0.2, stiffness: 1e6, maxForce: 1e4 })!, // they share particles
            world.grab({ point: [-0.4, 0.4, 0], radius: 0.2 })!,
          ];
          const held = cloth.holding.attachments.flatMap(({ particles }) => [...particles]);
          const stop = world.on("tear", ({ vertices }) => {
            for (const vertex of vertices) expect(held).not.toContain(vertex);
          });
          for (const places of path) {
            for (const [i, [x, y, z]] of places.entries()) hands[i]!.moveTo([x!, y!, z!]);
            world.step();
          }
          expect(world.isFinite()).toBe(true);
          stop();
          for (const hand of hands) hand.release();
          run(world, 20);
          expect(world.isFinite()).toBe(true);
          expect(validate(cloth.mesh)).toBeNull();
        },
      ),
      runs(92, 10),
    );
  });
});

test("a hand is damped by half of the critical, of the mean mass that it holds", () => {
  const world = sheets();
  const { particles, holding } = world.cloths[0]!;
  world.grab({ point: [0.5, 0.5, 0], radius: 0.13, stiffness: 600 });
  const [hand] = holding.attachments;
  const held = [...hand!.particles];
  expect(held).toHaveLength(3); // a corner and its neighbours, of different mass
  const mean = held.reduce((sum, p) => sum + particles.masses[p]!, 0) / 3;
  expect(hand!.stiffness).toBe(200);
  expect(hand!.damping).toBeCloseTo(Math.sqrt(200 * mean), 12);
});

test("a hand that makes no sense is refused by its field", () => {
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
