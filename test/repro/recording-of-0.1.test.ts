import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
  checkScene,
  createWorld,
  decodeRecording,
  encodeRecording,
  RecordingError,
  Replay,
  SceneRecorder,
  type Recording,
} from "../../src/scene/index.js";
import { pack, unpack } from "../../src/sim/index.js";
import { partsOf } from "../fuzz/mutate-bytes.js";

// A recording of version 0.1 has format version 2, and other names in its scene and its states.

const VERSION_2 = { name: "recording", version: 2 };

/** The golden recording as version 0.1 wrote it. */
function recordingOf01(): Uint8Array<ArrayBuffer> {
  const text = readFileSync(join(import.meta.dirname, "recording-0.1.txt"), "utf8");
  return Uint8Array.from(Buffer.from(text, "base64"));
}

function withTitle(title: string): Uint8Array {
  const bytes = recordingOf01();
  bytes.fill(0, 0, 32);
  bytes.set(new TextEncoder().encode(`${title}\n`));
  return bytes;
}

function expectReplay(recording: Recording): Replay {
  const replay = new Replay(recording);
  const last = recording.frames.length - 1;
  for (let frame = 1; frame <= last; frame++) {
    expect(replay.next()).toBe(true);
    expect(replay.world.hash()).toBe(recording.frames[frame]!.hash);
  }
  expect(replay.next()).toBe(false);
  expect(replay.frame).toBe(last);
  return replay;
}

describe("a recording of version 0.1", () => {
  test("has version 2 of the format and the names of that version", () => {
    const bytes = recordingOf01();
    expect(Buffer.from(bytes.subarray(0, 19)).toString()).toBe("tatter recording 2\n");
    const { text } = partsOf(bytes);
    expect(text).toMatch(/"course":.*"handCount":/s);
    expect(text).not.toMatch(/"log"|"grabCount"/);
  });

  test("is read with the present names", () => {
    const recording = decodeRecording(recordingOf01());
    expect(recording.madeBy).toBe("golden");
    expect(recording.scene.name).toBe("recorded");
    expect(recording.frames).toHaveLength(25);
    expect(recording).not.toHaveProperty("course");
    expect(recording.log.inputs.length).toBeGreaterThan(15);
    const text = JSON.stringify(recording);
    expect(text).toMatch(/"grabCount":/);
    expect(text).not.toMatch(/"(handCount|letGo|homes|hand)"/);
  });

  test("replays to its own hashes, forward to the end and to any frame", () => {
    const recording = decodeRecording(recordingOf01());
    const replay = expectReplay(recording);
    for (const frame of [24, 10, 0, 17, 24]) {
      replay.seek(frame);
      expect(replay.world.hash()).toBe(recording.frames[frame]!.hash);
    }
    expect(replay.world.cloths[0]!.edits.length).toBeGreaterThan(20);
  });

  test("that is written again has the present version", () => {
    const recording = decodeRecording(recordingOf01());
    const bytes = encodeRecording(recording);
    expect(Buffer.from(bytes.subarray(0, 19)).toString()).toBe("tatter recording 3\n");
    expect(decodeRecording(bytes)).toEqual(recording);
  });

  test("that is damaged is refused like a present one", () => {
    const bytes = recordingOf01();
    bytes[300]! ^= 1;
    expect(() => decodeRecording(bytes)).toThrow(
      new RecordingError("the file is damaged: its digest does not match its contents"),
    );
  });

  test.each([1, 4])("with version %i is refused with both versions", (version) => {
    const fix =
      version === 1 ? "use the version of Tatter that wrote it" : "use a newer version of Tatter";
    expect(() => decodeRecording(withTitle(`tatter recording ${version}`))).toThrow(
      new RecordingError(`expected version 3 of the format, got ${version}; ${fix}`),
    );
  });

  test.each(["constructor", "toString", "valueOf", "hasOwnProperty"])(
    "with a store named %s is refused by that name",
    (name) => {
      const data = unpack(VERSION_2, recordingOf01()) as OldRecording;
      const { world = {} } = data.course.inputs[0]!.input;
      data.course.inputs[0]!.input.world = { ...world, [name]: { whole: 1 } };
      const replay = new Replay(decodeRecording(pack(VERSION_2, data)));
      expect(() => replay.seek(24)).toThrow(`before step 0: world.${name}: unknown store`);
    },
  );
});

interface OldRecording {
  course: {
    inputs: { input: { world?: object; cloths?: { cloth: number; stores?: object }[] } }[];
  };
}

