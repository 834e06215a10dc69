import { describe, expect, test } from "vitest";
import { MATERIALS, MODELS, type ClothMaterial } from "../../../src/cloth/index.js";
import { generateIrregular } from "../../../src/generate/index.js";
import { generateGrid, type MeshData } from "../../../src/mesh/index.js";
import {
  World,
  type ClothOptions,
  type SolverOptions,
  type WorldOptions,
} from "../../../src/sim/index.js";
import { sample } from "../../runs.js";

const STIFF = { ...MATERIALS.cotton, density: 0.2, stiffness: 2000, bendStiffness: 4, damping: 1 };
/** Both solvers converge, so that only rounding is left between them. */
const CONVERGED = { type: "implicit", substeps: 4, iterations: 40 } as const;
const DIRECT = { ...CONVERGED, linear: "direct", tolerance: 1e-7 } as const;
const MULTIGRID = { ...CONVERGED, linear: "multigrid", tolerance: 1e-5 } as const;

const grid = (): MeshData => generateGrid({ size: [1, 1], segments: [12, 12] });

/** A tube around the y axis: it has no flat material coordinates. */
function tube(): MeshData {
  const [around, along] = [24, 10];
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= along; j++) {
    for (let i = 0; i < around; i++) {
      const angle = (2 * Math.PI * i) / around;
      positions.push(0.2 * Math.cos(angle), j / along - 0.5, 0.2 * Math.sin(angle));
    }
  }
  for (let j = 0; j < along; j++) {
    for (let i = 0; i < around; i++) {
      const [a, b] = [j * around + i, j * around + ((i + 1) % around)];
      indices.push(a, b, b + around, a, b + around, a + around);
    }
  }
  const uvs = new Float64Array(2 * indices.length);
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(indices), uvs };
}

function hang(
  solver: Partial<SolverOptions>,
  change: Partial<ClothOptions> = {},
  wind: WorldOptions["wind"] = { drag: 0 },
): World {
  const mesh = change.mesh ?? grid();
  const top = Math.max(...mesh.positions.filter((_, i) => i % 3 === 1));
  const ids = [...Array(mesh.positions.length / 3).keys()].filter(
    (i) => mesh.positions[3 * i + 1]! > top - 1e-9,
  );
  return new World({
    wind,
    solver,
    cloths: [{ mesh, material: STIFF, pins: [{ select: { ids } }], imperfection: 0, ...change }],
  });
}

function positionsOf({ cloths: [cloth] }: World): Float64Array {
  return cloth!.particles.positions.slice(0, 3 * cloth!.particles.count);
}

function tensionsOf({ cloths: [cloth] }: World): number[] {
  return [...Array(cloth!.mesh.edgeCount).keys()].map((edge) => cloth!.tensionOf(edge));
}

const norm = (vector: ArrayLike<number>): number =>
  Math.sqrt(Array.from(vector).reduce((sum, x) => sum + x * x, 0));

function differenceOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return norm(Array.from(a, (x, i) => x - b[i]!));
}

/** Pulls the bottom down and forward, so that the sheet stays taut. Slack cloth buckles either way. */
function pull(world: World, maxForce?: number): void {
  const grab = world.grab({ point: [0, -0.5, 0], radius: 0.2, ...(maxForce && { maxForce }) })!;
  for (let i = 1; i <= 6; i++) {
    grab.moveTo([0.002 * i, -0.5 - 0.01 * i, 0.02 * i]);
    world.step();
  }
}

function swing(world: World): void {
  for (let i = 0; i < 6; i++) world.step();
}

