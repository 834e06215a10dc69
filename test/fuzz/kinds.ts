import { deflateRawSync } from "node:zlib";
import { deriveSeed } from "../../src/math/noise.js";
import { Random } from "../../src/math/random.js";
import { readObj, readPng, readTriangle } from "../../src/io/index.js";
import { buildMesh } from "../../src/mesh/index.js";
import { checkScene, createWorld, Replay, setField } from "../../src/scene/index.js";
import { pack, unpack } from "../../src/sim/index.js";
import { decodeHash } from "../../lab/src/share/share-url.js";
import { readRecording } from "../../lab/src/share/opened-recording.js";
import { faultOf, finite, judge, MAX_WORK, stepOn, workOf, type Outcome } from "./judge.js";
import { container, repairContainer, repairPng, mutateBytes, partsOf } from "./mutate-bytes.js";
import { below, mutateData, pick, WORDS } from "./mutate-data.js";
import { mutateText } from "./mutate-text.js";
import { ELE, FILES, NODE, OBJS, PNGS, recordings, savedWorlds, SCENES } from "./seeds.js";

/** An input: a text or bytes. */
export type Input = string | Uint8Array;

/** A kind of input: how it is generated from a seed, and how it is tested. Throws the error of an input. */
interface Kind {
  make: (random: Random) => Input;
  run: (input: Input) => Outcome | Promise<Outcome>;
}

const STATE = { name: "state", version: 7 };
const RECORDING = { name: "recording", version: 3 };

/** Created once, on first use. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

const saved = once(savedWorlds);
const recorded = once(recordings);

/** The text of a scene: mostly structural mutations, sometimes of its characters. */
function sceneText(random: Random): string {
  const scene = pick(random, SCENES);
  if (random.next() < 0.1) {
    return mutateText(
      random,
      JSON.stringify(scene),
      SCENES.map((one) => JSON.stringify(one)),
    );
  }
  return JSON.stringify(mutateData(random, structuredClone(scene), SCENES), (_, part: unknown) =>
    typeof part === "number" && !Number.isFinite(part) ? String(part) : part,
  );
}

class TextError extends Error {
  override name = "UsageError";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new TextError("not JSON");
  }
}

function runScene(scene: unknown, files: Record<string, string | Uint8Array> = FILES): Outcome {
  return stepOn(createWorld(checkScene(scene), { files }));
}

/** Mutates the content of a container, or the container itself. */
function containerBytes(
  random: Random,
  seeds: readonly Uint8Array[],
  kind: { name: string; version: number },
): Uint8Array {
  const seed = pick(random, seeds);
  const choice = random.next();
  if (choice < 0.1) return mutateBytes(random, seed);
  if (choice < 0.2) return repairContainer(mutateBytes(random, seed));
  if (choice < 0.3) {
    const { text, arrays } = partsOf(seed);
    const title = `${kind.name} ${kind.version}`;
    const forged =
      random.next() < 0.5
        ? mutateText(random, text, [text])
        : JSON.stringify(mutateData(random, JSON.parse(text) as object, []));
    return container(title, forged, random.next() < 0.2 ? mutateBytes(random, arrays) : arrays);
  }
  return pack(kind, mutateData(random, unpack(kind, seed), [unpack(kind, pick(random, seeds))]));
}

/** The world of a saved state: all others must refuse it. */
function stateInput(random: Random): Uint8Array {
  const worlds = saved();
  const at = below(random, worlds.length);
  const bytes = containerBytes(random, [worlds[at]!.bytes], STATE);
  const whole = new Uint8Array(bytes.length + 1);
  whole[0] = at;
  whole.set(bytes, 1);
  return whole;
}

const STEPS_OF_A_REPLAY = 50;

/** Replays the first frames, unless they take too many steps. */
function runRecording(input: Input): Outcome {
  const { recording } = readRecording("fuzz.tatter", input as Uint8Array);
  const replay = new Replay(recording);
  for (let frame = 1; frame < recording.frames.length; frame++) {
    const steps = recording.frames[frame]!.step - recording.frames[frame - 1]!.step;
    if (steps > STEPS_OF_A_REPLAY || workOf(replay.world) > MAX_WORK) break;
    replay.next();
  }
  return finite(replay.world);
}

