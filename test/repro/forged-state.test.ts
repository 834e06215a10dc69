import { describe, expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { ContainerError, pack, unpack, World, type SolverOptions } from "../../src/sim/index.js";
import type { ImplicitState } from "../../src/solvers/implicit/implicit.js";
import type { OpenClothState, OpenWorldState } from "../forged-state.js";

const STATE = { name: "state", version: 7 };

function worldOf(solver: Partial<SolverOptions>): World {
  const world = new World({
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [6, 6] }),
        pins: [{ select: { group: "top" } }],
        tearing: { limit: 1.5, resolve: "substep" },
        strengthMap: { noise: { amount: 0.1, size: 0.3 } },
      },
    ],
    colliders: [{ type: "sphere", center: [0, -1, 0], radius: 0.2 }],
    balls: [{ position: [0, 0, 0.3], radius: 0.1, mass: 0.1 }],
    solver,
  });
  world.grab({ point: [0, -0.4, 0] });
  world.knife({ from: [2, 0, -1], to: [2, 0, 1] });
  world.cut({
    line: [
      [-0.6, 0.1, 0],
      [0.2, 0.1, 0],
    ],
  });
  world.step();
  world.step();
  return world;
}

type Couplings = ImplicitState["pattern"]["couplings"];
type Dissection = NonNullable<ImplicitState["pattern"]["dissection"]>;

type Solver = SolverOptions["type"];

/** A world and its file, created once: refused inputs leave no trace. */
const saved = new Map<Solver, { world: World; bytes: Uint8Array }>();

/** A valid digest shows that a file is unchanged, not who has written it. */
function refuses(type: Solver, forge: (state: OpenWorldState) => void): string {
  const { world, bytes } = saved.get(type) ?? made(type);
  const { of, state } = unpack(STATE, bytes) as { of: object; state: OpenWorldState };
  forge(state);
  const before = world.hash();
  try {
    world.load(pack(STATE, { of, state }));
  } catch (error) {
    expect(error).toBeInstanceOf(ContainerError);
    expect(world.hash()).toBe(before);
    expect(world.stats.steps).toBe(3);
    return (error as Error).message;
  }
  return "accepted";
}

function made(type: Solver): { world: World; bytes: Uint8Array } {
  const world = worldOf({ type });
  const bytes = world.save();
  world.step(); // not at the offset of the file
  saved.set(type, { world, bytes });
  return { world, bytes };
}

/** One number per edge. */
const edgeNumbers = (state: OpenWorldState): Float64Array =>
  new Float64Array(first(state).forces.impulses[0]!.length);

const first = (state: OpenWorldState): OpenClothState => state.cloths[0]!;

