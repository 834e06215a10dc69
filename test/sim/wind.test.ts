import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Particles } from "../../src/cloth/index.js";
import { Random } from "../../src/math/random.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import type { Wind, World } from "../../src/sim/index.js";
import { WindField } from "../../src/sim/environment/wind-field.js";
import { runs } from "../runs.js";
import { hangingSheet, pulledSheet } from "../worlds.js";

const STILL: Vec3Tuple = [0, 0, 0];

/** The air velocity at a point now. */
function airAt(field: WindField, wind: Wind, point: Vec3Tuple = STILL): number[] {
  const particles = new Particles(Float64Array.from(point));
  field.setWinds(wind, particles);
  return [...particles.winds.slice(0, 3)];
}

/** Points spread over some meters. */
function somePoints(count: number): Vec3Tuple[] {
  const random = new Random(5);
  const coordinate = (): number => random.uniform(-5, 5);
  return Array.from({ length: count }, (): Vec3Tuple => [coordinate(), coordinate(), coordinate()]);
}

describe("a constant wind", () => {
  test("is bit-exact the same everywhere and at all times", () => {
    const field = new WindField(1);
    const wind: Wind = { velocity: [3, -1, 0.1], drag: 1 };
    for (const point of somePoints(10)) {
      expect(airAt(field, wind, point)).toEqual([3, -1, 0.1]);
      field.advance(wind, 0.7);
    }
  });
});

describe("gusts", () => {
  const gusty: Wind = { velocity: [4, 0, -2], drag: 1, gusts: { amplitude: 0.5, period: 2 } };

  test("vary within their amplitude, along the wind, and keep its mean", () => {
    const field = new WindField(3);
    let [sum, low, high, across] = [0, Infinity, -Infinity, 0];
    const count = 50_000;
    for (let i = 0; i < count; i++) {
      const [x, y, z] = airAt(field, gusty);
      sum += x!;
      low = Math.min(low, x!);
      high = Math.max(high, x!);
      across = Math.max(across, Math.abs(y!), Math.abs(x! + 2 * z!));
      field.advance(gusty, 0.2);
    }
    expect(sum / count).toBeCloseTo(4, 1);
    expect(across).toBeLessThan(1e-12);
    expect(low).toBeGreaterThanOrEqual(2);
    expect(low).toBeLessThan(2.4);
    expect(high).toBeLessThanOrEqual(6);
    expect(high).toBeGreaterThan(5.6);
  });

  test("occur about once per period", () => {
    const field = new WindField(3);
    let [rises, before] = [0, 4];
    for (let i = 0; i < 40_000; i++) {
      const [now] = airAt(field, gusty);
      if (before < 4 && now! >= 4) rises++;
      before = now!;
      field.advance(gusty, 0.05);
    }
    const periods = 1000;
    expect(rises / periods).toBeGreaterThan(0.6);
    expect(rises / periods).toBeLessThan(1.4);
  });

  test("are smooth: no jump from one short step to the next", () => {
    const field = new WindField(3);
    let [before] = airAt(field, gusty);
    for (let i = 0; i < 5000; i++) {
      field.advance(gusty, 0.001);
      const [now] = airAt(field, gusty);
      expect(Math.abs(now! - before!)).toBeLessThan(0.02);
      before = now!;
    }
  });
});

