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
 * Mesh of the frames of a sequence. `changing`: each frame has its own mesh. `final`: all frames have the final mesh,
 * so that only positions differ.
 */
export type Topology = "changing" | "final";

/** The contents of a frame: a world, or any other object with meshes and positions. */
export interface FrameSource {
  /** Positions may be longer than the mesh needs. */
  readonly cloths: readonly Pick<ObjObject, "mesh" | "positions">[];
}

/** Check of a topology. */
export const TOPOLOGY = oneOf(["changing", "final"] satisfies Topology[]);

/** Options of `openFrameWriter`. */
export interface FrameWriterOptions {
  /** Folder for `frame_0000.obj`, `frame_0001.obj` and so on; created if it is missing. */
  folder: string;
  /** The name of each cloth in the files. */
  names: readonly string[];
  /** Default: `changing`. */
  topology?: Topology;
  /** Frames that an earlier writer of the same run has taken, before it was interrupted; default: none. */
  occupied?: { frames: number; source: FrameSource };
  /** Called after each file, with the number of files written and the number known so far. */
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

/** Writes one frame after another, each file atomically. */
export interface FrameWriter {
  /**
   * Adds a frame. Always pass the same cloths. Their meshes may have been edited since the last frame, but no edit may
   * have been undone.
   */
  frame(source: FrameSource): Promise<void>;
  /**
   * Writes what is not written yet. Call it after the last frame, also if the run stops early.
   *
   * @param willResume True: another writer will continue after these frames, so that its data is spool. Default false.
   */
  finish(willResume?: boolean): Promise<void>;
}

/**
 * Opens a writer of frames as OBJ files.
 *
 * @throws RangeError that names the option.
 *
 * @example
 * import { generateGrid, World } from "tatter";
 * import { openFrameWriter } from "tatter/node";
 * const world = new World({ cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [10, 10] }) }] });
 * const writer = await openFrameWriter({ folder: "out/sheet", names: ["sheet"] });
 * for (let frame = 0; frame < 30; frame++) {
 *   await writer.frame(world);
 *   world.step();
 * }
 * await writer.finish();
 */
export async function openFrameWriter(options: FrameWriterOptions): Promise<FrameWriter> {
  checkOptions("", options, FRAME_WRITER);
  const { folder, topology } = options;
  await makeFolder(folder);
  return (topology === "final" ? FinalFrames : ChangingFrames).open(options);
}

/** Writes each frame at once, with its own mesh. */
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

/** File with the positions of frames that are not written yet, in the folder of the frames. */
export const POSITIONS = "tatter.positions";

/**
 * Writes all frames with the final mesh, which is known only at the end. Until then the positions are stored in a file,
 * 24 bytes per particle and frame.
 */
class FinalFrames implements FrameWriter {
  readonly #options: FrameWriterOptions;
  /** Positions by frame, then by cloth: as many as there were vertices. */
  readonly #spool: PositionSpool;
  #latest: FrameSource;

  private constructor(options: FrameWriterOptions, spool: PositionSpool) {
    this.#options = options;
    this.#spool = spool;
    this.#latest = options.occupied?.source ?? { cloths: [] };
  }

  static async open(options: FrameWriterOptions): Promise<FrameWriter> {
    const { folder, names, occupied } = options;
    const path = join(folder, POSITIONS);
    const spool = await PositionSpool.open(path, names.length, occupied?.frames ?? 0);
    return new FinalFrames(options, spool);
  }

  async frame(source: FrameSource): Promise<void> {
    this.#latest = source;
    await this.#spool.add(
      source.cloths.map(({ mesh, positions }) => positions.subarray(0, 3 * mesh.vertexCount)),
    );
  }

  async finish(willResume = false): Promise<void> {
    const { length } = this.#spool;
    let isDone = false;
    try {
      for (let frame = 0; frame < length; frame++) {
        const positionsOf = await this.#spool.read(frame);
        const cloths = this.#latest.cloths.map(({ mesh }, i) => ({
          mesh,
          positions: inheritPositions(mesh, positionsOf[i]!),
        }));
        await writeFrame(this.#options, frame, cloths);
        this.#options.onWritten?.(frame + 1, length);
      }
      isDone = !willResume;
    } finally {
      await (isDone ? this.#spool.remove() : this.#spool.close());
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
