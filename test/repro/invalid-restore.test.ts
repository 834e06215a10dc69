import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type SolverType, type WorldState } from "../../src/sim/index.js";

function worldOf(cells: number, solver: SolverType = "xpbd"): World {
  const mesh = generateGrid({ size: [1, 1], segments: [cells, cells] });
  return new World({
    cloths: [{ mesh, tearing: { resolve: "substep", limit: 1.5, criterion: "stretch" } }],
    solver: { type: solver },
  });
}

/** After a step and a cut: not the initial state. */
function later(world: World): World {
  world.step();
  world.cut({ vertex: 12, axis: [1, 0, 0] });
  world.addBall({ position: [0, 5, 0], radius: 0.1, mass: 1 });
  world.grab({ point: [0, 0, 0], radius: 0.3 });
  world.pin({ select: { ids: [0] } });
  world.step();
  return world;
}

function placesOf(own: WorldState): unknown {
  const { positions, velocities } = own.cloths[0]!["particles"] as Record<string, Float64Array>;
  return { positions: positions!.map(() => NaN), velocities };
}

const OTHERS: Record<string, (own: WorldState) => unknown> = {
  "a larger world": () => later(worldOf(9)).capture(),
  "another solver": () => later(worldOf(4, "implicit")).capture(),
  nothing: () => ({}),
  null: () => null,
  "a text": () => "state",
  "a file": () => new Uint8Array(100),
  "no time": (own) => ({ ...own, time: NaN }),
  "no place": (own) => ({
    ...own,
    cloths: [{ ...own.cloths[0], particles: placesOf(own) }],
  }),
  "no cloth": (own) => ({ ...own, cloths: [] }),
};

// `restore` accepted anything, and left a world with half of its state from another time.
test.each(Object.keys(OTHERS))("%s is not a state, and the world is unchanged", (name) => {
  const world = later(worldOf(4));
  const own = world.capture();
  const after = later(worldOf(4));
  after.step();
  world.step();
  const before = world.hash();
  const state = OTHERS[name]!(own);
  expect(() => world.restore(state as never)).toThrow(/^restore: .+$/);
  expect(() => world.restore(state as never)).toThrow(RangeError);
  expect(world.hash()).toBe(before);
  expect(world.hash()).toBe(after.hash());
  world.step();
  world.restore(own);
  world.step();
  expect(world.hash()).toBe(before);
});
