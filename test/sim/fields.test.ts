import { describe, expect, test } from "vitest";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { attractor, BlowUpError, vortex, type Field, type World } from "../../src/sim/index.js";
import { hangingSheet, inDoublePrecision, pulledSheet } from "../worlds.js";

function run(world: World, steps: number): World {
  for (let i = 0; i < steps; i++) world.step();
  return world;
}

/** A force that gives every particle the same acceleration. */
function constantPull(acceleration: Vec3Tuple): Field {
  return {
    addForces({ particles }, forces) {
      for (let i = 0; i < 3 * particles.count; i++) {
        forces[i]! += particles.masses[Math.floor(i / 3)]! * acceleration[i % 3]!;
      }
    },
  };
}

/** The result of a field for the first particle of a sheet at a point: N for 1 kg, or m/s. */
function givenAt(field: Field, point: Vec3Tuple): number[] {
  const cloth = hangingSheet(1).cloths[0]!;
  cloth.particles.positions.set(point);
  cloth.particles.masses[0] = 1;
  const vectors = new Float64Array(3 * cloth.particles.count);
  field.addForces?.(cloth, vectors, 0);
  field.addWinds?.(cloth, vectors, 0);
  return [...vectors.slice(0, 3)];
}

describe("a field of a world", () => {
  test("with uniform acceleration equals gravity", () => {
    // In double precision: on the reference kernels. Rounding grows once the sheet tears.
    for (const { double, steps } of [
      { double: true, steps: 25 },
      { double: false, steps: 5 },
    ]) {
      const [a, b] = [
        pulledSheet({ fields: [constantPull([0, -9.81, 3])], wind: { drag: 2 } }),
        pulledSheet({ gravity: [0, -9.81, 3], wind: { drag: 2 } }),
      ].map((world) => run(double ? inDoublePrecision(world) : world, steps).cloths[0]!);
      expect(a!.edits.length).toBe(b!.edits.length);
      for (let i = 0; i < 3 * a!.particles.count; i++) {
        expect(a!.positions[i]).toBeCloseTo(b!.positions[i]!, double ? 9 : 6);
      }
    }
  });

  test("is evaluated once per substep for forces, with the time, and once per step for air", () => {
    const world = pulledSheet({ solver: { substeps: 4, step: 0.1 } });
    const times: number[] = [];
    const winds: number[] = [];
    world.fields.push({
      addForces: (_cloth, _forces, time) => times.push(time),
      addWinds: (_cloth, _winds, time) => winds.push(time),
    });
    run(world, 2);
    expect(winds).toEqual([0, 0.1]);
    expect(times).toHaveLength(8);
    for (const [i, time] of times.entries()) expect(time).toBeCloseTo(0.025 * i, 12);
  });

  test("is added and removed with the list; reset restores the options", () => {
    const pull = constantPull([0, 0, 5]);
    const world = pulledSheet({ fields: [pull] });
    const pulled = run(pulledSheet({ fields: [pull] }), 10).hash();
    world.fields.length = 0;
    expect(run(world, 10).hash()).toBe(run(pulledSheet(), 10).hash());
    world.reset();
    expect(world.fields).toEqual([pull]);
    expect(run(world, 10).hash()).toBe(pulled);
  });

  test("that returns NaN is named, and the cloth stays valid", () => {
    const broken = (key: "addForces" | "addWinds", from: number): Field => ({
      [key](_cloth: unknown, vectors: Float64Array, time: number) {
        if (time >= from) vectors[3 * 17 + 1] = NaN;
      },
    });
    const fine = constantPull([0, 1, 0]);
    const forces = pulledSheet({ fields: [fine, broken("addForces", 0.02), fine] });
    forces.step();
    expect(() => forces.step()).toThrow(
      /^fields\.1: expected finite numbers, but it made the force at particle 17 of cloth 0 \(0, NaN, 0\) N at 0\.02/,
    );
    expect(() => pulledSheet({ fields: [broken("addForces", 0)] }).step()).toThrow(BlowUpError);
    expect(forces.isFinite()).toBe(true);
    const air = pulledSheet({ fields: [fine, broken("addWinds", 0)] });
    expect(() => air.step()).toThrow(
      "fields.1: expected finite numbers, but it made the air at particle 17 of cloth 0 (0, NaN, 0) m/s at 0 s",
    );
  });

  test("is not reported for values that were already invalid", () => {
    const world = pulledSheet({ fields: [constantPull([0, 1, 0])], wind: { drag: 1 } });
    world.cloths[0]!.positions[60] = NaN;
    expect(() => world.step()).toThrow(
      "the simulation blew up at 0 s: particle 0 of cloth 0 is at (NaN",
    );
  });
});

