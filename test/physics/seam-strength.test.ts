import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateIrregular } from "../../src/generate/index.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid, splitEdge, validate, type MeshData } from "../../src/mesh/index.js";
import {
  World,
  type SeamOptions,
  type SolverOptions,
  type WorldCloth,
  totalsOf,
} from "../../src/sim/index.js";
import {
  CRITERIA,
  ORDERS,
  PATHS,
  RESOLUTIONS,
  type TearingOptions,
} from "../../src/tearing/index.js";
import { combinations, runs, sample } from "../runs.js";

const SIDE = 0.5;
const STRENGTH = 0.4;
const GRID = generateGrid({ size: [SIDE, SIDE], segments: [12, 12] });
const IRREGULAR = generateIrregular({ size: [SIDE, SIDE], spacing: 0.04, seed: 3 });
const MATERIAL = {
  density: 0.1,
  stiffness: 400,
  bendStiffness: 10,
  damping: 2,
  breakingStrain: 0.25,
};
const SLANTED = [
  [0.35, 0],
  [0.65, 1],
] as const;
const CURVED = [
  [0.35, 0],
  [0.5, 0.3],
  [0.6, 0.6],
  [0.5, 1],
] as const;
/** The center column of the grid. */
const COLUMN = {
  uv: [
    [0.5, 0],
    [0.5, 1],
  ],
} as const;

/** A sheet whose opposite sides are pulled apart along x (0) or y (1), with a strain of 0.125 per second. */
function pulled(
  mesh: MeshData,
  axis: 0 | 1,
  seams: SeamOptions[],
  tearing: Partial<TearingOptions>,
  solver: Partial<SolverOptions> = { type: "implicit" },
): World {
  const { positions } = mesh;
  const pins = [-1, 1].map((sign) => {
    const move: [number, number, number] = [0, 0, 0];
    move[axis] = 0.125 * sign;
    return {
      select: {
        ids: Array.from({ length: positions.length / 3 }, (_, v) => v).filter(
          (v) => sign * positions[3 * v + axis]! > SIDE / 2 - 1e-6,
        ),
      },
      motion: [
        { time: 0, translation: [0, 0, 0] as Vec3Tuple },
        { time: 4, translation: move },
      ],
    };
  });
  return new World({
    gravity: [0, 0, 0],
    wind: { drag: 0 },
    solver,
    cloths: [{ mesh, tearing, pins, seams, imperfection: 0, material: MATERIAL }],
  });
}

function untilTorn(world: World, isDone: () => boolean): World {
  while (world.time < 4 && !isDone()) world.step();
  return world;
}

function onsetOf(world: World): number {
  return untilTorn(world, () => world.stats.tears > 0).time;
}

/** The length that tears have opened on seams, and in total, m at rest. */
function opened({ seams, edits, rest }: WorldCloth): { part: number; length: number } {
  const own = new Set(seams.flatMap(({ edges }) => edges));
  let [on, length] = [0, 0];
  for (const edit of edits) {
    if (edit.type === "split-edge") continue;
    for (const edge of edit.type === "split-vertex" ? edit.dividedEdges : [edit.edge]) {
      length += rest.lengths[edge]!;
      if (own.has(edge)) on += rest.lengths[edge]!;
    }
  }
  return { part: on / length, length };
}

describe("a sheet under load across a weak seam tears along it", () => {
  const seams = {
    "a slanted line on a grid": { mesh: GRID, line: SLANTED },
    "a curve on an irregular mesh": { mesh: IRREGULAR, line: CURVED },
  };
  const names = Object.keys(seams) as (keyof typeof seams)[];

  test.each(combinations({ seam: names, criterion: CRITERIA, path: PATHS }))(
    "$seam, by $criterion, $path",
    ({ seam, criterion, path }) => {
      const { mesh, line } = seams[seam];
      const world = pulled(mesh, 0, [{ line, strength: STRENGTH }], { criterion, path });
      untilTorn(world, () => totalsOf(world).pieces > 1);
      const cloth = world.cloths[0]!;
      expect(totalsOf(world).pieces).toBe(2);
      expect(opened(cloth).length).toBeGreaterThan(SIDE);
      expect(opened(cloth).part).toBeGreaterThan(0.95);
      expect(cloth.seams[0]!.tornFraction).toBeGreaterThan(0.95);
      expect(cloth.seams[0]!.openFraction).toBe(0);
      expect(validate(cloth.mesh)).toBeNull();
    },
  );
});

