import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MODELS } from "../../src/cloth/index.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid, validate } from "../../src/mesh/index.js";
import { World, type SolverOptions, type WorldOptions } from "../../src/sim/index.js";
import { PATHS, RESOLUTIONS } from "../../src/tearing/index.js";
import { runs } from "../runs.js";

const SOLVERS: Partial<SolverOptions>[] = [
  { type: "xpbd", substeps: 6 },
  { type: "implicit", tolerance: 0.01 },
  { type: "implicit", tolerance: 0.01, integrator: "bdf2" },
  { type: "implicit", linear: "multigrid" },
  { type: "implicit", linear: "multigrid", integrator: "bdf2" },
  { type: "implicit", tolerance: 0.01, linear: "conjugate-gradients" },
  { type: "euler" },
  { type: "rk4", stretchLimit: 1.4 },
];

const variants = fc.record({
  solver: fc.constantFrom(...SOLVERS),
  model: fc.constantFrom(...MODELS),
  path: fc.constantFrom(...PATHS),
  resolve: fc.constantFrom(...RESOLUTIONS),
  order: fc.constantFrom("severest" as const, "random" as const),
  yields: fc.constantFrom(
    {},
    { yield: 0.05, bendYield: 2 },
    { yield: 0.1, plasticity: "vertex" as const },
  ),
  seed: fc.nat(1000),
});

type Variant = typeof variants extends fc.Arbitrary<infer T> ? T : never;

/** Explicit solvers refuse slivers of a membrane that is torn as violently as this. */
function isForSprings({ type, linear }: Variant["solver"]): boolean {
  return type === "euler" || type === "rk4" || linear === "multigrid";
}

/** A sheet that is torn to pieces while pins release and pin again, in gusty wind. */
function optionsOf({ solver, model, path, resolve, order, yields, seed }: Variant): WorldOptions {
  const damage = seed % 5 === 0 ? 0.2 : 0;
  // Fragments that have yielded are hard to solve, and exact times solve them repeatedly.
  const canYield = solver.type !== "implicit" || resolve !== "exact";
  const soft = { density: 0.3, stiffness: 150, bendStiffness: 1, damping: 0.4, shear: 20 };
  return {
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [7, 6] }),
        model: isForSprings(solver) ? "springs" : model,
        material: { ...soft, ...(canYield && yields) },
        pins: [
          {
            select: {
              uv: [
                [0, 0],
                [0, 1],
              ],
            },
            release: 0.1,
            repin: 0.15,
          },
          {
            select: {
              uv: [
                [1, 0],
                [1, 1],
              ],
            },
            hold: { axis: [0, 1, 0] },
            motion: [
              { time: 0, translation: [0, 0, 0] },
              { time: 0.3, translation: [0.5, 0, 0] },
            ],
          },
        ],
        tearing: { criterion: "stretch", limit: 1.2, path, order, resolve, damage },
      },
    ],
    wind: {
      velocity: [0, 0, 3],
      gusts: { amplitude: 0.8, period: 0.1 },
      turbulence: { speed: 2, size: 0.4 },
    },
    solver,
    seed,
  };
}

/** The user inputs of steps, by their numbers. */
function act(world: World, step: number): void {
  const cloth = world.cloths[0]!;
  if (step === 3) world.grab({ point: [0, 0.2, 0], radius: 0.1, stiffness: 300 });
  const point: Vec3Tuple = [0.3, 0.2 + 0.06 * step, 0.05 * step];
  for (const grab of cloth.grabs) grab.moveTo(point);
  if (step === 9) cloth.grabs[0]?.release();
  if (step === 6) world.pin({ select: { sphere: { center: [0, -0.4, 0], radius: 0.15 } } });
  if (step === 7) cloth.strengths.paint({ point: [0.2, 0, 0], radius: 0.4, strength: 1.3 });
  if (step === 8) cloth.setMaterial({ stiffness: 120 });
  if (step === 10) world.gravity = [0, -5, 1];
  if (step === 11) cloth.tearing = { ...cloth.tearing!, limit: 1.15 };
}

function run(world: World, from: number, to: number): string[] {
  const hashes: string[] = [];
  for (let step = from; step < to; step++) {
    act(world, step);
    world.step();
    hashes.push(world.hash());
  }
  return hashes;
}

const STEPS = 16;

