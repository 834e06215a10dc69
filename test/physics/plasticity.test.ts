import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  foldAngle,
  measureFold,
  MODELS,
  type ClothMaterial,
  type Model,
} from "../../src/cloth/index.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type PinOptions, type SolverOptions } from "../../src/sim/index.js";
import { checkScene, createWorld, type Scene } from "../../src/scene/index.js";
import { combinations, sample, SOAK } from "../runs.js";
import { bath } from "./sheets.js";

/** Elastic strain at which it yields. */
const YIELD = 0.02;
const MATERIAL: ClothMaterial = {
  density: 0.2,
  stiffness: 1000,
  shear: 100,
  bending: 1e-4,
  bendStiffness: 5,
  damping: 2,
  yield: YIELD,
};

/** Stretches of a strip of 1 m over time, at constant speed, each half a second after the previous one. */
function pullBy(...stretches: number[]): NonNullable<PinOptions["motion"]> {
  return stretches.map((stretch, i) => ({
    time: 0.5 * (i + 1),
    translation: [stretch - 1, 0, 0] as Vec3Tuple,
  }));
}

interface Strip {
  model?: Model;
  solver?: Partial<SolverOptions>;
  material?: Partial<ClothMaterial>;
  hold?: PinOptions["hold"];
  segments?: [number, number];
  width?: number;
}

/**
 * A strip that is exactly flat, so that it cannot buckle: 1 m long, pinned at its left end and pulled at its right end,
 * in a viscous fluid; released half a second after the end of the motion.
 */
function strip(
  motion: NonNullable<PinOptions["motion"]>,
  { model = "springs", solver = {}, material, hold, segments = [8, 2], width = 0.25 }: Strip = {},
): World {
  const kind = hold === undefined ? {} : { hold };
  return new World({
    gravity: [0, 0, 0],
    wind: { drag: 0 },
    fields: [bath(60)],
    solver,
    cloths: [
      {
        mesh: generateGrid({ size: [1, width], segments }),
        model,
        imperfection: 0,
        material: { ...MATERIAL, ...material },
        pins: [
          { select: { group: "left" }, ...kind },
          {
            select: { group: "right" },
            ...kind,
            motion: [{ time: 0, translation: [0, 0, 0] }, ...motion],
            release: motion.at(-1)!.time + 0.1,
          },
        ],
      },
    ],
  });
}

const SIDEWAYS: PinOptions["hold"] = { plane: [1, 0, 0] };

/** Mean distance along x between two columns of particles that were at x = a and b. */
function distanceOfColumns(world: World, a: number, b: number): number {
  return meanOf(world, b) - meanOf(world, a);
}

function meanOf(world: World, column: number): number {
  const { mesh, rest, positions } = world.cloths[0]!;
  let sum = 0;
  let count = 0;
  for (let v = 0; v < mesh.vertexCount; v++) {
    if (Math.abs(rest.positions[3 * v]! - column) > 1e-9) continue;
    sum += positions[3 * v]!;
    count++;
  }
  return sum / count;
}

function run(world: World, until: number): World {
  while (world.time < until - 1e-9) world.step();
  return world;
}