describe("a seam of selected edges, by", () => {
  const column: SeamOptions[] = [{ select: COLUMN, strength: STRENGTH }];

  test.each(sample(CRITERIA, ["tension", "separation-tensor"]))(
    "%s: across it fails at its fraction of the load",
    (criterion) => {
      const uniform = onsetOf(pulled(GRID, 0, [], { criterion }));
      const seamed = onsetOf(pulled(GRID, 0, column, { criterion }));
      expect(seamed / uniform).toBeGreaterThan(0.9 * STRENGTH);
      expect(seamed / uniform).toBeLessThan(1.15 * STRENGTH);
    },
  );

  test.each(sample(CRITERIA, ["stretch"]))(
    "%s: along it the sheet is as strong as without it",
    (criterion) => {
      const uniform = onsetOf(pulled(GRID, 1, [], { criterion }));
      const seamed = onsetOf(pulled(GRID, 1, column, { criterion }));
      expect(seamed / uniform).toBeGreaterThan(0.9);
      expect(seamed).toBeLessThanOrEqual(uniform);
    },
  );
});

test("a selected seam as strong as the cloth changes no bit", () => {
  const tearing = { path: "weak-point" } as const;
  const solver = { type: "xpbd", substeps: 8 } as const;
  const seams: SeamOptions[] = [{ select: COLUMN, strength: 1 }];
  const [plain, seamed] = [[], seams].map((own) => pulled(GRID, 0, own, tearing, solver));
  for (let i = 0; i < 120; i++) {
    plain!.step();
    seamed!.step();
  }
  expect(plain!.stats.tears).toBeGreaterThan(5);
  expect(seamed!.hash()).toBe(plain!.hash());
});

describe.each([{ type: "xpbd", substeps: 8 }, { type: "implicit" }] as const)(
  "with $type, during a tear along a seam",
  (solver) => {
    const make = (resolve: TearingOptions["resolve"] = "step"): World =>
      pulled(
        GRID,
        0,
        [
          { line: SLANTED, strength: STRENGTH },
          {
            line: [
              [0, 0.42],
              [0.9, 0.57],
            ],
            strength: 0.6,
          },
        ],
        { path: "weak-point", resolve },
        solver,
      );
    const go = (world: World, steps: number): string => {
      for (let i = 0; i < steps; i++) world.step();
      return world.hash();
    };

    test.each(["step", "exact"] as const)("a state continues bit-exactly, %s", (resolve) => {
      const world = make(resolve);
      untilTorn(world, () => world.stats.tears > 4);
      const [state, bytes] = [world.capture(), world.save()];
      const states = world.cloths[0]!.seams.map((seam) => seam.state);
      const expected = go(world, 20);
      const after = world.cloths[0]!.seams.map((seam) => seam.state);
      world.restore(state);
      expect(world.cloths[0]!.seams.map((seam) => seam.state)).toEqual(states);
      expect(go(world, 20)).toBe(expected);
      const other = make(resolve);
      other.load(bytes);
      expect(go(other, 20)).toBe(expected);
      expect(other.cloths[0]!.seams.map((seam) => seam.state)).toEqual(after);
      world.reset();
      expect(world.hash()).toBe(make(resolve).hash());
      expect(world.cloths[0]!.seams.map(({ tornFraction }) => tornFraction)).toEqual([0, 0]);
    });

    test("an edge of the seam that is split and undone leaves it unchanged", () => {
      const [world, other] = [make(), make()];
      for (const one of [world, other]) go(one, 3);
      const before = world.cloths[0]!.seams.map((seam) => seam.state);
      const cloth = world.cloths[0]!;
      cloth.replay(splitEdge(cloth.mesh, cloth.seams[0]!.edges[3]!, 0.4));
      expect(cloth.seams[0]!.edges).toHaveLength(before[0]!.edges.length + 1);
      cloth.undo();
      expect(cloth.seams.map((seam) => seam.state)).toEqual(before);
      for (const one of [world, other]) one.cloths[0]!.tearing = { path: "slice" };
      if (solver.type === "xpbd") expect(go(world, 60)).toBe(go(other, 60));
    });
  },
);

