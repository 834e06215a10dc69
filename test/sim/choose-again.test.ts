import { describe, expect, test, vi } from "vitest";
import { MATERIALS, type ClothMaterial } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import {
  advanceFrame,
  checkScene,
  createWorld,
  Replay,
  SceneRecorder,
} from "../../src/scene/index.js";
import { World, type WorldOptions } from "../../src/sim/index.js";

const SOFT = { ...MATERIALS.cotton, stiffness: 20, bendStiffness: 0.1, damping: 0.01 };
const STIFF = MATERIALS.denim;

/** A sheet with a seam line, so that there are edits from the start. */
function options(material: ClothMaterial): WorldOptions {
  const mesh = generateGrid({ size: [1, 1], segments: [12, 12] });
  const pins = [{ select: { group: "top" } }];
  const line = [
    [0.1, 0.45],
    [0.9, 0.55],
  ] as [number, number][];
  const seams = [{ line, strength: 0.5 }];
  return { cloths: [{ mesh, material, pins, seams, imperfection: 1e-4, tearing: { limit: 3 } }] };
}

function steps(world: World, count: number): World {
  for (let i = 0; i < count; i++) world.step();
  return world;
}

/** A world that was cut, and whose material then made `auto` choose another solver. */
function changed(): World {
  const world = new World(options(SOFT));
  expect(world.solver.type).toBe("euler");
  steps(world, 3);
  world.cut({ edge: 40 });
  steps(world, 2);
  world.cloths[0]!.setMaterial(STIFF);
  return steps(world, 4);
}

