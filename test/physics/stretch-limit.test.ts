import { describe, expect, test } from "vitest";
import { MODELS, type ClothMaterial, type Model } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type Field, type WorldCloth } from "../../src/sim/index.js";
import { resolveTearing } from "../../src/tearing/index.js";
import { inDoublePrecision } from "../worlds.js";
import {
  bath,
  distanceBetween,
  freeSheet,
  momentumOf,
  momentumScale,
  shake,
  withoutGuard,
} from "./sheets.js";

const GRAVITY = 9.81;
const LIMIT = 1.1;
/** So soft that its own weight and the load would stretch it far beyond the limit. */
const SOFT: ClothMaterial = {
  density: 0.2,
  stiffness: 12,
  shear: 3,
  poisson: 0,
  bending: 1e-5,
  bendStiffness: 0,
  damping: 0,
};
const LOAD = 4;

/** N on the bottom row. */
const load: Field = {
  addForces(cloth: WorldCloth, forces: Float64Array) {
    const bottom = cloth.select({ group: "bottom" });
    for (const p of bottom) forces[3 * p + 1]! -= LOAD / bottom.length;
  },
};

interface Change {
  stretchLimit?: number;
  substeps?: number;
}

/** A sheet under its pinned top row, with a load that would stretch it by more than a third. */
function loadedSheet(model: Model, { substeps, ...limit }: Change = {}): World {
  return new World({
    gravity: [0, -GRAVITY, 0],
    solver: { type: "euler", ...(substeps !== undefined && { substeps }), ...limit },
    fields: [load, bath(20)],
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [8, 8] }),
        model,
        material: SOFT,
        pins: [{ select: { group: "top" } }],
      },
    ],
  });
}

function run(world: World, steps: number): WorldCloth {
  for (let i = 0; i < steps; i++) world.step();
  return world.cloths[0]!;
}

/** The largest ratio of an edge's length to its rest length. */
function longest({ mesh, positions, rest: { lengths: restLengths } }: WorldCloth): number {
  let max = 0;
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
    const offset = [0, 1, 2].map((k) => positions[3 * a + k]! - positions[3 * b + k]!);
    max = Math.max(max, Math.hypot(...offset) / restLengths[edge]!);
  }
  return max;
}

/** The height of the hanging sheet, m. */
function reach({ positions, particles }: WorldCloth): number {
  let low = 0;
  for (let p = 0; p < particles.count; p++) low = Math.min(low, positions[3 * p + 1]!);
  return 0.5 - low;
}

