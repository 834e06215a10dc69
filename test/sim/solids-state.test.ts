import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../../src/math/random.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid } from "../../src/mesh/index.js";
import {
  checkScene,
  createWorld,
  decodeRecording,
  encodeRecording,
  Replay,
  SceneRecorder,
} from "../../src/scene/index.js";
import {
  applyInput,
  pack,
  Recorder,
  unpack,
  World,
  type WorldOptions,
} from "../../src/sim/index.js";
import { RESOLUTIONS } from "../../src/tearing/index.js";
import { runs } from "../runs.js";
import type { OpenWorldState } from "../forged-state.js";

type Resolution = (typeof RESOLUTIONS)[number];

const STEPS = 9;

/** A sheet that hangs among moving solids: a keyframed ball, a capsule, a floor, and balls that are added. */
function optionsOf(resolve: Resolution, type: "xpbd" | "euler" = "xpbd"): WorldOptions {
  return {
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [4, 4] }),
        material: { density: 0.3, stiffness: 200, bendStiffness: 1, damping: 0.4, shear: 20 },
        pins: [{ select: { ids: [20, 24] } }],
        tearing: { limit: 1.15, resolve },
      },
    ],
    colliders: [
      {
        type: "sphere",
        center: [0, 0, -0.25],
        radius: 0.2,
        motion: [
          { time: 0, rotation: [0, 0, 10] },
          { time: 0.17, translation: [0.1, 0.1, 0.3], rotation: [0.3, 50.1, 7.7] },
        ],
      },
      { type: "capsule", from: [0.2, -0.3, 0.3], to: [0.4, -0.3, 0.3], radius: 0.1 },
      { type: "half-space", point: [0, -0.6, 0], normal: [0, 1, 0] },
    ],
    balls: [
      { position: [0.1, 0.1, 0.4], radius: 0.12, mass: 0.1, velocity: [0, 0, -4], time: 0.05 },
      { position: [-0.3, 0, 0.2], radius: 0.1, mass: 0.3, velocity: [0, 0, -2] },
      {
        position: [-0.3, 0.2, 0.3],
        radius: 0.1,
        mass: 0.02,
        angularVelocity: [3, 2, 1],
        time: 0.1,
      },
    ],
    solver: { type, ...(type === "xpbd" && { substeps: 3 }) },
  };
}

/** A random input to the solids of a world. */
function act(world: World, random: Random): void {
  const some = (count: number): number => Math.floor(random.next() * count);
  const place = (): Vec3Tuple => [
    random.uniform(-0.4, 0.4),
    random.uniform(-0.4, 0.4),
    random.uniform(-0.3, 0.5),
  ];
  const rotation = (): Vec3Tuple => [
    random.uniform(0, 90),
    random.uniform(0, 90),
    random.uniform(0, 90),
  ];
  const actions: (() => void)[] = [
    () => world.addBall({ position: place(), radius: 0.08, mass: 0.1, velocity: [0, 0, -3] }),
    () => world.addBall({ position: place(), radius: 0.05, mass: 0.3, friction: 0.1 }),
    () => world.balls[0] && world.removeBall(world.balls[some(world.balls.length)]!),
    () => world.removeBall(world.addBall({ position: place(), radius: 0.05, mass: 0.3 })),
    () => world.balls.at(-1)?.velocity.set([0.1, random.uniform(-1, 1), -2]),
    () => world.colliders[0]!.moveTo(place()),
    () => world.colliders[1]!.moveTo(place(), rotation()),
    () => world.colliders[some(2)]!.moveTo(place(), rotation()),
    () => world.colliders[1]!.moveTo(place()),
    () => world.colliders[2]!.moveTo([0, random.uniform(-0.6, -0.3), 0]),
    () => {},
    () => {},
  ];
  actions[some(actions.length)]!();
}

/** Continues from a step to another one; the inputs depend only on the number of the step. */
function run(world: World, seed: number, from: number, to: number): string[] {
  const hashes: string[] = [];
  for (let step = from; step < to; step++) {
    const random = new Random(seed + 7919 * step);
    for (let i = 0; i < 2; i++) act(world, random);
    world.step(step % 5 === 4 ? 1 / 47 : undefined);
    hashes.push(world.hash());
  }
  return hashes;
}