describe("auto chooses again", () => {
  test("after a change of material, and says so", () => {
    const world = new World(options(STIFF));
    const { solver } = world;
    expect(solver).toMatchObject({ type: "implicit", linear: "multigrid", kernels: "reference" });
    steps(world, 2);
    world.cloths[0]!.setMaterial(SOFT);
    expect(solver.type).toBe("implicit"); // until the next step
    steps(world, 1);
    expect(world.solver).toBe(solver);
    expect(solver).toMatchObject({ type: "euler", kernels: "wasm" });
    expect(solver.linear).toBeUndefined();
    expect(solver.choice!.reason).toMatch(/^euler needs/);
    expect(world.stats.substeps).toBeGreaterThan(4);
  });

  test("keeps positions, velocities, cuts, pins and grabs", () => {
    const world = new World(options(SOFT));
    steps(world, 3);
    world.cut({ edge: 40 });
    const grab = world.grab({ point: [0, -0.5, 0] })!;
    steps(world, 2);
    const [cloth] = world.cloths;
    const edits = [...cloth!.edits];
    const { positions, velocities, count } = cloth!.particles;
    const before = [positions.slice(0, 3 * count), velocities.slice(0, 3 * count)];
    const own = [...cloth!.mesh.halfedgeVertices];
    cloth!.solving.replace({
      module: world.solverModule,
      options: world.solver,
      kernels: world.kernels,
      isAutomatic: true,
    });
    expect(cloth!.edits).toEqual(edits);
    expect([...cloth!.mesh.halfedgeVertices]).toEqual(own);
    const { positions: after, velocities: speeds } = cloth!.particles;
    expect([after.slice(0, 3 * count), speeds.slice(0, 3 * count)]).toEqual(before);
    expect(world.cloths[0]!.grabs).toHaveLength(1);
    grab.moveTo([0, -0.5, 0.1]);
    steps(world, 2);
    expect(Math.hypot(...grab.force)).toBeGreaterThan(0);
  });

  test("when a cloth begins to tear by the tension of its material, also from a state in between", () => {
    const given = { ...options(STIFF), solver: { type: "auto", budget: 1e-5 } } as const;
    const world = steps(new World(given), 2);
    expect(world.solver.type).toBe("xpbd");
    world.cloths[0]!.tearing = { criterion: "tension" };
    const other = new World(given);
    other.load(world.save());
    for (const own of [world, other]) expect(steps(own, 2).solver.type).toBe("implicit");
    expect(other.hash()).toBe(world.hash());
    expect(world.solver.choice!.reason).toContain("tearing by the tension of the material");
    const { solver } = world.cloths[0]!;
    expect(steps(world, 1).cloths[0]!.solver).toBe(solver); // it stays
  });

  test("and leaves no arrays of earlier solvers on the mesh", () => {
    const world = steps(new World(options(STIFF)), 1);
    const { rows } = world.cloths[0]!.mesh;
    const added = Object.values(rows).map((own) => vi.spyOn(own, "add"));
    const removed = Object.values(rows).map((own) => vi.spyOn(own, "delete"));
    const countOf = (spies: typeof added): number =>
      spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    for (let round = 0; round < 3; round++) {
      for (const material of [SOFT, STIFF]) {
        world.cloths[0]!.setMaterial(material);
        steps(world, 1);
      }
    }
    expect(world.solver.type).toBe("implicit");
    expect(countOf(added)).toBeGreaterThan(0);
    expect(countOf(removed)).toBe(countOf(added));
  });

  test("not for materials that leave the choice as it is", () => {
    const world = steps(new World(options(STIFF)), 2);
    const [{ solver }] = world.cloths as [(typeof world.cloths)[0]];
    world.cloths[0]!.setMaterial({ density: 0.41 });
    steps(world, 1);
    expect(world.cloths[0]!.solver).toBe(solver);
  });

  test("after a tenth more particles", () => {
    const mesh = generateGrid({ size: [1, 1], segments: [24, 24] });
    const budget = 0.001_95; // there is time for the 625 particles and a few more
    const world = new World({
      cloths: [{ mesh, material: STIFF, pins: [{ select: { group: "top" } }] }],
      solver: { type: "auto", budget },
    });
    expect(world.solver.type).toBe("implicit");
    const lines = [0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9];
    for (const x of lines) {
      world.cut({
        line: [
          [x - 0.5, -0.5, 0],
          [x - 0.5, 0.3, 0],
        ],
      });
    }
    expect(world.cloths[0]!.particles.count).toBeGreaterThan(687);
    steps(world, 1);
    expect(world.solver.type).toBe("xpbd");
  });

  test("is bit-exact from the start, after reset, from states and files of either time", () => {
    const world = changed();
    const hash = world.hash();
    expect(changed().hash()).toBe(hash);

    const other = new World(options(SOFT));
    const start = other.capture();
    const later = world.capture();
    other.restore(later);
    expect(other.solver.type).toBe("implicit");
    expect(other.hash()).toBe(hash);
    expect(steps(other, 5).hash()).toBe(steps(world, 5).hash());
    other.restore(start);
    expect(other.solver).toMatchObject({ type: "euler", kernels: "wasm" });
    expect(steps(other, 3).hash()).toBe(steps(new World(options(SOFT)), 3).hash());

    const loaded = new World(options(SOFT));
    loaded.load(world.save());
    expect(steps(loaded, 3).hash()).toBe(steps(world, 3).hash());

    world.reset();
    expect(world.solver.type).toBe("euler");
    expect(steps(world, 3).hash()).toBe(steps(new World(options(SOFT)), 3).hash());
  });

  test("from a state in which the choice was still due", () => {
    const world = steps(new World(options(SOFT)), 2);
    world.cloths[0]!.setMaterial(STIFF);
    const state = world.capture();
    const other = new World(options(SOFT));
    other.restore(state);
    expect(steps(other, 2).hash()).toBe(steps(world, 2).hash());
    expect(other.solver.type).toBe("implicit");
  });

  test("in a recording", () => {
    const scene = checkScene({
      name: "sheet",
      cloths: [
        {
          mesh: { type: "grid", size: [1, 1], segments: [12, 12] },
          material: { ...SOFT },
          pins: [{ select: { group: "top" } }],
        },
      ],
      frameRate: 60,
    });
    const world = createWorld(scene);
    const recorder = new SceneRecorder(world, scene, {}, "test");
    for (let frame = 0; frame < 7; frame++) {
      if (frame === 2) world.cloths[0]!.setMaterial(STIFF);
      if (frame === 5) world.cloths[0]!.setMaterial(SOFT);
      advanceFrame(world, scene.frameRate);
      recorder.endFrame();
    }
    const types: string[] = [];
    const replay = new Replay(recorder.recording);
    while (replay.next()) types.push(replay.world.solver.type);
    const [soft, stiff] = ["euler", "implicit"];
    expect(types.slice(-7)).toEqual([soft, soft, stiff, stiff, stiff, soft, soft]);
    expect(replay.world.hash()).toBe(world.hash());
  });

  test("a state with a wrong choice is refused with its field, and the world stays as it is", () => {
    const world = changed();
    const hash = world.hash();
    const state = world.capture();
    const wrong = (choice: object): object => ({
      ...state,
      choice: { ...(state["choice"] as object), ...choice },
    });
    expect(() => world.restore(wrong({ type: "magic" }) as typeof state)).toThrow(
      'restore: choice.type: expected a solver of this world, got "magic"',
    );
    expect(() => world.restore(wrong({ type: "euler", options: {} }) as typeof state)).toThrow(
      "restore: substeps: expected a list of 3, got a list of 0",
    );
    expect(() => world.restore(wrong({ type: "xpbd", options: {} }) as typeof state)).toThrow(
      'restore: choice: solver.substeps: expected a whole number of 1 or more for xpbd, got "auto"',
    );
    // Another linear solver has another state.
    expect(() => world.restore(wrong({ options: {} }) as typeof state)).toThrow(
      /^restore: cloths\.0\.implicit\./,
    );
    expect(world.solver.type).toBe("implicit");
    expect(world.hash()).toBe(hash);
    expect(steps(world, 2).hash()).toBe(steps(changed(), 2).hash());
  });
});
