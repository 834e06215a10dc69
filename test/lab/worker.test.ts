import { generateGrid, World } from "tatter";
import { describe, expect, test } from "vitest";
import { TearGracePeriod } from "../../lab/src/simulation/tear-grace-period.js";
import { Rewind } from "../../lab/src/simulation/rewind.js";
import { strengthColours } from "../../lab/src/stage/strength-colours.js";
import { StrengthUpdates } from "../../lab/src/simulation/outbox.js";
import { Strokes } from "../../lab/src/simulation/strokes.js";

/** A sheet that hangs by its top edge over a floor. */
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

/** A blade along the view. */
const bladeAt = (x: number, y: number) =>
  ({ from: [x, y, 3], to: [x, y, -3] }) satisfies Parameters<Strokes["move"]>[1];

function step(world: World, count: number): void {
  for (let i = 0; i < count; i++) world.step();
}

/** Takes the lower half off, in one step. */
function slash(world: World, strokes = new Strokes()): void {
  strokes.draw(world, 1, bladeAt(-1, 0.97));
  strokes.move(1, bladeAt(1, 0.97));
  strokes.lift(1);
  world.step();
  strokes.arrive();
}

describe("the knives of the lab", () => {
  test("a slash that is over before the next step cuts all the same", () => {
    const world = hangingSheet();
    step(world, 10);
    slash(world);
    expect(world.cuts.length).toBe(1);
    expect(world.cloths[0]!.pieces.count).toBe(2);
    expect(world.knives).toEqual([]);
  });

  test("one that is not lifted goes on, and another pointer has its own", () => {
    const world = hangingSheet();
    const strokes = new Strokes();
    strokes.draw(world, 1, bladeAt(-1, 0.97));
    strokes.draw(world, 2, bladeAt(-1, 0.75));
    world.step();
    strokes.lift(2);
    world.step();
    strokes.arrive();
    expect(world.knives.length).toBe(1);
    strokes.draw(world, 1, bladeAt(-1, 0.9)); // the end of the first was not heard of
    world.step();
    strokes.arrive();
    expect(world.knives.map(({ blade }) => blade.from[1])).toEqual([0.9]);
  });
});

describe("mending after an undo", () => {
  test.each([2, 60])(
    "cloth that fell for %i steps comes together whole, then tears again",
    (fall) => {
      const world = hangingSheet();
      const cloth = world.cloths[0]!;
      const mending = new TearGracePeriod(cloth);
      const tearing = cloth.tearing;
      step(world, 30);
      slash(world);
      step(world, fall);
      world.undo();
      mending.begin(world.time);
      expect(cloth.tearing).toBe(null);
      const torn = world.stats.tears;
      for (let i = 0; i < 240; i++) {
        world.step();
        mending.advance(world.time);
      }
      expect([world.stats.tears, cloth.pieces.count]).toEqual([torn, 1]);
      expect(cloth.tearing).toEqual(tearing);
    },
  );

  test("what the panel says meanwhile holds when it is over", () => {
    const world = hangingSheet();
    const cloth = world.cloths[0]!;
    const mending = new TearGracePeriod(cloth);
    mending.begin(world.time);
    mending.tearing = { criterion: "stretch", limit: 1.5 };
    expect(cloth.tearing).toBe(null);
    for (let i = 0; i < 60; i++) {
      world.step();
      mending.advance(world.time);
    }
    expect(cloth.tearing?.limit).toBe(1.5);
  });

  test("a rewind into it goes on with it, one out of it ends it", () => {
    const world = hangingSheet();
    const cloth = world.cloths[0]!;
    const mending = new TearGracePeriod(cloth);
    const before = world.capture();
    mending.begin(world.time);
    world.step();
    const during = world.capture();
    world.restore(before);
    mending.resume(world.time);
    expect(cloth.tearing).not.toBe(null);
    world.restore(during);
    mending.resume(world.time);
    expect(cloth.tearing).toBe(null);
  });
});

