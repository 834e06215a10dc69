import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../../src/math/random.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid, validate } from "../../src/mesh/index.js";
import { writeObj } from "../../src/io/index.js";
import { buildMesh } from "../../src/mesh/index.js";
import {
  advanceFrame,
  checkScene,
  createWorld,
  decodeRecording,
  encodeRecording,
  neededFiles,
  neededPictures,
  RecordingError,
  Replay,
  SceneRecorder,
  type Recording,
  type Scene,
} from "../../src/scene/index.js";
import { attractor, Timeline, type World } from "../../src/sim/index.js";
import { RESOLUTIONS } from "../../src/tearing/index.js";
import { makePng } from "../io/make-png.js";
import { runs } from "../runs.js";

const SOLVERS = [
  { type: "xpbd", substeps: 5 },
  { type: "implicit", tolerance: 0.01 },
  { type: "euler" },
  { type: "auto", budget: 0.000_3 },
];

/** A small soft sheet that tears easily, pinned at its upper side. */
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
        seams: [
          {
            line: [
              [0.55, 0.2],
              [0.55, 0.8],
            ],
            openTime: 0.1,
            openDuration: 0.1,
          },
          {
            line: [
              [0, 0.3],
              [1, 0.45],
            ],
            strength: 0.6,
          },
        ],
        ...(seed % 3 === 0 && { strengthMap: { noise: { amount: 0.3, size: 0.4 } } }),
        tearing: { limit: 1.25, resolve, order: "random", damage: seed % 2 === 0 ? 0.4 : 0 },
      },
    ],
    wind: { velocity: [0, 0, 4], gusts: { amplitude: 0.5, period: 0.2 } },
    solver,
    frameRate: 30,
    seed,
  });
}

/** A random input to a world. */
function act(world: World, random: Random): void {
  const cloth = world.cloths[0]!;
  const place = (): Vec3Tuple => [random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), 0];
  const some = (count: number): number => Math.floor(random.next() * count);
  const actions: (() => void)[] = [
    () => world.grab({ point: place(), radius: 0.2, stiffness: 400 }),
    () => cloth.grabs[0]?.moveTo([random.uniform(-1, 1), random.uniform(-1, 1), random.next()]),
    () => cloth.grabs[0]?.moveTo([random.uniform(-1, 1), random.uniform(-1, 1), random.next()]),
    () => cloth.grabs[0]?.release(),
    () => world.pin({ select: { ids: [some(cloth.particles.count)] } }),
    () => cloth.pins[some(cloth.pins.length)]?.release(),
    () => cloth.pins[0]?.release([some(cloth.particles.count), cloth.pins[0].particles[0] ?? 0]),
    () => cloth.pins[some(cloth.pins.length)]?.hold(),
    () => world.cut({ edge: some(cloth.mesh.edgeCount) }),
    () => world.cut({ line: [place(), place()] }),
    () => world.tear({ edge: some(cloth.mesh.edgeCount), path: "weak-point" }),
    () => world.undo(),
    () => cloth.setMaterial({ stiffness: random.uniform(100, 300) }),
    // With these densities the solver `auto` takes euler or implicit.
    () => cloth.setMaterial({ density: random.next() < 0.5 ? 0.3 : 5 }),
    () => (cloth.tearing = { ...cloth.tearing!, limit: random.uniform(1.15, 1.4) }),
    () => (world.wind.velocity = [0, 0, random.uniform(-5, 5)]),
    () => (world.gravity = [0, random.uniform(-12, 0), 0]),
    () => cloth.damage.setWeak(some(cloth.mesh.vertexCount), true),
    () => cloth.strengths.set(some(cloth.mesh.vertexCount), random.uniform(0.5, 2)),
    () => cloth.strengths.paint({ point: place(), radius: 0.3, strength: random.uniform(0.5, 2) }),
    () => cloth.particles.place(some(cloth.particles.count), place()),
    () => {},
    () => {},
  ];
  actions[some(actions.length)]!();
}