describe.each(MODELS)("the stretch limit on a sheet of %s", (model) => {
  test("makes it shorter under load, with less excess the more passes it has", () => {
    const free = run(loadedSheet(model), 90);
    const over = [5, 20, 80].map((substeps) => {
      const world = loadedSheet(model, { stretchLimit: LIMIT, substeps });
      const { positions } = world.cloths[0]!;
      const pinned = world.cloths[0]!.select({ group: "top" });
      const placesOf = (): number[] =>
        pinned.flatMap((p) => Array.from(positions.subarray(3 * p, 3 * p + 3)));
      const places = placesOf();
      const cloth = run(world, 90);
      expect(placesOf()).toEqual(places);
      expect(reach(cloth)).toBeLessThan(0.9 * reach(free));
      return longest(cloth) / LIMIT - 1;
    });
    expect(over[0]).toBeLessThan(0.031);
    for (const [i, left] of over.entries())
      if (i > 0) expect(left / over[i - 1]!).toBeLessThan(0.09);
  });

  test("conserves linear momentum to rounding", () => {
    const single = freeSheet(model, { type: "euler", stretchLimit: 1.02 });
    for (const world of [inDoublePrecision(single), single]) {
      shake(world, 3, 0.01, 2);
      const cloth = world.cloths[0]!;
      const before = momentumOf(cloth);
      const scale = momentumScale(cloth);
      run(world, 1);
      expect(cloth.forces.stretchLimit!.impulses.some((impulse) => impulse > 0)).toBe(true);
      run(world, 30);
      const after = momentumOf(cloth);
      const rounding = world === single ? 1e-6 : 1e-13;
      expect(distanceBetween(after.linear, before.linear)).toBeLessThan(rounding * scale.linear);
    }
  });

  // The stretch for tearing includes what the limit removes in a step: a motion that stretches the edges to 1.5 times
  // their length in one step counts as that, whatever a pass over the edges has corrected.
  test("hides nothing from tearing by stretch", () => {
    const [free, limited] = [{}, { stretchLimit: LIMIT }].map((limit) => {
      // In double precision: on the reference kernels.
      const sheet = freeSheet(model, { type: "euler", ...limit }, SOFT);
      const world = inDoublePrecision(withoutGuard(sheet));
      world.solver.substeps = 1;
      const { positions, velocities, count } = world.cloths[0]!.particles;
      for (let p = 0; p < count; p++) velocities[3 * p] = 0.5 * positions[3 * p]! * 1000;
      world.step(1 / 1000);
      return world;
    });
    expect(free!.stats.maxStretch).toBeCloseTo(1.5, 12);
    const { positions, mesh, restLengths, unlimitedLengths } = limited!.cloths[0]!.tears.surface;
    let seen = 0;
    for (let edge = 0; edge < mesh.edgeCount; edge++) {
      seen = Math.max(seen, unlimitedLengths![edge]! / restLengths[edge]!);
    }
    expect(seen).toBeCloseTo(1.5, 12);
    expect(distanceBetween(positions, free!.cloths[0]!.positions)).toBeGreaterThan(0.1);
  });
});

/** N: the vertical components of a force along the edges, summed across the top row of cells. */
function across(cloth: WorldCloth, force: (edge: number) => number): number {
  const { mesh, positions, rest } = cloth;
  let sum = 0;
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
    if (rest.positions[3 * a + 1]! < 0.44 === rest.positions[3 * b + 1]! < 0.44) continue;
    const offset = [0, 1, 2].map((k) => positions[3 * a + k]! - positions[3 * b + k]!);
    sum += (force(edge) * Math.abs(offset[1]!)) / Math.hypot(...offset);
  }
  return sum;
}

// At rest the edges of a spring net carry the weight below, by their stretch and by the limit.
test("the tension of the edges is the true load, of which the limited springs show only a part", () => {
  const world = loadedSheet("springs", { stretchLimit: LIMIT, substeps: 20 });
  const cloth = run(inDoublePrecision(world), 240); // on the reference kernels
  const { particles, rest, springs, forces } = cloth;
  let below = LOAD;
  for (let p = 0; p < particles.count; p++) {
    if (rest.positions[3 * p + 1]! < 0.44) below += GRAVITY * particles.masses[p]!;
  }
  const shown = across(cloth, (edge) => springs.impulses[edge]! / forces.duration) / below;
  expect(across(cloth, (edge) => cloth.tensionOf(edge)) / below).toBeCloseTo(1, 10);
  expect(shown).toBeLessThan(0.3);
});

test("cloth under the limit tears where the true force exceeds the tearing limit, and not below", () => {
  const world = loadedSheet("springs", { stretchLimit: LIMIT, substeps: 20 });
  const cloth = run(world, 240);
  let max = 0;
  for (let edge = 0; edge < cloth.mesh.edgeCount; edge++) {
    max = Math.max(max, cloth.tensionOf(edge));
  }
  const rest = world.capture();
  for (const [factor, tears] of [
    [1.01, 0],
    [0.99, 1],
  ] as const) {
    world.restore(rest);
    cloth.tearing = resolveTearing({ criterion: "tension", limit: factor * max, heldZone: 0 });
    world.step();
    expect(Math.min(1, world.stats.tears)).toBe(tears);
  }
});
