import { describe, expect, test } from "vitest";
import { generateGrid, validate, type TriangleMesh } from "../../src/mesh/index.js";
import { generateIrregular } from "../../src/generate/index.js";
import {
  World,
  type PinOptions,
  type SolverOptions,
  type TearEvent,
  totalsOf,
} from "../../src/sim/index.js";
import { RESOLUTIONS, type TearingOptions } from "../../src/tearing/index.js";
import { sample } from "../runs.js";

/** Both sides are pinned and move along x at these speeds, m/s. */
function sides(left: number, right: number): PinOptions[] {
  return [left, right].map((speed, u) => ({
    select: {
      uv: [
        [u, 0],
        [u, 1],
      ],
    },
    motion: [
      { time: 0, translation: [0, 0, 0] },
      { time: 10, translation: [10 * speed, 0, 0] },
    ],
  }));
}

/** Pulls a sheet with a notch in its lower side apart, until it has at least some number of tears. */
function notched(
  solver: Partial<SolverOptions>,
  tearing: Partial<TearingOptions>,
  speed: number,
  count: number,
): { tears: TearEvent[]; mesh: TriangleMesh } {
  const mesh = generateIrregular({
    outline: [
      [-0.5, -0.5],
      [-0.02, -0.5],
      [0, -0.25],
      [0.02, -0.5],
      [0.5, -0.5],
      [0.5, 0.5],
      [-0.5, 0.5],
    ],
    spacing: 0.07,
    seed: 3,
  });
  const world = new World({
    cloths: [{ mesh, pins: sides(-speed, speed), tearing }],
    gravity: [0, 0, 0],
    solver,
  });
  const tears: TearEvent[] = [];
  world.on("tear", (tear) => tears.push(tear));
  while (tears.length < count && world.time < 3) world.step();
  expect(validate(world.cloths[0]!.mesh)).toBeNull();
  expect(tears.length).toBeGreaterThanOrEqual(count);
  return { tears: tears.slice(0, count), mesh: world.cloths[0]!.mesh };
}

/** The original vertex of a vertex. */
function rootOf({ vertexOrigins }: TriangleMesh, vertex: number): number {
  let root = vertex;
  while (vertexOrigins[2 * root] !== -1) root = vertexOrigins[2 * root]!;
  return root;
}

function placesOf({ tears, mesh }: ReturnType<typeof notched>): number[] {
  return tears.map(({ vertices }) => rootOf(mesh, vertices[0]!));
}

type Case = [
  name: string,
  solver: (part: number) => Partial<SolverOptions>,
  tearing: Partial<TearingOptions>,
  speed: number,
  /** s: tolerance for times. */
  tolerance: number,
];

const tensor = { criterion: "separation-tensor", limit: 0.12, path: "slice" } as const;
const stretch = { criterion: "stretch", limit: 1.12, path: "plane" } as const;

const CASES: Case[] = [
  // The behavior of a material in xpbd depends on the substep length, which stays the same.
  [
    "xpbd by separation-tensor",
    (part) => ({ type: "xpbd", step: part / 60, substeps: 40 * part }),
    tensor,
    0.15,
    1e-5,
  ],
  [
    "xpbd by stretch",
    (part) => ({ type: "xpbd", step: part / 60, substeps: 40 * part }),
    stretch,
    0.15,
    1e-5,
  ],
  [
    "xpbd by stretch from weak points",
    (part) => ({ type: "xpbd", step: part / 60, substeps: 40 * part }),
    { ...stretch, path: "weak-point" },
    0.15,
    1e-5,
  ],
  [
    "xpbd by tension",
    (part) => ({ type: "xpbd", step: part / 60, substeps: 40 * part }),
    { criterion: "tension", limit: 8, path: "plane" },
    0.15,
    1e-5,
  ],
  ["midpoint by stretch", (part) => ({ type: "midpoint", step: part / 60 }), stretch, 0.5, 3e-4],
  ["rk4 by stretch", (part) => ({ type: "rk4", step: part / 60 }), stretch, 0.5, 3e-4],
  ["euler by separation-tensor", (part) => ({ type: "euler", step: part / 60 }), tensor, 0.3, 3e-4],
  [
    "euler by tension",
    (part) => ({ type: "euler", step: part / 60 }),
    { criterion: "tension", limit: 50, path: "plane" },
    0.3,
    3e-4,
  ],
  [
    "implicit by separation-tensor",
    (part) => ({ type: "implicit", step: part / 60 }),
    { ...tensor, limit: 0.06 },
    0.1,
    5e-3,
  ],
  [
    "implicit by tension",
    (part) => ({ type: "implicit", step: part / 60 }),
    { criterion: "tension", limit: 20, path: "plane" },
    0.1,
    5e-3,
  ],
];

