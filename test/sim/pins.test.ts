import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateGrid, splitVertex } from "../../src/mesh/index.js";
import { World, type PinOptions } from "../../src/sim/index.js";
import { runs } from "../runs.js";

/** A sheet of 1 m in the xy-plane, moved up by 2 m, with these pins. */
function sheet(...pins: PinOptions[]): World {
  const cloth = {
    mesh: generateGrid({ size: [1, 1], segments: [4, 4] }),
    transform: { position: [0, 2, 0] as const },
    imperfection: 0,
  };
  return new World({ solver: { substeps: 8 }, cloths: [{ ...cloth, pins }, cloth] });
}

function run(world: World, seconds: number): void {
  for (let i = 0; i < Math.round(60 * seconds); i++) world.step();
}

function at(world: World, particle: number): number[] {
  return [...world.cloths[0]!.positions.slice(3 * particle, 3 * particle + 3)];
}

/** At a constant 1 m/s along z. */
const MOTION = [
  { time: 0, translation: [0, 0, 0] as const },
  { time: 10, translation: [0, 0, 10] as const },
];

describe("a pin selects", () => {
  test("by a sphere in the world, at the initial position of the cloth", () => {
    const world = sheet({ select: { sphere: { center: [-0.5, 2.5, 0], radius: 0.26 } } });
    expect(world.cloths[0]!.pins[0]!.particles).toEqual([15, 20, 21]);
  });

  test("by ids and by group, each particle for the first pin", () => {
    const world = sheet({ select: { ids: [24, 20, 24] } }, { select: { group: "top" } });
    const [corners, top] = world.cloths[0]!.pins;
    expect(corners!.particles).toEqual([20, 24]);
    expect(top!.particles).toEqual([21, 22, 23]);
  });

  test("nothing that does not exist", () => {
    expect(() => sheet({ select: { ids: [25] } })).toThrow(
      "select.ids.0: expected 0 to 24, got 25",
    );
    expect(() => sheet({ select: { group: "hem" } })).toThrow(
      'select.group: expected top or bottom or left or right, got "hem"',
    );
  });
});

describe("a pin that releases some of its particles", () => {
  test("holds the rest in place, and the others fall", () => {
    const world = sheet({ select: { group: "top" } });
    const pin = world.cloths[0]!.pins[0]!;
    pin.release([20, 21, 22, 23, 3]);
    pin.release([7]); // which it never held
    expect([pin.isHolding, pin.particles]).toEqual([true, [24]]);
    run(world, 0.3);
    expect(at(world, 24)).toEqual([0.5, 2.5, 0]);
    expect(at(world, 20)[1]).toBeLessThan(2.3);
    pin.release([24]);
    expect(pin.isHolding).toBe(false);
    pin.hold(); // of all its particles ever, at their current positions
    expect(pin.particles).toEqual([20, 21, 22, 23, 24]);
    const caught = at(world, 20);
    run(world, 0.1);
    expect(at(world, 20)).toEqual(caught);
  });

  test("is restored by a state from then, and by one from before", () => {
    const world = sheet({ select: { group: "top" } });
    const whole = world.capture();
    world.cloths[0]!.pins[0]!.release([20, 22]);
    const some = world.capture();
    run(world, 0.2);
    const hash = world.hash();
    world.restore(whole);
    expect(world.cloths[0]!.pins[0]!.particles).toHaveLength(5);
    world.restore(some);
    expect(world.cloths[0]!.pins[0]!.particles).toEqual([21, 23, 24]);
    run(world, 0.2);
    expect(world.hash()).toBe(hash);
  });

  test("of an axis frees them of it", () => {
    const world = sheet({ select: { ids: [20, 24] }, hold: { axis: [0, 0, 1] } });
    world.cloths[0]!.pins[0]!.release([20]);
    run(world, 0.3);
    expect(at(world, 20)[1]).toBeLessThan(2.3);
    expect(at(world, 24)[1]).toBeCloseTo(2.5, 9);
  });
});

