import { describe, expect, test } from "vitest";
import { World } from "../../src/sim/index.js";
import {
  below,
  flat,
  minDistance,
  minDistanceDuring,
  mesh,
  THICKNESS,
  worldOf,
} from "./mesh-worlds.js";
import { boxMesh, icosphere, sheet, tetrahedron } from "./solid-meshes.js";

describe("cloth that falls", () => {
  test.each([
    ["a tetrahedron", tetrahedron(0.3)],
    ["a box", boxMesh([0.4, 0.4, 0.4])],
    ["a ball", icosphere(0.3, 2)],
  ])("on %s stays outside", (_, surface) => {
    const world = worldOf(mesh(surface), flat(1, 16, 0.32));
    const gap = minDistanceDuring(world, 30);
    expect(gap).toBeGreaterThan(THICKNESS - 1e-9);
    expect(gap).toBeLessThan(THICKNESS + 1e-3); // it is in contact
    expect(below(world, 0.1)).toBeGreaterThan(0); // and hangs down
  });

  test("into an open bowl stays above it", () => {
    const bowl = (x: number, z: number): number => 2 * (x * x + z * z);
    const world = worldOf(mesh(sheet(1, 10, bowl)), flat(0.6, 12, 0.42));
    for (let i = 0; i < 45; i++) {
      world.step();
      expect(minDistance(world)).toBeGreaterThan(THICKNESS - 1e-9);
    }
    const { count, positions } = world.cloths[0]!.particles;
    for (let p = 0; p < count; p++) {
      const [x, y, z] = [positions[3 * p]!, positions[3 * p + 1]!, positions[3 * p + 2]!];
      if (Math.abs(x) < 0.5 && Math.abs(z) < 0.5) expect(y).toBeGreaterThan(bowl(x, z) - 0.02);
    }
  });

  test("on a mesh ball drapes as on a ball", () => {
    const options = { cloths: [flat(1, 16, 0.31)], solver: { substeps: 8 } };
    const many = new World({ ...options, colliders: [mesh(icosphere(0.3, 3))] });
    const one = new World({
      ...options,
      colliders: [{ type: "sphere", center: [0, 0, 0], radius: 0.3, thickness: THICKNESS }],
    });
    let sum = 0;
    for (let i = 0; i < 30; i++) {
      many.step();
      one.step();
    }
    const [a, b] = [many.cloths[0]!.particles, one.cloths[0]!.particles];
    for (let i = 0; i < 3 * a.count; i++) {
      sum += (a.positions[i]! - b.positions[i]!) * (a.positions[i]! - b.positions[i]!);
    }
    expect(Math.sqrt(sum / a.count)).toBeLessThan(0.01);
  });

  test("on a spike between its particles is not pierced", () => {
    const spike = tetrahedron(0.3);
    const world = worldOf(mesh(spike), {
      ...flat(1, 3, 0.32),
      transform: { position: [0.05, 0.32, 0.08], rotation: [-90, 0, 0] },
    });
    for (let i = 0; i < 20; i++) world.step();
    // The tip is below the cloth: the triangle above it is higher.
    expect(heightOver(world, 0, 0)).toBeGreaterThan(0.3);
  });
});

/** The height of the cloth over a point of the plane. */
function heightOver(world: World, x: number, z: number): number {
  const { mesh: cloth, particles } = world.cloths[0]!;
  const at = (v: number, k: number): number => particles.positions[3 * v + k]!;
  for (let t = 0; t < cloth.triangleCount; t++) {
    const [a, b, c] = [0, 1, 2].map((k) => cloth.halfedgeVertices[3 * t + k]!) as [
      number,
      number,
      number,
    ];
    const [ux, uz] = [at(b, 0) - at(a, 0), at(b, 2) - at(a, 2)];
    const [vx, vz] = [at(c, 0) - at(a, 0), at(c, 2) - at(a, 2)];
    const area = ux * vz - uz * vx;
    const s = ((x - at(a, 0)) * vz - (z - at(a, 2)) * vx) / area;
    const r = (ux * (z - at(a, 2)) - uz * (x - at(a, 0))) / area;
    if (s >= 0 && r >= 0 && s + r <= 1) {
      return at(a, 1) + s * (at(b, 1) - at(a, 1)) + r * (at(c, 1) - at(a, 1));
    }
  }
  return -Infinity;
}