const CASES: [name: string, change: Partial<ClothOptions>, act: (world: World) => void][] = [
  ["a grid that is dropped", {}, swing],
  ["an irregular mesh", { mesh: generateIrregular({ size: [1, 1], spacing: 0.1 }) }, swing],
  ["a tube", { mesh: tube() }, swing],
  ["a grab", {}, pull],
  ["a grab at its maximum force", {}, (world) => pull(world, 0.01)],
  [
    "an axis and a plane",
    {
      pins: [
        { select: { group: "top" }, hold: { axis: [1, 0, 0] } },
        {
          select: { group: "bottom" },
          hold: { plane: [0, 1, 0.5] },
          motion: [
            { time: 0, translation: [0, 0, 0] },
            { time: 1, translation: [0, -0.3, 0] },
          ],
        },
      ],
    },
    pull,
  ],
  [
    "pins that move, release and hold again",
    {
      pins: [
        { select: { group: "top" } },
        {
          select: { group: "bottom" },
          motion: [
            { time: 0, translation: [0, 0, 0] },
            { time: 0.1, translation: [0, -0.01, 0.02] },
          ],
          release: 0.04,
          repin: 0.08,
        },
      ],
    },
    swing,
  ],
  [
    "warp and weft at an angle, and a Poisson ratio",
    { material: { ...STIFF, warp: 3000, weft: 1200, shear: 200, poisson: 0.3, weaveAngle: 30 } },
    pull,
  ],
  [
    "a sheet that yields",
    { material: { ...STIFF, yield: 0.004, bendYield: 0.3 } },
    (world) => {
      pull(world);
      const { stretches, deformations } = world.cloths[0]!.plasticState!;
      const hasYielded =
        stretches.some((stretch) => stretch > 1.001) ||
        deformations.some((d, i) => i % 4 === 0 && d > 0 && d < 0.999);
      expect(hasYielded).toBe(true);
    },
  ],
  [
    "a sheet that tears",
    { tearing: { criterion: "stretch", limit: 1.012, maxTearsPerStep: 1 } },
    (world) => {
      pull(world);
      expect(world.stats.tears).toBeGreaterThan(0);
    },
  ],
  [
    "a cut, and a further step",
    {},
    (world) => {
      world.step();
      world.cut({
        line: [
          [-0.6, 0.01, 0],
          [0.2, 0.01, 0],
        ],
      });
      swing(world);
    },
  ],
];

describe.each(
  MODELS.flatMap((model) =>
    (["backward-euler", "bdf2"] as const).map((integrator) => [model, integrator] as const),
  ),
)("%s with %s", (model, integrator) => {
  test.each(CASES)("multigrid and direct solves agree: %s", (_, change, act) => {
    const [direct, multigrid] = [DIRECT, MULTIGRID].map((solver) => {
      const world = hang({ ...solver, integrator }, { model, ...change });
      act(world);
      return world;
    }) as [World, World];
    expect(multigrid.stats.residual).toBeLessThan(1e-3);
    const [expected, actual] = [positionsOf(direct), positionsOf(multigrid)];
    expect(actual.length).toBe(expected.length);
    expect(differenceOf(actual, expected)).toBeLessThan(2e-4 * norm(expected));
    const tensions = tensionsOf(direct);
    expect(differenceOf(tensionsOf(multigrid), tensions)).toBeLessThan(0.01 * norm(tensions));
  });
});

test("a hanging sheet stretches by ½ ρ g L² / E", () => {
  const mesh = generateGrid({ size: [1, 1], segments: [16, 16], diagonals: "alternating" });
  const material = { ...STIFF, damping: 20 };
  const world = hang({ type: "implicit", linear: "multigrid" }, { mesh, material });
  for (let i = 0; i < 200; i++) world.step();
  const lowest = Math.min(...positionsOf(world).filter((_, i) => i % 3 === 1));
  const expected = (material.density * 9.81) / (2 * material.stiffness);
  expect((-0.5 - lowest) / expected).toBeCloseTo(1, 1.7);
  const weight = material.density * 9.81;
  expect(world.cloths[0]!.pins[0]!.force[1]).toBeCloseTo(-weight, 2);
});

test("a free sheet falls as one, and keeps its momentum while it oscillates", () => {
  const world = hang({ ...MULTIGRID, integrator: "bdf2" }, { pins: [] });
  const { particles } = world.cloths[0]!;
  for (let p = 0; p < particles.count; p++) particles.positions[3 * p]! *= 1.02;
  for (let i = 0; i < 30; i++) world.step();
  const momentum = [0, 1, 2].map((k) => {
    let sum = 0;
    for (let p = 0; p < particles.count; p++) {
      sum += particles.masses[p]! * particles.velocities[3 * p + k]!;
    }
    return sum / STIFF.density;
  });
  expect(momentum[0]).toBeCloseTo(0, 4);
  expect(momentum[1]).toBeCloseTo(-9.81 / 2, 3);
  expect(momentum[2]).toBeCloseTo(0, 4);
});