const variants = fc.record({
  resolve: fc.constantFrom(...RESOLUTIONS),
  type: fc.constantFrom("xpbd" as const, "euler" as const),
  seed: fc.nat(1e6),
});

describe("moving balls and colliders", () => {
  test("continue bit-exactly from any state, in their own world and in another one", () => {
    let torn = 0;
    let max = 0;
    fc.assert(
      fc.property(
        variants,
        fc.nat(STEPS - 1),
        fc.boolean(),
        ({ resolve, type, seed }, at, midway) => {
          const world = new World(optionsOf(resolve, type));
          run(world, seed, 0, at);
          // Between the input and the step: colliders have targets, balls were just added.
          if (midway) act(world, new Random(seed));
          const state = world.capture();
          const bytes = world.save();
          const hash = world.hash();
          const expected = run(world, seed, at, STEPS);
          torn += world.stats.tears;
          max = Math.max(max, world.balls.length);
          const numbers = world.balls.map(({ number }) => number);

          const other = new World(optionsOf(resolve, type));
          other.load(bytes);
          expect(other.hash()).toBe(hash);
          expect(other.capture()).toEqual(state);
          expect(run(other, seed, at, STEPS)).toEqual(expected);
          expect(other.balls.map(({ number }) => number)).toEqual(numbers);

          world.restore(state);
          expect(world.hash()).toBe(hash);
          expect(run(world, seed, at, STEPS)).toEqual(expected);
          expect(world.solids.ballCount).toBe(other.solids.ballCount);
        },
      ),
      runs(171, 8, 1500),
    );
    expect(torn).toBeGreaterThan(0);
    expect(max).toBeGreaterThan(3);
  });

  test("are serialized, and continue the same way", () => {
    fc.assert(
      fc.property(variants, ({ resolve, type, seed }) => {
        const options = optionsOf(resolve, type);
        const world = new World(options);
        if (seed % 2 === 0) world.colliders[1]!.moveTo([0.2, 0, 0.3]);
        const { log } = new Recorder(world);
        const expected = run(world, seed, 0, STEPS);
        const kind = { name: "log", version: 1 };
        const { steps, inputs } = unpack(kind, pack(kind, log)) as typeof log;
        const other = new World(options);
        const durations = steps.flatMap(([dt, count]) => Array<number>(count).fill(dt));
        const hashes = durations.map((dt, step) => {
          const input = inputs.find((entry) => entry.step === step)?.input;
          if (input !== undefined) applyInput(other, input);
          other.step(dt);
          return other.hash();
        });
        expect(hashes).toEqual(expected);
        expect(other.capture()).toEqual(world.capture());
      }),
      runs(172, 5, 1000),
    );
  });

  test("are in recordings, forward and backward", () => {
    const scene = checkScene({
      name: "a floor that rises",
      cloths: [{ mesh: { type: "grid", size: [1, 1], segments: [4, 4] } }],
      colliders: [{ type: "half-space", point: [0, -0.7, 0], normal: [0, 1, 0] }],
      solver: { type: "xpbd", substeps: 3 },
    });
    const world = createWorld(scene);
    const recorder = new SceneRecorder(world, scene, {}, "test");
    for (let frame = 0; frame < 12; frame++) {
      const height = 0.02 * frame;
      if (frame > 2) world.colliders[0]!.moveTo([0, height - 0.7, 0], [2 * frame, 0, 0]);
      if (frame % 3 === 1) {
        world.addBall({ position: [0, 0.1, 0.3], radius: 0.1, mass: 0.2, velocity: [0, 0, -6] });
      }
      if (frame === 8) world.removeBall(world.balls[1]!);
      world.step();
      recorder.endFrame();
    }
    const { recording } = recorder;
    const replay = new Replay(decodeRecording(encodeRecording(recording)), { memory: 8000 });
    for (const frame of [12, 3, 11, 7, 8, 9, 0, 5, 12]) {
      replay.seek(frame);
      expect(replay.world.hash()).toBe(recording.frames[frame]!.hash);
    }
    expect(replay.world.balls.map(({ number }) => number)).toEqual([0, 2, 3]);
    expect(replay.world.colliders[0]!.state).toEqual(world.colliders[0]!.state);
  });

  test("are restored to the options by reset", () => {
    const world = new World(optionsOf("exact"));
    const start = world.capture();
    const expected = run(world, 5, 0, STEPS);
    world.reset();
    expect(world.capture()).toEqual(start);
    expect(world.balls.map(({ number }) => number)).toEqual([0]);
    expect(run(world, 5, 0, STEPS)).toEqual(expected);
  });
});

