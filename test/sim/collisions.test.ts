import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import type { Ball, BallOptions, ColliderOptions } from "../../src/collision/index.js";
import { World, type ClothOptions, type WorldOptions } from "../../src/sim/index.js";
import { runs } from "../runs.js";

const FLOOR: ColliderOptions = { type: "half-space", point: [0, 0, 0], normal: [0, 1, 0] };

/** A level sheet with its middle at some height. */
function sheet(height: number, change: Partial<ClothOptions> = {}, segments = 12): ClothOptions {
  return {
    mesh: generateGrid({ size: [1, 1], segments: [segments, segments] }),
    transform: { position: [0, height, 0], rotation: [-90, 0, 0] },
    ...change,
  };
}

function world(change: Partial<WorldOptions> & Pick<WorldOptions, "cloths">): World {
  return new World({ wind: { drag: 0 }, ...change });
}

/** How deep the deepest particle of any cloth is in any collider, m; negative: how near the nearest is. */
function depth({ cloths, colliders }: World): number {
  const point = new Float64Array(3);
  const normal = new Float64Array(3);
  let deepest = -Infinity;
  for (const { particles } of cloths) {
    for (let p = 0; p < particles.count; p++) {
      point.set(particles.positions.subarray(3 * p, 3 * p + 3));
      for (const { solid } of colliders) {
        deepest = Math.max(deepest, -solid.distanceAt(point, normal));
      }
    }
  }
  return deepest;
}

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
    for (let k = 0; k < 3; k++) sum[k]! += moment * ball.spin[k]!;
  }
  return sum;
}

describe("cloth that falls on colliders", () => {
  const SHAPES: Record<string, ColliderOptions> = {
    sphere: { type: "sphere", center: [0, 0.3, 0], radius: 0.3 },
    capsule: { type: "capsule", from: [-0.4, 0.2, 0], to: [0.3, 0.3, 0.1], radius: 0.1 },
    box: { type: "box", center: [0, 0.2, 0], size: [0.4, 0.3, 0.5], rotation: [10, 30, 20] },
    "half-space": { type: "half-space", point: [0, 0.2, 0], normal: [0.2, 1, 0] },
  };

  for (const [name, collider] of Object.entries(SHAPES)) {
    for (const solver of ["xpbd", "implicit", "euler"] as const) {
      test(`is never inside a ${name} (${solver})`, () => {
        const fallen = world({
          cloths: [sheet(0.7, {}, 8)],
          colliders: [collider, FLOOR],
          solver: { type: solver },
        });
        let deepest = -Infinity;
        for (let i = 0; i < 40; i++) {
          fallen.step();
          deepest = Math.max(deepest, depth(fallen));
        }
        expect(deepest).toBeLessThan(1e-6);
        expect(deepest).toBeGreaterThan(-0.01); // it has touched
      });
    }
  }
});

test("the tree over the triangles follows tears without being built anew, and what has torn is kept out as well", () => {
  const row = (v: number): readonly (readonly [number, number])[] => [
    [-0.01, v - 0.01],
    [1.01, v + 0.01],
  ];
  const drawn = (v: number, move: [number, number, number]) => ({
    select: { uv: row(v) as never },
    motion: [
      { time: 0, move: [0, 0, 0] as const },
      { time: 0.8, move },
    ],
  });
  const torn = world({
    cloths: [
      sheet(0.305, {
        pins: [drawn(0, [0, -0.5, 0.3]), drawn(1, [0, -0.5, -0.3])],
        tearing: { criterion: "stretch", limit: 1.15, resolve: "substep" },
      }),
    ],
    colliders: [{ type: "sphere", center: [0, 0, 0], radius: 0.3 }],
  });
  const { mesh, collision } = torn.cloths[0]!;
  const before = mesh.triangleCount + mesh.vertexCount;
  let deepest = -Infinity;
  for (let i = 0; i < 60; i++) {
    torn.step();
    deepest = Math.max(deepest, depth(torn));
  }
  expect(torn.tally.tears).toBeGreaterThan(10);
  expect(mesh.triangleCount + mesh.vertexCount).toBeGreaterThan(before);
  expect(deepest).toBeLessThan(1e-6);
  expect(deepest).toBeGreaterThan(-0.01);
  expect(collision.buildCount).toBeLessThan(8); // of 1200 substeps
});

