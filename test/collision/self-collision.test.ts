import { describe, expect, test } from "vitest";
import { MATERIALS } from "../../src/cloth/index.js";
import { Random } from "../../src/math/random.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type AnySolverOptions, type WorldOptions } from "../../src/index.js";
import { sample, SOAK } from "../runs.js";
import { findCrossings } from "./crossing-counter.js";
import { drive, randomFold } from "./random-folds.js";

const XPBD = { type: "xpbd", substeps: 20 } as const;
const IMPLICIT = { type: "implicit", integrator: "bdf2", linear: "multigrid" } as const;
const EULER = { type: "euler" } as const;
const STILL_AIR = { velocity: [0, 0, 0], drag: 0 } as const;

// 10,000 folds in the soak. The folds tear, are cut, grabbed, and flung at each other at up to 20 m/s.
const SEEDS = Array.from({ length: SOAK ? 10_000 : 5 }, (_, i) => i + 1);

describe("exact", () => {
  test.each(SEEDS)("lets nothing pass in the violent fold %i", (seed) => {
    const solver = { type: "xpbd", substeps: 10 } as const;
    const world = new World({ ...randomFold(seed), solver, selfCollision: "exact" });
    const random = new Random(seed + 1000);
    for (let step = 0; step < 12; step++) {
      drive(world, random);
      expect(findCrossings(world.cloths), `before step ${step}`).toEqual([]);
      world.step();
      expect(findCrossings(world.cloths), `after step ${step}`).toEqual([]);
    }
    expect(world.stats.forcedCrossings).toBe(0);
    expect(world.isFinite()).toBe(true);
  });

  test.each([IMPLICIT, EULER])("lets nothing pass with $type", (solver: AnySolverOptions) => {
    const world = twoSheets("exact", solver, 4);
    for (let step = 0; step < 15; step++) {
      world.step();
      expect(findCrossings(world.cloths), `step ${step}`).toEqual([]);
    }
  });

  test("stops a sheet that would jump through another one in one substep", () => {
    const all = Array.from({ length: 17 * 17 }, (_, i) => i);
    const world = new World({
      gravity: [0, 0, 0],
      solver: { type: "xpbd", substeps: 1 },
      selfCollision: "exact",
      cloths: [
        {
          mesh: generateGrid({ size: [0.6, 0.6], segments: [16, 16] }),
          pins: [{ select: { ids: all } }],
        },
        {
          mesh: generateGrid({ size: [0.2, 0.2], segments: [8, 8] }),
          transform: { position: [0.01, 0.01, -0.1], rotation: [3, 4, 12] },
        },
      ],
    });
    const { particles } = world.cloths[1]!;
    for (let p = 0; p < particles.count; p++) particles.velocities[3 * p + 2] = 40; // 40 cm per substep
    for (let step = 0; step < 5; step++) {
      world.step(1 / 100);
      expect(findCrossings(world.cloths)).toEqual([]);
      for (let p = 0; p < particles.count; p++) {
        expect(particles.positions[3 * p + 2]).toBeLessThan(0);
      }
    }
  });
});

/** Two sheets that fly at each other at `speed`, m/s, almost face to face. */
function twoSheets(
  selfCollision: "off" | "fast" | "exact",
  solver: AnySolverOptions,
  speed: number,
  more: Partial<WorldOptions> = {},
): World {
  const cloths = [-1, 1].map((side) => ({
    mesh: generateGrid({ size: [0.3, 0.3], segments: [10, 10] }),
    material: MATERIALS.cotton,
    transform: {
      position: [0.05 * side, 0, 0] as const,
      rotation: [0, 90 - 8 * side, 10 * side] as const,
    },
  }));
  const gravity = [0, 0, 0] as const;
  const world = new World({ cloths, gravity, wind: STILL_AIR, solver, selfCollision, ...more });
  for (const [i, { particles }] of world.cloths.entries()) {
    for (let p = 0; p < particles.count; p++)
      particles.velocities[3 * p] = i === 0 ? speed : -speed;
  }
  return world;
}

function meanX({ particles: { positions, count } }: World["cloths"][number]): number {
  let sum = 0;
  for (let p = 0; p < count; p++) sum += positions[3 * p]!;
  return sum / count;
}