const anyPart = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);

const anySeams = fc.record({
  mesh: fc.oneof(
    fc
      .record({ seed: fc.nat(50), spacing: fc.constantFrom(0.12, 0.2) })
      .map((own) => generateIrregular({ size: [1, 1], ...own })),
    fc
      .tuple(fc.integer({ min: 2, max: 7 }), fc.integer({ min: 2, max: 7 }))
      .map((segments) => generateGrid({ size: [1, 1], segments })),
  ),
  lines: fc.array(fc.array(fc.tuple(anyPart, anyPart), { minLength: 2, maxLength: 4 }), {
    minLength: 1,
    maxLength: 2,
  }),
  strength: fc.constantFrom(0.05, 0.4, 0.9, 2),
  criterion: fc.constantFrom(...CRITERIA),
  order: fc.constantFrom(...ORDERS),
  path: fc.constantFrom(...PATHS),
  resolve: fc.constantFrom(...RESOLUTIONS),
  seed: fc.nat(1000),
});

// In double precision, on the reference kernels, and by default in single precision.
test.each([
  { kernels: "reference", rounding: 1e-9 },
  { kernels: "wasm", rounding: 1e-5 },
] as const)(
  "for any mesh, seams and load: nothing is lost, the mesh stays valid: $kernels",
  (own) => {
    const { kernels, rounding } = own;
    const settings = runs(81, 20, 1000);
    let [tears, open] = [0, 0];
    fc.assert(
      fc.property(anySeams, ({ mesh, lines, strength, seed, ...tearing }) => {
        const make = (): World | null => {
          try {
            return new World({
              gravity: [0, 0, 0],
              wind: { drag: 0 },
              solver: { substeps: 4 },
              kernels,
              seed,
              cloths: [
                {
                  mesh,
                  seams: lines.map((line) => ({ line, strength })),
                  tearing: {
                    ...tearing,
                    limit: { tension: 0.5, stretch: 1.15, "separation-tensor": 0.12 }[
                      tearing.criterion
                    ],
                  },
                },
              ],
            });
          } catch (error) {
            // Random lines may not be on the cloth.
            expect((error as Error).message).toMatch(/^cloths\.0\.seams\.\d\.line/);
            return null;
          }
        };
        const world = make();
        if (world === null) return;
        const cloth = world.cloths[0]!;
        const sums = (): number[] => {
          let [mass, area, momentum] = [0, 0, 0];
          const { masses, velocities, count } = cloth.particles;
          for (let p = 0; p < count; p++) {
            mass += masses[p]!;
            momentum += masses[p]! * velocities[3 * p]!;
          }
          for (let t = 0; t < cloth.mesh.triangleCount; t++) area += cloth.rest.areas[t]!;
          return [mass, area, momentum];
        };
        const before = sums();
        let size = 0;
        for (let i = 0; i < 3 * cloth.particles.count; i++) {
          const speed = 4 * Math.sin(7 * i + seed);
          cloth.particles.velocities[i] = speed;
        }
        before[2] = sums()[2]!;
        for (let p = 0; p < cloth.particles.count; p++) size += cloth.particles.masses[p]! * 4;
        const torn = cloth.seams.map(() => 0);
        for (let i = 0; i < 12; i++) {
          world.step();
          expect(validate(cloth.mesh)).toBeNull();
          for (const [n, seam] of cloth.seams.entries()) {
            for (const edge of seam.edges) expect(edge).toBeLessThan(cloth.mesh.edgeCount);
            // Nothing closes again, up to rounding when edges are divided.
            expect(seam.tornFraction).toBeGreaterThan(torn[n]! - 1e-9);
            torn[n] = seam.tornFraction;
          }
        }
        tears += world.stats.tears;
        for (const part of torn) if (part > 0) open++;
        const after = sums();
        expect(after[0]).toBeCloseTo(before[0]!, 9);
        expect(after[1]).toBeCloseTo(before[1]!, 9);
        expect(Math.abs(after[2]! - before[2])).toBeLessThan(rounding * Math.max(1, size));
      }),
      settings,
    );
    expect(tears).toBeGreaterThan(2.5 * settings.numRuns);
    expect(open).toBeGreaterThan(settings.numRuns / 4);
  },
);
