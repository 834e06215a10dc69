import { totalsOf } from "../../src/sim/stats.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BallOptions } from "../../src/collision/index.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid } from "../../src/mesh/index.js";
import type { World } from "../../src/sim/index.js";
import { runs } from "../runs.js";
import { sheet, world } from "../solid-worlds.js";

/** Momentum of all cloths and balls, kg·m/s. */
function momentum({ cloths, balls }: World): number[] {
  const sum = [0, 0, 0];
  for (const { particles } of cloths) {
    for (let i = 0; i < 3 * particles.count; i++) {
      sum[i % 3]! += particles.masses[Math.floor(i / 3)]! * particles.velocities[i]!;
    }
  }
  for (const { mass, velocity } of balls)
    for (let k = 0; k < 3; k++) sum[k]! += mass * velocity[k]!;
  return sum;
}

/** Angular momentum about the origin, kg·m²/s. */
function angularMomentum({ cloths, balls }: World): number[] {
  const sum = [0, 0, 0];
  const add = (m: number, x: Float64Array, v: Float64Array): void => {
    sum[0]! += m * (x[1]! * v[2]! - x[2]! * v[1]!);
    sum[1]! += m * (x[2]! * v[0]! - x[0]! * v[2]!);
    sum[2]! += m * (x[0]! * v[1]! - x[1]! * v[0]!);
  };
  for (const { particles } of cloths) {
    for (let p = 0; p < particles.count; p++) {
      const at = [3 * p, 3 * p + 3] as const;
      add(
        particles.masses[p]!,
        particles.positions.subarray(...at),
        particles.velocities.subarray(...at),
      );
    }
  }
  for (const ball of balls) {
    add(ball.mass, ball.position, ball.velocity);
    const moment = 0.4 * ball.mass * ball.radius * ball.radius;
    for (let k = 0; k < 3; k++) sum[k]! += moment * ball.angularVelocity[k]!;
  }
  return sum;
}

describe("momentum", () => {
  test("is exchanged between balls and cloth in free flight", () => {
    const number = (min: number, max: number): fc.Arbitrary<number> =>
      fc.double({ min, max, noNaN: true });
    const ball = fc.record({
      position: fc.tuple(number(-0.4, 0.4), number(0.21, 0.3), number(-0.4, 0.4)),
      radius: number(0.02, 0.2),
      mass: number(0.001, 5),
      velocity: fc.tuple(number(-3, 3), number(-20, -8), number(-3, 3)),
      angularVelocity: fc.tuple(number(-30, 30), number(-30, 30), number(-30, 30)),
    }) as fc.Arbitrary<BallOptions & { position: Vec3Tuple; velocity: Vec3Tuple }>;
    let slow = 0;
    fc.assert(
      fc.property(
        fc
          .array(ball, { minLength: 1, maxLength: 3 })
          // side by side, so that none starts inside another
          .map((balls) =>
            balls.map(({ position, ...rest }, i) => ({
              ...rest,
              position: [position[0] + i, position[1], position[2]] as const,
            })),
          ),
        fc.constantFrom("xpbd", "implicit", "rk4", "xpbd in single precision"),
        (balls, name) => {
          // By default XPBD runs in single precision.
          const isSingle = name === "xpbd in single precision";
          const type = isSingle ? "xpbd" : name;
          const flight = world({
            cloths: [sheet(0, { material: { ...SOFT } }, 6)],
            gravity: [0, 0, 0],
            balls,
            solver: { type },
            kernels: isSingle ? "wasm" : "reference",
          });
          const before = momentum(flight);
          const turning = angularMomentum(flight);
          const speeds = flight.balls.map(({ velocity }) => velocity[1]);
          for (let i = 0; i < 4; i++) flight.step();
          expect(flight.balls.map(({ velocity }) => velocity[1])).not.toEqual(speeds);
          const scale = Math.hypot(...before);
          momentum(flight).forEach((p, k) => {
            expect(Math.abs(p - before[k]!) / scale).toBeLessThan(isSingle ? 5e-5 : 1e-9);
          });
          // Depenetration moves momentum to another place: this is small if balls move less than half of their radius
          // per substep.
          const fastest = Math.max(...balls.map(({ velocity }) => Math.hypot(...velocity)));
          const smallest = Math.min(...balls.map(({ radius }) => radius));
          if (fastest / 60 / flight.stats.maxSubsteps > smallest / 2) return;
          slow++;
          const rotation = Math.hypot(...turning) + scale;
          angularMomentum(flight).forEach((p, k) => {
            expect(Math.abs(p - turning[k]!) / rotation).toBeLessThan(0.05);
          });
        },
      ),
      runs(95, 15, 2000),
    );
    expect(slow).toBeGreaterThan(5);
  });

  const SOFT = { density: 0.2, stiffness: 400, bendStiffness: 2, damping: 1 };
});

