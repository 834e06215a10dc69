import { describe, expect, test } from "vitest";
import { loadSceneFile, openWorld } from "../../src/node/index.js";
import { advanceFrame, frameCount } from "../../src/scene/index.js";
import type { World } from "../../src/sim/index.js";
import { deepestInside } from "../depth.js";
import { SOAK } from "./sheets.js";

/**
 * Runs a scene of the library until a condition holds; no penetration of colliders, which the golden runs check in
 * every frame.
 */
async function run(
  name: string,
  isEnough: (world: World) => boolean = () => false,
): Promise<World> {
  const scene = await loadSceneFile(name);
  const world = await openWorld(scene);
  expect(deepestInside(world)).toBeLessThan(0);
  for (let frame = 0; frame < frameCount(scene) && !isEnough(world); frame++) {
    advanceFrame(world, scene.frameRate);
    if (SOAK) expect(deepestInside(world)).toBeLessThan(1e-4);
  }
  expect(deepestInside(world)).toBeLessThan(1e-4);
  return world;
}

describe("the scene", () => {
  test("bowl: the cloth comes to rest in the bowl, without passing through its wall", async () => {
    const { cloths } = await run("bowl", ({ time }) => !SOAK && time > 0.9);
    const { positions, particles } = cloths[0]!;
    let [widest, lowest] = [0, Infinity];
    for (let p = 0; p < particles.count; p++) {
      const [x, y, z] = [0, 1, 2].map((k) => positions[3 * p + k]!);
      const across = Math.hypot(x!, z!);
      widest = Math.max(widest, across);
      const outward = Math.max(0, across - 0.06);
      lowest = Math.min(lowest, y! - (0.018 + 2.2 * outward * outward)); // below the whole bowl
    }
    expect(lowest).toBeGreaterThan(0);
    expect(widest).toBeLessThan(0.36); // m, 0.33 at its rim
  });

  test("outgrown-shirt: the shirt is intact while the body fits, and tears when it has grown", async () => {
    const world = await run("outgrown-shirt", ({ stats }) => !SOAK && stats.tears > 5);
    expect(world.stats.firstTearTime).toBeGreaterThan(0.65); // it grows from 0.6 s on
    expect(world.stats.tears).toBeGreaterThan(SOAK ? 100 : 5);
  });

  test("bullet: leaves a hole and hardly slows down, and the sheet stays in place", async () => {
    const world = await run("bullet", ({ time }) => time > 0.65);
    const { position, velocity } = world.balls[0]!;
    expect(position[2]).toBeGreaterThan(8);
    expect(velocity[2]).toBeGreaterThan(95);
    expect(world.stats.tears).toBeGreaterThan(5);
    const { positions, particles } = world.cloths[0]!;
    let [hanging, all, open] = [0, 0, true]; // kg
    for (let p = 0; p < particles.count; p++) {
      const [x, y, z] = [0, 1, 2].map((k) => positions[3 * p + k]!);
      all += particles.masses[p]!;
      if (Math.abs(z!) > 0.2) continue;
      hanging += particles.masses[p]!;
      if (Math.hypot(x! - 0.05, y! - 1.02) < 0.005) open = false;
    }
    expect(hanging).toBeGreaterThan(0.99 * all); // 0.999: crumbs flew off
    expect(open).toBe(true);
  });
});