async function runShare(input: Input): Promise<Outcome> {
  const shared = await decodeHash(input as string);
  if (shared === null) return { verdict: "refused", message: "no scene in it" };
  if (shared.problem !== null) {
    const fault = faultOf(shared.problem);
    if (fault === null) return { verdict: "refused", message: shared.problem };
    return { verdict: "failed", message: `${fault}: ${JSON.stringify(shared.problem)}` };
  }
  const { scene, files } = shared.source;
  return finite(createWorld(checkScene(scene), { files })); // continuing scenes is tested separately
}

/** Paths of fields, existing and not. */
function assignment(random: Random): string {
  const path: string[] = [];
  let place: unknown = pick(random, SCENES);
  while (typeof place === "object" && place !== null && random.next() < 0.85) {
    const key = pick(random, Object.keys(place));
    if (key === undefined) break;
    path.push(
      random.next() < 0.9 ? key : pick(random, [...WORDS, "0", "00", "-1", "1e0", "+0", "99"]),
    );
    place = (place as Record<string, unknown>)[key];
  }
  if (random.next() < 0.2) path.push(pick(random, WORDS));
  const value = mutateData(random, structuredClone(place ?? null), SCENES);
  const text = random.next() < 0.5 ? pick(random, WORDS) : (JSON.stringify(value) ?? "");
  const whole = `${path.join(".")}=${text}`;
  return random.next() < 0.15 ? mutateText(random, whole, [whole]) : whole;
}

const SPLIT = "\u0001";

export const KINDS: Readonly<Record<string, Kind>> = {
  scene: {
    make: sceneText,
    run: (text) => runScene(parsed(text as string)),
  },
  obj: {
    make: (random) => mutateText(random, pick(random, OBJS), OBJS),
    run: (text) => {
      buildMesh(readObj(text as string).data);
      const mesh = { type: "file", path: "x.obj" };
      return runScene({ name: "x", cloths: [{ mesh }] }, { "x.obj": text as string });
    },
  },
  png: {
    make: (random) => {
      const bytes = mutateBytes(random, pick(random, PNGS));
      return random.next() < 0.7 ? repairPng(bytes) : bytes;
    },
    run: (bytes) => {
      readPng(bytes as Uint8Array);
      const mesh = { type: "grid", size: [1, 1], segments: [2, 2] };
      const cloth = { mesh, strengthMap: { image: { file: "x.png" } }, tearing: {} };
      return runScene({ name: "x", cloths: [cloth] }, { "x.png": bytes });
    },
  },
  triangle: {
    make: (random) => {
      const [nodes, elements] = [NODE, ELE].map((text) =>
        random.next() < 0.6 ? mutateText(random, text, [NODE, ELE]) : text,
      );
      return nodes! + SPLIT + elements!;
    },
    run: (text) => {
      const [nodes = "", elements = ""] = (text as string).split(SPLIT);
      buildMesh(readTriangle(nodes, elements).data);
      const mesh = { type: "file", path: "x.node" };
      return runScene({ name: "x", cloths: [{ mesh }] }, { "x.node": nodes, "x.ele": elements });
    },
  },
  state: {
    make: stateInput,
    run: (bytes) => {
      const [at = 0] = bytes as Uint8Array;
      const world = saved()[at]!.make();
      const before = world.hash();
      try {
        world.load((bytes as Uint8Array).subarray(1));
      } catch (error) {
        if (world.hash() === before) throw error;
        return {
          verdict: "failed",
          message: `a world changed by what it refused: ${String(error)}`,
        };
      }
      return stepOn(world);
    },
  },
  recording: {
    make: (random) => containerBytes(random, recorded(), RECORDING),
    run: runRecording,
  },
  share: {
    make: (random) => {
      const packed = deflateRawSync(sceneText(random));
      const bytes = random.next() < 0.1 ? mutateBytes(random, packed) : packed;
      const hash = `#s=${Buffer.from(bytes).toString("base64url")}`;
      return random.next() < 0.1 ? mutateText(random, hash, [hash]) : hash;
    },
    run: runShare,
  },
  set: {
    make: assignment,
    run: (text) => {
      const scene = structuredClone(SCENES[0]!);
      setField(scene, text as string);
      return runScene(scene);
    },
  },
};

/** The `index`th input of a kind and a seed: always the same. */
export function inputOf(kind: string, seed: number, index: number): Input {
  const place = Object.keys(KINDS).indexOf(kind);
  const random = new Random(deriveSeed(deriveSeed(seed, place), index));
  return KINDS[kind]!.make(random);
}

/** The outcome of an input. Never throws. */
export async function tryInput(kind: string, input: Input): Promise<Outcome> {
  try {
    return await KINDS[kind]!.run(input);
  } catch (error) {
    return judge(error);
  }
}
