import { describe, expect, test } from "vitest";
import { Collider } from "../../src/collision/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import {
  below,
  flat,
  minDistance,
  minDistanceDuring,
  mesh,
  THICKNESS,
  worldOf,
} from "./mesh-worlds.js";
import { boxMesh, icosphere, sheet, unwelded, type Surface } from "./solid-meshes.js";

/** An open wall in the plane x = 0, with many triangles. */
function wall(size: number): Surface {
  const { positions, triangles } = sheet(size, 5, () => 0);
  return {
    positions: positions.map((_, i) => positions[i - (i % 3) + [1, 0, 2][i % 3]!]!),
    triangles,
  };
}

const NOTHING = { gravity: [0, 0, 0], wind: { drag: 0 } } as const;

/** The number of particles on the side of lower x. */
function leftOf(world: World, x: number): number {
  const { count, positions } = world.cloths[0]!.particles;
  let sum = 0;
  for (let p = 0; p < count; p++) if (positions[3 * p]! < x) sum++;
  return sum;
}

describe("at 100 m/s", () => {
  /** A cloth across x, left of the wall, with pinned lower corners. */
  const hanging = {
    mesh: generateGrid({ size: [0.5, 0.5], segments: [10, 10] }),
    transform: { position: [-0.3, 0.02, 0.03] as const, rotation: [0, 90, 0] as const },
    material: { density: 0.2, stiffness: 400, bendStiffness: 0.5, damping: 4 },
  };

  test.each(["thick", "thin"])("cloth does not pass a wall that is %s", (kind) => {
    const thickness = kind === "thin" ? 1e-4 : THICKNESS;
    const world = worldOf(mesh(wall(3), { thickness }), hanging, NOTHING);
    world.cloths[0]!.particles.velocities.forEach((_, i, velocities) => {
      velocities[i] = i % 3 === 0 ? 100 : 0;
    });
    for (let i = 0; i < 20; i++) {
      world.step();
      expect(leftOf(world, 0)).toBe(121);
      expect(minDistance(world)).toBeGreaterThan(thickness - 1e-9);
    }
  });

  test("cloth that pins pull through a wall stays on its side, except the pinned particles", () => {
    const pins = [
      {
        select: {
          uv: [
            [0, 0.999],
            [1, 1],
          ] as const,
        },
        motion: [
          { time: 0, translation: [0, 0, 0] as const },
          { time: 0.006, translation: [0.6, 0, 0] as const },
        ],
      },
    ];
    const world = worldOf(mesh(wall(3)), { ...hanging, pins }, NOTHING);
    for (let i = 0; i < 10; i++) {
      world.step();
      expect(leftOf(world, 0)).toBe(110);
    }
    expect(leftOf(world, 0.2)).toBe(110);
  });

  test("a wall does not pass through cloth", () => {
    for (const thickness of [1e-4, THICKNESS]) {
      const motion = [
        { time: 0, translation: [0, 0, 0] as const },
        { time: 0.05, translation: [-5, 0.1, 0] as const, rotation: [0, 10, 5] as const },
      ];
      const world = worldOf(mesh(wall(3), { thickness, motion }), hanging, NOTHING);
      for (let i = 0; i < 5; i++) {
        world.step();
        const { position, matrix } = world.colliders[0]!.pose;
        const { positions } = world.cloths[0]!.particles;
        for (let p = 0; p < positions.length && p < 3 * 121; p += 3) {
          let side = 0;
          for (let k = 0; k < 3; k++) side += matrix[3 * k]! * (positions[p + k]! - position[k]!);
          expect(side).toBeLessThan(-thickness + 1e-6);
        }
      }
    }
  });

  test("balls do not pass through a mesh", () => {
    const floors = [
      sheet(2, 6, () => 0),
      sheet(2, 6, (x) => 2 * Math.abs(x)),
      boxMesh([2, 0.02, 2]),
    ];
    for (const surface of floors) {
      const world = worldOf(mesh(surface), flat(0.1, 1, 50));
      const ball = world.addBall({
        position: [0.2, 1.5, 0.03],
        radius: 0.05,
        mass: 0.1,
        velocity: [20, -100, 1],
      });
      const thrown = world.addBall({ position: [-0.3, 2, 0], radius: 0.1, mass: 0.1 });
      for (let i = 0; i < 40; i++) {
        world.step();
        for (const { position, radius } of [ball, thrown]) {
          if (Math.abs(position[0]!) > 0.8 || Math.abs(position[2]!) > 0.8) continue;
          expect(position[1]).toBeGreaterThan(radius / 2);
        }
      }
      expect(thrown.position[1]).toBeLessThan(1.6);
    }
  });

  test.each([
    ["mesh", mesh(sheet(4, 6, () => 0))],
    ["thin box", { type: "box", center: [0, 0, 0], size: [4, 0.01, 4] } as const],
  ])("a %s does not pass through balls", (_, collider) => {
    const motion = [
      { time: 0, translation: [0, 0, 0] as const },
      { time: 0.1, translation: [0, 10, 0] as const },
    ];
    const world = new World({
      cloths: [flat(0.1, 1, 50)],
      colliders: [{ ...collider, motion }],
      solver: { substeps: 8 },
    });
    const ball = world.addBall({ position: [0.2, 1, 0.1], radius: 0.02, mass: 0.1 });
    for (let i = 0; i < 6; i++) {
      world.step();
      expect(ball.position[1]).toBeGreaterThan(world.colliders[0]!.pose.position[1]!);
    }
  });
});

