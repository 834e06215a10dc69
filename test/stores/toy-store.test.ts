import { describe, expect, test, vi } from "vitest";
import { numbers, record } from "../../src/math/check-data.js";
import { Attached, generateGrid, type TopologyEdit } from "../../src/mesh/index.js";
import {
  applyInput,
  ContainerError,
  Recorder,
  Timeline,
  World,
  type StateContext,
  type Store,
  type WorldCloth,
  type WorldOptions,
} from "../../src/sim/index.js";

import {
  advanceFrame,
  checkScene,
  createWorld,
  Replay,
  SceneRecorder,
} from "../../src/scene/index.js";

/**
 * A store that is unknown to the library: the temperature of the cloth, one number per vertex. A field of the world
 * heats it in every evaluation of forces, depending on position, so that it follows edits, steps and substeps.
 */
class Warmth implements Store {
  readonly name = "warmth";
  readonly keepsRows = true;
  readonly #cloth: WorldCloth;
  readonly #values: Attached;
  #kept = new Float64Array(0);
  /** Number of rewinds within a step. */
  rollbacks = 0;

  constructor(cloth: WorldCloth) {
    this.#cloth = cloth;
    this.#values = new Attached(cloth.mesh, "vertex", Float64Array, { rule: "between" });
  }

  get values(): Float64Array {
    return this.#values.values;
  }

  warm(): void {
    const { positions, count } = this.#cloth.particles;
    for (let p = 0; p < count; p++)
      this.values[p]! += positions[3 * p + 1]! * positions[3 * p + 1]!;
  }

  replay(edit: TopologyEdit): void {
    this.#values.replay(edit);
  }

  get state(): { values: Float64Array } {
    return { values: this.values.slice(0, this.#cloth.mesh.vertexCount) };
  }

  set state({ values }: { values: Float64Array }) {
    this.values.set(values);
  }

  get size(): number {
    return 8 * this.#cloth.mesh.vertexCount;
  }

  check(value: unknown, field: string, { counts }: StateContext): void {
    record({ values: numbers(Float64Array, counts.vertices) })(value, field);
  }

  takeSnapshot(): void {
    this.#kept = this.values.slice();
  }

  rollback(): void {
    this.values.set(this.#kept);
    this.rollbacks++;
  }
}

type Resolve = "step" | "substep" | "exact";

function options(resolve: Resolve): WorldOptions {
  return {
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [6, 6] }),
        pins: [
          { select: { group: "top" } },
          { select: { group: "bottom" }, motion: [{ time: 0.2, translation: [0, -0.8, 0.1] }] },
        ],
        tearing: { limit: 1.2, resolve },
      },
    ],
    solver: { type: "xpbd", substeps: 4 },
  };
}

/** A world whose cloth has a custom store. */
function warmWorld(resolve: Resolve): { world: World; warmth: Warmth } {
  const world = new World(options(resolve));
  const warmth = new Warmth(world.cloths[0]!);
  world.cloths[0]!.stores.add(warmth);
  // Forces are evaluated once per substep: it advances with time, not only with steps.
  world.fields = [{ addForces: () => warmth.warm() }];
  return { world, warmth };
}

/** The data of the store. */
function dataOf({ world, warmth }: { world: World; warmth: Warmth }): number[] {
  return Array.from(warmth.values.subarray(0, world.cloths[0]!.mesh.vertexCount));
}

/** Cuts across the rest of the cloth, where that adds vertices. */
function slash(world: World): void {
  const { mesh } = world.cloths[0]!;
  const before = mesh.vertexCount;
  for (let y = 0.45; mesh.vertexCount === before; y -= 0.1) {
    world.cut({
      line: [
        [-0.6, y, 0],
        [0.6, y, 0],
      ],
    });
  }
}

function run(world: World, steps: number): void {
  for (let i = 0; i < steps; i++) world.step();
}

