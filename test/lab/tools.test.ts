import { generateGrid, World } from "tatter";
import { describe, expect, test } from "vitest";
import { removePins, addPins } from "../../lab/src/simulation/pins.js";
import { windLabel } from "../../lab/src/tools/wind-labels.js";

describe("pins", () => {
  const sheet = (): World =>
    new World({
      cloths: [
        {
          mesh: generateGrid({ size: [1, 1], segments: [4, 4] }),
          imperfection: 0,
          pins: [{ select: { group: "top" } }],
        },
      ],
    });
  const held = (world: World): number[] =>
    world.cloths[0]!.pins.flatMap((pin) => (pin.isHolding ? pin.particles : []));

  test("pin the nearest particle, or all within a radius, and none twice", () => {
    const world = sheet();
    expect(addPins(world, { cloth: 0, point: [0.05, 0.05, 0] }, 0)).toBe(true);
    expect(held(world)).toEqual([20, 21, 22, 23, 24, 12]);
    expect(addPins(world, { cloth: 0, point: [0.05, 0.05, 0] }, 0)).toBe(false);
    expect(addPins(world, { cloth: 0, point: [-0.5, -0.5, 0] }, 0.26)).toBe(true);
    expect(held(world).slice(6)).toEqual([0, 1, 5]);
  });

  test("are removed one by one, within a radius, or all", () => {
    const world = sheet();
    expect(removePins(world, { cloth: 0, particle: 22 }, 0)).toBe(true);
    expect(removePins(world, { cloth: 0, particle: 22 }, 0)).toBe(false);
    expect(held(world)).toEqual([20, 21, 23, 24]);
    expect(removePins(world, { cloth: 0, particle: 21 }, 0.26)).toBe(true);
    expect(held(world)).toEqual([23, 24]);
    addPins(world, { cloth: 0, point: [0, 0, 0] }, 0);
    expect(removePins(world, null, 0)).toBe(true);
    expect(held(world)).toEqual([]);
  });
});

test("wind labels have Beaufort names", () => {
  expect([0, 0.2, 4, 30].map(windLabel)).toEqual([
    "calm",
    "0.2 m/s, calm",
    "4.0 m/s, gentle breeze",
    "30.0 m/s, gale",
  ]);
});
