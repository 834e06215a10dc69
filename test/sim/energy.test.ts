import { describe, expect, test } from "vitest";
import { MODELS, type Model } from "../../src/cloth/index.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid } from "../../src/mesh/index.js";
import {
  energyOf,
  centerOfMass,
  World,
  type Energy,
  type SolverOptions,
  totalsOf,
} from "../../src/sim/index.js";
import { sample } from "../runs.js";
import { bath, RICH, shake, UNDAMPED } from "../physics/sheets.js";

const GRAVITY: Vec3Tuple = [1, -9.81, 2]; // no axis is left out
/** Two corners. */
const HELD = [24, 29];

/** A sheet that hangs by its upper corners. */
function hangingSheet(model: Model, solver: Partial<SolverOptions>, material = UNDAMPED): World {
  const mesh = generateGrid({ size: [0.5, 0.4], segments: [5, 4] });
  return new World({
    gravity: GRAVITY,
    wind: { drag: 0 },
    solver,
    cloths: [{ mesh, model, material, imperfection: 0, pins: [{ select: { ids: HELD } }] }],
  });
}

/** A pin that moves its particles to its anchor would do work. */
function shakeWhatIsFree(world: World): void {
  const { positions, velocities } = world.cloths[0]!.particles;
  const held = HELD.map((particle) => [...positions.subarray(3 * particle, 3 * particle + 3)]);
  shake(world, 3, 0.002, 0.2);
  for (const [i, particle] of HELD.entries()) {
    positions.set(held[i]!, 3 * particle);
    velocities.fill(0, 3 * particle, 3 * particle + 3);
  }
}

const sum = ({ kinetic, gravity, elastic }: Energy): number => kinetic + gravity + elastic;

describe.each(MODELS)("the energy of a sheet of %s", (model) => {
  test("is conserved without damping, while its form changes", () => {
    const world = hangingSheet(model, { type: "rk4" });
    shakeWhatIsFree(world);
    const from = centerOfMass(world);
    const start = energyOf(world, from);
    const seen = Array.from({ length: 300 }, () => {
      world.step(1 / 2000); // with steps as long as possible RK4 loses some
      return energyOf(world, from);
    });
    const max = (part: keyof Energy): number =>
      Math.max(...seen.map((energy) => Math.abs(energy[part] - start[part])));
    const largest = Math.max(max("kinetic"), max("gravity"), max("elastic"));
    expect(Math.min(max("kinetic"), max("gravity"), max("elastic"))).toBeGreaterThan(
      0.02 * largest,
    );
    const offs = seen.map((energy) => Math.abs(sum(energy) - sum(start)) / largest);
    expect(Math.max(...offs)).toBeLessThan(1e-3);
  });
});

test.each(sample(MODELS, ["angles", "membrane"]))(
  "at rest xpbd stores what the exact solver stores in a sheet of %s",
  (model) => {
    const stored = (["xpbd", "implicit"] as const).map((type) => {
      const world = hangingSheet(model, { type, ...(type === "xpbd" && { substeps: 40 }) }, RICH);
      world.fields.push(bath(8));
      for (let i = 0; i < 150; i++) world.step();
      expect(energyOf(world).kinetic).toBeLessThan(1e-5);
      return energyOf(world).elastic;
    });
    expect(stored[0]! / stored[1]!).toBeGreaterThan(0.9);
    expect(stored[0]! / stored[1]!).toBeLessThan(1.1);
  },
);

test("measures gravity from the given reference", () => {
  const world = hangingSheet("springs", { type: "euler" });
  expect(Math.abs(energyOf(world, centerOfMass(world)).gravity)).toBeLessThan(1e-12);
  const mass = totalsOf(world).mass;
  const [x, y, z] = centerOfMass(world);
  expect(energyOf(world, [x, y - 2, z]).gravity).toBeCloseTo(mass * 9.81 * 2, 9);
});

test.each(["xpbd", "implicit"] as const)("a grab carries the weight below it, %s", (type) => {
  const mesh = generateGrid({ size: [0.3, 0.3], segments: [4, 4] });
  const world = new World({
    gravity: [0, -9.81, 0],
    wind: { drag: 0 },
    solver: { type },
    cloths: [{ mesh, model: "springs", material: { ...RICH, stiffness: 500 } }],
  });
  world.fields.push(bath(6));
  const grab = world.grab({ point: [0, 0.15, 0], radius: 0.08 })!;
  for (let i = 0; i < 400; i++) world.step();
  const [x, y, z] = grab.force;
  const weight = 9.81 * totalsOf(world).mass;
  expect(Math.abs(y / weight - 1)).toBeLessThan(0.01);
  expect(Math.hypot(x, z)).toBeLessThan(0.01 * weight);
});
