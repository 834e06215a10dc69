import { generateGrid, World } from "tatter";
import { describe, expect, test } from "vitest";
import { TearGracePeriod } from "../../lab/src/simulation/tear-grace-period.js";
import { Rewind } from "../../lab/src/simulation/rewind.js";
import { strengthColors } from "../../lab/src/stage/strength-colors.js";
import { StrengthUpdates } from "../../lab/src/simulation/cloth-outbox.js";
import { Strokes } from "../../lab/src/simulation/strokes.js";

/** A sheet that hangs by its top edge above a floor. */
function hangingSheet(): World {
  const mesh = generateGrid({ size: [1, 1], segments: [12, 12] });
  return new World({
    cloths: [
      {
        mesh,
        transform: { position: [0, 1, 0] },
        pins: [
          {
            select: {
              uv: [
                [0, 0.99],
                [1, 1],
              ],
            },
          },
        ],
        tearing: { criterion: "stretch", limit: 1.3 },
      },
    ],
    colliders: [
      { type: "half-space", point: [0, 0, 0], normal: [0, 1, 0], friction: 0.6, thickness: 0.005 },
    ],
  });
}

/** A blade along the view direction. */
const bladeAt = (x: number, y: number) =>
  ({ from: [x, y, 3], to: [x, y, -3] }) satisfies Parameters<Strokes["move"]>[1];

function step(world: World, count: number): void {
  for (let i = 0; i < count; i++) world.step();
}

/** Cuts off the lower half, in one step. */
function slash(world: World, strokes = new Strokes()): void {
  strokes.draw(world, 1, bladeAt(-1, 0.97));
  strokes.move(1, bladeAt(1, 0.97));
  strokes.lift(1);
  world.step();
  strokes.arrive();
}

describe("the knives of the lab", () => {
  test("a stroke that ends before the next step still cuts", () => {
    const world = hangingSheet();
    step(world, 10);
    slash(world);
    expect(world.cuts.length).toBe(1);
    expect(world.cloths[0]!.pieces.count).toBe(2);
    expect(world.knives).toEqual([]);
  });

  test("a knife stays until it is lifted, and each pointer has its own", () => {
    const world = hangingSheet();
    const strokes = new Strokes();
    strokes.draw(world, 1, bladeAt(-1, 0.97));
    strokes.draw(world, 2, bladeAt(-1, 0.75));
    world.step();
    strokes.lift(2);
    world.step();
    strokes.arrive();
    expect(world.knives.length).toBe(1);
    strokes.draw(world, 1, bladeAt(-1, 0.9)); // the end of the first stroke was missed
    world.step();
    strokes.arrive();
    expect(world.knives.map(({ blade }) => blade.from[1])).toEqual([0.9]);
  });
});

describe("tear grace period after an undo", () => {
  test.each([2, 60])(
    "cloth that fell for %i steps closes without tearing, then tears again",
    (fall) => {
      const world = hangingSheet();
      const cloth = world.cloths[0]!;
      const gracePeriod = new TearGracePeriod(cloth);
      const tearing = cloth.tearing;
      step(world, 30);
      slash(world);
      step(world, fall);
      world.undo();
      gracePeriod.begin(world.time);
      expect(cloth.tearing).toBe(null);
      const torn = world.stats.tears;
      for (let i = 0; i < 240; i++) {
        world.step();
        gracePeriod.advance(world.time);
      }
      expect([world.stats.tears, cloth.pieces.count]).toEqual([torn, 1]);
      expect(cloth.tearing).toEqual(tearing);
    },
  );

  test("settings during the grace period apply at its end", () => {
    const world = hangingSheet();
    const cloth = world.cloths[0]!;
    const gracePeriod = new TearGracePeriod(cloth);
    gracePeriod.begin(world.time);
    gracePeriod.tearing = { criterion: "stretch", limit: 1.5 };
    expect(cloth.tearing).toBe(null);
    for (let i = 0; i < 60; i++) {
      world.step();
      gracePeriod.advance(world.time);
    }
    expect(cloth.tearing?.limit).toBe(1.5);
  });

  test("a rewind into it continues it, a rewind before it ends it", () => {
    const world = hangingSheet();
    const cloth = world.cloths[0]!;
    const gracePeriod = new TearGracePeriod(cloth);
    const before = world.capture();
    gracePeriod.begin(world.time);
    world.step();
    const during = world.capture();
    world.restore(before);
    gracePeriod.resume(world.time);
    expect(cloth.tearing).not.toBe(null);
    world.restore(during);
    gracePeriod.resume(world.time);
    expect(cloth.tearing).toBe(null);
  });
});