describe("the rewind of the lab", () => {
  /** So many steps as the lab takes them. */
  const goOn = (world: World, rewind: Rewind, count: number): void => {
    for (let i = 0; i < count; i++) {
      rewind.start();
      world.step();
      rewind.arrive();
    }
  };

  test("goes back and forth to the bit, and lets all go", () => {
    const world = hangingSheet();
    const rewind = new Rewind(world);
    goOn(world, rewind, 10);
    const tenth = world.hash();
    world.grab({ point: [0, 0.6, 0] });
    world.knife(bladeAt(2, 1));
    goOn(world, rewind, 10);
    const last = world.hash();
    rewind.to(10);
    expect([world.hash(), rewind.frame, rewind.newest]).toEqual([tenth, 10, 20]);
    rewind.to(20);
    expect([world.hash(), rewind.frame]).toEqual([last, 20]);
    expect([world.cloths[0]!.grabs.length, world.knives.length]).toEqual([0, 0]);
  });

  test("going on from there makes another future", () => {
    const world = hangingSheet();
    const rewind = new Rewind(world);
    goOn(world, rewind, 20);
    rewind.to(10);
    world.gravity = [0, 0, 0];
    goOn(world, rewind, 1);
    expect([rewind.frame, rewind.newest]).toEqual([11, 11]);
    rewind.to(20);
    expect(rewind.frame).toBe(11);
  });

  test("a change by hand takes the place of the time at which it was made", () => {
    const world = hangingSheet();
    const rewind = new Rewind(world);
    goOn(world, rewind, 5);
    slash(world);
    rewind.arrive();
    world.undo();
    rewind.changeHere();
    rewind.to(0);
    rewind.to(6);
    expect([rewind.frame, world.cuts.length, world.cloths[0]!.pieces.count]).toEqual([6, 0, 1]);
  });
});

describe("the strengths that the page is told of", () => {
  const dab = { point: [0, 1, 0] as [number, number, number], radius: 0.1, strength: 0.3 };

  test("nothing until it shows them, then only what is new", () => {
    const world = hangingSheet();
    const cloth = world.cloths[0]!;
    const news = new StrengthUpdates();
    cloth.strengths.paint(dab);
    expect(news.next(cloth)).toBe(undefined);
    news.isShown = true;
    const told = news.next(cloth)!;
    expect(told.length).toBe(cloth.particles.count);
    expect(new Set(told)).toEqual(new Set([Math.fround(0.3), 1]));
    expect(news.next(cloth)).toBe(undefined);
    cloth.strengths.paint({ ...dab, strength: 2 });
    expect(Math.max(...news.next(cloth)!)).toBe(2);
    news.forget();
    expect(news.next(cloth)).not.toBe(undefined);
  });

  test("null where nothing was painted, and one more a particle that a cut has made", () => {
    const world = hangingSheet();
    const cloth = world.cloths[0]!;
    const news = new StrengthUpdates();
    news.isShown = true;
    expect(news.next(cloth)).toBe(null);
    cloth.strengths.paint(dab);
    news.next(cloth);
    slash(world);
    expect(news.next(cloth)!.length).toBe(cloth.particles.count);
  });

  test("paint is there after going back and forth in time, and not before it was painted", () => {
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

  test("weak is red, strong is blue, and 1 leaves the look as it is", () => {
    const [weak, own, strong] = [0.2, 1, 5].map((factor) =>
      strengthColours(Float32Array.of(factor)),
    );
    expect(own![3]).toBe(0);
    expect(weak![0]).toBeGreaterThan(weak![2]!);
    expect(strong![2]).toBeGreaterThan(strong![0]!);
    const cover = [0.01, 0.2, 0.5, 0.9].map(
      (factor) => strengthColours(Float32Array.of(factor))[3]!,
    );
    expect(cover).toEqual(cover.toSorted((a, b) => b - a)); // the weaker, the more
    expect(cover[0]).toBe(cover[1]); // a fifth is full
  });
});
