import { describe, expect, test } from "vitest";
import { MODELS, type ClothMaterial, type Model } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type Field, type WorldCloth } from "../../src/sim/index.js";
import { resolveTearing } from "../../src/tearing/index.js";
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
/** So soft that its own weight and the load would stretch it to far over the limit. */
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

/** A sheet under its pinned top row, with a load that would stretch it to more than a third over its length. */
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

/** The longest edge, as a part of its rest length. */
function longest({ mesh, positions, rest: { lengths: restLengths } }: WorldCloth): number {
  let most = 0;
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
    const way = [0, 1, 2].map((k) => positions[3 * a + k]! - positions[3 * b + k]!);
    most = Math.max(most, Math.hypot(...way) / restLengths[edge]!);
  }
  return most;
}

/** How far it hangs down from its top, m. */
function reach({ positions, particles }: WorldCloth): number {
  let low = 0;
  for (let p = 0; p < particles.count; p++) low = Math.min(low, positions[3 * p + 1]!);
  return 0.5 - low;
}

describe.each(MODELS)("the stretch limit on a sheet of %s", (model) => {
  test("makes it shorter under a load, and leaves the less over the limit the more often it passes", () => {
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

  test("keeps linear momentum to rounding", () => {
    const world = freeSheet(model, { type: "euler", stretchLimit: 1.02 });
    shake(world, 3, 0.01, 2);
    const cloth = world.cloths[0]!;
    const before = momentumOf(cloth);
    const scale = momentumScale(cloth);
    run(world, 1);
    expect(cloth.forces.stretchLimit!.impulses.some((impulse) => impulse > 0)).toBe(true);
    run(world, 30);
    const after = momentumOf(cloth);
    expect(distanceBetween(after.linear, before.linear)).toBeLessThan(1e-13 * scale.linear);
  });

  // What the limit takes off in a step counts for the stretch by which cloth tears: a throw that draws the edges to 1.5 times
  // their length in one step is seen as just that, whatever a pass over the edges has made of it.
  test("hides nothing from tearing by stretch", () => {
    const [free, limited] = [{}, { stretchLimit: LIMIT }].map((limit) => {
      const world = withoutGuard(freeSheet(model, { type: "euler", ...limit }, SOFT));
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

/** N: the vertical parts of some force along the edges, summed up across the top row of cells. */
function across(cloth: WorldCloth, force: (edge: number) => number): number {
  const { mesh, positions, rest } = cloth;
  let sum = 0;
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
    if (rest.positions[3 * a + 1]! < 0.44 === rest.positions[3 * b + 1]! < 0.44) continue;
    const way = [0, 1, 2].map((k) => positions[3 * a + k]! - positions[3 * b + k]!);
    sum += (force(edge) * Math.abs(way[1]!)) / Math.hypot(...way);
  }
  return sum;
}

// At rest the edges of a net of springs carry what hangs below, by their stretch and by what the limit draws them together.
test("the tension of the edges is the true load, of which the limited springs show only a part", () => {
  const cloth = run(loadedSheet("springs", { stretchLimit: LIMIT, substeps: 20 }), 240);
  const { particles, rest, springs, forces } = cloth;
  let below = LOAD;
  for (let p = 0; p < particles.count; p++) {
    if (rest.positions[3 * p + 1]! < 0.44) below += GRAVITY * particles.masses[p]!;
  }
  const shown = across(cloth, (edge) => springs.impulses[edge]! / forces.duration) / below;
  expect(across(cloth, (edge) => cloth.tensionOf(edge)) / below).toBeCloseTo(1, 10);
  expect(shown).toBeLessThan(0.3);
});

test("cloth under the limit tears where the true force is over that of tearing, and not below", () => {
  const world = loadedSheet("springs", { stretchLimit: LIMIT, substeps: 20 });
  const cloth = run(world, 240);
  let most = 0;
  for (let edge = 0; edge < cloth.mesh.edgeCount; edge++) {
    most = Math.max(most, cloth.tensionOf(edge));
  }
  const rest = world.capture();
  for (const [factor, tears] of [
    [1.01, 0],
    [0.99, 1],
  ] as const) {
    world.restore(rest);
    cloth.tearing = resolveTearing({ criterion: "tension", limit: factor * most });
    world.step();
    expect(Math.min(1, world.stats.tears)).toBe(tears);
  }
});