describe("nothing tunnels", () => {
  test("a level sheet at any speed stays above a floor, a thin plate, a ball", () => {
    const colliders: ColliderOptions[] = [
      FLOOR,
      { type: "box", center: [0, 0.5, 0], size: [3, 0.001, 3] },
      { type: "sphere", center: [0, 0.4, 0], radius: 0.1 },
    ];
    for (const collider of colliders) {
      for (const speed of [10, 100]) {
        const fast = world({ cloths: [sheet(0.7)], colliders: [collider], gravity: [0, 0, 0] });
        const { particles } = fast.cloths[0]!;
        for (let p = 0; p < particles.count; p++) particles.velocities[3 * p + 1] = -speed;
        for (let i = 0; i < 2; i++) fast.step();
        const middle = particles.positions[3 * Math.floor(particles.count / 2) + 1]!;
        expect(middle, `${collider.type} at ${speed} m/s`).toBeGreaterThan(
          collider.type === "half-space" ? 0 : 0.4,
        );
        expect(depth(fast)).toBeLessThan(1e-6);
      }
    }
  });

  test("a collider at 100 m/s takes the cloth along, even where it hits between the particles", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("sphere", "capsule", "box"),
        fc.double({ min: -0.3, max: 0.3, noNaN: true }),
        fc.double({ min: -0.3, max: 0.3, noNaN: true }),
        fc.constantFrom(5, 30, 100),
        (type, x, z, speed) => {
          const start = -0.06 - speed / 60;
          const shapes: Record<string, ColliderOptions> = {
            sphere: { type: "sphere", center: [x, start, z], radius: 0.03 },
            capsule: {
              type: "capsule",
              from: [x - 0.02, start, z],
              to: [x + 0.02, start, z],
              radius: 0.02,
            },
            box: {
              type: "box",
              center: [x, start, z],
              size: [0.05, 0.05, 0.05],
              rotation: [30, 40, 50],
            },
          };
          const motion = [
            { time: 0 },
            { time: 1, move: [0, speed, 0] as [number, number, number] },
          ];
          const hit = world({
            cloths: [held()],
            colliders: [{ ...shapes[type]!, motion }],
            gravity: [0, 0, 0],
          });
          for (let i = 0; i < 2; i++) hit.step();
          const { position } = hit.colliders[0]!.pose;
          expect(position[1]).toBeGreaterThan(0.02);
          expect(isBelow(hit, position), `${type} ${x} ${z} at ${speed}`).toBe(true);
        },
      ),
      runs(94, 12, 2000),
    );
  });

  /** A level sheet that is held all around: what passes it leaves it below. */
  function held(): ClothOptions {
    const sides = [
      [0, 0, 0, 1],
      [1, 0, 1, 1],
      [0, 0, 1, 0],
      [0, 1, 1, 1],
    ] as const;
    const pins = sides.map(([a, b, c, d]) => ({
      select: { uv: [[a - 0.01, b - 0.01] as const, [c + 0.01, d + 0.01] as const] as const },
    }));
    return sheet(0, { pins }, 6);
  }

  /** Whether a point is below the sheet: a way straight up from it crosses the sheet an odd number of times. */
  function isBelow({ cloths }: World, point: Float64Array): boolean {
    const { mesh, particles } = cloths[0]!;
    const { positions } = particles;
    const [x, z] = [point[0]! + 1.1e-7, point[2]! + 2.3e-7]; // through no vertex
    let crossings = 0;
    for (let t = 0; t < mesh.triangleCount; t++) {
      const [a, b, c] = mesh.cornersIn(t);
      const area = (i: number, k: number): number => {
        const [ax, az] = [positions[3 * i]! - x, positions[3 * i + 2]! - z];
        const [bx, bz] = [positions[3 * k]! - x, positions[3 * k + 2]! - z];
        return ax * bz - az * bx;
      };
      const [u, v, w] = [area(b, c), area(c, a), area(a, b)];
      if (Math.min(u, v, w) < 0 && Math.max(u, v, w) > 0) continue;
      const sum = u + v + w;
      const height =
        (u * positions[3 * a + 1]! + v * positions[3 * b + 1]! + w * positions[3 * c + 1]!) / sum;
      if (height > point[1]!) crossings++;
    }
    return crossings % 2 === 1;
  }

  test("a thrown ball at 100 m/s takes the sheet along", () => {
    for (const radius of [0.02, 0.2]) {
      const shot = world({
        cloths: [held()],
        gravity: [0, 0, 0],
        balls: [{ position: [0.04, -0.5, 0.07], radius, mass: 10, velocity: [0, 100, 0] }],
      });
      for (let i = 0; i < 2; i++) shot.step();
      expect(isBelow(shot, shot.balls[0]!.position)).toBe(true);
      expect(shot.balls[0]!.position[1]).toBeGreaterThan(0.1);
    }
  });

  test("balls at 100 m/s stay out of colliders and of each other", () => {
    const shot = world({
      cloths: [sheet(50)],
      colliders: [FLOOR, { type: "box", center: [2, 1, 0], size: [0.001, 5, 5] }],
      balls: [
        { position: [0, 1, 0], radius: 0.05, mass: 1, velocity: [0, -100, 0] },
        { position: [1, 1, 1], radius: 0.05, mass: 1, velocity: [100, 0, 0] },
        { position: [-1, 1, 2], radius: 0.05, mass: 1, velocity: [100, 0, 0] },
        { position: [0.5, 1, 2], radius: 0.05, mass: 5, velocity: [-100, 0, 0] },
      ],
      gravity: [0, 0, 0],
    });
    for (let i = 0; i < 3; i++) shot.step();
    const [down, right, struck, striking] = shot.balls as [Ball, Ball, Ball, Ball];
    expect(down.position[1]).toBeGreaterThan(0.05);
    expect(right.position[0]).toBeLessThan(1.95);
    expect(struck.position[0]).toBeLessThan(striking.position[0]! - 0.0999);
  });
});

