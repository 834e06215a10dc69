import {
  checkInputLog,
  ContainerError,
  MAX_STEPS_PER_FRAME,
  pack,
  Recorder,
  unpack,
  type Bookmark,
  type ContainerKind,
  type InputLog,
  type World,
} from "../sim/index.js";
import {
  anything,
  digest,
  line,
  list,
  map,
  record,
  refuse,
  whole,
  type Check,
} from "../math/check-data.js";
import { anObject, checkOptions, text } from "../math/check-options.js";
import type { Limits } from "../math/limits.js";
import { printable } from "../math/printable.js";
import { checkScene } from "./load.js";
import { migrateRecording } from "./migration.js";
import { withPaths, type SceneFiles } from "./files.js";
import { SceneError } from "./scene-error.js";
import type { Scene } from "./schema.js";

const RECORDING: ContainerKind = {
  name: "recording",
  version: 3,
  migrations: { 2: migrateRecording },
};

/** A recording that cannot be used. The message is one line. */
export class RecordingError extends Error {
  override name = "RecordingError";

  constructor(message: string) {
    super(printable(message));
  }
}

/** A run of a scene: all that it takes to run it once more, and to see whether it went the same way. */
export interface Recording {
  /** Of tatter, which made it. */
  madeBy: string;
  /** With the seed, and with all that its maker left to the defaults. */
  scene: Scene;
  /** The files that the scene names: texts, and the bytes of pictures. */
  files: SceneFiles;
  log: InputLog;
  /** For each frame, from frame 0 at rest on: how many steps there were before it, and the digest of its state. */
  frames: { step: number; hash: string }[];
  /** What its maker wants to find again, in its own words; a replay does not look at it. */
  notes?: unknown;
}

/** A place in the recording of a scene. */
export interface SceneBookmark extends Bookmark {
  readonly frames: number;
}

/** Writes down a run of a scene while it goes on, frame by frame. */
export class SceneRecorder {
  readonly recorder: Recorder;
  readonly #scene: Scene;
  readonly #files: SceneFiles;
  readonly #madeBy: string;
  #frames: Recording["frames"] = [];
  /** Where it goes on from, as long as the frames that came after are still there. */
  #resumed: SceneBookmark | null = null;

  /**
   * Begins at the start of a world.
   *
   * @param scene That of the world, and `files` those that it names.
   * @param madeBy The version of tatter, for messages.
   * @throws RangeError that names what is none of these, and what `Recorder` throws.
   */
  constructor(world: World, scene: Scene, files: SceneFiles, madeBy: string) {
    checkOptions("scene", scene, anObject);
    checkOptions("files", files, anObject);
    checkOptions("madeBy", madeBy, text);
    this.recorder = new Recorder(world);
    this.#scene = scene;
    this.#files = files;
    this.#madeBy = madeBy;
    this.endFrame();
  }

  /** A frame is over, with the latest step. */
  endFrame(): void {
    this.#goOn();
    this.#frames.push({ step: this.recorder.stepCount, hash: this.recorder.hash });
  }