describe("fast", () => {
  test("keeps the layers of a sheet apart that falls on the floor and folds", () => {
    const fallen = (selfCollision: "off" | "fast"): number => {
      const world = new World({
        cloths: [
          {
            mesh: generateGrid({ size: [0.5, 0.5], segments: [20, 20] }),
            transform: { position: [0, 0.35, 0] },
            imperfection: 1e-4,
          },
        ],
        colliders: [{ type: "half-space", point: [0, 0, 0], normal: [0, 1, 0] }],
        solver: XPBD,
        selfCollision,
      });
      for (let step = 0; step < 60; step++) world.step();
      return findCrossings(world.cloths).length;
    };
    expect(fallen("off")).toBeGreaterThan(20);
    expect(fallen("fast")).toBe(0);
  });
});

test.each([
  ["fast", "projection"],
  ["exact", "projection"],
  ["fast", "impulses"],
  ["exact", "impulses"],
] as const)("%s conserves linear momentum to rounding by %s", (mode, contactResponse) => {
  const world = twoSheets(mode, XPBD, 3, { kernels: "reference", contactResponse });
  const momentumX = (): number => {
    let sum = 0;
    for (const { particles } of world.cloths) {
      for (let p = 0; p < particles.count; p++) {
        sum += particles.masses[p]! * particles.velocities[3 * p]!;
      }
    }
    return sum;
  };
  const mass = 2 * 0.3 * 0.3 * 0.15;
  const before = momentumX();
  const free = world.cloths.map(meanX);
  for (let step = 0; step < 20; step++) {
    world.step();
    if (mode === "exact") expect(findCrossings(world.cloths)).toEqual([]);
  }
  expect(Math.abs(momentumX() - before) / (3 * mass)).toBeLessThan(1e-12);
  // They met: without contact each would be where its speed leads.
  expect(meanX(world.cloths[0]!)).toBeLessThan(free[0]! + (3 * 20) / 60 - 0.5);
});

// A sheet on a fixed sheet, which is tilted by tilting gravity: it slides with g (sin θ − µ cos θ), or stays.
const SLOPES = [XPBD, IMPLICIT, EULER].flatMap((solver) =>
  [5, 20, 35].map((degrees) => ({ solver, type: solver.type, degrees })),
);
test.each(sample(SLOPES, SLOPES.slice(0, 6)))(
  "layers slide by Coulomb's law at $degrees° with $type",
  ({ solver, degrees }) => {
    const angle = (degrees * Math.PI) / 180;
    const friction = 0.2;
    const material = { ...MATERIALS.denim, friction };
    const rows = Array.from({ length: 49 * 9 }, (_, i) => i);
    const world = new World({
      gravity: [9.81 * Math.sin(angle), -9.81 * Math.cos(angle), 0],
      wind: STILL_AIR,
      solver,
      selfCollision: "fast",
      cloths: [
        {
          mesh: generateGrid({ size: [1.2, 0.2], segments: [48, 8] }),
          material,
          transform: { rotation: [-90, 0, 0] },
          pins: [{ select: { ids: rows } }],
        },
        {
          mesh: generateGrid({ size: [0.12, 0.12], segments: [5, 5] }),
          material,
          transform: { position: [-0.45, 0.0027, 0.003], rotation: [-90, 0, 7] },
        },
      ],
    });
    const { particles } = world.cloths[1]!;
    const speed = (): number => {
      let sum = 0;
      for (let p = 0; p < particles.count; p++) sum += particles.velocities[3 * p]!;
      return sum / particles.count;
    };
    for (let step = 0; step < 12; step++) world.step();
    const start = speed();
    for (let step = 0; step < 18; step++) world.step();
    const expected = 9.81 * (Math.sin(angle) - friction * Math.cos(angle));
    const acceleration = (speed() - start) / (18 / 60);
    if (expected < 0) expect(Math.abs(acceleration)).toBeLessThan(0.001);
    else expect(acceleration / expected).toBeCloseTo(1, 1.9);
  },
);

