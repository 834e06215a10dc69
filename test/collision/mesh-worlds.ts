import type { MeshCollider } from "../../src/collision/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type ClothOptions, type WorldOptions } from "../../src/sim/index.js";
import type { Surface } from "./solid-meshes.js";

export const THICKNESS = 0.005;
const MATERIAL = { density: 0.2, stiffness: 400, bendStiffness: 0.5, damping: 4 };

export function mesh(surface: Surface, more: Partial<MeshCollider> = {}): MeshCollider {
  return { type: "mesh", thickness: THICKNESS, ...surface, ...more };
}

/** A horizontal cloth at a height. */
export function flat(
  size: number,
  segments: number,
  height: number,
  more: Partial<ClothOptions> = {},
): ClothOptions {
  return {
    mesh: generateGrid({ size: [size, size], segments: [segments, segments] }),
    transform: { position: [0.013, height, 0.007], rotation: [-90, 0, 0] },
    material: MATERIAL,
    ...more,
  };
}

export function worldOf(
  collider: MeshCollider,
  cloth: ClothOptions,
  more: Partial<WorldOptions> = {},
): World {
  return new World({ cloths: [cloth], colliders: [collider], solver: { substeps: 8 }, ...more });
}

/** The smallest distance of any particle from the collider. */
export function minDistance(world: World): number {
  const { count, positions } = world.cloths[0]!.particles;
  const normal = new Float64Array(3);
  let least = Infinity;
  for (let p = 0; p < count; p++) {
    const { solid } = world.colliders[0]!;
    least = Math.min(least, solid.distanceAt(positions.slice(3 * p, 3 * p + 3), normal));
  }
  return least;
}

/** Steps, and returns the smallest distance at the end of any step. */
export function minDistanceDuring(world: World, steps: number): number {
  let all = Infinity;
  for (let i = 0; i < steps; i++) {
    world.step();
    all = Math.min(all, minDistance(world));
  }
  return all;
}

/** The number of particles below a height. */
export function below(world: World, height: number): number {
  const { count, positions } = world.cloths[0]!.particles;
  let sum = 0;
  for (let p = 0; p < count; p++) if (positions[3 * p + 1]! < height) sum++;
  return sum;
}
