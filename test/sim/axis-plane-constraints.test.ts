import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { referenceKernels, type Kernels } from "../../src/kernels/index.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid, splitEdge, splitVertex, validate } from "../../src/mesh/index.js";
import { World, type PinOptions, type WorldOptions } from "../../src/sim/index.js";
import { runs } from "../runs.js";

const anyPart = fc.double({ min: -1, max: 1, noNaN: true });
const anyDirection = fc.tuple(anyPart, anyPart, anyPart).filter((v) => Math.hypot(...v) > 0.1);

/** Precisions with how far a particle may leave its line or plane in 40 steps, m. */
const PRECISIONS = [
  { kernels: "reference", off: 1e-12 }, // double precision
  { kernels: "wasm", off: 1e-7 }, // single precision, the default
] as const;

/** A sheet of 1 m with these pins, in still air; in double precision, on the reference kernels, unless changed. */
function sheet(pins: PinOptions[], change: Partial<WorldOptions> = {}, segments = 6): World {
  return new World({
    wind: { drag: 0 },
    solver: { substeps: 8 },
    kernels: "reference",
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [segments, segments] }),
        pins,
        tearing: { limit: 1.4 },
      },
    ],
    ...change,
  });
}

/** The displacement of particles across a direction and along it. */
function displacementFrom(
  start: Float64Array,
  now: Float64Array,
  particle: number,
  direction: Vec3Tuple,
): { across: number; along: number } {
  const length = Math.hypot(...direction);
  const n = direction.map((x) => x / length);
  const offset = [0, 1, 2].map((k) => now[3 * particle + k]! - start[3 * particle + k]!);
  const along = offset.reduce((sum, x, k) => sum + x * n[k]!, 0);
  return { across: Math.hypot(...offset.map((x, k) => x - along * n[k]!)), along };
}

describe("particles on an axis", () => {
  test.each(PRECISIONS)("slide freely: a sheet on a slope falls along it: $kernels", (own) => {
    const { kernels, off } = own;
    const axis: Vec3Tuple = [3, -4, 0];
    const world = sheet([{ select: { group: "top" }, hold: { axis } }], { kernels }, 1);
    const cloth = world.cloths[0]!;
    const rest = world.pin({ select: { group: "bottom" }, hold: { axis } })!;
    expect(rest.particles).toEqual([0, 1]);
    const start = cloth.positions.slice();
    const steps = 30;
    for (let i = 0; i < steps; i++) world.step();
    const count = 8 * steps;
    const dt = 1 / 60 / 8;
    for (let p = 0; p < 4; p++) {
      const { across, along } = displacementFrom(start, cloth.positions, p, axis);
      const expected = (0.8 * 9.81 * dt * dt * count * (count + 1)) / 2;
      expect(along).toBeCloseTo(expected, kernels === "reference" ? 9 : 4);
      expect(along / ((0.8 * 9.81 * world.time * world.time) / 2)).toBeCloseTo(1, 2);
      expect(across).toBeLessThan(off);
    }
  });

  test.each(PRECISIONS)(
    "never leave their lines under any load, are never split: $kernels",
    (own) => {
      const { kernels, off } = own;
      fc.assert(
        fc.property(anyDirection, anyDirection, (axis, pull) => {
          const world = sheet([{ select: { group: "top" }, hold: { axis } }], { kernels });
          const cloth = world.cloths[0]!;
          const start = cloth.positions.slice();
          const top = cloth.pins[0]!.particles;
          world.on("tear", ({ vertices }) => {
            for (const vertex of vertices) expect(top).not.toContain(vertex);
          });
          const grab = world.grab({ point: [0, 0, 0], radius: 0.3, maxForce: 300 })!;
          let slid = 0;
          for (let i = 1; i <= 40; i++) {
            grab.moveTo([0.1 * i * pull[0], 0.1 * i * pull[1], 0.1 * i * pull[2]]);
            world.step();
            for (const p of top) {
              const { across, along } = displacementFrom(start, cloth.positions, p, axis);
              expect(across).toBeLessThan(off);
              slid = Math.max(slid, Math.abs(along));
            }
          }
          // A load perpendicular to the line moves them along it only as far as the sheet buckles.
          const pullAlong = pull[0] * axis[0] + pull[1] * axis[1] + pull[2] * axis[2];
          const isAlong = Math.abs(pullAlong) > 0.1 * Math.hypot(...pull) * Math.hypot(...axis);
          if (isAlong) expect(slid).toBeGreaterThan(1e-3);
          expect(world.isFinite()).toBe(true);
          expect(validate(cloth.mesh)).toBeNull();
        }),
        runs(81, 20),
      );
    },
  );

  test("follow only the part of the motion across it", () => {
    const motion = [
      { time: 0, translation: [0, 0, 0] as const },
      { time: 0.5, translation: [0.4, 0.3, -0.2] as const },
    ];
    const options: PinOptions = { select: { group: "top" }, hold: { axis: [2, 0, 0] }, motion };
    const world = sheet([options], { gravity: [0, 0, 0] });
    const { positions, pins } = world.cloths[0]!;
    const start = positions.slice();
    for (let i = 0; i < 15; i++) world.step();
    for (const p of pins[0]!.particles) {
      const [x, y, z] = [0, 1, 2].map((k) => positions[3 * p + k]! - start[3 * p + k]!);
      expect(y).toBeCloseTo(0.15, 12);
      expect(z).toBeCloseTo(-0.1, 12);
      expect(Math.abs(x!)).toBeLessThan(0.05);
    }
  });

  test.each(PRECISIONS)("are pushed along their line by a floor, never off it: $kernels", (own) => {
    const { kernels, off } = own;
    const axis: Vec3Tuple = [1, -1, 0];
    const floor = {
      type: "half-space",
      point: [0, -0.6, 0],
      normal: [0, 1, 0],
      friction: 0,
      thickness: 0,
    } as const;
    const world = sheet([{ select: { group: "bottom" }, hold: { axis } }], {
      colliders: [floor],
      kernels,
    });
    const cloth = world.cloths[0]!;
    const start = cloth.positions.slice();
    let lowest = 0;
    for (let i = 0; i < 60; i++) {
      world.step();
      for (const p of cloth.pins[0]!.particles) {
        expect(displacementFrom(start, cloth.positions, p, axis).across).toBeLessThan(off);
        lowest = Math.min(lowest, cloth.positions[3 * p + 1]!);
      }
    }
    expect(lowest).toBeCloseTo(-0.6 + cloth.material.thickness / 2, 6); // is on the floor
  });
});