test("a stack of ten sheets comes to rest", () => {
  const world = new World({
    cloths: Array.from({ length: 10 }, (_, i) => ({
      mesh: generateGrid({ size: [0.3, 0.3], segments: [8, 8] }),
      transform: { position: [0, 0.006 + 0.004 * i, 0] as const, rotation: [-90, 0, 0] as const },
      imperfection: 1e-4,
    })),
    colliders: [{ type: "half-space", point: [0, 0, 0], normal: [0, 1, 0] }],
    solver: XPBD,
    selfCollision: "fast",
  });
  for (let step = 0; step < 120; step++) world.step();
  let sum = 0;
  let count = 0;
  for (const { particles } of world.cloths) {
    for (let k = 0; k < 3 * particles.count; k++) sum += particles.velocities[k]! ** 2;
    count += particles.count;
  }
  expect(Math.sqrt(sum / count)).toBeLessThan(0.002);
  expect(world.contact.points().length).toBeGreaterThan(3 * 9 * 9);
});

// Cloth that crosses at the start: a sheet in the air through a fixed or a free one.
describe.each(["fast", "exact"] as const)("%s draws apart what crosses at the start", (mode) => {
  test.each([
    ["from border to border", [-90, 12, 0], [0.001, 0.0002, 0.003]],
    ["at a corner", [-90, 25, 10], [0.12, 0.02, 0.1]],
    ["at right angles", [0, 0, 0], [0, 0.05, 0]],
  ] as const)("%s", (_, rotation, position) => {
    const world = new World({
      gravity: [0, 0, 0],
      selfCollision: mode,
      solver: XPBD,
      cloths: [
        {
          mesh: generateGrid({ size: [0.4, 0.4], segments: [16, 16] }),
          transform: { rotation: [-90, 0, 0] },
        },
        {
          mesh: generateGrid({ size: [0.25, 0.25], segments: [10, 10] }),
          transform: { position, rotation },
        },
      ],
    });
    const crossings = findCrossings(world.cloths).length;
    expect(crossings).toBeGreaterThan(30);
    world.step();
    expect(world.stats.crossings).toBe(crossings);
    let fastest = 0;
    for (let step = 0; step < 150; step++) {
      world.step();
      for (const { particles } of world.cloths) {
        for (let k = 0; k < 3 * particles.count; k++) {
          fastest = Math.max(fastest, Math.abs(particles.velocities[k]!));
        }
      }
    }
    expect(findCrossings(world.cloths)).toEqual([]);
    expect(world.stats.crossings).toBe(0);
    expect(fastest).toBeLessThan(2.5); // it does not explode
  });
});

describe("states", () => {
  const folding = (): World =>
    new World({ ...randomFold(3), solver: XPBD, selfCollision: "exact", seed: 3 });

  test("continue bit-exact after a restore and from a file, through tears", () => {
    const world = folding();
    const random = new Random(5);
    for (let step = 0; step < 6; step++) {
      drive(world, random);
      world.step();
    }
    const state = world.capture();
    const bytes = world.save();
    for (let step = 0; step < 6; step++) world.step();
    const hash = world.hash();
    const { crossings } = world.stats;
    world.restore(state);
    for (let step = 0; step < 6; step++) world.step();
    expect(world.hash()).toBe(hash);
    world.load(bytes);
    for (let step = 0; step < 6; step++) world.step();
    expect(world.hash()).toBe(hash);
    expect(world.stats.crossings).toBe(crossings);
  });

  test("contain mode, thickness and response", () => {
    const world = twoSheets("fast", XPBD, 1);
    world.contact.thickness = 0.004;
    world.contact.response = "impulses";
    const state = world.capture();
    world.contact.mode = "off";
    world.contact.thickness = null;
    world.contact.response = "projection";
    world.restore(state);
    const { mode, thickness, response } = world.contact;
    expect([mode, thickness, response]).toEqual(["fast", 0.004, "impulses"]);
  });

  test("of earlier versions have none", () => {
    const world = twoSheets("fast", XPBD, 1);
    const { selfCollision: _, ...older } = world.capture() as unknown as Record<string, unknown>;
    world.restore(older as never);
    expect(world.contact.mode).toBe("fast");
  });
});

test("refuses what it does not know", () => {
  const world = twoSheets("off", XPBD, 1);
  expect(() => (world.contact.mode = "on" as never)).toThrow(
    /contact\.mode: expected off, fast or exact/,
  );
  expect(() => (world.contact.thickness = 0)).toThrow(/contact\.thickness: expected a length/);
  const options = { cloths: [], selfCollision: "yes" as never };
  expect(() => new World(options)).toThrow(/selfCollision: expected off, fast or exact, got "yes"/);
});
