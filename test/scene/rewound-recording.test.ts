import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../../src/math/random.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import {
  checkScene,
  createWorld,
  decodeRecording,
  encodeRecording,
  Replay,
  SceneRecorder,
  type Scene,
  type SceneBookmark,
} from "../../src/scene/index.js";
import type { World, WorldState } from "../../src/sim/index.js";
import { RESOLUTIONS } from "../../src/tearing/index.js";
import { runs } from "../runs.js";

const SOLVERS = [
  { type: "xpbd", substeps: 5 },
  { type: "implicit", tolerance: 0.01 },
  { type: "euler" },
];

/** A small soft sheet over a floor, pinned at its upper side. */
function sceneOf(solver: object, resolve: string, seed: number): Scene {
  return checkScene({
    name: "small sheet",
    cloths: [
      {
        mesh: { type: "grid", size: [1, 1], segments: [6, 5] },
        material: { stiffness: 200, density: 0.3, damping: 0.4 },
        pins: [
          {
            select: {
              uv: [
                [0, 1],
                [1, 1],
              ],
            },
          },
        ],
        tearing: { limit: 1.25, resolve, order: "random", damage: seed % 2 === 0 ? 0.4 : 0 },
      },
    ],
    colliders: [{ type: "sphere", center: [0, -0.8, 0.1], radius: 0.2 }],
    wind: { velocity: [0, 0, 4], gusts: { amplitude: 0.5, period: 0.2 } },
    solver,
    seed,
  });
}

/** A simulated user who makes all kinds of inputs, and rewinds at any time. */
class Player {
  readonly world: World;
  readonly recorder: SceneRecorder;
  readonly #random: Random;
  /** State and bookmark of each frame. */
  readonly #frames: { state: WorldState; bookmark: SceneBookmark }[] = [];
  #frame = 0;
  rewinds = 0;

  constructor(scene: Scene, seed: number) {
    this.world = createWorld(scene);
    this.recorder = new SceneRecorder(this.world, scene, {}, "test");
    this.#random = new Random(seed);
    this.#keep();
  }

  play(): void {
    const chance = this.#random.next();
    if (chance < 0.2) this.#rewind();
    else if (chance < 0.35) this.#changeHere();
    else this.#step(chance > 0.85);
  }