describe("a state is refused, and the world is unchanged", () => {
  test.each<[string, (state: OpenWorldState) => unknown]>([
    [
      "cloths.0.particles.velocities.17: expected a finite number, got NaN",
      (s) => (first(s).particles.velocities[17] = NaN),
    ],
    [
      "cloths.0.particles.positions.4: expected a finite number, got Infinity",
      (s) => (first(s).particles.positions[4] = Infinity),
    ],
    ["gravity.1: expected a finite number, got NaN", (s) => (s.gravity = [0, NaN, 0])],
    ["windField: expected a list of 5, got a list of 2", (s) => (s.windField.length = 2)],
    [
      "solids.balls.0.body.3: expected a unit quaternion, got 0",
      (s) => s.solids.balls[0]!.body.fill(0),
    ],
    ["stats.steps: expected a whole number of 0 or more, got -1", (s) => (s.stats.steps = -1)],
    [
      "cloths.0.strengths.remaining.3: expected a number over 0, got 0",
      (s) => (first(s).strengths!.remaining[3] = 0),
    ],
    [
      "cloths.0.material.density: expected a number over 0, got -1",
      (s) => (first(s).material = { ...first(s).material, density: -1 }),
    ],
    [
      "cloths.0.edits.0.type: expected split-vertex, split-edge, separate-edge, got nothing",
      (s) => Object.assign(first(s).edits[0]!, { type: undefined }),
    ],
    [
      "cloths.0.edits.0.end: expected the numbers that the mesh produces, got others",
      (s) => {
        const edit = first(s).edits.find(({ type }) => type === "split-edge");
        Object.assign(first(s).edits[0]!, { ...edit, serial: 0, end: 0 });
      },
    ],
    [
      "cloths.0.holding.grabs.0.particles.0: expected a whole number from 0 to 65, got 1000000000",
      (s) => (first(s).holding.grabs[0]!.particles[0] = 1e9),
    ],
    [
      "cloths.0.holding.pins.0.anchors: expected a list of 21, got a list of 20",
      (s) => first(s).holding.pins[0]!.anchors.pop(),
    ],
    [
      "cloths.0.damage.flags.2: expected a whole number from 0 to 3, got 4",
      (s) => (first(s).damage.flags[2] = 4),
    ],
    [
      "cloths.0.damage.before: expected the entries of 25 edits",
      (s) => first(s).damage.before.fill(0),
    ],
    [
      "knives.knives.0.cuts.0.cloth: expected a whole number from 0 to 0, got 1",
      (s) => (s.knives.knives[0]!.cuts[0]!.cloth = 1),
    ],
    [
      "cuts.0.before: expected a whole number from 0 to 25, got 1000000000",
      (s) => (s.cuts[0]!.before = 1e9),
    ],
    [
      "solids.colliders.0: expected an object, got 7",
      (s) => ((s.solids.colliders as unknown[])[0] = 7),
    ],
    ['it: unknown field "constructor"', (s) => Object.assign(s, { constructor: 1 })],
    [
      'solver.substeps: expected a whole number from 1 to 100000, got "auto"',
      (s) => (s.solver.substeps = "auto"),
    ],
    [
      "cloths.0.forces.impulses.0: expected",
      (s) => (first(s).forces.impulses[0] = new Float64Array(3)),
    ],
    [
      "cloths.0.forces.limit: expected a list of 0, got a list of 2",
      (s) => (first(s).forces.limit = [edgeNumbers(s), edgeNumbers(s)]),
    ],
  ])("%s", (message, forge) => {
    expect(refuses("xpbd", forge)).toContain(message);
  });

  // Linked lists never ended, or took as much memory as a number in the file.
  test.each<[string, (couplings: Couplings) => unknown]>([
    ["nextEnds: the list of pairs of particle", ({ nextEnds }) => nextEnds.fill(0)],
    ["particleCount: expected", (couplings) => (couplings.particleCount = 2e9)],
    ["freePair: the list of free pairs is broken", (couplings) => (couplings.freePair = 0)],
    ["uses: expected 1 for pair 5", ({ uses }) => (uses[5] = 1000)],
    [
      "kinds.0.pairs: element 0 has other particles",
      ({ kinds }) => (kinds[0]!.pairs = kinds[0]!.pairs.toReversed()),
    ],
    ["editCount: expected at most", (couplings) => (couplings.editCount = 1e9)],
  ])("implicit: %s", (message, forge) => {
    const at = "cloths.0.implicit.pattern.couplings.";
    const reported = refuses("implicit", (s) => forge(first(s).implicit.pattern.couplings));
    expect(reported).toContain(at + message);
  });

  test.each<[string, (dissection: Dissection) => unknown]>([
    ["parents.0: expected a later node", ({ parents }) => (parents[0] = 0)],
    ["own: expected 66 particles, got 65", ({ own }) => own[0]!.pop()],
    ["rims.", ({ rims }) => (rims[0] = [])],
    ["nodeOf: expected", ({ nodeOf }) => nodeOf.pop()],
    ["firsts.", ({ firsts }) => (firsts[firsts.length - 1] = 1)],
    ["children", ({ children }) => (children[children.length - 1] = [0, 0])],
  ])("implicit: dissection.%s", (message, forge) => {
    const told = refuses("implicit", (s) => forge(first(s).implicit.pattern.dissection!));
    expect(told).toContain(`cloths.0.implicit.pattern.dissection.${message}`);
  });

  test("an unchanged state is accepted", () => {
    for (const type of ["xpbd", "implicit", "rk4"] as const) {
      expect(refuses(type, () => {})).toBe("accepted");
    }
  });
});