/** Every solver, criterion and path. */
const CHOSEN = CASES.filter(([name]) =>
  [
    "xpbd by stretch from weak points",
    "midpoint by stretch",
    "rk4 by stretch",
    "euler by tension",
    "implicit by separation-tensor",
  ].includes(name),
);

describe("tears at exact times", () => {
  test.each(sample(CASES, CHOSEN))(
    "are the same ten in the same places and order with half the step: %s",
    (_, solver, tearing, speed, tolerance) => {
      const exact = { ...tearing, resolve: "exact" as const };
      const whole = notched(solver(1), exact, speed, 10);
      const half = notched(solver(0.5), exact, speed, 10);
      expect(placesOf(half)).toEqual(placesOf(whole));
      for (const [i, { time, position }] of whole.tears.entries()) {
        expect(Math.abs(half.tears[i]!.time - time)).toBeLessThan(tolerance);
        for (let k = 0; k < 3; k++) expect(half.tears[i]!.position[k]).toBeCloseTo(position[k]!, 2);
      }
      // One after the other, and not at the ends of steps.
      const times = whole.tears.map(({ time }) => time);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.some((time) => Math.abs(60 * time - Math.round(60 * time)) > 0.01)).toBe(true);
    },
  );

  test("depend on the step if they are at the ends of steps", () => {
    const [whole, half] = [1, 0.5].map((part) =>
      notched(
        { type: "xpbd", step: part / 60, substeps: 40 * part },
        { ...stretch, resolve: "step" },
        0.15,
        10,
      ),
    );
    expect(placesOf(half!)).not.toEqual(placesOf(whole!));
  });

  test("happen when the limit is reached, for any strain at the start of the substep", () => {
    // One row of cells between a wall and a slow carriage, without lateral contraction: all edges along it have the
    // same strain, v t / L.
    const [speed, limit] = [0.05, 1.1];
    const timeOf = (resolve: TearingOptions["resolve"], step: number): number => {
      const world = new World({
        cloths: [
          {
            mesh: generateGrid({ size: [1, 0.25], segments: [4, 1] }),
            model: "membrane",
            material: { density: 0.1, stiffness: 1000, poisson: 0, bendStiffness: 0, damping: 1 },
            pins: sides(0, speed),
            tearing: { limit, resolve, heldZone: 0 },
          },
        ],
        gravity: [0, 0, 0],
        wind: { drag: 0 },
        solver: { type: "implicit", step },
      });
      while (world.stats.tears === 0 && world.time < 4) world.step();
      return world.stats.firstTearTime!;
    };
    const expected = (limit - 1) / speed; // 2 s
    expect(Math.abs(timeOf("exact", 1 / 10) - expected)).toBeLessThan(0.002);
    expect(Math.abs(timeOf("exact", 1 / 35) - expected)).toBeLessThan(0.002);
    const late = timeOf("step", 1 / 3.7) - expected;
    expect(late).toBeGreaterThan(0.05); // the advantage of exact times
  });
});

