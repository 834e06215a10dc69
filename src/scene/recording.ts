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
import { checkScene, withPresetValues } from "./load.js";
import { migrateRecording } from "./migration.js";
import { withOldRules } from "./old-rules.js";
import { withPaths, type SceneFiles } from "./files.js";
import { SceneError } from "./scene-error.js";
import type { Scene } from "./schema.js";

const RECORDING: ContainerKind = {
  name: "recording",
  version: 3,
  migrations: { 2: migrateRecording },
};

/** Thrown if a recording is invalid. The message is one line. */
export class RecordingError extends Error {
  override name = "RecordingError";

  constructor(message: string) {
    super(printable(message));
  }
}

/** A run of a scene: all that is needed to repeat it, and to check that the result is the same. */
export interface Recording {
  /** Version of Tatter that made it. */
  madeBy: string;
  /** The scene, with all defaults filled in, and all values of its material presets. */
  scene: Scene;
  /** The files that the scene names: texts, and the bytes of images. */
  files: SceneFiles;
  /** All inputs and edits, step by step. */
  log: InputLog;
  /** For each frame, from frame 0 at time 0: the number of steps before it, and the digest of its state. */
  frames: { step: number; hash: string }[];
  /** Free data of the program that recorded it; a replay ignores it. */
  notes?: unknown;
}

/** A position in the recording of a scene. */
export interface SceneBookmark extends Bookmark {
  /** Number of frames before it. */
  readonly frames: number;
}

/** Records a run of a scene, frame by frame. */
export class SceneRecorder {
  /** The recorder of the world. */
  readonly recorder: Recorder;
  readonly #scene: Scene;
  readonly #files: SceneFiles;
  readonly #madeBy: string;
  #frames: Recording["frames"] = [];
  /** The bookmark that it was resumed at, until later frames are discarded. */
  #resumed: SceneBookmark | null = null;

  /**
   * Starts a recording at the start of a world.
   *
   * @param scene The scene of the world.
   * @param files The files that the scene names.
   * @param madeBy The version of Tatter, for messages.
   * @throws RangeError that names the argument, and the errors of `Recorder`.
   */
  constructor(world: World, scene: Scene, files: SceneFiles, madeBy: string) {
    checkOptions("scene", scene, anObject);
    checkOptions("files", files, anObject);
    checkOptions("madeBy", madeBy, text);
    this.recorder = new Recorder(world);
    // Its bits depend on the kernels, and the default on the engine. So does the choice of `auto`.
    this.#scene = { ...scene, kernels: world.recordedKernels };
    this.#files = files;
    this.#madeBy = madeBy;
    this.endFrame();
  }

  /** Ends a frame with the latest step. */
  endFrame(): void {
    this.#discardLater();
    this.#frames.push({ step: this.recorder.stepCount, hash: this.recorder.hash });
  }

  /** A position to return to, as `Recorder.bookmark`. Take one with each captured state. */
  bookmark(): SceneBookmark {
    const bookmark = this.recorder.bookmark();
    this.#discardLater();
    return { ...bookmark, frames: this.#frames.length };
  }

  /**
   * Continues from a bookmark, after the world was restored to its time, as `Recorder.resume`.
   *
   * @throws Error if the world is at another time.
   */
  resume(bookmark: SceneBookmark): void {
    this.#discardLater(); // discards what is pending from the last time
    this.recorder.resume(bookmark);
    this.#resumed = bookmark;
  }

  /**
   * Continues the recording of an earlier recorder of the same scene, after the world was restored to the time of the
   * bookmark. What came after is discarded.
   *
   * @throws Error if the world is at another time.
   */
  takeOver({ log, frames }: Recording, bookmark: SceneBookmark): void {
    Object.assign(this.recorder.log, log);
    this.#frames = [...frames];
    this.resume(bookmark);
    this.bookmark();
  }

  /** Discards the frames that the recorder has discarded. */
  #discardLater(): void {
    if (this.#resumed === null || this.recorder.isBack) return;
    this.#frames.length = this.#resumed.frames;
    this.#resumed = null;
  }

  /** The recording so far. After `resume` it includes later frames, until a new step or input. */
  get recording(): Recording {
    this.#discardLater();
    const { log } = this.recorder;
    const { scene, files } = portableScene(withPresetValues(this.#scene), this.#files);
    return { madeBy: this.#madeBy, scene, files, log, frames: this.#frames };
  }
}

/** Encodes a recording as the bytes of a file. */
export function encodeRecording(recording: Recording): Uint8Array<ArrayBuffer> {
  return pack(RECORDING, recording);
}

/**
 * Decodes the bytes of a recording.
 *
 * @param limits Limits of its scene, as for `checkScene`.
 * @throws RecordingError with one line if it is not a recording, has another version, is cut short or damaged.
 */
export function decodeRecording(bytes: Uint8Array, limits?: Partial<Limits>): Recording {
  return withRecordingErrors(() => {
    const recording = unpack(RECORDING, bytes);
    checkRecording(recording);
    let scene: Scene;
    try {
      scene = checkScene(withOldRules(recording.scene), limits);
    } catch (error) {
      if (error instanceof SceneError) throw new RecordingError(`scene: ${error.message}`);
      throw error;
    }
    return { ...recording, scene };
  });
}

/**
 * Checks all of a recording except for its scene.
 *
 * @throws RecordingError with one line that names the field.
 */
export function checkRecording(value: unknown): asserts value is Recording {
  const fault = anObject(value);
  if (fault !== null) {
    throw new RecordingError(`recording${fault}; take one from decodeRecording or loadRecording`);
  }
  withRecordingErrors(() => {
    fields(value, "");
    const { log, frames } = value as Recording;
    checkInputLog(log, "log");
    checkFrames(log, frames);
  });
}

/** Runs `read` and turns its ContainerError into a RecordingError. */
export function withRecordingErrors<T>(read: () => T, where = ""): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ContainerError) throw new RecordingError(where + error.message);
    throw error;
  }
}

const file: Check = (value, field) => {
  if (typeof value === "string" || value instanceof Uint8Array) return;
  refuse(field, "a text or the bytes of an image", value);
};

/** All fields except for those with checks of their own. */
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

/** Checks that the steps lead to all frames; otherwise a replay would never end. */
function checkFrames({ steps }: InputLog, frames: Recording["frames"]): void {
  if (frames.length === 0) throw new RecordingError("frames: expected one or more, got none");
  const count = steps.reduce((sum, [, more]) => sum + more, 0);
  let min = 0;
  for (const [i, { step }] of frames.entries()) {
    const max = i === 0 ? 0 : Math.min(count, min + MAX_STEPS_PER_FRAME);
    whole(min, max)(step, `frames.${i}.step`);
    min = step;
  }
}

/** A scene and its files without the paths of this machine: each file is named after its field. */
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
      // A plain Uint8Array: a Buffer of Node has its own `toJSON`.
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
