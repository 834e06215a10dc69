import { describe, expect, test } from "vitest";
import { MATERIALS } from "../../src/cloth/index.js";
import { generateIrregular } from "../../src/generate/index.js";
import { generateGrid, type MeshData } from "../../src/mesh/index.js";
import { centerOfMass, energyOf, World, type SolverOptions } from "../../src/sim/index.js";

const MESHES: [name: string, mesh: () => MeshData][] = [
  ["a grid", () => generateGrid({ size: [1, 1], segments: [12, 12] })],
  ["an irregular mesh", () => generateIrregular({ size: [1, 1], spacing: 0.09 })],
];

function hang(
  mesh: MeshData,
  solver: Partial<SolverOptions>,
  change: { damping?: number; stiffness?: number } = {},
  kernels: "reference" | "wasm" = "wasm",
): World {
  const material = { ...MATERIALS.cotton, stiffness: 5000, damping: 2, ...change };
  const top = Math.max(...mesh.positions.filter((_, i) => i % 3 === 1));
  const ids = [...Array(mesh.positions.length / 3).keys()].filter(
    (i) => mesh.positions[3 * i + 1]! > top - 1e-9,
  );
  return new World({
    wind: { drag: 0 },
    solver: { type: "euler", ...solver },
    kernels,
    cloths: [{ mesh, material, imperfection: 0, pins: [{ select: { ids } }] }],
  });
}

describe.each(MESHES)("limited damping on %s", (_, mesh) => {
  test("takes less than half the substeps", () => {
    const [all, limited] = [false, true].map((limitDamping) => {
      const world = hang(mesh(), { limitDamping });
      world.step();
      return world.stats.substeps;
    }) as [number, number];
    expect(limited).toBeLessThan(all / 2);
  });

  test("takes no more substeps where the material is damped less", () => {
    const [all, limited] = [false, true].map((limitDamping) => {
      const world = hang(mesh(), { limitDamping }, { damping: 0.001 });
      world.step();
      return world.stats.substeps;
    }) as [number, number];
    expect(limited).toBe(all);
  });

  test.each(["reference", "wasm"] as const)("keeps a stretched sheet calm on %s", (kernels) => {
    const world = hang(mesh(), { limitDamping: true }, {}, kernels);
    const { particles } = world.cloths[0]!;
    for (let i = 0; i < 3 * particles.count; i++) particles.positions[i]! *= 1.05;
    const total = (): number => {
      const { kinetic, elastic, gravity } = energyOf(world);
      return kinetic + elastic + gravity;
    };
    const start = total();
    let largest = -Infinity;
    for (let i = 0; i < 60; i++) {
      world.step();
      largest = Math.max(largest, total());
    }
    const { elastic } = energyOf(world);
    expect(largest).toBeLessThan(start);
    expect(elastic).toBeLessThan(0.1); // of 19 J at the start
  });

  test("changes nothing where the material is damped less", () => {
    const hashes = [false, true].map((limitDamping) => {
      const world = hang(mesh(), { limitDamping }, { damping: 0.001 });
      for (let i = 0; i < 5; i++) world.step();
      return world.hash();
    });
    expect(hashes[0]).toBe(hashes[1]);
  });

  test("hangs as far as with the damping of the material", () => {
    const drops = [false, true].map((limitDamping) => {
      const world = hang(mesh(), { limitDamping }, { stiffness: 500, damping: 1 });
      let sum = 0;
      for (let i = 0; i < 240; i++) {
        world.step();
        if (i >= 60) sum -= centerOfMass(world)[1];
      }
      return sum;
    });
    expect(drops[1]! / drops[0]!).toBeCloseTo(1, 2);
  });
});

test("is for euler alone", () => {
  const mesh = generateGrid({ size: [1, 1], segments: [2, 2] });
  expect(() => hang(mesh, { type: "rk4", limitDamping: true })).toThrow(
    /^solver\.limitDamping: only for the solver euler, got rk4$/,
  );
});

test("a number of substeps that is too small is rejected with the number that suffices", () => {
  const mesh = generateGrid({ size: [1, 1], segments: [12, 12] });
  const automatic = hang(mesh, { limitDamping: true });
  automatic.step();
  expect(() => hang(mesh, { limitDamping: true, substeps: 20 })).toThrow(
    `expected ${automatic.stats.substeps} or more, or "auto"`,
  );
});