describe("tears within a step", () => {
  test.each(RESOLUTIONS)(
    "by %s happen within their steps, in order, and respect the maximum",
    (resolve) => {
      const world = new World({
        cloths: [
          {
            mesh: generateGrid({ size: [1, 1], segments: [8, 8] }),
            pins: sides(0, 2),
            tearing: { limit: 1.1, resolve, maxTearsPerStep: 2 },
          },
        ],
        solver: { type: "xpbd", substeps: 10 },
      });
      const times: number[] = [];
      world.on("tear", ({ time }) => times.push(time));
      for (let i = 0; i < 40; i++) {
        const [before, count] = [world.time, times.length];
        world.step();
        const latest = times.slice(count);
        expect(latest.length).toBeLessThanOrEqual(2);
        for (const time of latest) {
          expect(time).toBeGreaterThanOrEqual(before);
          expect(time).toBeLessThanOrEqual(world.time + 1e-12);
          if (resolve === "step") expect(time).toBe(world.time);
        }
        expect(latest).toEqual(latest.toSorted((a, b) => a - b));
        expect(validate(world.cloths[0]!.mesh)).toBeNull();
      }
      expect(times.length).toBeGreaterThan(4);
      expect(world.stats.cappedSteps).toBeGreaterThan(0);
      expect(world.stats.firstTearTime).toBe(times[0]);
    },
  );

  test("by tension with xpbd happen between whole substeps, because its forces depend on them", () => {
    const [step, substeps] = [1 / 60, 40];
    const { tears } = notched(
      { type: "xpbd", step, substeps },
      { criterion: "tension", limit: 8, resolve: "exact" },
      0.15,
      8,
    );
    for (const { time } of tears) {
      const count = (time / step) * substeps;
      expect(Math.abs(count - Math.round(count))).toBeLessThan(1e-6);
    }
  });

  test("of several cloths are in order of time, each by its own rule", () => {
    const cloth = (limit: number, resolve: TearingOptions["resolve"], z: number): object => ({
      mesh: generateGrid({ size: [1, 1], segments: [5, 5] }),
      transform: { position: [0, 0, z] },
      pins: sides(0, 1),
      tearing: { limit, resolve },
    });
    const run = (cloths: object[]): TearEvent[] => {
      const world = new World({ cloths: cloths as never, solver: { type: "xpbd", substeps: 10 } });
      const tears: TearEvent[] = [];
      world.on("tear", (tear) => tears.push(tear));
      for (let i = 0; i < 30; i++) world.step();
      return tears;
    };
    const both = run([cloth(1.2, "exact", 0), cloth(1.1, "exact", 1), cloth(1.15, "step", 2)]);
    for (const number of [0, 1, 2]) expect(both.some(({ cloth: c }) => c === number)).toBe(true);
    // Another cloth only changes where substeps are divided.
    const alone = run([cloth(1.1, "exact", 1)]);
    const first = both.find(({ cloth: c }) => c === 1)!;
    expect(first.vertices[0]).toBe(alone[0]!.vertices[0]);
    expect(first.time).toBeCloseTo(alone[0]!.time, 4);
  });

  test("do not tear off both ends of an edge at once: no fragments of single triangles", () => {
    // A sheet that is pulled apart quickly splits along a line: at most a few triangles separate alone.
    for (const resolve of ["substep", "exact"] as const) {
      const world = new World({
        cloths: [
          {
            mesh: generateGrid({ size: [1, 1], segments: [16, 16] }),
            pins: sides(-0.6, 0.6),
            tearing: { limit: 1.2, resolve },
          },
        ],
        gravity: [0, 0, 0],
        solver: { type: "xpbd", substeps: 20 },
      });
      for (let i = 0; i < 60; i++) world.step();
      expect(world.stats.tears).toBeGreaterThan(10);
      expect(totalsOf(world).pieces).toBeGreaterThan(1);
      expect(totalsOf(world).pieces).toBeLessThan(8);
    }
  });
});

test("a moving collider is at the right time, also after a step that was divided by tears", () => {
  const world = new World({
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [6, 6] }),
        pins: sides(-1, 1),
        tearing: { ...stretch, resolve: "exact" },
      },
    ],
    colliders: [
      {
        type: "sphere",
        center: [0, 9, 0],
        radius: 0.1,
        motion: [
          { time: 0, translation: [0, 0, 0] },
          { time: 10, translation: [10, 0, 0] },
        ],
      },
    ],
    gravity: [0, 0, 0],
    solver: { type: "implicit" },
  });
  while (world.stats.tears < 5) {
    world.step();
    expect(world.colliders[0]!.pose.position[0]).toBeCloseTo(world.time, 12);
  }
});