describe.each(MODELS)("a strip of %s stretched beyond its yield", (model) => {
  test.each<Partial<SolverOptions>>([
    { type: "implicit", step: 1 / 60 },
    { type: "implicit", step: 1 / 20 },
    { type: "rk4", step: 1 / 60 },
  ])("has the analytic permanent elongation: $type, $step s", (solver) => {
    // Length / (1 + yield), for any step.
    for (const [stretches, longest] of [
      [[1.1], 1.1],
      [[1.06, 1.02, 1.12, 1.05], 1.12],
    ] as const) {
      if (solver.type === "rk4" && stretches.length > 1) continue; // slow enough
      const world = strip(pullBy(...stretches), {
        model,
        solver,
        hold: SIDEWAYS,
        segments: [4, 1],
      });
      run(world, 0.5 * stretches.length + 1.5);
      const rests = distanceOfColumns(world, -0.5, 0.5);
      expect(Math.abs(rests - longest / (1 + YIELD))).toBeLessThan(0.0025);
    }
  });

  test("recovers completely from below its yield", () => {
    const world = strip(pullBy(1 + 0.9 * YIELD), {
      model,
      solver: { type: "implicit" },
      hold: SIDEWAYS,
    });
    run(world, 1.6);
    expect(distanceOfColumns(world, -0.5, 0.5)).toBeCloseTo(1, 4);
    expect(world.cloths[0]!.plasticState!.stretches.every((stretch) => stretch === 1)).toBe(true);
  });

  test("with Phillips' vertex rule is at least as long, without load at what yielded last", () => {
    const solver = { type: "implicit" } as const;
    const world = strip(pullBy(1.1), {
      model,
      solver,
      hold: SIDEWAYS,
      material: { plasticity: "vertex" },
    });
    run(world, 2);
    const rests = distanceOfColumns(world, -0.5, 0.5);
    // Yielding elements lose all their load: the result is between one yield below the maximum and the maximum.
    expect(rests).toBeGreaterThan(1.1 / (1 + YIELD) - 0.006);
    expect(rests).toBeLessThan(1.101);
  });

  test("keeps a crease, by the excess of the angle over its yield", () => {
    // Two cells, the left one pinned; the right end rotates up by 90°, stays there and is released.
    const mesh = generateGrid({ size: [0.2, 0.1], segments: [2, 1] });
    const steps = 30;
    const motion = Array.from({ length: steps + 1 }, (_, i) => {
      const angle = (Math.PI / 2) * (i / steps);
      const translation: Vec3Tuple = [0.1 * (Math.cos(angle) - 1), 0, 0.1 * Math.sin(angle)];
      return { time: i / steps, translation };
    });
    const world = new World({
      gravity: [0, 0, 0],
      wind: { drag: 0 },
      fields: [bath(20)],
      solver: { type: "implicit" },
      cloths: [
        {
          mesh,
          model,
          material: { ...MATERIAL, yield: null, bendYield: 5, bending: 1e-3, bendStiffness: 50 },
          pins: [
            {
              select: {
                uv: [
                  [0, 0],
                  [0.5, 1],
                ],
              },
            },
            { select: { group: "right" }, motion, release: 1.2 },
          ],
        },
      ],
    });
    const fold = (): number => {
      const { positions } = world.cloths[0]!;
      const at = (u: number, v: number): number => {
        const { mesh: now } = world.cloths[0]!;
        for (let h = 0; h < 3 * now.triangleCount; h++) {
          if (Math.abs(now.uvs[2 * h]! - u) < 1e-9 && Math.abs(now.uvs[2 * h + 1]! - v) < 1e-9) {
            return now.halfedgeVertices[h]!;
          }
        }
        return -1;
      };
      measureFold(positions, at(0.5, 0), at(0.5, 1), at(0, 0), at(1, 0));
      return Math.abs(foldAngle());
    };
    run(world, 1.1);
    expect(fold()).toBeCloseTo(Math.PI / 2, 2);
    run(world, 6);
    // κ = θ |e| / ΣA, where |e| / ΣA is 1 over the size of a cell.
    expect(fold()).toBeCloseTo(Math.PI / 2 - 5 * 0.1, 1);
  });
});

const VARIANTS: Record<string, [step: number, substeps: number, damping: number]> = {
  "1/60 s, 10 substeps, damping 2": [1 / 60, 10, 2],
  "1/60 s, 20 substeps, damping 5": [1 / 60, 20, 5],
};
if (SOAK) {
  VARIANTS["1/60 s, 20 substeps, damping 2"] = [1 / 60, 20, 2];
  VARIANTS["1/240 s, 20 substeps, damping 2"] = [1 / 240, 20, 2];
}

test.each(combinations({ model: MODELS, way: Object.keys(VARIANTS) }))(
  "a strip of $model stretched beyond its yield has a permanent elongation with xpbd too: $way",
  ({ model, way: variant }) => {
    const [step, substeps, damping] = VARIANTS[variant]!;
    // The inner half, away from the clamps; xpbd is soft, so the reference is the maximum length of that half.
    const world = strip(pullBy(1.1, 1.2), {
      model,
      solver: { type: "xpbd", step, substeps },
      material: { damping },
      segments: [32, 4],
      width: 0.125,
    });
    run(world, 1);
    const longest = distanceOfColumns(world, -0.25, 0.25) / 0.5;
    expect(longest).toBeGreaterThan(1.15);
    run(world, 2.5);
    const rests = distanceOfColumns(world, -0.25, 0.25) / 0.5;
    expect(Math.abs(rests - longest / (1 + YIELD))).toBeLessThan(0.015);
  },
);

