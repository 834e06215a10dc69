import { describe, expect, test } from "vitest";
import { Conditions, MODELS, type Model } from "../../src/cloth/index.js";
import { referenceKernels, type Kernels } from "../../src/kernels/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import {
  World,
  type PinOptions,
  type SolverOptions,
  type TearOffEvent,
} from "../../src/sim/index.js";
import { combinations, sample } from "../runs.js";
import { pulledSheet } from "../worlds.js";

const G = 9.81;
/** N: the whole weight of the sheets below. */
const WEIGHT = 0.2 * G;

/** A sheet of 1 m² and 0.2 kg/m², at rest, that hangs from its top row by the given pin. */
function hung(
  pin: Partial<PinOptions>,
  { solver = {}, model = "springs", damping = 8, cells = 8 }: Setting = {},
): World {
  return new World({
    wind: { drag: 0 },
    solver: { type: "implicit", ...solver },
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [cells, cells], diagonals: "alternating" }),
        model,
        material: { density: 0.2, stiffness: 2000, shear: 200, bendStiffness: 0, damping },
        pins: [{ select: { group: "top" }, ...pin }],
      },
    ],
  });
}

interface Setting {
  solver?: Partial<SolverOptions>;
  model?: Model;
  damping?: number;
  cells?: number;
}

function run(world: World, seconds: number): World {
  for (let i = 0; i < Math.round(60 * seconds); i++) world.step();
  return world;
}

function only(world: World): World["cloths"][number]["pins"][number] {
  return world.cloths[0]!.pins[0]!;
}

function listen(world: World): TearOffEvent[] {
  const events: TearOffEvent[] = [];
  world.on("tear-off", (event) => events.push(event));
  return events;
}

describe("the force on a pin", () => {
  const SIZES = sample([4, 8], [4]);
  const SOLVERS = {
    euler: { type: "euler" },
    rk4: { type: "rk4" },
    xpbd: { type: "xpbd", substeps: 20 },
  } as const;
  const solvers = Object.keys(SOLVERS) as (keyof typeof SOLVERS)[];

  test.each(combinations({ model: MODELS, cells: SIZES }))(
    "is the weight below it, to 0.1 %: $model, $cells² cells",
    ({ model, cells }) => {
      const world = hung({ breakForce: 1000 }, { model, cells });
      run(world, 1.5);
      const [x, y, z] = only(world).force;
      expect(Math.abs(y / -WEIGHT - 1)).toBeLessThan(1e-3);
      expect(Math.hypot(x, z)).toBeLessThan(1e-3 * WEIGHT);
    },
  );

  test.each(combinations({ solver: solvers, cells: SIZES }))(
    "is so with $solver too, $cells² cells",
    ({ solver, cells }) => {
      const world = hung({ breakForce: 1000 }, { solver: SOLVERS[solver], cells });
      run(world, 3);
      expect(Math.abs(only(world).force[1] / -WEIGHT - 1)).toBeLessThan(1e-3);
    },
  );

  test.each(SIZES)("is so if Provot's limit carries most of it, %i² cells", (cells) => {
    const solver = { type: "euler", stretchLimit: 1.0001 } as const;
    const world = run(hung({ breakForce: 1000 }, { solver, cells }), 3);
    const { impulses } = world.cloths[0]!.forces.stretchLimit!;
    expect(Math.max(...impulses)).toBeGreaterThan(0);
    expect(Math.abs(only(world).force[1] / -WEIGHT - 1)).toBeLessThan(1e-3);
  });

  test("is the same for a pin without a break force, read once or every step", () => {
    const watched = hung({});
    const unwatched = hung({});
    const strong = hung({ breakForce: 1000 });
    expect(only(watched).force.map(Math.abs)).toEqual([0, 0, 0]); // nothing has moved yet
    for (let i = 0; i < 20; i++) {
      for (const world of [watched, unwatched, strong]) world.step();
      expect(only(watched).force).toEqual(only(strong).force);
    }
    expect(only(unwatched).force).toEqual(only(strong).force);
    expect(unwatched.hash()).toBe(strong.hash());
  });

  test("depends on the gravity of its own step, and is zero for a released pin", () => {
    const world = run(hung({ breakForce: 1000 }), 1.5);
    world.gravity = [0, 0, 0];
    expect(Math.abs(only(world).force[1] / -WEIGHT - 1)).toBeLessThan(1e-3);
    run(world, 2);
    expect(Math.hypot(...only(world).force)).toBeLessThan(1e-2 * WEIGHT);
    only(world).release();
    expect(only(world).force).toEqual([0, 0, 0]);
  });

  test("on an axis or a plane is that of the constrained directions", () => {
    const gravity = [3, -4, 5] as const;
    const forces = (["point", { axis: [0, 2, 0] }, { plane: [0, 0, -3] }] as const).map((hold) => {
      const world = hung({ hold, breakForce: 1000 });
      world.gravity = gravity;
      world.step();
      return only(world).force;
    });
    const [point, axis, plane] = forces;
    for (const [k, value] of point!.entries()) expect(value * gravity[k]!).toBeGreaterThan(0);
    expect(axis![1]).toBe(0);
    expect(Math.abs(axis![0])).toBeGreaterThan(0.01);
    expect(Math.abs(axis![2])).toBeGreaterThan(0.01);
    expect(plane!.slice(0, 2).map(Math.abs)).toEqual([0, 0]);
    expect(plane![2]).toBeGreaterThan(0.01);
  });

  test("is that of the cloth before it tears, also in a step that tears it next to the pin", () => {
    const expected = [0, 0, 0];
    const at = new Conditions();
    const kernels: Kernels = {
      ...referenceKernels,
      endStep({ elements, particles: { positions, pinned } }) {
        expected.fill(0);
        for (const kind of elements) {
          for (let element = 0; element < kind.count; element++) {
            if (!kind.isAlive(element) || !kind.evaluate(element, positions, at)) continue;
            for (let n = 0; n < 2; n++) {
              const particle = kind.particles[2 * element + n]!;
              if (pinned[particle] === 0 || positions[3 * particle]! > 0) continue;
              for (let k = 0; k < 3; k++) {
                expected[k]! -= kind.impulses[element]! * 60 * at.gradients[3 * n + k]!;
              }
            }
          }
        }
      },
    };
    const [cloth] = pulledSheet().options.cloths;
    const tearing = { limit: 1.1, path: "weak-point", starts: "any", heldZone: 0 } as const; // it divides edges at the pin
    const world = pulledSheet({ kernels, cloths: [{ ...cloth!, tearing }] });
    const pin = only(world);
    const around = (): string => {
      const { mesh } = world.cloths[0]!;
      const triangles = pin.particles.flatMap((particle) => mesh.trianglesOf(particle));
      return triangles.flatMap((triangle) => mesh.cornersIn(triangle)).join(" ");
    };
    let tornThere = 0; // steps
    for (let i = 0; i < 35; i++) {
      pin.force.at(0); // it is measured from the first read on
      const before = around();
      world.step();
      if (around() !== before) tornThere++;
      for (let k = 0; k < 3; k++) expect(pin.force[k]).toBeCloseTo(expected[k]!, 6);
    }
    expect(tornThere).toBeGreaterThan(0);
  });

  test("of rings on a rail is the weight too", () => {
    const world = hung({ hold: { axis: [1, 0, 0] }, breakForce: 1000 });
    run(world, 1.5);
    expect(Math.abs(only(world).force[1] / -WEIGHT - 1)).toBeLessThan(1e-3);
  });
});