/** A run with all kinds of inputs, frame by frame; some of them in event listeners. */
function record(
  scene: Scene,
  frames: number,
  seed: number,
): { recording: Recording; world: World } {
  const world = createWorld(scene);
  const recorder = new SceneRecorder(world, scene, {}, "test");
  const random = new Random(seed);
  let isEmitted = false;
  world.on("tear", () => {
    if (!isEmitted) act(world, random);
    isEmitted = true;
  });
  for (let frame = 0; frame < frames; frame++) {
    for (let i = 0; i < 2; i++) {
      isEmitted = false;
      for (let k = 0; k < 2; k++) act(world, random);
      world.step(frame % 5 === 4 ? 1 / 50 : undefined);
    }
    recorder.endFrame();
  }
  return { recording: recorder.recording, world };
}

const variants = fc.record({
  solver: fc.constantFrom(...SOLVERS),
  resolve: fc.constantFrom(...RESOLUTIONS),
  seed: fc.nat(1e6),
});

describe("a recording", () => {
  test("replays any inputs bit-exactly, and can seek any of its frames", () => {
    let edits = 0;
    let inputs = 0;
    fc.assert(
      fc.property(
        variants,
        fc.array(fc.nat(11), { maxLength: 6 }),
        ({ solver, resolve, seed }, frames) => {
          const { recording, world } = record(sceneOf(solver, resolve, seed), 12, seed);
          edits += recording.log.edits.length;
          inputs += recording.log.inputs.length;
          const replay = new Replay(decodeRecording(encodeRecording(recording)));
          while (replay.next());
          expect(replay.frame).toBe(12);
          expect(replay.world.hash()).toBe(recording.frames[12]!.hash);
          expect(replay.world.time).toBe(world.time);
          for (const frame of frames) {
            replay.seek(frame);
            expect(replay.world.hash()).toBe(recording.frames[frame]!.hash);
            expect(validate(replay.world.cloths[0]!.mesh)).toBeNull();
            replay.next();
          }
        },
      ),
      runs(81, 8, 1000),
    );
    expect(edits).toBeGreaterThan(20);
    expect(inputs).toBeGreaterThan(20);
  });

  test("contains every tear, cut and input with its time", () => {
    const { recording, world } = record(sceneOf(SOLVERS[0]!, "exact", 5), 20, 5);
    const { edits, inputs, steps } = recording.log;
    expect(steps.reduce((sum, [, count]) => sum + count, 0)).toBe(40);
    for (const list of [edits, inputs]) {
      expect(list.length).toBeGreaterThan(0);
      for (const { step, time } of list) expect(time).toBeCloseTo(timeOf(step, list === edits), 9);
    }

    /** Of the start of a step, or of its end. */
    function timeOf(step: number, isEnd: boolean): number {
      let left = isEnd ? step + 1 : step;
      let time = 0;
      for (const [duration, count] of steps) {
        time += Math.min(left, count) * duration;
        left = Math.max(0, left - count);
      }
      return time;
    }
    expect(world.time).toBeCloseTo(timeOf(39, true), 9);
  });

  test("seeks backward with little memory too", () => {
    const { recording } = record(sceneOf(SOLVERS[0]!, "step", 3), 30, 3);
    const replay = new Replay(recording, { memory: 20_000 });
    for (const frame of [30, 7, 29, 3, 16, 0, 30]) {
      replay.seek(frame);
      expect(replay.world.hash()).toBe(recording.frames[frame]!.hash);
    }
    expect(() => replay.seek(31)).toThrow("seek: expected a frame from 0 to 30, got 31");
    expect(() => replay.seek(-1)).toThrow("expected a frame from 0 to 30, got -1");
    expect(() => replay.seek(1.5)).toThrow("expected a frame from 0 to 30, got 1.5");
  });

  test("needs no files, and does not contain their paths", () => {
    const data = generateGrid({ size: [1, 1], segments: [3, 3] });
    const text = writeObj([{ name: "sheet", mesh: buildMesh(data), positions: data.positions }]);
    const path = "/home/somebody/secret/sheet.obj";
    const scene = checkScene({
      name: "from a file",
      cloths: [{ mesh: { type: "file", path }, pins: [{ select: { ids: [0] } }] }],
    });
    const world = createWorld(scene, { files: { [path]: text } });
    const recorder = new SceneRecorder(world, scene, { [path]: text }, "test");
    advanceFrame(world, scene.frameRate);
    recorder.endFrame();
    const bytes = encodeRecording(recorder.recording);
    expect(Buffer.from(bytes).toString("latin1")).not.toContain("somebody");
    const replay = new Replay(decodeRecording(bytes));
    replay.seek(1);
    expect(replay.world.hash()).toBe(world.hash());
  });

  test("contains the bytes of images, including Node Buffers, and names them by their field", () => {
    const path = "/home/somebody/secret/weak.png";
    const bytes = makePng({ width: 2, height: 1, colorType: 0, depth: 8, samples: [0, 255] });
    const scene = checkScene({
      name: "with a map",
      cloths: [
        {
          mesh: { type: "grid", size: [1, 1], segments: [4, 4] },
          strengthMap: { image: { file: path, black: 0.5 } },
        },
      ],
    });
    expect(neededFiles(scene)).toEqual([path]);
    expect(neededPictures(scene)).toEqual([path]);
    const files = { [path]: Buffer.from(bytes) };
    const world = createWorld(scene, { files });
    const recorder = new SceneRecorder(world, scene, files, "test");
    const encoded = encodeRecording(recorder.recording);
    expect(Buffer.from(encoded).toString("latin1")).not.toContain("somebody");
    const recording = decodeRecording(encoded);
    expect(recording.files).toEqual({ "cloths/0/strengthMap/image/weak.png": bytes });
    const { strengths } = new Replay(recording).world.cloths[0]!;
    expect(strengths.state).toEqual(world.cloths[0]!.strengths.state);
    expect(Math.min(...strengths.state!.given)).toBe(0.5);
  });

  test("contains changed velocities of particles at unchanged positions", () => {
    const scene = sceneOf(SOLVERS[0]!, "step", 1);
    const world = createWorld(scene);
    const recorder = new SceneRecorder(world, scene, {}, "test");
    const { velocities } = world.cloths[0]!.particles;
    for (let frame = 0; frame < 3; frame++) {
      velocities[3 * frame + 2] = 4;
      world.step();
      recorder.endFrame();
    }
    const replay = new Replay(recorder.recording);
    replay.seek(3);
    expect(replay.world.hash()).toBe(world.hash());
  });

  test("contains strength and damage set from code, and their undo", () => {
    const scene = sceneOf(SOLVERS[0]!, "step", 2);
    const world = createWorld(scene);
    const recorder = new SceneRecorder(world, scene, {}, "test");
    const cloth = world.cloths[0]!;
    const states: unknown[] = [];
    const damaged: boolean[] = [];
    const acts: (() => unknown)[] = [
      () => cloth.strengths.paint({ point: [0, 0, 0], radius: 0.3, strength: 1.5 }),
      () => world.cut({ vertex: 10, axis: [1, 0, 0] }),
      () => world.tear({ vertex: 24, axis: [1, 0, 0] }),
      () => world.undo(),
      () => {
        world.cut({ vertex: 17, axis: [0, 1, 0] });
        world.tear({ vertex: 25, axis: [1, 0, 0] });
        cloth.strengths.set(cloth.mesh.vertexCount - 1, 3);
        cloth.strengths.set(25, 0.9);
      },
      () => world.undo(),
      () => {
        world.cut({ vertex: 10, axis: [1, 0, 0] });
        cloth.strengths.set(42, 0.5); // the first new one
      },
      // Another vertex has the number now, and the same strength, inherited from its origin.
      () => {
        world.undo();
        cloth.strengths.set(10, 0.5);
        world.cut({ vertex: 10, axis: [1, 0, 0] });
      },
    ];
    for (const act of acts) {
      act();
      world.step();
      recorder.endFrame();
      states.push(cloth.strengths.state);
      damaged.push(cloth.strengths.state!.remaining.some((part) => part < 1));
    }
    expect(damaged).toEqual([false, false, true, false, true, false, false, false]);
    const replay = new Replay(decodeRecording(encodeRecording(recorder.recording)));
    for (const frame of [1, 2, 3, 4, 5, 6, 7, 8, 2, 5, 3, 6, 8]) {
      replay.seek(frame);
      expect(replay.world.cloths[0]!.strengths.state).toEqual(states[frame - 1]);
    }
  });

  test("that is damaged, truncated, or of another format is refused with a reason", () => {
    const { recording } = record(sceneOf(SOLVERS[0]!, "step", 3), 3, 3);
    const good = encodeRecording(recording);
    const refuse = (bytes: Uint8Array, why: RegExp | string): void => {
      expect(() => decodeRecording(bytes)).toThrow(RecordingError);
      expect(() => decodeRecording(bytes)).toThrow(why);
    };
    refuse(
      new TextEncoder().encode("{}"),
      "expected a recording of Tatter, got another kind of file",
    );
    refuse(createWorld(recording.scene).save(), "expected a recording of Tatter, got a state");
    refuse(good.slice(0, good.length / 2), "the file is cut short");
    const bad = good.slice();
    bad[200]! ^= 1;
    refuse(bad, "the file is damaged: its digest does not match its contents");
    const newer = good.slice();
    newer.set(new TextEncoder().encode("tatter recording 4\n"));
    refuse(newer, /expected version 3 of the format, got 4; use a newer version of Tatter/);
    const older = good.slice();
    older.set(new TextEncoder().encode("tatter recording 1\n"));
    refuse(
      older,
      /expected version 3 of the format, got 1; use the version of Tatter that wrote it/,
    );
  });

  test("that diverges is detected at the first frame that differs", () => {
    const { recording } = record(sceneOf(SOLVERS[0]!, "step", 3), 5, 3);
    const frames = recording.frames.map((frame) => ({ ...frame }));
    frames[4]!.hash = "0".repeat(16);
    const replay = new Replay({ ...recording, frames });
    expect(() => replay.seek(5)).toThrow(
      /frame 4: expected the digest 0{16}, got [0-9a-f]{16}; it was recorded with Tatter test/,
    );
  });
});