  /** A place to come back to, as of `Recorder.bookmark`: take it with each state that is captured. */
  bookmark(): SceneBookmark {
    const bookmark = this.recorder.bookmark();
    this.#goOn();
    return { ...bookmark, frames: this.#frames.length };
  }

  /**
   * The world was put to the time of a bookmark: goes on from there, as `Recorder.resume`.
   *
   * @throws Error where the world is at another time.
   */
  resume(bookmark: SceneBookmark): void {
    this.#goOn(); // what was given up since the last time
    this.recorder.resume(bookmark);
    this.#resumed = bookmark;
  }

  /**
   * Goes on with the recording of an earlier recorder of the same scene: the world was put to the time of its bookmark, and
   * what came after is given up.
   *
   * @throws Error where the world is at another time.
   */
  takeOver({ log, frames }: Recording, bookmark: SceneBookmark): void {
    Object.assign(this.recorder.log, log);
    this.#frames = [...frames];
    this.resume(bookmark);
    this.bookmark();
  }

  /** The frames follow what the recorder has given up. */
  #goOn(): void {
    if (this.#resumed === null || this.recorder.isBack) return;
    this.#frames.length = this.#resumed.frames;
    this.#resumed = null;
  }

  /** What was written down so far; where the world was put back and nothing has happened since, with what came after. */
  get recording(): Recording {
    this.#goOn();
    const { log } = this.recorder;
    const { scene, files } = portableScene(this.#scene, this.#files);
    return { madeBy: this.#madeBy, scene, files, log, frames: this.#frames };
  }
}

/** The bytes of a recording, as a file. */
export function encodeRecording(recording: Recording): Uint8Array<ArrayBuffer> {
  return pack(RECORDING, recording);
}

/**
 * Reads such a file.
 *
 * @param limits For its scene, as of `checkScene`.
 * @throws RecordingError with one line where it is no recording, of another version, cut short or damaged.
 */
export function decodeRecording(bytes: Uint8Array, limits?: Partial<Limits>): Recording {
  return inWords(() => {
    const recording = unpack(RECORDING, bytes);
    checkRecording(recording);
    let scene: Scene;
    try {
      scene = checkScene(recording.scene, limits);
    } catch (error) {
      if (error instanceof SceneError) throw new RecordingError(`its scene: ${error.message}`);
      throw error;
    }
    return { ...recording, scene };
  });
}

/**
 * Looks at all of a recording but its scene.
 *
 * @throws RecordingError with one line that names the field.
 */
export function checkRecording(value: unknown): asserts value is Recording {
  const fault = anObject(value);
  if (fault !== null) {
    throw new RecordingError(`recording${fault}; take one from decodeRecording or loadRecording`);
  }
  inWords(() => {
    fields(value, "");
    const { log, frames } = value as Recording;
    checkInputLog(log, "log");
    checkFrames(log, frames);
  });
}

/** What the container says, as a fault of a recording. */
export function inWords<T>(read: () => T, where = ""): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ContainerError) throw new RecordingError(where + error.message);
    throw error;
  }
}

const file: Check = (value, field) => {
  if (typeof value === "string" || value instanceof Uint8Array) return;
  refuse(field, "a text or the bytes of a picture", value);
};

/** All but what has checks of its own. */
const fields = record(
  {
    madeBy: line(200),
    scene: anything,
    files: map(file),
    log: anything,
    frames: list(record({ step: whole(), hash: digest })),
  },
  { notes: anything },
);

/** A replay of frames that no step leads to would never end. */
function checkFrames({ steps }: InputLog, frames: Recording["frames"]): void {
  if (frames.length === 0) throw new RecordingError("frames: expected one or more, got none");
  const count = steps.reduce((sum, [, more]) => sum + more, 0);
  let least = 0;
  for (const [i, { step }] of frames.entries()) {
    const most = i === 0 ? 0 : Math.min(count, least + MAX_STEPS_PER_FRAME);
    whole(least, most)(step, `frames.${i}.step`);
    least = step;
  }
}

/**
 * A scene and its files as they are kept: where files lay on the machine of its maker is nobody's business, so they are
 * named by the field that names them.
 */
export function portableScene(
  scene: Scene,
  files: SceneFiles,
): { scene: Scene; files: SceneFiles } {
  const renamed: Record<string, string | Uint8Array> = {};
  const named = withPaths(scene, ({ field, path, files: own }) => {
    const folder = field.replace(/\.\w+$/, "").replaceAll(".", "/");
    for (const file of own) {
      const content = files[file];
      if (content === undefined) continue;
      // Plain bytes: those of Node have a text of their own, which is not their array.
      renamed[`${folder}/${lastPart(file)}`] =
        typeof content === "string" ? content : Uint8Array.from(content);
    }
    return `${folder}/${lastPart(path)}`;
  });
  return { scene: named, files: renamed };
}

function lastPart(path: string): string {
  return path.replace(/^.*[/\\]/, "");
}
