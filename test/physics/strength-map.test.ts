import { expect, test } from "vitest";
import { generateIrregular } from "../../src/generate/index.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid, type MeshData } from "../../src/mesh/index.js";
import {
  World,
  type SolverOptions,
  type GreyImage,
  type StrengthMapOptions,
  type WorldCloth,
  totalsOf,
} from "../../src/sim/index.js";
import type { TearingOptions } from "../../src/tearing/index.js";
import { combinations } from "../runs.js";

/** m. */
const SIZE: readonly [number, number] = [0.8, 0.4];
const SPACING = 0.025;
const SOFT = { density: 0.3, stiffness: 200, bendStiffness: 1, damping: 0.4, shear: 20 };
/** Half of the width of the weak band, m. */
const HALF_BAND = 0.05;
/** Width of the hems along the pinned sides, m: both sheets are strong there, so that the clamps have no influence. */
const HEM = 0.2;

/** The center of the band at a height, m: not in the center of the sheet, and never perpendicular to the load. */
type Band = (y: number) => number;
const BANDS: Record<string, Band> = {
  "a slanted band": (y) => 0.06 + 0.3 * y,
  "a curved band": (y) => -0.1 + 2 * y * y,
};

/** Black where the sheet is weak, white elsewhere. */
function mapOf(isWeak: (x: number, y: number) => boolean): GreyImage {
  const [width, height] = [400, 200];
  const values = new Float64Array(width * height).map((_, i) => {
    const x = (((i % width) + 0.5) / width - 0.5) * SIZE[0];
    const y = (0.5 - (Math.floor(i / width) + 0.5) / height) * SIZE[1];
    return isWeak(x, y) ? 0 : 1;
  });
  return { width, height, values };
}

const MESHES: Record<string, () => MeshData> = {
  "a grid": () => generateGrid({ size: SIZE, segments: [32, 16] }),
  "an irregular mesh": () => generateIrregular({ size: SIZE, spacing: SPACING, seed: 3 }),
};

interface Variant {
  tearing: Partial<TearingOptions>;
  solver: Partial<SolverOptions>;
  /** Strength outside the band; default 2. */
  white?: number;
}

const VARIANTS: Record<string, Variant> = {
  stretch: { tearing: { criterion: "stretch", limit: 1.25 }, solver: { substeps: 40 } },
  "stretch from weak points": {
    tearing: { criterion: "stretch", limit: 1.25, path: "weak-point" },
    solver: { substeps: 40 },
    white: 4, // a weak point of 2 would be as weak as the band
  },
  "separation-tensor": {
    tearing: { criterion: "separation-tensor", limit: 0.25, path: "slice" },
    solver: { substeps: 40 },
  },
  tension: { tearing: { criterion: "tension", limit: 0.8 }, solver: { substeps: 40 } },
};

/** Phillips' examples 1 and 6: a sheet pulled apart at its sides until a piece separates. */
function pull(
  mesh: MeshData,
  tearing: Variant["tearing"],
  solver: Variant["solver"],
  strength: StrengthMapOptions,
): World {
  const { positions } = mesh;
  const side = (sign: number): number[] =>
    Array.from({ length: positions.length / 3 }, (_, v) => v).filter(
      (v) => sign * positions[3 * v]! > SIZE[0] / 2 - 1e-6,
    );
  const pins = [-1, 1].map((sign) => ({
    select: { ids: side(sign) },
    motion: [
      { time: 0, translation: [0, 0, 0] as Vec3Tuple },
      { time: 4, translation: [0.3 * sign, 0, 0] as Vec3Tuple },
    ],
  }));
  const vertices = Array.from({ length: positions.length / 3 }, (_, v) =>
    Math.abs(positions[3 * v]!) > SIZE[0] / 2 - 0.1 ? 10 : 1,
  );
  const world = new World({
    gravity: [0, 0, 0],
    cloths: [{ mesh, strengthMap: { ...strength, vertices }, tearing, pins, material: SOFT }],
    solver,
  });
  while (world.time < 4 && totalsOf(world).pieces === 1) world.step();
  return world;
}

/** The fraction of the opened edges in the band, within mesh resolution, by rest length. */
function fractionInBand({ edits, mesh, rest }: WorldCloth, band: Band): number {
  let inside = 0;
  let all = 0;
  for (const edit of edits) {
    if (edit.type !== "split-vertex") continue;
    for (const edge of edit.newEdges) {
      const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
      for (let t = 0.05; t < 1; t += 0.1) {
        const [x, y] = [0, 1].map(
          (k) => (1 - t) * rest.positions[3 * a + k]! + t * rest.positions[3 * b + k]!,
        );
        all += rest.lengths[edge]!;
        if (Math.abs(x! - band(y!)) < HALF_BAND + SPACING / 2) inside += rest.lengths[edge]!;
      }
    }
  }
  return inside / all;
}

/** The sheet without a band, cached per mesh and options. */
const uniformSheets = new Map<string, World>();

const CASES = combinations({
  way: Object.keys(VARIANTS),
  mesh: Object.keys(MESHES),
  band: Object.keys(BANDS),
});

test.each(CASES)(
  "on $mesh by $way a tear starts as in a uniformly weak sheet, and runs in $band",
  (names) => {
    const { tearing, solver, white = 2 } = VARIANTS[names.way]!;
    const band = BANDS[names.band]!;
    const pullWith = (
      isWeak: (x: number, y: number) => boolean,
      options: Partial<TearingOptions> = {},
    ): World =>
      pull(MESHES[names.mesh]!(), { ...tearing, ...options }, solver, {
        image: { ...mapOf(isWeak), black: 1, white },
      });
    const name = `${names.mesh} ${names.way}`;
    // One rip could run where the band is by chance, many cannot.
    const uniform =
      uniformSheets.get(name) ??
      pullWith((x) => Math.abs(x) < SIZE[0] / 2 - HEM, { starts: "any" });
    uniformSheets.set(name, uniform);
    const banded = pullWith((x, y) => Math.abs(x - band(y)) < HALF_BAND);

    expect(fractionInBand(uniform.cloths[0]!, band)).toBeLessThan(0.7);
    expect(fractionInBand(banded.cloths[0]!, band)).toBeGreaterThan(0.9);
    expect(totalsOf(banded).pieces).toBeGreaterThan(1);
    const onset = uniform.stats.firstTearTime!;
    expect(Math.abs(banded.stats.firstTearTime! / onset - 1)).toBeLessThan(0.1);
  },
);