describe("a saved world", () => {
  test("continues bit-exactly, in another world and in its own, from any time", () => {
    let torn = 0;
    fc.assert(
      fc.property(variants, fc.nat(STEPS - 1), (how, at) => {
        const world = new World(optionsOf(how));
        run(world, 0, at);
        const bytes = world.save();
        const hash = world.hash();
        const state = world.capture();
        const expected = run(world, at, STEPS);
        torn += world.stats.tears;

        const other = new World(optionsOf(how));
        other.load(bytes);
        expect(other.hash()).toBe(hash);
        expect(other.time).toBe(state.time);
        expect(run(other, at, STEPS)).toEqual(expected);
        expect(other.stats).toEqual(world.stats);
        expect(other.cloths[0]!.pieces.count).toBe(world.cloths[0]!.pieces.count);

        world.restore(state);
        expect(world.hash()).toBe(hash);
        expect(validate(world.cloths[0]!.mesh)).toBeNull();
        expect(run(world, at, STEPS)).toEqual(expected);
      }),
      runs(71, 12, 1500),
    );
    expect(torn).toBeGreaterThan(0);
  });

  test("can be restored to any of its times, in any order", () => {
    fc.assert(
      fc.property(variants, fc.array(fc.nat(STEPS), { maxLength: 6 }), (how, times) => {
        const world = new World(optionsOf(how));
        const states = [world.capture()];
        const hashes = [world.hash()];
        for (let step = 0; step < STEPS; step++) {
          hashes.push(...run(world, step, step + 1));
          states.push(world.capture());
        }
        for (const time of times) {
          world.restore(states[time]!);
          expect(world.hash()).toBe(hashes[time]);
          if (time < STEPS) expect(run(world, time, time + 1)).toEqual([hashes[time + 1]]);
        }
      }),
      runs(72, 6, 500),
    );
  });
});

test("a restored world reports the tension of that time, for any later step lengths", () => {
  const world = new World({
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [3, 3] }),
        pins: [{ select: { group: "top" } }],
        tearing: { limit: 9, resolve: "substep" },
      },
    ],
    solver: { type: "xpbd", substeps: 4 },
  });
  const cloth = world.cloths[0]!;
  const tensions = (): number[] =>
    Array.from({ length: cloth.mesh.edgeCount }, (_, edge) => cloth.tensionOf(edge));
  for (let i = 0; i < 10; i++) world.step(1 / 60);
  const [state, before] = [world.capture(), tensions()];
  expect(Math.max(...before)).toBeGreaterThan(0.01);
  world.step(1 / 240);
  expect(tensions()).not.toEqual(before);
  world.restore(state);
  expect(tensions()).toEqual(before);
});

describe("a state that does not fit", () => {
  const options = optionsOf({
    solver: SOLVERS[0]!,
    model: "springs",
    path: "plane",
    resolve: "step",
    order: "severest",
    yields: {},
    seed: 1,
  });

  test("is refused with a reason, and the world is unchanged", () => {
    const world = new World(options);
    run(world, 0, 5);
    const hash = world.hash();
    const good = world.save();
    const refuse = (bytes: Uint8Array, why: string | RegExp): void => {
      expect(() => world.load(bytes)).toThrow(why);
      expect(world.hash()).toBe(hash);
    };
    refuse(new Uint8Array(0), "expected a state of Tatter, got another kind of file");
    refuse(
      new TextEncoder().encode("tatter recording 1\n"),
      "expected a state of Tatter, got a recording",
    );
    refuse(
      new TextEncoder().encode("tatter state 99\n"),
      /expected version 7 of the format, got 99; use a newer version of Tatter/,
    );
    refuse(good.slice(0, 20), "the file is cut short: its header is incomplete");
    refuse(good.slice(0, -1), /the file is cut short: expected \d+ bytes, got \d+/);
    refuse(Uint8Array.of(...good, 0), /the file is too long: expected \d+ bytes, got \d+/);
    const model = new World({ ...options, cloths: [{ ...options.cloths[0]!, model: "angles" }] });
    refuse(model.save(), "expected a state of a world with the same models, springs, got angles");
  });

  test("with any flipped bit is refused", () => {
    const world = new World(options);
    const good = world.save();
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(7), (byte, bit) => {
        if (byte >= 15 && byte < 32) return; // unused bytes after the title
        const bad = good.slice();
        bad[byte]! ^= 2 ** bit;
        expect(() => world.load(bad)).toThrow(/^(the file is|expected) /);
      }),
      runs(73, 300),
    );
  });
});