describe("a pin with a break force", () => {
  /** Over the top row only: it cannot swing, and takes the weight without a shock. */
  const settle = (pin: Partial<PinOptions>): World => {
    const world = hung({ ...pin });
    world.gravity = [0, 0, 0];
    for (let i = 1; i <= 120; i++) {
      world.gravity = [0, -Math.min(1, i / 100) * G, 0];
      world.step();
    }
    return world;
  };

  test("just above the weight holds, just below releases all at once", () => {
    const above = settle({ breakForce: 1.01 * WEIGHT });
    expect([only(above).isHolding, above.stats.tearOffs]).toEqual([true, 0]);
    const below = settle({ breakForce: 0.99 * WEIGHT });
    expect([only(below).isHolding, below.stats.tearOffs]).toEqual([false, 1]);
    expect(only(below).particles).toHaveLength(9);
    for (const particle of only(below).particles) {
      expect(below.cloths[0]!.isHeld(particle)).toBe(false);
    }
  });

  test("emits an event once, with the force and the time at the end of the step", () => {
    const world = hung({ breakForce: 0.5 * WEIGHT });
    const events = listen(world);
    run(world, 0.5);
    expect(events).toHaveLength(1);
    const [event] = events;
    expect(event).toMatchObject({ type: "tear-off", cloth: 0, pin: 0 });
    expect(event!.particles).toEqual(only(world).particles);
    expect(Math.hypot(...event!.force)).toBeGreaterThan(0.5 * WEIGHT);
    const again = hung({ breakForce: 0.5 * WEIGHT });
    while (only(again).isHolding) again.step();
    expect(event!.time).toBe(again.time);
  });

  test("stays in the list, pins again from code and by repin, and is restored by reset", () => {
    const world = run(hung({ breakForce: 0.5 * WEIGHT, repin: 0.4 }), 0.3);
    const pin = only(world);
    expect(pin.isHolding).toBe(false);
    run(world, 0.2);
    expect([pin.isHolding, world.stats.tearOffs]).toEqual([false, 2]); // the fall is too much for it again
    world.gravity = [0, 0, 0];
    world.cloths[0]!.particles.velocities.fill(0);
    pin.hold();
    const [particle] = pin.particles;
    const height = world.cloths[0]!.positions[3 * particle! + 1];
    run(world, 0.1);
    expect(pin.isHolding).toBe(true);
    expect(world.cloths[0]!.positions[3 * particle! + 1]).toBeCloseTo(height!, 12);
    world.reset();
    expect([only(world).isHolding, world.stats.tearOffs]).toEqual([true, 0]);
  });

  test("does not break while the forces are not reliable", () => {
    const world = hung({ breakForce: 0.1 * WEIGHT });
    const cloth = world.cloths[0]!;
    Object.defineProperty(cloth.solver, "isTrusted", { value: false, configurable: true });
    run(world, 0.3);
    expect(only(world).isHolding).toBe(true);
    expect(Math.hypot(...only(world).force)).toBeGreaterThan(0.1 * WEIGHT);
    Object.defineProperty(cloth.solver, "isTrusted", { value: true });
    world.step();
    expect(only(world).isHolding).toBe(false);
  });

  test("does not change a bit of a run in which it holds", () => {
    const [with_, without] = [hung({ breakForce: 1000 }), hung({})];
    for (const world of [with_, without]) run(world, 0.3);
    expect(with_.hash()).toBe(without.hash());
  });

  test("requires a force, and breakPerParticle requires breakForce", () => {
    for (const breakForce of [0, -1, NaN, Infinity]) {
      expect(() => hung({ breakForce })).toThrow(
        new RangeError(`cloths.0.pins.0.breakForce: expected a force over 0 N, got ${breakForce}`),
      );
    }
    expect(() => hung({ breakPerParticle: true })).toThrow(
      "cloths.0.pins.0.breakPerParticle: expected breakForce too",
    );
    expect(() => hung({ breakForce: 1, repin: 0 })).toThrow("repin: expected a time after release");
  });
});