describe.each(["step", "substep", "exact"] as const)(
  "a custom store, with tears by %s,",
  (resolve) => {
    test("follows tears, cuts and undos", () => {
      const made = warmWorld(resolve);
      const { world, warmth } = made;
      run(world, 20);
      expect(world.stats.tears).toBeGreaterThan(3);
      const { mesh } = world.cloths[0]!;
      expect(dataOf(made).every((value) => value > 0)).toBe(true);
      const before = dataOf(made);
      slash(world);
      expect(mesh.vertexCount).toBeGreaterThan(before.length);
      for (let v = before.length; v < mesh.vertexCount; v++) {
        const [a, b] = [mesh.vertexOrigins[2 * v]!, mesh.vertexOrigins[2 * v + 1]!];
        const t = mesh.originWeights[v]!;
        const [from, to] = [warmth.values[a]!, warmth.values[b]!];
        expect(warmth.values[v]).toBe(from + t * (to - from));
      }
      expect(world.undo()).toBe(true);
      expect(dataOf(made)).toEqual(before);
    });

    test("rewinds and replays with the world", () => {
      const made = warmWorld(resolve);
      const { world } = made;
      run(world, 5);
      const state = world.capture();
      const early = dataOf(made);
      run(world, 15);
      expect(world.stats.tears).toBeGreaterThan(3);
      const late = dataOf(made);
      const after = world.capture();
      world.restore(state);
      expect(dataOf(made)).toEqual(early);
      run(world, 15);
      expect(dataOf(made)).toEqual(late);
      world.restore(state);
      world.restore(after);
      expect(dataOf(made)).toEqual(late);
    });

    test("is saved and loaded, and invalid data is refused", () => {
      const made = warmWorld(resolve);
      run(made.world, 12);
      const bytes = made.world.save();
      const other = warmWorld(resolve);
      other.world.load(bytes);
      expect(dataOf(other)).toEqual(dataOf(made));
      run(made.world, 8);
      run(other.world, 8);
      expect(dataOf(other)).toEqual(dataOf(made));
      expect(other.world.hash()).toBe(made.world.hash());
      expect(() => new World(options(resolve)).load(bytes)).toThrow(
        'cloths.0: unknown field "warmth"',
      );
      const bare = new World(options(resolve));
      expect(() => other.world.load(bare.save())).toThrow(
        new ContainerError("cloths.0.warmth: it is missing"),
      );
      const state = made.world.capture();
      const cloth = { ...state.cloths[0]!, warmth: { values: new Float64Array(3) } };
      expect(() => made.world.restore({ ...state, cloths: [cloth] })).toThrow(
        /^restore: cloths\.0\.warmth\.values: expected \d+ numbers, got 3$/,
      );
    });

    test("is recorded where it is changed from code, and replayed", () => {
      const made = warmWorld(resolve);
      const recorder = new Recorder(made.world);
      const seen: number[][] = [];
      for (let step = 0; step < 20; step++) {
        if (step === 4) made.warmth.values[7] = 100;
        if (step === 12) {
          slash(made.world);
          made.warmth.values[made.world.cloths[0]!.mesh.vertexCount - 1] = -5;
        }
        if (step === 15) made.world.undo();
        made.world.step();
        seen.push(dataOf(made));
      }
      const { inputs } = recorder.log;
      expect(inputs.map(({ step }) => step)).toEqual([4, 12, 15]);
      expect(inputs[0]!.input).toEqual({
        cloths: [
          {
            cloth: 0,
            stores: {
              warmth: {
                fields: {
                  values: {
                    length: expect.any(Number) as number,
                    at: Int32Array.of(7),
                    to: Float64Array.of(100),
                  },
                },
              },
            },
          },
        ],
      });
      const again = warmWorld(resolve);
      for (let step = 0; step < 20; step++) {
        for (const { step: at, input } of inputs) if (at === step) applyInput(again.world, input);
        again.world.step();
        expect(dataOf(again)).toEqual(seen[step]);
      }
      expect(again.world.hash()).toBe(made.world.hash());
    });

    test("counts in the memory of a state", () => {
      const { world } = warmWorld(resolve);
      const bare = new World(options(resolve));
      expect(world.capture().size - bare.capture().size).toBe(8 * 49);
      const timeline = new Timeline(2.5 * world.capture().size);
      for (let frame = 0; frame < 4; frame++) timeline.keep(frame, world.capture());
      expect(timeline.stride).toBe(2); // four states do not fit
    });
  },
);

test("a custom store rewinds to the start of a substep with the cloth", () => {
  const made = warmWorld("exact");
  run(made.world, 20);
  expect(made.warmth.rollbacks).toBeGreaterThan(3);
  // The field alone would have heated it once more for each repeated substep.
  const [exact, substeps] = [made.warmth.rollbacks, 20 * 4];
  let evaluations = 0;
  const counted = warmWorld("exact");
  counted.world.fields = [{ addForces: () => evaluations++ }];
  run(counted.world, 20);
  expect(evaluations).toBe(substeps + exact);
});