describe("particles in a plane", () => {
  test.each(PRECISIONS)("never leave it under any load, and fall in it: $kernels", (own) => {
    const { kernels, off } = own;
    fc.assert(
      fc.property(anyDirection, anyDirection, (plane, pull) => {
        const world = sheet([{ select: { group: "top" }, hold: { plane } }], { kernels });
        const cloth = world.cloths[0]!;
        const start = cloth.positions.slice();
        const grab = world.grab({ point: [0, 0, 0], radius: 0.3, maxForce: 300 })!;
        let moved = 0;
        for (let i = 1; i <= 40; i++) {
          grab.moveTo([0.1 * i * pull[0], 0.1 * i * pull[1], 0.1 * i * pull[2]]);
          world.step();
          for (const p of cloth.pins[0]!.particles) {
            const { across, along } = displacementFrom(start, cloth.positions, p, plane);
            expect(Math.abs(along)).toBeLessThan(off);
            moved = Math.max(moved, across);
          }
        }
        expect(moved).toBeGreaterThan(1e-2);
      }),
      runs(82, 20),
    );
  });

  test("follow only the part of the motion along its normal", () => {
    const motion = [
      { time: 0, translation: [0, 0, 0] as const },
      { time: 0.5, translation: [9, 9, -0.2] as const },
    ];
    const options: PinOptions = { select: { group: "top" }, hold: { plane: [0, 0, -3] }, motion };
    const world = sheet([options]);
    const { positions, pins } = world.cloths[0]!;
    const start = positions.slice();
    for (let i = 0; i < 15; i++) world.step();
    for (const p of pins[0]!.particles) {
      expect(positions[3 * p + 2]! - start[3 * p + 2]!).toBeCloseTo(-0.1, 12);
      expect(positions[3 * p + 1]! - start[3 * p + 1]!).toBeCloseTo((-9.81 * 0.25 * 0.25) / 2, 1);
    }
  });
});

test("constrained particles have the velocity of their pin from the first substep on, not that of the previous step", () => {
  const seen: number[] = [];
  const kernels: Kernels = {
    ...referenceKernels,
    predict(particles, dt) {
      seen.push(particles.velocities[3 * 3 + 2]!);
      referenceKernels.predict(particles, dt);
    },
  };
  const motion = [
    { time: 0, translation: [0, 0, 0] as const },
    { time: 1, translation: [0, 0, 0.5] as const },
  ];
  const world = sheet(
    [{ select: { group: "top" }, hold: { axis: [1, 0, 0] }, motion }],
    { kernels },
    1,
  );
  world.step();
  for (const speed of seen) expect(speed).toBeCloseTo(0.5, 12);
});

test("new particles between particles of a pin have the same kind of constraint; others are free", () => {
  const world = sheet([{ select: { group: "top" }, hold: { axis: [1, 0, 0] } }], {}, 4);
  const cloth = world.cloths[0]!;
  const { mesh } = cloth;
  for (let i = 0; i < 10; i++) world.step();
  const between = splitEdge(mesh, mesh.findEdge(21, 22), 0.5);
  cloth.replay(between);
  const copy = splitVertex(mesh, 23, mesh.trianglesOf(23).slice(0, 1));
  cloth.replay(copy);
  const beside = splitEdge(mesh, mesh.findEdge(24, 19), 0.5);
  cloth.replay(beside);
  expect(cloth.pins[0]!.particles).toEqual([20, 21, 22, 23, 24, between.newVertex, copy.newVertex]);
  expect(cloth.isHeld(copy.newVertex)).toBe(true);
  expect(cloth.isHeld(beside.newVertex)).toBe(false);
  const start = cloth.positions.slice();
  for (let i = 0; i < 30; i++) world.step();
  for (const p of [between.newVertex, copy.newVertex]) {
    expect(displacementFrom(start, cloth.positions, p, [1, 0, 0]).across).toBeLessThan(1e-12);
  }
  cloth.pins[0]!.release();
  expect(cloth.holding.constraints.count).toBe(0);
  const free = splitVertex(mesh, 22, mesh.trianglesOf(22).slice(0, 1));
  cloth.replay(free);
  expect(cloth.isHeld(free.newVertex)).toBe(false);
  for (let i = 0; i < 30; i++) world.step();
  expect(
    displacementFrom(start, cloth.positions, copy.newVertex, [1, 0, 0]).across,
  ).toBeGreaterThan(0.1);
});