describe("a pin that breaks per particle", () => {
  /** Rings on the top row; a bar pulls the bottom down, faster at one side. */
  function slanted(): World {
    return new World({
      gravity: [0, 0, 0],
      wind: { drag: 0 },
      solver: { type: "implicit" },
      cloths: [
        {
          mesh: generateGrid({ size: [1, 0.5], segments: [8, 4] }),
          material: { density: 0.2, stiffness: 500, bendStiffness: 1, damping: 5 },
          pins: [
            { select: { group: "top" }, breakForce: 4, breakPerParticle: true },
            {
              select: { ids: [0, 1] },
              motion: [
                { time: 0, translation: [0, 0, 0] },
                { time: 4, translation: [0, -0.8, 0] },
              ],
            },
          ],
        },
      ],
    });
  }

  test("releases ring by ring, from the loaded side", () => {
    const world = slanted();
    const events = listen(world);
    const left: number[] = [];
    while (only(world).isHolding && world.time < 4) {
      left.push(only(world).particles.length);
      world.step();
    }
    expect(only(world).isHolding).toBe(false);
    const torn = events.map(({ particles }) => particles);
    expect(torn.every(({ length }) => length === 1)).toBe(true);
    expect(torn.flat().toSorted((a, b) => a - b)).toEqual([36, 37, 38, 39, 40, 41, 42, 43, 44]);
    // The outermost carries half a width of cloth, so its neighbor is first; from there on they break in a row.
    expect(torn.flat().slice(0, 6)).toEqual([37, 36, 38, 39, 40, 41]);
    expect(left).toEqual(left.toSorted((a, b) => b - a));
    expect(new Set(left).size).toBeGreaterThan(4);
    expect(world.stats.tearOffs).toBe(9);
    for (const { force, pin } of events) {
      expect(pin).toBe(0);
      expect(Math.hypot(...force)).toBeGreaterThan(4);
    }
  });

  test("holds the others in place", () => {
    const world = slanted();
    while (world.stats.tearOffs < 3) world.step();
    const cloth = world.cloths[0]!;
    const held = only(world).particles;
    expect(held).toHaveLength(9 - world.stats.tearOffs);
    for (let p = 36; p < 45; p++) {
      expect(cloth.isHeld(p)).toBe(held.includes(p));
      if (held.includes(p)) expect(cloth.positions[3 * p + 1]).toBeCloseTo(0.25, 5);
    }
    only(world).release();
    only(world).hold();
    expect(only(world).particles).toHaveLength(9);
  });
});