test("a moving collider is met by every cloth of a world, fine or coarse", () => {
  const cloth = (height: number, segments: number): ClothOptions => ({
    ...sheet(height, {}, segments),
    pins: [{ select: { uv: [[-0.01, -0.01] as const, [0.01, 1.01] as const] as const } }],
  });
  const both = world({
    cloths: [cloth(0.5, 3), cloth(0.3, 24), cloth(0.1, 8)],
    colliders: [
      {
        type: "sphere",
        center: [0, -0.4, 0],
        radius: 0.2,
        motion: [
          { time: 0 },
          { time: 0.05, move: [0.1, 1.5, 0.05] },
          { time: 0.3, move: [0, 0.4, 0] },
        ],
      },
    ],
    gravity: [0, 0, 0],
  });
  let deepest = -Infinity;
  const highest = [0, 0, 0];
  for (let i = 0; i < 15; i++) {
    both.step();
    deepest = Math.max(deepest, depth(both));
    for (const [c, { particles }] of both.cloths.entries()) {
      const heights = particles.positions.filter((_, k) => k % 3 === 1);
      highest[c] = Math.max(highest[c]!, ...heights);
    }
  }
  expect(deepest).toBeLessThan(1e-6);
  for (const height of highest) expect(height).toBeGreaterThan(1);
});

describe("momentum", () => {
  test("what the balls give the cloth gets, in free flight", () => {
    const number = (min: number, max: number): fc.Arbitrary<number> =>
      fc.double({ min, max, noNaN: true });
    const ball = fc.record({
      position: fc.tuple(number(-0.4, 0.4), number(0.21, 0.3), number(-0.4, 0.4)),
      radius: number(0.02, 0.2),
      mass: number(0.001, 5),
      velocity: fc.tuple(number(-3, 3), number(-20, -8), number(-3, 3)),
      spin: fc.tuple(number(-30, 30), number(-30, 30), number(-30, 30)),
    }) as fc.Arbitrary<BallOptions>;
    fc.assert(
      fc.property(
        fc
          .array(ball, { minLength: 1, maxLength: 3 })
          // side by side, so that none starts in another
          .map((balls) =>
            balls.map(({ position: [x, y, z], ...rest }, i) => ({
              ...rest,
              position: [x + i, y, z] as const,
            })),
          ),
        fc.constantFrom("xpbd", "implicit", "rk4"),
        (balls, type) => {
          const flight = world({
            cloths: [sheet(0, { material: { ...SOFT } }, 6)],
            gravity: [0, 0, 0],
            balls,
            solver: { type },
          });
          const before = momentum(flight);
          const turning = angularMomentum(flight);
          const speeds = flight.balls.map(({ velocity }) => velocity[1]);
          for (let i = 0; i < 4; i++) flight.step();
          expect(flight.balls.map(({ velocity }) => velocity[1])).not.toEqual(speeds);
          const scale = Math.hypot(...before);
          momentum(flight).forEach((p, k) => {
            expect(Math.abs(p - before[k]!) / scale).toBeLessThan(1e-9);
          });
          // Who is pushed out takes its momentum to another place: little, where balls go less than half of their radius in
          // a substep.
          const fastest = Math.max(...balls.map(({ velocity }) => Math.hypot(...velocity!)));
          const smallest = Math.min(...balls.map(({ radius }) => radius));
          if (fastest / 60 / flight.tally.maxSubsteps > smallest / 2) return;
          const turn = Math.hypot(...turning) + scale;
          angularMomentum(flight).forEach((p, k) => {
            expect(Math.abs(p - turning[k]!) / turn).toBeLessThan(0.05);
          });
        },
      ),
      runs(95, 15, 2000),
    );
  });

  const SOFT = { density: 0.2, stiffness: 400, bendStiffness: 2, damping: 1 };
});

describe("friction", () => {
  /** How a sheet slides down a slope of some degrees: its mean acceleration, m/s². */
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
    return along / slope.totals().mass / 0.5;
  }

  for (const type of ["xpbd", "implicit", "rk4"] as const) {
    test(`a sheet slides down a slope or stays, as Coulomb says (${type})`, () => {
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

  test("a ball rolls down a slope without slipping, at 5/7 of the acceleration of what slides freely", () => {
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
    const { velocity, spin, radius } = slope.balls[0]!;
    const speed = Math.hypot(...velocity);
    expect(speed / ((5 / 7) * 9.81 * Math.sin(angle))).toBeCloseTo(1, 2);
    expect(-spin[2]! * radius).toBeCloseTo(speed, 2);
  });
});

test("a hung sheet catches a ball, and it comes to rest", () => {
  const corners = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ].map(([u, v]) => ({
    select: { uv: [[u! - 0.01, v! - 0.01] as const, [u! + 0.01, v! + 0.01] as const] as const },
    // together, so that it sags
    motion: [{ time: 0.3, move: [0.1 - 0.2 * u!, 0, 0.2 * v! - 0.1] as const }],
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