describe("a state", () => {
  test("keeps the objects of balls that exist at both times, and no others", () => {
    const world = new World(optionsOf("step"));
    const options = { position: [1, 1, 1] as Vec3Tuple, radius: 0.1, mass: 1 };
    const ball = world.addBall(options);
    const gone = world.addBall(options);
    const state = world.capture();
    world.removeBall(gone);
    world.step();
    world.restore(state);
    expect(world.balls).toHaveLength(3);
    expect(world.balls[1]).toBe(ball);
    expect(Array.from(ball.position)).toEqual([1, 1, 1]);
    expect(world.balls[2]).not.toBe(gone);
    expect(state["solids"]).toMatchObject({ balls: { 2: world.balls[2]!.state } });

    // Another timeline, with another ball of the same number, even if it was added with the same object.
    const before = new World(optionsOf("step"));
    const early = before.capture();
    const first = before.addBall(options);
    const late = before.capture();
    before.restore(early);
    options.radius = 0.2;
    const second = before.addBall(options);
    expect(second.number).toBe(first.number);
    before.restore(late);
    expect(before.balls.at(-1)!.radius).toBe(0.1);
    expect(before.balls.at(-1)).not.toBe(second);
  });

  test("does not move bodies of other simulations", () => {
    const world = new World(optionsOf("step"));
    const state = world.capture();
    const body = world.addBody({
      shape: { type: "sphere", radius: 0.1 },
      mass: 1,
      inertia: [1, 1, 1],
    });
    body.position.set([0, 3, 0]);
    body.place();
    world.restore(state);
    expect(world.solids.driven).toEqual([body]);
    expect(Array.from(body.position)).toEqual([0, 3, 0]);
    expect(world.solids.all).toContain(body.solids[0]!);
  });

  test("that does not fit is refused with the field, and the world is unchanged", () => {
    const world = new World(optionsOf("step"));
    run(world, 3, 0, 4);
    world.addBall({ position: [1, 1, 1], radius: 0.1, mass: 1 });
    world.colliders[1]!.moveTo([0, 0, 1]);
    const kind = { name: "state", version: 7 };
    const saved = unpack(kind, world.save()) as { of: object; state: OpenWorldState };
    const hash = world.hash();
    const refuse = (change: (state: OpenWorldState) => void, why: string | RegExp): void => {
      const state = structuredClone(saved.state);
      change(state);
      expect(() => world.load(pack(kind, { of: saved.of, state }))).toThrow(why);
      expect(world.hash()).toBe(hash);
    };
    const last = world.balls.length - 1;
    const { ballCount } = world.solids;
    refuse(
      (s) => s.solids.colliders.pop(),
      "solids.colliders: expected a list of 3, got a list of 2",
    );
    refuse(
      (s) => (s.solids.colliders[1]!.target![4] = NaN),
      "colliders.1.target.4: expected a finite number, got NaN",
    );
    refuse(
      (s) => s.solids.colliders[1]!.target!.pop(),
      "colliders.1.target: expected a list of 6, got a list of 5",
    );
    refuse(
      (s) => (s.solids.balls[last]!.body = new Float64Array(18)),
      `balls.${last}.body: expected 19 numbers, got 18`,
    );
    refuse(
      (s) => (s.solids.balls[last]!.body[2] = Infinity),
      `balls.${last}.body.2: expected a finite number, got Infinity`,
    );
    refuse(
      (s) => (s.solids.balls[last]!.options = { ...s.solids.balls[last]!.options, radius: -1 }),
      `balls.${last}.options.radius: expected a number over 0, got -1`,
    );
    refuse(
      (s) => (s.solids.balls[last]!.number = ballCount),
      new RegExp(`balls.${last}.number: expected a whole number .* got ${ballCount}`),
    );
    refuse((s) => (s.solids.ballCount = 0.5), "ballCount: expected a whole number of");
    refuse(
      (s) => (s.solids.scheduledCount = 4),
      "scheduledCount: expected a whole number from 0 to 3, got 4",
    );
    world.load(world.save());
    expect(world.hash()).toBe(hash);
  });

  test("of a world with other colliders or balls is refused", () => {
    const options = optionsOf("step");
    const world = new World(options);
    const refuse = (change: Partial<WorldOptions>, why: string): void => {
      expect(() => world.load(new World({ ...options, ...change }).save())).toThrow(why);
    };
    refuse(
      { colliders: [] },
      "expected a state of a world with the same colliders, sphere, capsule, half-space, got none",
    );
    refuse(
      { colliders: options.colliders!.toReversed() },
      "the same colliders, sphere, capsule, half-space, got half-space, capsule, sphere",
    );
    refuse({ balls: [] }, "the same balls, 3, got 0");
  });
});