test.each(
  MODELS.flatMap((model) => [null, 0.02].map((yieldStrain) => [model, yieldStrain] as const)),
)("tears, cuts, undo and states continue bit-exact: %s, yield %s", (model, yieldStrain) => {
  const material = { ...STIFF, stiffness: 500, yield: yieldStrain, bendYield: yieldStrain && 1 };
  const make = (): World =>
    hang(
      { type: "implicit", linear: "multigrid", integrator: "bdf2" },
      { model, tearing: { limit: 1.02 }, material },
    );
  const drag = (world: World, from: number, to: number): string => {
    for (let i = from; i < to; i++) {
      world.cloths[0]!.grabs[0]!.moveTo([0.01 * i, -0.01 * i, 0.02 * i]);
      world.step();
    }
    return world.hash();
  };
  const start = (world: World): World => {
    world.grab({ point: [0, 0, 0], radius: 0.2 });
    drag(world, 1, 12);
    return world;
  };
  const world = start(make());
  expect(world.stats.tears).toBeGreaterThan(0);
  const state = world.capture();
  const end = drag(world, 12, 24);
  world.restore(state);
  expect(drag(world, 12, 24)).toBe(end);
  // An undo, and another edit that reuses the numbers of what was undone.
  const line = (y: number): { line: [[number, number, number], [number, number, number]] } => ({
    line: [
      [-0.6, y, 0],
      [-0.1, y, 0],
    ],
  });
  world.restore(state);
  world.cut(line(-0.3));
  drag(world, 12, 14);
  world.undo();
  const middle = world.capture();
  world.cut(line(0.2));
  const undone = drag(world, 14, 20);
  const other = make();
  other.grab({ point: [0, 0, 0], radius: 0.2 });
  other.restore(middle);
  other.cut(line(0.2));
  expect(drag(other, 14, 20)).toBe(undone);
});

test("a cloth that outgrows the memory keeps its multipliers", () => {
  const world = hang({ type: "implicit", linear: "multigrid" });
  world.step();
  const equations = (world.cloths[0]!.solver as unknown as { equations: { views: object } })
    .equations;
  const { views } = equations;
  for (let i = 0; i < 20 && equations.views === views; i++) {
    world.cut({
      line: [
        [-0.6, 0.4 - 0.037 * i, 0],
        [0.6, 0.41 - 0.037 * i, 0],
      ],
    });
    world.step();
  }
  expect(equations.views).not.toBe(views);
  const state = world.capture();
  world.step();
  const hash = world.hash();
  world.restore(state);
  world.step();
  expect(world.hash()).toBe(hash);
});

test("a disposed world can be read", () => {
  const world = hang({ type: "implicit", linear: "multigrid", integrator: "bdf2" });
  world.step();
  const expected = [world.hash(), tensionsOf(world), world.capture()];
  world.dispose();
  expect([world.hash(), tensionsOf(world), world.capture()]).toEqual(expected);
});

const presets = Object.keys(MATERIALS) as (keyof typeof MATERIALS)[];

describe("a grab at 100 m/s", () => {
  test.each(sample(presets, ["denim", "paper"]))(
    "leaves %s finite, whole and at rest again",
    (name) => {
      const material: ClothMaterial = MATERIALS[name];
      const solver = { type: "implicit", linear: "multigrid", integrator: "bdf2" } as const;
      const world = hang(solver, { material }, {});
      const { particles, springs } = world.cloths[0]!;
      const stretch = (): number => {
        let largest = 0;
        for (let i = 0; i < springs.count; i++) {
          const [a, b] = [springs.particles[2 * i]!, springs.particles[2 * i + 1]!];
          const offset = [0, 1, 2].map(
            (k) => particles.positions[3 * a + k]! - particles.positions[3 * b + k]!,
          );
          largest = Math.max(largest, norm(offset) / springs.restLengths[i]!);
        }
        return largest;
      };
      const grab = world.grab({ point: [0.5, -0.5, 0] })!;
      let largest = 0;
      for (let i = 1; i <= 30; i++) {
        grab.moveTo([0.5 + 0.5 * i, -0.5 - 0.8 * i, 1.3 * i]);
        world.step();
        largest = Math.max(largest, stretch());
      }
      grab.release();
      for (let i = 0; i < 600; i++) {
        world.step();
        largest = Math.max(largest, stretch());
      }
      expect(largest).toBeLessThan(3);
      expect(norm(particles.velocities) / Math.sqrt(particles.count)).toBeLessThan(0.05);
    },
  );
});