test.each(["step", "substep", "exact"] as const)(
  "every store follows every edit of a tear once: %s",
  (resolve) => {
    const world = new World(options(resolve));
    const cloth = world.cloths[0]!;
    const serials: number[] = [];
    cloth.stores.add({ name: "log", replay: ({ serial }) => void serials.push(serial) });
    const [damage, strengths] = [
      vi.spyOn(cloth.damage, "replay"),
      vi.spyOn(cloth.strengths, "replay"),
    ];
    run(world, 20);
    world.tear({ vertex: 24, axis: [1, 0, 0] });
    world.cut({ vertex: 31, axis: [1, 0, 0] });
    expect(world.stats.tears).toBeGreaterThan(3);
    const made = cloth.edits.map(({ serial }) => serial);
    expect(serials).toEqual(made);
    for (const { mock } of [damage, strengths]) {
      expect(mock.calls.map(([{ serial }]) => serial)).toEqual(made);
    }
  },
);

test("a world has its own stores and accepts others", () => {
  const world = new World(options("step"));
  let value = 1;
  const store: Store = {
    name: "season",
    get state() {
      return value;
    },
    set state(state: number) {
      value = state;
    },
    check: (state) => {
      if (typeof state !== "number") throw new ContainerError("season: expected a number");
    },
  };
  world.stores.add(store);
  const recorder = new Recorder(world);
  const state = world.capture();
  value = 2;
  world.step();
  expect(recorder.log.inputs[0]!.input.world).toEqual({ season: { whole: 2 } });
  world.restore(state);
  expect(value).toBe(1);
  expect(() => world.stores.add(store)).toThrow("stores: expected a unique name, got season again");
  expect(() => world.stores.add({ name: "x", state: 1 })).toThrow("needs a check");
  expect(() => world.stores.add({} as Store)).toThrow("stores.name: expected a string");
  expect(() => world.stores.add(undefined as unknown as Store)).toThrow("stores: expected");
  for (const name of ["cloths", "size", "__proto__", ""]) {
    expect(() => world.stores.add({ name })).toThrow("stores: a store cannot be named");
  }
  expect(() => world.cloths[0]!.stores.add({ name: "edits" })).toThrow("cannot be named");
  expect(world.stores.remove(store)).toBe(true);
  expect(world.stores.remove(store)).toBe(false);
  expect(world.capture()).not.toHaveProperty("season");
});

test.each([
  Float64Array,
  Float32Array,
  Int32Array,
  Uint32Array,
  Int16Array,
  Uint16Array,
  Int8Array,
  Uint8Array,
])("a state can have any kind of numbers: %o", (Kind) => {
  const withNumbers = (): { world: World; numbers: InstanceType<typeof Kind> } => {
    const world = new World(options("step"));
    const numbers = Kind.from([1, 2, 3, 4]);
    world.stores.add({
      name: "numbers",
      get state() {
        return numbers.slice();
      },
      set state(state: InstanceType<typeof Kind>) {
        numbers.set(state);
      },
      check: () => {},
    });
    return { world, numbers };
  };
  const { world, numbers } = withNumbers();
  const recorder = new Recorder(world);
  const [again, loaded] = [withNumbers(), withNumbers()];
  numbers[1] = 7;
  world.step();
  applyInput(again.world, recorder.log.inputs[0]!.input);
  expect(again.numbers).toEqual(Kind.from([1, 7, 3, 4]));
  loaded.world.load(world.save());
  expect(loaded.numbers).toEqual(numbers);
});

test("data that no file can contain is refused when it is saved", () => {
  const world = new World(options("step"));
  world.stores.add({ name: "map", state: new Map(), check: () => {} });
  expect(() => world.save()).toThrow(
    new ContainerError(
      "expected numbers, strings, lists, plain objects or typed arrays, got a Map",
    ),
  );
});

test("a replay uses the stores that its recording names", () => {
  const scene = checkScene({
    name: "warm",
    cloths: [{ mesh: { type: "grid", size: [1, 1], segments: [4, 4] } }],
  });
  const warmed = (world: World): Warmth => {
    const warmth = new Warmth(world.cloths[0]!);
    world.cloths[0]!.stores.add(warmth);
    return warmth;
  };
  const world = createWorld(scene);
  const warmth = warmed(world);
  const recorder = new SceneRecorder(world, scene, {}, "test");
  for (let frame = 0; frame < 4; frame++) {
    warmth.values[3]!++;
    advanceFrame(world, scene.frameRate);
    recorder.endFrame();
  }
  let replayed: Warmth | null = null;
  const replay = new Replay(recorder.recording, { prepare: (own) => (replayed = warmed(own)) });
  while (replay.next());
  expect(replayed!.values[3]).toBe(4);
  replay.seek(0);
  expect(replayed!.values[3]).toBe(0);
  expect(() => new Replay(recorder.recording).next()).toThrow(
    "before step 0: cloths.0.stores.warmth: unknown store",
  );
});