describe("friction", () => {
  /** The mean acceleration of a sheet that slides down a slope of some degrees, m/s². */
  function slide(degrees: number, type: "xpbd" | "implicit" | "rk4"): number {
    const angle = (degrees * Math.PI) / 180;
    const normal = [Math.sin(angle), Math.cos(angle), 0] as const;
    const { thickness } = { thickness: 0.002 };
    const material = { density: 0.2, stiffness: 400, bendStiffness: 2, damping: 1, friction: 0.5 };
    const slope = world({
      cloths: [
        {
          mesh: generateGrid({ size: [0.5, 0.5], segments: [6, 6] }),
          transform: {
            position: [thickness * normal[0], thickness * normal[1], 0],
            rotation: [-90, degrees, 0],
          },
          material,
          imperfection: 0,
        },
      ],
      colliders: [
        { type: "half-space", point: [0, 0, 0], normal: [...normal], friction: 0.5, thickness },
      ],
      solver: { type },
    });
    for (let i = 0; i < 30; i++) slope.step();
    const sum = momentum(slope);
    const along = sum[0]! * Math.cos(angle) - sum[1]! * Math.sin(angle);
    return along / totalsOf(slope).mass / 0.5;
  }

  for (const type of ["xpbd", "implicit", "rk4"] as const) {
    test(`a sheet slides down a slope or stays, according to Coulomb (${type})`, () => {
      // tan 26.565° = 0.5
      expect(Math.abs(slide(20, type))).toBeLessThan(1e-6);
      expect(Math.abs(slide(25.5, type))).toBeLessThan(1e-3);
      for (const degrees of [30, 45, 60]) {
        const angle = (degrees * Math.PI) / 180;
        const expected = 9.81 * (Math.sin(angle) - 0.5 * Math.cos(angle));
        expect(slide(degrees, type) / expected, `${degrees}°`).toBeCloseTo(1, 1.3);
      }
    });
  }

  test("a ball rolls down a slope without slipping, at 5/7 of the acceleration of free sliding", () => {
    const angle = Math.PI / 9;
    const slope = world({
      cloths: [sheet(50)],
      colliders: [
        {
          type: "half-space",
          point: [0, 0, 0],
          normal: [Math.sin(angle), Math.cos(angle), 0],
          friction: 1,
        },
      ],
      balls: [
        {
          position: [0.102 * Math.sin(angle), 0.102 * Math.cos(angle), 0],
          radius: 0.1,
          mass: 2,
          friction: 1,
        },
      ],
    });
    for (let i = 0; i < 60; i++) slope.step();
    const { velocity, angularVelocity, radius } = slope.balls[0]!;
    const speed = Math.hypot(...velocity);
    expect(speed / ((5 / 7) * 9.81 * Math.sin(angle))).toBeCloseTo(1, 2);
    expect(-angularVelocity[2]! * radius).toBeCloseTo(speed, 2);
  });
});

test("a hanging sheet catches a ball, which comes to rest", () => {
  const corners = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ].map(([u, v]) => ({
    select: { uv: [[u! - 0.01, v! - 0.01] as const, [u! + 0.01, v! + 0.01] as const] as const },
    // closer together, so that it sags
    motion: [{ time: 0.3, translation: [0.1 - 0.2 * u!, 0, 0.2 * v! - 0.1] as const }],
  }));
  const net = world({
    cloths: [sheet(1, { pins: corners }, 10)],
    balls: [{ position: [0.05, 1.3, 0.02], radius: 0.1, mass: 0.2 }],
    wind: { drag: 1.2 },
  });
  for (let i = 0; i < 240; i++) net.step();
  const [ball] = net.balls;
  expect(Math.hypot(...ball!.velocity)).toBeLessThan(0.1);
  expect(ball!.position[1]).toBeGreaterThan(0.4);
  expect(Math.hypot(ball!.position[0]!, ball!.position[2]!)).toBeLessThan(0.05);
});
