import { join } from "node:path";
import {
  action,
  checkOptions,
  list,
  object,
  oneOf,
  optional,
  valuesOf,
  anything,
  wholeNumber,
} from "../math/check-options.js";
import { writeObj, type ObjObject } from "../io/index.js";
import { inheritPositions } from "../mesh/index.js";
import { folderName, texts } from "./checks.js";
import { frameName } from "./frame-name.js";
import { makeFolder } from "./make-folder.js";
import { PositionSpool } from "./position-spool.js";
import { writeFileAtomic } from "./atomic-write.js";

/**
 * Which mesh the frames of a sequence have: `changing`, each the one of its time; `final`, all the one of the end,
 * so that nothing but positions differs between them.
 */
export type Topology = "changing" | "final";

/** What a frame shows: a world, or anything else that has meshes and positions. */
export interface FrameSource {
  /** Positions may have spare room behind those of the mesh. */
  readonly cloths: readonly Pick<ObjObject, "mesh" | "positions">[];
}

export const TOPOLOGY = oneOf(["changing", "final"] satisfies Topology[]);

export interface FrameWriterOptions {
  /** Folder for `frame_0000.obj`, `frame_0001.obj` and so on, made if it is missing. */
  folder: string;
  /** The name of each cloth in the files. */
  names: readonly string[];
  /** Default: `changing`. */
  topology?: Topology;
  /** What an earlier writer has taken of the same run, with the same options, before it was broken off. */
  occupied?: { frames: number; source: FrameSource };
  /** Called after each file: how many are there now, of how many that are known by then. */
  onWritten?: (written: number, known: number) => void;
}

const FRAME_WRITER = object<FrameWriterOptions>({
  folder: folderName,
  names: texts,
  topology: optional(TOPOLOGY),
  occupied: optional(
    object<NonNullable<FrameWriterOptions["occupied"]>>({
      frames: wholeNumber(),
      source: valuesOf<FrameSource>({ cloths: list(anything) }),
    }),
  ),
  onWritten: optional(action),
});

/** Takes one frame after the other and makes each a file, whole or not at all. */
export interface FrameWriter {
  /** Always give it the same cloths. Their meshes may have been edited since the frame before; no edit may have been undone. */
  frame(source: FrameSource): Promise<void>;
  /**
   * Writes what is not written yet. Call it after the last frame, even if that came early.
   *
   * @param willGoOn Whether another writer will take the frames after these: what that one needs is left.
   */
  finish(willGoOn?: boolean): Promise<void>;
}

export async function openFrameWriter(options: FrameWriterOptions): Promise<FrameWriter> {
  checkOptions("", options, FRAME_WRITER);
  const { folder, topology } = options;
  await makeFolder(folder);
  return (topology === "final" ? FinalFrames : ChangingFrames).open(options);
}

/** Each frame is written at once, with the mesh that it has. */
class ChangingFrames implements FrameWriter {
  readonly #options: FrameWriterOptions;
  #written: number;

  private constructor(options: FrameWriterOptions) {
    this.#options = options;
    this.#written = options.occupied?.frames ?? 0;
  }

  static async open(options: FrameWriterOptions): Promise<FrameWriter> {
    return new ChangingFrames(options);
  }

  async frame({ cloths }: FrameSource): Promise<void> {
    await writeFrame(this.#options, this.#written, cloths);
    this.#written++;
    this.#options.onWritten?.(this.#written, this.#written);
  }

  async finish(): Promise<void> {}
}

/** Where positions wait, in the folder of the frames. */
export const POSITIONS = "tatter.positions";

/** Only the end knows the mesh of all frames: until then their positions wait in a file, 24 bytes a particle and frame. */
class FinalFrames implements FrameWriter {
  readonly #options: FrameWriterOptions;
  /** By frame, then by cloth: as many positions as there were vertices. */
  readonly #kept: PositionSpool;
  #latest: FrameSource;

  private constructor(options: FrameWriterOptions, kept: PositionSpool) {
    this.#options = options;
    this.#kept = kept;
    this.#latest = options.occupied?.source ?? { cloths: [] };
  }

  static async open(options: FrameWriterOptions): Promise<FrameWriter> {
    const { folder, names, occupied } = options;
    const path = join(folder, POSITIONS);
    const kept = await PositionSpool.open(path, names.length, occupied?.frames ?? 0);
    return new FinalFrames(options, kept);
  }

  async frame(source: FrameSource): Promise<void> {
    this.#latest = source;
    await this.#kept.add(
      source.cloths.map(({ mesh, positions }) => positions.subarray(0, 3 * mesh.vertexCount)),
    );
  }

  async finish(willGoOn = false): Promise<void> {
    const { length } = this.#kept;
    let isDone = false;
    try {
      for (let frame = 0; frame < length; frame++) {
        const positionsOf = await this.#kept.read(frame);
        const cloths = this.#latest.cloths.map(({ mesh }, i) => ({
          mesh,
          positions: inheritPositions(mesh, positionsOf[i]!),
        }));
        await writeFrame(this.#options, frame, cloths);
        this.#options.onWritten?.(frame + 1, length);
      }
      isDone = !willGoOn;
    } finally {
      await (isDone ? this.#kept.remove() : this.#kept.close());
    }
  }
}

async function writeFrame(
  { folder, names }: FrameWriterOptions,
  frame: number,
  cloths: FrameSource["cloths"],
): Promise<void> {
  const objects = cloths.map(({ mesh, positions }, i) => ({ name: names[i]!, mesh, positions }));
  await writeFileAtomic(join(folder, frameName(frame)), writeObj(objects));
}