describe("turbulence", () => {
  const eddies = (velocity: Vec3Tuple, speed = 2): Wind => ({
    velocity,
    drag: 1,
    turbulence: { speed, size: 0.5 },
  });

  test("differs from place to place, by about its speed, and has the mean 0", () => {
    const field = new WindField(1);
    const sums = [0, 0, 0];
    let largest = 0;
    const points = somePoints(20_000);
    for (const point of points) {
      for (const [k, part] of airAt(field, eddies(STILL), point).entries()) {
        sums[k]! += part;
        largest = Math.max(largest, Math.abs(part));
      }
    }
    for (const sum of sums) expect(Math.abs(sum / points.length)).toBeLessThan(0.08);
    expect(largest).toBeGreaterThan(1.6);
    expect(largest).toBeLessThan(4);
  });

  test("has eddies of its size: air at a tenth of it is similar, air far away is not", () => {
    const field = new WindField(1);
    const likeness = (distance: number): number => {
      let [both, one] = [0, 0];
      for (const [x, y, z] of somePoints(2000)) {
        const here = airAt(field, eddies(STILL), [x, y, z]);
        const there = airAt(field, eddies(STILL), [x + distance, y, z]);
        for (let k = 0; k < 3; k++) {
          both += here[k]! * there[k]!;
          one += here[k]! * here[k]!;
        }
      }
      return both / one;
    };
    expect(likeness(0.05)).toBeGreaterThan(0.9);
    expect(Math.abs(likeness(1.5))).toBeLessThan(0.1);
  });

  test("moves with the actual wind, including gusts", () => {
    const gusts = { amplitude: 0.8, period: 0.3 };
    const frozen: Wind = { ...eddies([3, 1, -2], 1e-6), gusts }; // so slow that it hardly changes by itself
    const calm: Wind = { ...frozen, turbulence: undefined };
    const field = new WindField(9);
    const [x, y, z] = [0.3, -0.2, 0.7];
    const eddy = (point: Vec3Tuple): number[] => {
      const base = airAt(field, calm, point);
      return airAt(field, frozen, point).map((part, k) => 1e6 * (part - base[k]!));
    };
    const atStart = eddy([x, y, z]);
    const path = [0, 0, 0];
    for (let i = 0; i < 500; i++) {
      for (const [k, part] of airAt(field, calm).entries()) path[k]! += 0.01 * part;
      field.advance(frozen, 0.01);
    }
    expect(Math.abs(path[0]! - 15)).toBeGreaterThan(0.1); // not velocity × time
    const carried = eddy([x + path[0]!, y + path[1]!, z + path[2]!]);
    for (let k = 0; k < 3; k++) expect(carried[k]).toBeCloseTo(atStart[k]!, 4);
    expect(Math.abs(eddy([x, y, z])[0]! - atStart[0]!)).toBeGreaterThan(0.01);
  });

  test("changes by itself without wind, slowly, and with constant strength", () => {
    const field = new WindField(2);
    const wind = eddies(STILL);
    const points = somePoints(300);
    const strength = (): number =>
      Math.sqrt(
        points.reduce((sum, point) => {
          const [x, y, z] = airAt(field, wind, point);
          return sum + x! * x! + y! * y! + z! * z!;
        }, 0) / points.length,
      );
    const atStart = airAt(field, wind);
    for (let i = 0; i < 100; i++) {
      const before = airAt(field, wind);
      expect(strength()).toBeCloseTo(1.2, 0);
      field.advance(wind, 0.01);
      for (const [k, part] of airAt(field, wind).entries()) {
        expect(Math.abs(part - before[k]!)).toBeLessThan(0.25);
      }
    }
    expect(Math.abs(airAt(field, wind)[0]! - atStart[0]!)).toBeGreaterThan(0.05);
  });

  test("and gusts never jump when the wind is changed during a run", () => {
    const change = fc.record({
      velocity: fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -9, max: 9 }))),
      period: fc.integer({ min: 1, max: 50 }),
      steps: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 2, maxLength: 6 }), (changes) => {
        const field = new WindField(4);
        const wind: Wind = { velocity: [5, 0, 0], drag: 1, gusts: { amplitude: 0.5, period: 2 } };
        const turbulent = (): Wind => ({ ...wind, turbulence: { speed: 2, size: 0.5 } });
        const gust = (): number => airAt(field, { ...wind, velocity: [1, 0, 0] })[0]!;
        const eddy = (): number => {
          const still: Wind = { ...turbulent(), velocity: STILL };
          return airAt(field, still, [0.1, 0.2, 0.3])[1]!;
        };
        for (const { velocity, period, steps } of changes) {
          for (let i = 0; i < steps; i++) field.advance(turbulent(), 1 / 60);
          const before = [gust(), eddy()];
          wind.velocity = velocity as [number, number, number];
          wind.gusts = { amplitude: 0.5, period };
          expect([gust(), eddy()]).toEqual(before);
          field.advance(turbulent(), 1e-6);
          expect(gust()).toBeCloseTo(before[0]!, 4);
          expect(eddy()).toBeCloseTo(before[1]!, 3);
        }
      }),
      runs(51, 50),
    );
  });
});