describe("the rewind of the lab", () => {
  /** Makes steps like the lab does. */
  const advance = (world: World, rewind: Rewind, count: number): void => {
    for (let i = 0; i < count; i++) {
      rewind.start();
      world.step();
      rewind.arrive();
    }
  };

  test("is bit-exact in both directions, and releases grabs and knives", () => {
    const world = hangingSheet();
    const rewind = new Rewind(world);
    advance(world, rewind, 10);
    const tenth = world.hash();
    world.grab({ point: [0, 0.6, 0] });
    world.knife(bladeAt(2, 1));
    advance(world, rewind, 10);
    const last = world.hash();
    rewind.to(10);
    expect([world.hash(), rewind.frame, rewind.newest]).toEqual([tenth, 10, 20]);
    rewind.to(20);
    expect([world.hash(), rewind.frame]).toEqual([last, 20]);
    expect([world.cloths[0]!.grabs.length, world.knives.length]).toEqual([0, 0]);
  });

  test("resuming overwrites later frames", () => {
    const world = hangingSheet();
    const rewind = new Rewind(world);
    advance(world, rewind, 20);
    rewind.to(10);
    world.gravity = [0, 0, 0];
    advance(world, rewind, 1);
    expect([rewind.frame, rewind.newest]).toEqual([11, 11]);
    rewind.to(20);
    expect(rewind.frame).toBe(11);
  });

  test("a change replaces the stored frame", () => {
    const world = hangingSheet();
    const rewind = new Rewind(world);
    advance(world, rewind, 5);
    slash(world);
    rewind.arrive();
    world.undo();
    rewind.changeHere();
    rewind.to(0);
    rewind.to(6);
    expect([rewind.frame, world.cuts.length, world.cloths[0]!.pieces.count]).toEqual([6, 0, 1]);
  });
});

describe("strength updates for the page", () => {
  const dab = { point: [0, 1, 0] as [number, number, number], radius: 0.1, strength: 0.3 };

  test("are sent only while shown, and only after changes", () => {
    const world = hangingSheet();
    const cloth = world.cloths[0]!;
    const updates = new StrengthUpdates();
    cloth.strengths.paint(dab);
    expect(updates.next(cloth)).toBe(undefined);
    updates.isShown = true;
    const sent = updates.next(cloth)!;
    expect(sent.length).toBe(cloth.particles.count);
    expect(new Set(sent)).toEqual(new Set([Math.fround(0.3), 1]));
    expect(updates.next(cloth)).toBe(undefined);
    cloth.strengths.paint({ ...dab, strength: 2 });
    expect(Math.max(...updates.next(cloth)!)).toBe(2);
    updates.forget();
    expect(updates.next(cloth)).not.toBe(undefined);
  });

  test("are null without paint, and grow with the particles of a cut", () => {
    const world = hangingSheet();
    const cloth = world.cloths[0]!;
    const updates = new StrengthUpdates();
    updates.isShown = true;
    expect(updates.next(cloth)).toBe(null);
    cloth.strengths.paint(dab);
    updates.next(cloth);
    slash(world);
    expect(updates.next(cloth)!.length).toBe(cloth.particles.count);
  });

  test("a rewind restores paint", () => {
    const world = hangingSheet();
    const rewind = new Rewind(world);
    const { strengths } = world.cloths[0]!;
    rewind.start();
    world.step();
    rewind.arrive();
    strengths.paint(dab);
    rewind.changeHere();
    const painted = [...strengths.values!];
    rewind.to(0);
    expect(strengths.values).toBe(null);
    rewind.to(1);
    expect([...strengths.values!]).toEqual(painted);
  });

  test("weak is red, strong is blue, and 1 is transparent", () => {
    const [weak, own, strong] = [0.2, 1, 5].map((factor) =>
      strengthColors(Float32Array.of(factor)),
    );
    expect(own![3]).toBe(0);
    expect(weak![0]).toBeGreaterThan(weak![2]!);
    expect(strong![2]).toBeGreaterThan(strong![0]!);
    const cover = [0.01, 0.2, 0.5, 0.9].map(
      (factor) => strengthColors(Float32Array.of(factor))[3]!,
    );
    expect(cover).toEqual(cover.toSorted((a, b) => b - a)); // weaker is more opaque
    expect(cover[0]).toBe(cover[1]); // saturated at a fifth
  });
});