describe("a pin that pins again", () => {
  test("does so at the current positions, and its motion continues from there", () => {
    const world = sheet({ select: { group: "top" }, motion: MOTION, release: 0.5, repin: 0.75 });
    const pin = world.cloths[0]!.pins[0]!;
    run(world, 0.5);
    expect(at(world, 22)[2]).toBeCloseTo(0.5, 9);
    run(world, 0.25);
    expect(pin.isHolding).toBe(false);
    const caught = at(world, 22);
    expect(caught[1]).toBeLessThan(2.4);
    run(world, 0.5);
    expect(pin.isHolding).toBe(true);
    const [x, y, z] = at(world, 22);
    expect(x).toBeCloseTo(caught[0]!, 9);
    expect(y).toBeCloseTo(caught[1]!, 9);
    expect(z).toBeCloseTo(caught[2]! + 0.5, 9);
  });

  test("starts without a jump if the time is within a step", () => {
    const world = sheet({ select: { ids: [20] }, motion: MOTION, release: 0.1, repin: 0.209 });
    run(world, 13 / 60); // the step from 13/60 on is the first one after 0.209
    const before = at(world, 20);
    world.step();
    expect(at(world, 20)[2]! - before[2]!).toBeCloseTo(1 / 60, 9);
  });

  test("leaves particles that another pin holds by then", () => {
    const world = sheet({ select: { group: "top" }, release: 0.1, repin: 0.5 });
    const cloth = world.cloths[0]!;
    run(world, 0.3);
    const other = world.pin({ select: { ids: [20, 5] } })!;
    run(world, 0.3);
    expect(cloth.pins[0]!.particles).toEqual([21, 22, 23, 24]);
    expect(other.particles).toEqual([5, 20]);
    const corner = at(world, 20);
    cloth.pins[0]!.release();
    run(world, 0.2);
    expect(at(world, 20)).toEqual(corner);
  });

  test("must do so after its release", () => {
    expect(() => sheet({ select: { ids: [1] }, release: 1, repin: 1 })).toThrow(
      new RangeError("cloths.0.pins.0.repin: expected a time after release (1 s), got 1 s"),
    );
    expect(() => sheet({ select: { ids: [1] }, repin: 1 })).toThrow(
      new RangeError(
        "cloths.0.pins.0.repin: expected a time after release, which is absent, got 1 s",
      ),
    );
  });
});

describe("a pin that rotates", () => {
  /** A turn about z by 90° per second, and back by 45° about y in the end. */
  const TURN = [
    { time: 0, translation: [0, 0, 0] as const, rotation: [0, 0, 0] as const },
    { time: 8, translation: [0, 0, 0.8] as const, rotation: [0, 0, 720] as const },
    { time: 9, translation: [0, 0, 0.8] as const, rotation: [0, -45, 720] as const },
  ];

  test("turns its particles about their center, as one piece", () => {
    const world = sheet({ select: { group: "top" }, motion: TURN });
    run(world, 1);
    for (let i = 0; i < 5; i++) {
      const [x, y, z] = at(world, 20 + i);
      expect(x).toBeCloseTo(0, 9);
      expect(y).toBeCloseTo(2.5 + (i - 2) * 0.25, 9);
      expect(z).toBeCloseTo(0.1, 9);
    }
    run(world, 8);
    for (let i = 0; i < 5; i++) {
      const [x, y, z] = at(world, 20 + i);
      expect(x).toBeCloseTo((i - 2) * 0.25 * Math.SQRT1_2, 9);
      expect(y).toBeCloseTo(2.5, 9);
      expect(z).toBeCloseTo(0.8 + (i - 2) * 0.25 * Math.SQRT1_2, 9);
    }
  });

  test("continues from there after it pins again, about the center of that time", () => {
    const world = sheet({ select: { group: "top" }, motion: TURN, release: 0.5, repin: 0.7 });
    run(world, 0.7);
    const caught = [20, 21, 22, 23, 24].map((particle) => at(world, particle));
    const center = [0, 1, 2].map((k) => caught.reduce((sum, point) => sum + point[k]! / 5, 0));
    run(world, 1);
    for (const [i, [x, y, z]] of caught.entries()) {
      const [newX, newY, newZ] = at(world, 20 + i);
      expect(newX).toBeCloseTo(center[0]! - (y! - center[1]!), 9);
      expect(newY).toBeCloseTo(center[1]! + (x! - center[0]!), 9);
      expect(newZ).toBeCloseTo(z! + 0.1, 9);
    }
  });

  test("turns as far as its hold is fixed", () => {
    const world = sheet({ select: { group: "top" }, hold: { plane: [1, 0, 0] }, motion: TURN });
    run(world, 0.5);
    const [x, y] = at(world, 20);
    expect(x).toBeCloseTo(-0.5 * Math.SQRT1_2, 9);
    expect(y).toBeLessThan(2.5); // it falls: only x is held
  });

  test("has the same bits after a restore, also in the midst of a turn", () => {
    const options = { select: { group: "top" }, motion: TURN, release: 0.5, repin: 0.7 };
    const world = sheet(options);
    run(world, 1);
    const bytes = world.save();
    run(world, 0.5);
    const other = sheet(options);
    other.load(bytes);
    run(other, 0.5);
    expect(other.hash()).toBe(world.hash());
  });
});