describe("fracture", () => {
  test.each(["springs", "membrane"] as const)(
    "refers to the original rest length, whatever has yielded since: %s",
    (model) => {
      const times = [null, 0.05].map((yieldsAt) => {
        const world = strip(pullBy(1, 1.5), {
          model,
          solver: { type: "implicit" },
          hold: SIDEWAYS,
          material: { yield: yieldsAt, breakingStrain: 0.3 },
        });
        world.cloths[0]!.tearing = { criterion: "stretch" };
        world.on("tear", () => {});
        while (world.stats.tears === 0 && world.time < 1.2) world.step();
        const { elements, positions } = world.cloths[0]!;
        expect(elements.length).toBeGreaterThan(0);
        expect(positions.every(Number.isFinite)).toBe(true);
        return world.stats.firstTearTime!;
      });
      expect(times[0]).toBeGreaterThan(0.7);
      expect(Math.abs(times[1]! - times[0]!)).toBeLessThan(0.06);
    },
  );

  test("by tension, at the force at that length", () => {
    // Slowly: damping, and the forces of a substep before it yields, count too.
    const world = strip([{ time: 5, translation: [0.5, 0, 0] }], {
      solver: { type: "implicit" },
      hold: SIDEWAYS,
      material: { yield: 0.05, breakingStrain: 0.3, damping: 0.5 },
    });
    world.cloths[0]!.tearing = { criterion: "tension" };
    while (world.stats.tears === 0 && world.time < 5) world.step();
    expect(Math.abs(world.cloths[0]!.tears.largestStretch - 1.3)).toBeLessThan(0.03);
  });
});

function library(name: string): Scene {
  const text = readFileSync(new URL(`../../scenes/${name}.json`, import.meta.url), "utf8");
  return checkScene(JSON.parse(text));
}

/** The height of the lowest particle of a world, m. */
function lowest(world: World): number {
  const { positions, particles } = world.cloths[0]!;
  let min = Infinity;
  for (let p = 0; p < particles.count; p++) min = Math.min(min, positions[3 * p + 1]!);
  return min;
}

describe("Phillips' example 5", () => {
  test.each(sample([0.06, 0.035], [0.06]))(
    "after stretching the sheet drapes much lower between the same bars, not uniformly: spacing of %d m",
    (spacing) => {
      const scene = library("plastic-drape");
      Object.assign(scene.cloths[0]!.mesh, { spacing });
      const [bars, before, after] = [1, 2, 6.5];
      expect(scene.cloths[0]!.material.yield).toBe(0.03);
      const world = run(createWorld(scene), before);
      const first = bars - lowest(world);
      expect(first).toBeGreaterThan(0.1);
      run(world, after);
      expect(bars - lowest(world)).toBeGreaterThan(1.3 * first);
      const { stretches } = world.cloths[0]!.plasticState!;
      scene.cloths[0]!.material.yield = null;
      const elastic = bars - lowest(run(createWorld(scene), after));
      expect(elastic / first).toBeCloseTo(1, 1); // it would not without plasticity
      const mean = stretches.reduce((sum, x) => sum + x, 0) / stretches.length;
      const spread = Math.sqrt(
        stretches.reduce((sum, x) => sum + (x - mean) ** 2, 0) / stretches.length,
      );
      expect(mean).toBeGreaterThan(1.05);
      expect(spread).toBeGreaterThan(0.02);
    },
  );
});

/** The ids of the three particles at each corner that the scene grabs. */
function cornersOf(cells: number): number[][] {
  const row = cells + 1;
  const top = cells * row;
  return [
    [0, 1, row],
    [cells, cells - 1, row + cells],
    [top, top + 1, top - row],
    [top + cells, top + cells - 1, top - 1],
  ];
}

describe("foil", () => {
  const all = (["membrane", "springs"] as const).flatMap((model) =>
    [12, 24].map((cells) => ({ model, cells })),
  );

  test.each(
    sample(
      all,
      all.filter(({ cells }) => cells === 12),
    ),
  )("of $cells² cells stays crumpled, while silk falls flat: $model", ({ model, cells }) => {
    const heightOf = (preset: "foil" | "silk"): number => {
      const scene = library("foil-cup");
      // Values of the original scene.
      expect(scene.cloths[0]!.pins.map(({ select }) => "ids" in select && select.ids)).toEqual(
        cornersOf(24),
      );
      Object.assign(scene.cloths[0]!.mesh, { segments: [cells, cells] });
      for (const [i, ids] of cornersOf(cells).entries()) {
        scene.cloths[0]!.pins[i]!.select = { ids };
      }
      Object.assign(scene.cloths[0]!, { model, material: { preset } });
      const world = run(createWorld(scene), 3);
      const { positions, particles } = world.cloths[0]!;
      let sum = 0;
      for (let p = 0; p < particles.count; p++) sum += positions[3 * p + 1]!;
      return sum / particles.count;
    };
    const [foil, silk] = [heightOf("foil"), heightOf("silk")];
    expect(foil).toBeGreaterThan(1.5 * silk);
  });
});
