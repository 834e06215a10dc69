import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Ball, ColliderOptions } from "../../src/collision/index.js";
import type { ClothOptions, World } from "../../src/sim/index.js";
import { deepestInside } from "../depth.js";
import { runs } from "../runs.js";
import { sheet, world } from "../solid-worlds.js";

const FLOOR: ColliderOptions = { type: "half-space", point: [0, 0, 0], normal: [0, 1, 0] };

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
          deepest = Math.max(deepest, deepestInside(fallen));
        }
        expect(deepest).toBeLessThan(1e-6);
        expect(deepest).toBeGreaterThan(-0.01); // there was contact
      });
    }
  }
});

test("the tree over the triangles follows tears without a rebuild, and torn parts are kept out too", () => {
  const row = (v: number): readonly (readonly [number, number])[] => [
    [-0.01, v - 0.01],
    [1.01, v + 0.01],
  ];
  const drawn = (v: number, move: [number, number, number]) => ({
    select: { uv: row(v) as never },
    motion: [
      { time: 0, translation: [0, 0, 0] as const },
      { time: 0.8, translation: move },
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
    deepest = Math.max(deepest, deepestInside(torn));
  }
  expect(torn.stats.tears).toBeGreaterThan(10);
  expect(mesh.triangleCount + mesh.vertexCount).toBeGreaterThan(before);
  expect(deepest).toBeLessThan(1e-6);
  expect(deepest).toBeGreaterThan(-0.01);
  expect(collision.buildCount).toBeLessThan(8); // of 1200 substeps
});

test("cloth that becomes thicker during a run rests higher", () => {
  const floor = { ...FLOOR, thickness: 0.01 };
  const lying = world({ cloths: [sheet(0.02, {}, 4)], colliders: [floor] });
  const cloth = lying.cloths[0]!;
  const lowest = (): number => {
    for (let i = 0; i < 20; i++) lying.step();
    const { positions, count } = cloth.particles;
    return Math.min(...positions.slice(0, 3 * count).filter((_, i) => i % 3 === 1));
  };
  cloth.setMaterial({ thickness: 0.002 });
  expect(lowest()).toBeCloseTo(0.011, 4);
  cloth.setMaterial({ thickness: 0.02 });
  expect(lowest()).toBeCloseTo(0.02, 4);
});

describe("nothing tunnels", () => {
  test("a horizontal sheet at any speed stays above a floor, a thin plate, a ball", () => {
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
        const center = particles.positions[3 * Math.floor(particles.count / 2) + 1]!;
        expect(center, `${collider.type} at ${speed} m/s`).toBeGreaterThan(
          collider.type === "half-space" ? 0 : 0.4,
        );
        expect(deepestInside(fast)).toBeLessThan(1e-6);
      }
    }
  });

  test("a collider at 100 m/s takes the cloth along, even if it hits between the particles", () => {
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
            { time: 1, translation: [0, speed, 0] as [number, number, number] },
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
      runs(94, 5, 2000),
    );
  });

  /** A horizontal sheet that is pinned all around: a body that passes it is below. */
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

  /** True if a point is below the sheet: a vertical ray up crosses the sheet an odd number of times. */
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

  test("a ball at 100 m/s takes the sheet along", () => {
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

test("a moving collider hits every cloth of a world, fine or coarse", () => {
  const cloth = (height: number, segments: number): ClothOptions => ({
    ...sheet(height, {}, segments),
    pins: [{ select: { uv: [[-0.01, -0.01] as const, [0.01, 1.01] as const] as const } }],
  });
  const both = world({
    cloths: [cloth(0.5, 3), cloth(0.3, 24), cloth(0.1, 8)], // as in `start`
    colliders: [
      {
        type: "sphere",
        center: [0, -0.4, 0],
        radius: 0.2,
        motion: [
          { time: 0 },
          { time: 0.05, translation: [0.1, 1.5, 0.05] },
          { time: 0.3, translation: [0, 0.4, 0] },
        ],
      },
    ],
    gravity: [0, 0, 0],
  });
  let deepest = -Infinity;
  const start = [0.5, 0.3, 0.1];
  const highest = [...start];
  for (let i = 0; i < 15; i++) {
    both.step();
    deepest = Math.max(deepest, deepestInside(both));
    for (const [c, { particles }] of both.cloths.entries()) {
      const heights = particles.positions.filter((_, k) => k % 3 === 1);
      highest[c] = Math.max(highest[c]!, ...heights);
    }
  }
  expect(deepest).toBeLessThan(1e-6);
  // The ball tosses every sheet. How high depends on the stiffness that the solver gives it.
  for (const [c, height] of highest.entries()) expect(height - start[c]!).toBeGreaterThan(0.6);
});