describe("a recorder", () => {
  const shape = { type: "sphere", radius: 0.1 } as const;
  const body = { shape, mass: 1, inertia: [1, 1, 1] as Vec3Tuple };

  test("refuses bodies of other simulations at any time", () => {
    const world = new World(optionsOf("step"));
    const early = world.addBody(body);
    expect(() => new Recorder(world)).toThrow("record: expected no bodies of world.addBody");
    expect(world.recorder).toBeNull();
    world.removeBody(early);
    new Recorder(world).stop();

    const recorder = new Recorder(world);
    world.step();
    const late = world.addBody(body);
    expect(() => world.step()).toThrow("record: expected no bodies of world.addBody");
    world.removeBody(late);
    world.step();
    expect(recorder.stepCount).toBe(2);
  });

  test("refuses to start with balls of unknown origin", () => {
    const thrown = new World(optionsOf("step"));
    const ball = thrown.addBall({ position: [1, 1, 1], radius: 0.1, mass: 1 });
    expect(() => new Recorder(thrown)).toThrow(
      "record: expected a world at its start, but balls were added or removed already",
    );
    thrown.removeBall(ball);
    expect(() => new Recorder(thrown)).toThrow("call reset()");
    thrown.reset();
    expect(new Recorder(thrown).stepCount).toBe(0);
  });

  test("only contains inputs", () => {
    const world = new World(optionsOf("step"));
    const { log } = new Recorder(world);
    for (let step = 0; step < 10; step++) {
      if (step === 2) world.addBall({ position: [2, 2, 2], radius: 0.1, mass: 1 });
      if (step === 4) world.colliders[2]!.moveTo([0.1, -0.5, 0.25]);
      if (step === 6) world.removeBall(world.balls.at(-1)!);
      world.step();
    }
    const target = [0.1, -0.5 + 0.6, 0.25, 0, 0, 0];
    const solids = log.inputs.map(({ step, input }) => [step, Object.keys(input), input.world]);
    expect(solids).toMatchObject([
      [
        2,
        ["world"],
        {
          solids: {
            fields: {
              balls: {
                length: 2,
                items: { 1: { whole: { number: 1, options: { radius: 0.1 } } } },
              },
            },
          },
        },
      ],
      [
        4,
        ["world"],
        {
          solids: {
            fields: { colliders: { items: { 2: { whole: { placed: null, target } } } } },
          },
        },
      ],
      [6, ["world"], { solids: { fields: { balls: { length: 2, items: {} } } } }],
    ]);
    expect(log.inputs.map(({ input }) => Object.keys(input.world!))).toEqual([
      ["solids"],
      ["solids"],
      ["solids"],
    ]);
  });
});