describe("a recorder", () => {
  test("refuses inputs that it cannot record", () => {
    const scene = sceneOf(SOLVERS[0]!, "step", 1);
    const late = createWorld(scene);
    late.step();
    expect(() => new SceneRecorder(late, scene, {}, "test")).toThrow(
      "expected a world at its start, got one after 1 steps; call reset()",
    );

    const moved = createWorld(scene);
    const start = moved.capture();
    const { recorder } = new SceneRecorder(moved, scene, {}, "test");
    moved.step();
    moved.restore(start);
    expect(() => moved.step()).toThrow("record: expected a world that only moves forward");
    recorder.stop();
    moved.step();

    const other = createWorld(scene);
    new SceneRecorder(other, scene, {}, "test").endFrame();
    other.fields.push(attractor({ point: [0, 0, 0], acceleration: 1, radius: 1 }));
    expect(() => other.step()).toThrow("record: expected the same world.fields");
  });
});

describe("a timeline", () => {
  test("keeps as many states as fit, evenly spaced, and always the start", () => {
    const world = createWorld(sceneOf(SOLVERS[0]!, "step", 1));
    const timeline = new Timeline(8.5 * world.capture().size);
    for (let frame = 0; frame < 50; frame++) timeline.keep(frame, world.capture());
    expect(timeline.stride).toBe(8);
    expect(timeline.latest(0)!.frame).toBe(0);
    expect(timeline.latest(17)!.frame).toBe(16);
    expect(timeline.latest(1000)!.frame).toBe(48);
    timeline.forget(20);
    expect(timeline.latest(1000)!.frame).toBe(16);
    expect(timeline.wants(24)).toBe(true);
    expect(timeline.wants(25)).toBe(false);
    expect(timeline.wants(16)).toBe(false);
  });
});