/** Present names and those of version 0.1, of each store; independent of the table of the library. */
const OLD_NAMES: Record<string, Record<string, string>> = {
  wind: { amplitude: "strength" },
  solids: { angularVelocity: "spin", scheduledCount: "thrownCount", placed: "hand" },
  material: { breakingStrain: "strength" },
  tearing: { minEdgeRatio: "shortestEdge" },
  holding: {
    breakForce: "strength",
    breakPerParticle: "each",
    translation: "move",
    anchors: "homes",
    id: "hand",
  },
  seams: { fraction: "part", insertedAt: "laidAt" },
  strengths: { remaining: "worn" },
};
const OLD_STORES: Record<string, string> = { grabCount: "handCount", hysteresis: "letGo" };
const OLD_SCENE = {
  ...OLD_NAMES["holding"],
  ...OLD_NAMES["material"],
  ...OLD_NAMES["wind"],
  balls: "bodies",
  strengthMap: "strength",
  openTime: "opens",
  openDuration: "lasts",
  minEdgeRatio: "shortestEdge",
};

describe("a run with every renamed field", () => {
  let recording: Recording;
  /** The same with the names of version 0.1. */
  let old: Uint8Array<ArrayBuffer>;
  /** Old names in its log. */
  const used = new Set<string>();

  function renamed(
    data: unknown,
    names: Record<string, string>,
    note: (line: string) => unknown = () => null,
  ): unknown {
    if (Array.isArray(data)) return data.map((item) => renamed(item, names, note));
    if (typeof data !== "object" || data === null || ArrayBuffer.isView(data)) return data;
    return Object.fromEntries(
      Object.entries(data).map(([name, part]) => {
        const oldName = Object.hasOwn(names, name) ? names[name]! : name;
        if (oldName !== name) note(`${name} → ${oldName}`);
        return [oldName, renamed(part, names, note)];
      }),
    );
  }

  function renamedStores(stores: object): object {
    return Object.fromEntries(
      Object.entries(stores).map(([name, change]) => {
        if (Object.hasOwn(OLD_STORES, name)) used.add(`${name} → ${OLD_STORES[name]}`);
        const inner = renamed(change, OLD_NAMES[name] ?? {}, (line) => used.add(line));
        return [OLD_STORES[name] ?? name, inner];
      }),
    );
  }

  beforeAll(() => {
    const scene = checkScene({
      name: "every renamed field",
      wind: { velocity: [0, 0, 2], gusts: { amplitude: 0.5, period: 0.2 } },
      cloths: [
        {
          mesh: { type: "grid", size: [1, 1], segments: [6, 6] },
          material: { preset: "paper", breakingStrain: 0.2 },
          pins: [
            {
              select: { group: "top" },
              breakForce: 500,
              breakPerParticle: true,
              motion: [{ time: 0, translation: [0, 0, 0] }],
            },
          ],
          seams: [
            {
              line: [
                [0.55, 0.2],
                [0.55, 0.8],
              ],
              openTime: 0.04,
              openDuration: 0.2,
            },
          ],
          strengthMap: { noise: { amount: 0.1, size: 0.3 } },
          tearing: { limit: 1.3, minEdgeRatio: 0.1, damage: 0.3 },
        },
      ],
      colliders: [{ type: "sphere", center: [0, -0.9, 0.2], radius: 0.2 }],
      balls: [
        { position: [0, 1, 0.3], radius: 0.1, mass: 0.1, angularVelocity: [1, 0, 0], time: 0.05 },
      ],
      solver: { substeps: 6 },
    });
    const world = createWorld(scene);
    const recorder = new SceneRecorder(world, scene, {}, "test");
    const cloth = world.cloths[0]!;
    const acts: (() => unknown)[] = [
      () => world.grab({ point: [0.2, -0.4, 0], radius: 0.2 })!.moveTo([0.3, -0.6, 0.3]),
      () => world.cut({ edge: 40 }), // undone after the seam has begun to open
      () => (world.wind = { velocity: [0, 0, 1], gusts: { amplitude: 0.2, period: 1 } }),
      () => (world.wind.gusts!.amplitude = 0.4),
      () => world.undo(),
      () =>
        world.pin({
          select: { ids: [0] },
          breakForce: 50,
          breakPerParticle: true,
          motion: [{ time: 0.1, translation: [0, 0.1, 0] }],
        }),
      () =>
        world.addBall({ position: [0.5, 1, 0], radius: 0.1, mass: 1, angularVelocity: [0, 9, 0] }),
      () => world.colliders[0]!.moveTo([0, -0.8, 0.2]),
      () => world.colliders[0]!.moveTo([0, -0.7, 0.2]),
      () => cloth.setMaterial({ breakingStrain: 0.4 }),
      () => (cloth.tearing = { ...cloth.tearing!, minEdgeRatio: 0.2 }),
      () => world.tear({ vertex: 24, axis: [1, 0, 0] }),
      () => cloth.grabs[0]!.moveTo([0.5, -0.6, 0.5]),
      () => cloth.grabs[0]!.release(),
    ];
    for (const act of acts) {
      act();
      world.step();
      recorder.endFrame();
    }
    const notes = { panel: { wind: { gusts: { amplitude: 0.4, period: 1 } } } };
    recording = { ...recorder.recording, notes };
    const { log, scene: own, ...rest } = recording;
    const inputs = log.inputs.map(({ input, ...entry }) => ({
      ...entry,
      input: {
        ...input,
        ...(input.world && { world: renamedStores(input.world) }),
        ...(input.cloths && {
          cloths: input.cloths.map(({ stores, ...change }) => ({
            ...change,
            ...(stores && { stores: renamedStores(stores) }),
          })),
        }),
      },
    }));
    const balls = own.balls.map(({ angularVelocity, ...ball }) => ({
      type: "ball",
      ...ball,
      spin: angularVelocity,
    }));
    old = pack(VERSION_2, {
      ...rest,
      scene: renamed({ ...own, balls }, OLD_SCENE),
      course: { ...log, inputs },
      notes: { panel: { wind: { gusts: { strength: 0.4, period: 1 } } } },
    });
  });

  test("in format version 2 has the old names", () => {
    expect([...used].toSorted()).toEqual([
      "amplitude → strength",
      "anchors → homes",
      "angularVelocity → spin",
      "breakForce → strength",
      "breakPerParticle → each",
      "breakingStrain → strength",
      "grabCount → handCount",
      "hysteresis → letGo",
      "id → hand",
      "minEdgeRatio → shortestEdge",
      "placed → hand",
      "remaining → worn",
      "translation → move",
    ]);
  });

  test("in format version 2 is the same recording, and replays to its hashes", () => {
    expect(decodeRecording(old)).toEqual(decodeRecording(encodeRecording(recording)));
    expectReplay(decodeRecording(old));
  });

  // No input of a run changes these.
  test("with changes in other forms gets the present names too", () => {
    const data = unpack(VERSION_2, old) as OldRecording;
    const seam = { part: 0.5, laidAt: 3, other: [{ part: 1 }] };
    data.course.inputs[0]!.input = {
      world: {
        solids: { fields: { thrownCount: { whole: 1 } } },
        wind: { whole: { gusts: { strength: 1, period: 2 } } },
        strength: { whole: { strength: 1 } },
      },
      cloths: [
        {
          cloth: 0,
          stores: {
            letGo: { whole: [] },
            seams: {
              length: 2,
              items: {
                0: { whole: seam },
                1: { fields: { part: { whole: 1 }, laidAt: { whole: 4 } } },
              },
            },
            strengths: {
              fields: { worn: { length: 1, at: Int32Array.of(0), to: Float64Array.of(1) } },
            },
            holding: {
              fields: { pins: { length: 1, items: { 0: { whole: { homes: [1, 2, 3] } } } } },
            },
          },
        },
      ],
    };
    const { input } = decodeRecording(pack(VERSION_2, data)).log.inputs[0]!;
    expect(input).toEqual({
      world: {
        solids: { fields: { scheduledCount: { whole: 1 } } },
        wind: { whole: { gusts: { amplitude: 1, period: 2 } } },
        strength: { whole: { strength: 1 } },
      },
      cloths: [
        {
          cloth: 0,
          stores: {
            hysteresis: { whole: [] },
            seams: {
              length: 2,
              items: {
                0: { whole: { fraction: 0.5, insertedAt: 3, other: [{ part: 1 }] } },
                1: { fields: { fraction: { whole: 1 }, insertedAt: { whole: 4 } } },
              },
            },
            strengths: {
              fields: { remaining: { length: 1, at: Int32Array.of(0), to: Float64Array.of(1) } },
            },
            holding: {
              fields: { pins: { length: 1, items: { 0: { whole: { anchors: [1, 2, 3] } } } } },
            },
          },
        },
      ],
    });
  });
});