  /** As in a page: there are no grabs afterwards, and the panel has the same settings as before. */
  #rewind(): void {
    const { world } = this;
    const wind = { ...world.wind };
    for (let times = this.#some(3); times >= 0; times--) {
      this.#frame = this.#some(this.#frames.length);
      const { state, bookmark } = this.#frames[this.#frame]!;
      world.restore(state);
      this.recorder.resume(bookmark);
      for (const { grabs } of world.cloths) while (grabs.length > 0) grabs[0]!.release();
      while (world.knives.length > 0) world.knives[0]!.release();
      world.wind = wind;
    }
    this.rewinds++;
  }

  /** While paused: the state at this time is replaced. */
  #changeHere(): void {
    this.#act();
    this.#act();
    this.#keep();
  }

  #step(isInParts: boolean): void {
    const { world } = this;
    this.#act();
    if (isInParts) {
      const cloth = world.cloths[0]!;
      const { tearing } = cloth;
      cloth.tearing = null;
      world.step(world.solver.step / 2);
      cloth.tearing = tearing;
      this.#act();
      world.step(world.solver.step / 2);
    } else world.step();
    this.recorder.endFrame();
    // Lost frames are removed, as in a page between two steps.
    for (const ball of world.balls.filter(({ position }) => position[1]! < -1)) {
      world.removeBall(ball);
    }
    this.#frame++;
    this.#keep();
  }

  #keep(): void {
    const bookmark = this.recorder.bookmark();
    this.#frames.length = this.#frame;
    this.#frames.push({ state: this.world.capture(), bookmark });
  }

  #act(): void {
    const { world } = this;
    const random = this.#random;
    const cloth = world.cloths[0]!;
    const place = (): Vec3Tuple => [random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), 0];
    const actions: (() => unknown)[] = [
      () => world.grab({ point: place(), radius: 0.2, stiffness: 400 }),
      () => cloth.grabs[0]?.moveTo([random.uniform(-1, 1), random.uniform(-1, 1), random.next()]),
      () => cloth.grabs[0]?.moveTo([random.uniform(-1, 1), random.uniform(-1, 1), random.next()]),
      () => cloth.grabs[0]?.release(),
      () => world.knife({ from: [-0.7, random.uniform(-0.4, 0.4), -1], to: [-0.7, 0, 1] }),
      () => world.knives[0]?.moveTo([0.7, 0.1, -1], [0.7, random.uniform(-0.4, 0.4), 1]),
      () => world.knives[0]?.release(),
      () => world.cut({ line: [place(), place()] }),
      () => world.undo(),
      () => {
        const [x, y] = place();
        world.addBall({ position: [x, y, 0.4], velocity: [0, 0, -8], radius: 0.1, mass: 0.2 });
      },
      () => world.balls[0] && world.removeBall(world.balls[0]),
      () => cloth.strengths.paint({ point: place(), radius: 0.3, strength: 0.6 }),
      () => cloth.setMaterial({ stiffness: random.uniform(100, 300) }),
      () => (cloth.tearing = { ...cloth.tearing, limit: random.uniform(1.15, 1.4) }),
      () => (world.wind.velocity = [0, 0, random.uniform(-5, 5)]),
      () => world.colliders[0]!.moveTo([0, random.uniform(-0.8, -0.6), 0]),
      () => world.pin({ select: { ids: [this.#some(cloth.particles.count)] } }),
      () => cloth.pins[this.#some(cloth.pins.length)]?.release(),
      () => cloth.pins[0]!.release([this.#some(cloth.particles.count)]),
      () => {},
    ];
    actions[this.#some(actions.length)]!();
  }

  #some(count: number): number {
    return Math.floor(this.#random.next() * count);
  }
}

describe("a recording of a run with rewinds", () => {
  test("replays the remaining part bit-exactly", () => {
    let rewinds = 0;
    let frames = 0;
    let several = 0;
    const settings = runs(82, 10, 1000);
    fc.assert(
      fc.property(
        fc.constantFrom(...SOLVERS),
        fc.constantFrom(...RESOLUTIONS),
        fc.nat(1e6),
        (solver, resolve, seed) => {
          const player = new Player(sceneOf(solver, resolve, seed), seed);
          for (let i = 0; i < 50; i++) player.play();
          player.world.step(); // the last inputs count too
          player.recorder.endFrame();
          rewinds += player.rewinds;
          const { recording } = player.recorder;
          const { inputs } = recording.log;
          several += inputs.filter(({ step }, i) => inputs[i - 1]?.step === step).length;
          const replay = new Replay(decodeRecording(encodeRecording(recording)));
          while (replay.next()) frames++;
          expect(replay.frame).toBe(recording.frames.length - 1);
          expect(replay.world.hash()).toBe(player.world.hash());
          expect(replay.world.time).toBe(player.world.time);
          expect(replay.world.cloths[0]!.edits.length).toBe(player.world.cloths[0]!.edits.length);
        },
      ),
      settings,
    );
    expect(rewinds).toBeGreaterThan(3 * settings.numRuns);
    expect(frames).toBeGreaterThan(3 * settings.numRuns);
    expect(several).toBeGreaterThan(0.6 * settings.numRuns);
  });
});

describe("a recorder after a rewind", () => {
  const scene = sceneOf(SOLVERS[0]!, "step", 1);

  function threeFrames() {
    const world = createWorld(scene);
    const recorder = new SceneRecorder(world, scene, {}, "test");
    const saved = [{ state: world.capture(), bookmark: recorder.bookmark() }];
    for (let frame = 1; frame <= 3; frame++) {
      world.gravity = [0, -frame, 0];
      world.step();
      recorder.endFrame();
      saved.push({ state: world.capture(), bookmark: recorder.bookmark() });
    }
    return { world, recorder, saved };
  }

  test("keeps later frames until a new input", () => {
    const { world, recorder, saved } = threeFrames();
    world.restore(saved[1]!.state);
    recorder.resume(saved[1]!.bookmark);
    expect(recorder.recorder.isBack).toBe(true);
    expect(recorder.recording.frames).toHaveLength(4);
    expect(recorder.recording.log.inputs).toHaveLength(3);

    world.restore(saved[3]!.state); // forward again
    recorder.resume(saved[3]!.bookmark);
    expect(recorder.recording.frames).toHaveLength(4);

    world.restore(saved[1]!.state);
    recorder.resume(saved[1]!.bookmark);
    world.step();
    recorder.endFrame();
    const { log, frames } = recorder.recording;
    expect(frames.map(({ step }) => step)).toEqual([0, 1, 2]);
    expect(log.steps).toEqual([[1 / 60, 2]]);
    expect(log.inputs.map(({ step }) => step)).toEqual([0]);
    expect(recorder.recorder.isBack).toBe(false);
  });

  test("can restart at frame 0 too", () => {
    const { world, recorder, saved } = threeFrames();
    world.restore(saved[0]!.state);
    recorder.resume(saved[0]!.bookmark);
    recorder.bookmark();
    expect(recorder.recording.log).toEqual({ steps: [], inputs: [], edits: [] });
    expect(recorder.recording.frames).toHaveLength(1);
    world.step();
    expect(recorder.recording.log.steps).toEqual([[1 / 60, 1]]);
  });

  test("gets the bookmark of the world's time", () => {
    const { world, recorder, saved } = threeFrames();
    world.restore(saved[1]!.state);
    expect(() => recorder.resume(saved[2]!.bookmark)).toThrow("record: expected a world at");
    expect(() => world.step()).toThrow("expected a world that only moves forward");
    recorder.resume(saved[1]!.bookmark);
    world.step();
  });

  test("knows in a replay which cuts can still be undone", () => {
    const world = createWorld(scene);
    const recorder = new SceneRecorder(world, scene, {}, "test");
    const slash = (y: number): void => {
      const knife = world.knife({ from: [-0.7, y, -1], to: [-0.7, y, 1] });
      knife.moveTo([0.7, y, -1], [0.7, y, 1]);
      world.step();
      knife.release();
    };
    slash(-0.2);
    slash(0.12);
    expect(world.cuts).toHaveLength(2);
    world.undo();
    world.step();
    recorder.endFrame();
    const replay = new Replay(decodeRecording(encodeRecording(recorder.recording)));
    replay.seek(1);
    expect(replay.world.cuts).toEqual(world.cuts);
  });
});
