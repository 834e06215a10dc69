import fc from "fast-check";
import { MODELS, type ClothMaterial, type Model } from "../../src/cloth/index.js";
import { generateIrregular } from "../../src/generate/index.js";
import { Random } from "../../src/math/random.js";
import { generateGrid, GRID_DIAGONALS, type MeshData } from "../../src/mesh/index.js";
import { World, type PinOptions, type WorldOptions } from "../../src/sim/index.js";
import type { TearingOptions } from "../../src/tearing/index.js";
import { RICH, UNDAMPED } from "../physics/sheets.js";

/** The same mesh with vertices and triangles in random order. */
function renumbered({ positions, triangles, uvs }: MeshData, seed: number): MeshData {
  const random = new Random(seed);
  const vertices = shuffled(positions.length / 3, random);
  const order = shuffled(triangles.length / 3, random);
  const data: MeshData = {
    positions: new Float64Array(positions.length),
    triangles: new Int32Array(triangles.length),
    uvs: new Float64Array(uvs.length),
  };
  for (const [old, now] of vertices.entries()) {
    data.positions.set(positions.subarray(3 * old, 3 * old + 3), 3 * now);
  }
  for (const [old, now] of order.entries()) {
    for (let k = 0; k < 3; k++) {
      data.triangles[3 * now + k] = vertices[triangles[3 * old + k]!]!;
      data.uvs.set(uvs.subarray(6 * old + 2 * k, 6 * old + 2 * k + 2), 6 * now + 2 * k);
    }
  }
  return data;
}

/** The numbers from 0 to `count`, without it, in random order. */
function shuffled(count: number, random: Random): number[] {
  const all = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor((i + 1) * random.next());
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}

const anyPlainSheet: fc.Arbitrary<MeshData> = fc.oneof(
  fc
    .record({
      columns: fc.integer({ min: 1, max: 6 }),
      rows: fc.integer({ min: 1, max: 6 }),
      diagonals: fc.constantFrom(...GRID_DIAGONALS),
    })
    .map(({ columns, rows, diagonals }) =>
      generateGrid({ size: [1, 1], segments: [columns, rows], diagonals }),
    ),
  fc
    .record({ seed: fc.nat(50), spacing: fc.constantFrom(0.2, 0.3, 0.45) })
    .map((own) => generateIrregular({ size: [1, 1], ...own })),
);

/** A sheet of 1 m × 1 m around the origin: a grid or irregular, sometimes in random order. */
const anySheet: fc.Arbitrary<MeshData> = fc
  .tuple(anyPlainSheet, fc.option(fc.nat(100)))
  .map(([data, order]) => (order === null ? data : renumbered(data, order)));

/** A small world that moves violently. */
export interface SmallWorld {
  readonly mesh: MeshData;
  readonly model: Model;
  readonly type: "xpbd" | "euler";
  readonly material: ClothMaterial;
  /** Seed of the motion at the start. */
  readonly seed: number;
  readonly hold: "point" | "axis" | "plane" | "none";
  readonly drag: number;
  readonly hasFloor: boolean;
  readonly tearing: Partial<TearingOptions> | null;
}

export const anyWorld: fc.Arbitrary<SmallWorld> = fc.record({
  mesh: anySheet,
  model: fc.constantFrom(...MODELS),
  type: fc.constantFrom("xpbd", "euler"),
  material: fc.constantFrom(RICH, UNDAMPED, { ...RICH, bendStiffness: 0, damping: 0 }),
  seed: fc.nat(1000),
  hold: fc.constantFrom("point", "axis", "plane", "none"),
  drag: fc.constantFrom(0, 1.2),
  hasFloor: fc.boolean(),
  tearing: fc.option(
    fc.record({
      criterion: fc.constantFrom("stretch", "tension", "separation-tensor"),
      resolve: fc.constantFrom("step", "substep", "exact"),
      path: fc.constantFrom("plane", "slice", "weak-point"),
    }),
  ),
});

const LIMITS = { stretch: 1.1, tension: 0.5, "separation-tensor": 0.08 };

export function makeWorld(own: SmallWorld, kernels: WorldOptions["kernels"] & {}): World {
  const { mesh, model, type, material, seed, hold, drag, hasFloor, tearing } = own;
  const world = new World({
    wind: { velocity: [1, 0.5, 3], drag },
    solver: type === "xpbd" ? { type, substeps: 3 } : { type, limitDamping: seed % 2 === 1 },
    kernels,
    seed,
    colliders: hasFloor ? [{ type: "half-space", point: [0, -0.5, 0], normal: [0, 1, 0] }] : [],
    cloths: [
      {
        mesh,
        model,
        material,
        pins: pinsOf(mesh, hold),
        tearing: tearing && { ...tearing, limit: LIMITS[tearing.criterion!] },
      },
    ],
  });
  const { particles, holding } = world.cloths[0]!;
  const random = new Random(seed);
  for (let p = 0; p < particles.count; p++) {
    for (let k = 0; k < 3; k++) {
      const [shift, speed] = [random.uniform(-0.01, 0.01), random.uniform(-2, 2)];
      if (holding.isHeld(p)) continue;
      particles.positions[3 * p + k]! += shift;
      particles.velocities[3 * p + k] = speed;
    }
  }
  return world;
}

/** The upper side moves along. */
function pinsOf({ positions }: MeshData, hold: SmallWorld["hold"]): PinOptions[] {
  if (hold === "none") return [];
  const vertices = Array.from({ length: positions.length / 3 }, (_, vertex) => vertex);
  const ids = vertices.filter((vertex) => positions[3 * vertex + 1]! > 0.499);
  return [
    {
      select: { ids },
      motion: [
        { time: 0, translation: [0, 0, 0] },
        { time: 0.2, translation: [0.1, 0.2, -0.1] },
      ],
      ...(hold === "axis" && { hold: { axis: [1, 0.2, 0] } }),
      ...(hold === "plane" && { hold: { plane: [0, 1, 0.3] } }),
    },
  ];
}