describe("a deforming mesh", () => {
  const small = icosphere(0.1, 2);
  const large = icosphere(0.3, 2);

  test("pushes cloth out as it grows, and lets it fall as it shrinks", () => {
    const shapes = [
      { time: 0, positions: small.positions },
      { time: 0.2, positions: large.positions },
      { time: 0.5, positions: large.positions },
      { time: 0.6, positions: small.positions },
    ];
    const world = worldOf(mesh(small, { shapes, friction: 0 }), flat(0.6, 12, 0.12));
    expect(minDistanceDuring(world, 15)).toBeGreaterThan(THICKNESS - 1e-9);
    const { positions, count } = world.cloths[0]!.particles;
    const top = (): number =>
      Math.max(...Array.from({ length: count }, (_, p) => positions[3 * p + 1]!));
    expect(top()).toBeGreaterThan(0.3);
    expect(minDistanceDuring(world, 30)).toBeGreaterThan(THICKNESS - 1e-9);
    expect(below(world, 0.3)).toBeGreaterThan(100);
    expect(top()).toBeLessThan(0.3);
  });

  test("that rotates takes the cloth on it along by friction", () => {
    const motion = [
      { time: 0, rotation: [0, 0, 0] as const },
      { time: 1, rotation: [0, 90, 0] as const },
    ];
    const plate = mesh(boxMesh([1, 0.1, 1]), { motion, friction: 2 });
    const cloth = flat(0.5, 8, 0.056, {
      transform: { position: [0, 0.056, 0], rotation: [-90, 0, 0] },
    });
    const world = worldOf(plate, cloth, { wind: { drag: 0 } });
    const { positions } = world.cloths[0]!.particles;
    const before = positions.slice();
    for (let i = 0; i < 60; i++) world.step();
    // A rotation by 90° about y takes z to x and x to −z.
    for (const p of [0, 3 * 8, 3 * 72, 3 * 80]) {
      expect(positions[p]).toBeCloseTo(before[p + 2]!, 1);
      expect(positions[p + 2]).toBeCloseTo(-before[p]!, 1);
    }
  });
});

test("vertex numbers of a mesh are those of its options, welded or not", () => {
  const apart = unwelded(boxMesh([1, 1, 1]));
  const larger = apart.positions.map((x) => 2 * x);
  const growing = new Collider(
    mesh(apart, {
      shapes: [
        { time: 0, positions: apart.positions },
        { time: 1, positions: larger },
      ],
      transform: { position: [0, 3, 0] },
    }),
  );
  growing.place(Float64Array.of(0.4, 0.5));
  const expected = apart.positions.map((x, i) => 1.5 * x + (i % 3 === 1 ? 3 : 0));
  growing.vertices!.forEach((x, i) => expect(x).toBeCloseTo(expected[i]!, 12));
  expect(growing.vertices).toHaveLength(apart.positions.length);
  expect(new Collider({ type: "sphere", center: [0, 0, 0], radius: 1 }).vertices).toBeNull();
});