describe("a pin from code", () => {
  test("releases and pins at any time, twice has no effect", () => {
    const world = sheet({ select: { group: "top" }, motion: MOTION });
    const pin = world.cloths[0]!.pins[0]!;
    run(world, 0.2);
    pin.release();
    pin.release();
    expect(world.cloths[0]!.isHeld(20)).toBe(false);
    run(world, 0.2);
    pin.hold();
    const before = at(world, 20);
    pin.hold();
    expect(world.cloths[0]!.isHeld(20)).toBe(true);
    run(world, 0.1);
    pin.hold(); // already pinned: no effect
    run(world, 0.1);
    expect(at(world, 20)[2]).toBeCloseTo(before[2]! + 0.2, 9);
    expect(at(world, 20)[1]).toBeCloseTo(before[1]!, 9);
  });

  test("is added to a running world at the current positions, and is removed by a reset", () => {
    const world = sheet();
    run(world, 0.5);
    const { positions } = world.cloths[0]!;
    const corner = at(world, 20);
    expect(world.pin({ select: { sphere: { center: [-0.5, 2.5, 0], radius: 0.2 } } })).toBeNull();
    const pin = world.pin({
      select: { sphere: { center: [corner[0]!, corner[1]!, corner[2]!], radius: 0.1 } },
      motion: MOTION,
      release: 1,
    })!;
    expect(pin.particles).toEqual([20]);
    run(world, 0.25);
    expect(positions[62]).toBeCloseTo(corner[2]! + 0.25, 9);
    expect(positions[61]).toBeCloseTo(corner[1]!, 9);
    run(world, 0.3);
    expect(pin.isHolding).toBe(false);
    world.reset();
    expect(world.cloths[0]!.pins).toEqual([]);
  });

  test("can hold another cloth, or nothing at all, and its options are checked", () => {
    const world = sheet({ select: { group: "top" } });
    expect(world.pin({ cloth: 1, select: { group: "top" } })!.particles).toHaveLength(5);
    expect(world.pin({ select: { group: "top" } })).toBeNull(); // all already pinned
    expect(world.cloths.map(({ pins }) => pins.length)).toEqual([1, 1]);
    expect(() => world.pin({ cloth: 2, select: { group: "top" } })).toThrow(
      "pin.cloth: there is no cloth 2",
    );
    const line = (options: Omit<PinOptions, "select">): (() => unknown) => {
      return () => world.pin({ select: { group: "left" }, ...options });
    };
    expect(line({ hold: { axis: [0, 0, 0] } })).toThrow(
      "pin.hold.axis: expected a direction, got 0, 0, 0",
    );
    expect(line({ hold: { plane: [0, NaN, 0] } })).toThrow(
      "pin.hold.plane.1: expected a finite number",
    );
    expect(line({ release: NaN })).toThrow("pin.release: expected a time in s, got NaN");
    expect(line({ motion: [{ time: 0, translation: [0, NaN, 0] }] })).toThrow(
      "pin.motion.0.translation.1: expected a finite number",
    );
    expect(line({ motion: [...MOTION, ...MOTION] })).toThrow(
      "pin.motion.2.time: expected keyframes with",
    );
    expect(world.cloths[0]!.pins).toHaveLength(1);
  });

  test("frees its particles when it is removed, although a later pin selects them too", () => {
    const world = sheet({ select: { ids: [20] } }, { select: { group: "top" } });
    world.cloths[0]!.pins[0]!.release();
    run(world, 0.2);
    expect(world.cloths[0]!.isHeld(20)).toBe(false);
    expect(at(world, 20)[1]).toBeLessThan(2.5);
    expect(at(world, 21)[1]).toBe(2.5);
  });
});

test("pins added and removed in any order leave every particle to one of them or free", () => {
  const hold = fc.constantFrom<PinOptions["hold"]>(
    "point",
    { axis: [1, 2, 0] },
    { plane: [0, 1, 1] },
  );
  const anyPin = fc.record({ ids: fc.uniqueArray(fc.nat(24), { minLength: 1 }), hold });
  fc.assert(
    fc.property(
      fc.array(anyPin, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(1000), { maxLength: 20 }),
      (pins, choices) => {
        const world = sheet(
          ...pins.map(({ ids, hold }): PinOptions => ({ select: { ids }, hold })),
        );
        const cloth = world.cloths[0]!;
        for (const choice of choices) {
          const pin = cloth.pins[choice % cloth.pins.length]!;
          if (choice % 3 === 0) pin.release();
          else if (choice % 3 === 1) pin.hold();
          else {
            const vertex = choice % cloth.mesh.vertexCount;
            const triangles = cloth.mesh.trianglesOf(vertex);
            if (triangles.length > 1) {
              cloth.replay(splitVertex(cloth.mesh, vertex, triangles.slice(0, 1)));
            }
          }
          if (choice % 5 === 0) world.step();
        }
        const held = cloth.pins
          .filter((pin) => pin.isHolding)
          .flatMap(({ particles }) => particles);
        expect(new Set(held).size).toBe(held.length);
        for (let p = 0; p < cloth.particles.count; p++) {
          const isHeld = held.includes(p);
          const { pinned, inverseMasses } = cloth.particles;
          expect(cloth.isHeld(p)).toBe(isHeld);
          expect(isHeld).toBe(pinned[p] === 1 || cloth.holding.constraints.has(p));
          expect(inverseMasses[p] === 0).toBe(pinned[p] === 1);
        }
        expect(cloth.holding.constraints.count).toBe(
          held.filter((p) => cloth.holding.constraints.has(p)).length,
        );
      },
    ),
    runs(83, 100),
  );
});