describe("an attractor", () => {
  const center: Vec3Tuple = [1, 2, 3];
  const field = attractor({ point: center, acceleration: 6, radius: 0.5 });

  test("pulls to its point with its acceleration at one radius", () => {
    const pulls: [Vec3Tuple, Vec3Tuple][] = [
      [
        [1.5, 2, 3],
        [-6, 0, 0],
      ],
      [
        [1, 1.5, 3],
        [0, 6, 0],
      ],
      [
        [1, 2, 3],
        [0, 0, 0],
      ],
    ];
    for (const [point, pull] of pulls) {
      for (const [k, part] of givenAt(field, point).entries()) {
        expect(part).toBeCloseTo(pull[k]!, 12);
      }
    }
    const push = attractor({ point: center, acceleration: -6, radius: 0.5 });
    expect(givenAt(push, [1.5, 2, 3])[0]).toBeCloseTo(6, 12);
  });

  test("falls with the square of the distance far away, and smoothly to zero at its point", () => {
    const at = (distance: number): number => -givenAt(field, [1 + distance, 2, 3])[0]!;
    expect(at(50) / at(100)).toBeCloseTo(4, 2);
    expect(at(1e-4) / at(5e-5)).toBeCloseTo(2, 6);
  });

  test("follows its options, and pulls a sheet", () => {
    const options = { point: [0, 0, 5] as Vec3Tuple, acceleration: 50, radius: 5 };
    const world = hangingSheet(6);
    world.fields.push(attractor(options));
    const { positions } = world.cloths[0]!;
    run(world, 12);
    expect(positions[2]).toBeGreaterThan(0.1); // at the lower edge
    options.point = [0, 0, -5];
    run(world, 40);
    expect(positions[2]).toBeLessThan(-0.1);
  });

  test("with invalid options is refused", () => {
    const good = { point: center, acceleration: 1, radius: 1 };
    expect(() => attractor({ ...good, radius: 0 })).toThrow(
      "attractor.radius: expected a length over 0 m, got 0",
    );
    expect(() => attractor({ ...good, acceleration: NaN })).toThrow(
      "attractor.acceleration: expected a finite number, got NaN",
    );
    expect(() => attractor({ ...good, point: [0, Infinity, 0] })).toThrow(
      "attractor.point.1: expected a finite number, got Infinity",
    );
  });
});

describe("a vortex", () => {
  const field = vortex({ point: [1, 0, 0], axis: [0, 3, 0], speed: 4, radius: 0.5 });

  test("rotates the air about its axis, fastest at its radius", () => {
    const [x, y, z] = givenAt(field, [1.5, 7, 0]);
    expect(x).toBeCloseTo(0, 12);
    expect(y).toBeCloseTo(0, 12);
    expect(z).toBeCloseTo(-4, 12); // counterclockwise, seen from above
    expect(givenAt(field, [1, 2, 0])).toEqual([0, 0, 0]);
    for (const distance of [0.3, 0.45, 0.55, 2]) {
      expect(Math.hypot(...givenAt(field, [1, 0, distance]))).toBeLessThan(4);
    }
  });

  test("has zero divergence", () => {
    const h = 1e-5;
    const skew = vortex({ point: [1, 0, 0], axis: [1, 2, -1], speed: 4, radius: 0.5 });
    const at: Vec3Tuple = [1.2, 0.5, -0.4];
    const divergence = [0, 1, 2].reduce((sum, k) => {
      const step = (d: number): Vec3Tuple => at.map((x, i) => (i === k ? x + d : x)) as never;
      return sum + (givenAt(skew, step(h))[k]! - givenAt(skew, step(-h))[k]!) / (2 * h);
    }, 0);
    expect(Math.abs(divergence)).toBeLessThan(1e-7);
  });

  test("twists a hanging sheet", () => {
    const world = hangingSheet(6);
    world.fields.push(vortex({ point: [0, 0, 0], axis: [0, 1, 0], speed: 5, radius: 0.4 }));
    run(world, 15);
    const { positions } = world.cloths[0]!;
    expect(positions[2]).toBeGreaterThan(0.02); // the lower left corner
    expect(positions[3 * 6 + 2]).toBeLessThan(-0.02);
  });

  test("with invalid options is refused", () => {
    const good = { point: [0, 0, 0], axis: [0, 1, 0], speed: 1, radius: 1 } as const;
    expect(() => vortex({ ...good, axis: [0, 0, 0] })).toThrow(
      "vortex.axis: expected a direction, got 0, 0, 0",
    );
    expect(() => vortex({ ...good, radius: -1 })).toThrow(
      "vortex.radius: expected a length over 0 m, got -1",
    );
    expect(() => vortex({ ...good, speed: NaN })).toThrow("vortex.speed: expected a finite number");
  });
});
