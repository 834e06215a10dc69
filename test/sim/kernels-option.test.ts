import { afterEach, describe, expect, test, vi } from "vitest";
import { World, type WorldOptions } from "../../src/index.js";
import { referenceKernels, WasmKernels } from "../../src/kernels/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { instantiateTwin } from "../kernels/twin/index.js";

const mesh = generateGrid({ size: [1, 1], segments: [4, 4] });

function sheet(options: Partial<WorldOptions> = {}): World {
  return new World({ cloths: [{ mesh, pins: [{ select: { group: "top" } }] }], ...options });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the kernels of a world", () => {
  test("are those in WebAssembly for xpbd and euler, and the reference for other solvers", () => {
    const nameOf = (type: "xpbd" | "euler" | "rk4" | "implicit"): string =>
      sheet({ solver: { type } }).solver.kernels;
    expect([nameOf("xpbd"), nameOf("euler")]).toEqual(["wasm", "wasm"]);
    expect([nameOf("rk4"), nameOf("implicit")]).toEqual(["reference", "reference"]);
    expect(sheet({ kernels: "reference" }).solver.kernels).toBe("reference");
    expect(sheet({ kernels: referenceKernels }).solver.kernels).toBe("reference");
  });

  test("that a solver does not have, or that do not exist, are refused", () => {
    expect(() => sheet({ kernels: "wasm", solver: { type: "implicit" } })).toThrow(
      'kernels: the solver implicit has no "wasm"; expected "reference", or nothing',
    );
    expect(() => sheet({ kernels: "fast" as never })).toThrow(
      'kernels: expected "wasm", "reference" or kernels, got "fast"',
    );
  });

  test("are the reference where an engine has no WebAssembly, unless they are asked for", () => {
    vi.stubGlobal("WebAssembly", undefined);
    const world = sheet();
    expect(world.solver.kernels).toBe("reference");
    const other = sheet({ kernels: "reference" });
    for (const own of [world, other]) own.step();
    expect(world.hash()).toBe(other.hash());
    expect(() => sheet({ kernels: "wasm" })).toThrow(
      "kernels: this engine has no WebAssembly with SIMD",
    );
  });
});

describe("a disposed world", () => {
  test("can be read, but neither stepped nor reset", () => {
    const [world, other] = [sheet(), sheet()];
    for (const own of [world, other]) for (let i = 0; i < 5; i++) own.step();
    world.dispose();
    world.dispose();
    expect(world.hash()).toBe(other.hash());
    const tensions = ({ cloths: [cloth] }: World): number[] =>
      Array.from({ length: mesh.triangles.length / 3 }, (_, edge) => cloth!.tensionOf(edge));
    expect(tensions(world)).toEqual(tensions(other));
    expect(Math.max(...tensions(world))).toBeGreaterThan(0);
    expect(() => world.step()).toThrow("step: the world was disposed; make a new one");
    expect(() => world.reset()).toThrow("reset: the world was disposed; make a new one");
  });

  test("is not one that was reset", () => {
    const [world, other] = [sheet(), sheet()];
    for (let i = 0; i < 5; i++) world.step();
    world.reset();
    for (const own of [world, other]) own.step();
    expect(world.hash()).toBe(other.hash());
  });
});

test("a cloth that outgrows the memory of the kernels continues with the same bits", () => {
  const torn = (kernels: WorldOptions["kernels"]): World => {
    const pins = [{ select: { group: "left" } }, { select: { group: "right" } }];
    const tearing = { limit: 1.001, maxTearsPerStep: 20, starts: "any" } as const;
    const material = { density: 0.2, stiffness: 200, bendStiffness: 1, damping: 0.2 };
    const cloth = { mesh, pins, tearing, material };
    return new World({ cloths: [cloth], gravity: [0, -40, 0], kernels });
  };
  const world = torn("wasm");
  const twin = torn(new WasmKernels(instantiateTwin));
  const { rows } = world.cloths[0]!.mesh;
  const before = [rows.vertex.capacity, rows.edge.capacity];
  for (let i = 0; i < 12; i++) {
    for (const own of [world, twin]) own.step();
    expect(world.hash()).toBe(twin.hash());
  }
  expect(rows.vertex.capacity).toBeGreaterThan(before[0]!);
  expect(rows.edge.capacity).toBeGreaterThan(before[1]!);
});