describe("the wind of a world", () => {
  const windy = (wind: Partial<Wind>, seed = 1): World => pulledSheet({ wind, seed });
  const gusts = { amplitude: 0.5, period: 0.5 };
  const turbulence = { speed: 3, size: 0.3 };
  const run = (world: World, steps: number): World => {
    for (let i = 0; i < steps; i++) world.step();
    return world;
  };

  test("has its own random numbers: the cloth starts as it would without", () => {
    const plain = windy({ velocity: [0, 0, 5] });
    const turbulent = windy({ velocity: [0, 0, 5], gusts, turbulence });
    expect(turbulent.hash()).toBe(plain.hash());
    expect(run(turbulent, 10).hash()).not.toBe(run(plain, 10).hash());
  });

  test("is bit-exact when repeated, also after a reset, and differs with another seed", () => {
    const wind = { velocity: [0, 0, 5] as const, drag: 1, gusts, turbulence };
    const air = (world: World): number[] => [...run(world, 10).cloths[0]!.particles.winds];
    const world = windy(wind);
    const first = air(world);
    const hash = world.hash();
    world.wind.gusts!.amplitude = 0;
    world.wind.turbulence!.speed = 9;
    run(world, 3);
    world.reset();
    expect(world.wind).toEqual(wind);
    expect(air(world)).toEqual(first);
    expect(world.hash()).toBe(hash);
    expect(air(windy(wind, 2))).not.toEqual(first);
  });

  test("can be changed between steps, as a whole or in part", () => {
    const world = windy({ velocity: [0, 0, 5], drag: 1 });
    const air = (): number => run(world, 1).cloths[0]!.particles.winds[2]!;
    expect(air()).toBe(5);
    world.wind.velocity = [0, 0, 7];
    expect(air()).toBe(7);
    world.wind = { velocity: [0, 0, 3], drag: 1, gusts };
    run(world, 5);
    expect(air()).not.toBe(3);
    expect(Math.abs(air() - 3)).toBeLessThanOrEqual(1.5);
    delete world.wind.gusts;
    expect(air()).toBe(3);
  });

  test("pushes a sheet", () => {
    const world = hangingSheet(6);
    world.wind.velocity = [0, 0, 5];
    run(world, 20);
    expect(world.cloths[0]!.positions[2]).toBeGreaterThan(0.05); // at the lower edge
  });

  test("with invalid options is refused by name, in the options and when it is set", () => {
    for (const [wind, line] of [
      [{ velocity: [0, NaN, 0] }, "wind.velocity.1: expected a finite number, got NaN"],
      [{ drag: -1 }, "wind.drag: expected 0 N·s/m³ or more, got -1"],
      [{ gusts: { ...gusts, amplitude: -1 } }, "wind.gusts.amplitude: expected 0 or more, got -1"],
      [{ gusts: { ...gusts, period: 0 } }, "wind.gusts.period: expected a time over 0 s, got 0"],
      [
        { turbulence: { ...turbulence, speed: NaN } },
        "wind.turbulence.speed: expected 0 m/s or more, got NaN",
      ],
      [
        { turbulence: { ...turbulence, size: 0 } },
        "wind.turbulence.size: expected a length over 0 m, got 0",
      ],
    ] as const) {
      expect(() => windy(wind)).toThrow(line);
      const world = windy({});
      Object.assign(world.wind, wind);
      expect(() => world.step()).toThrow(line);
    }
  });
});
