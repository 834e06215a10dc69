import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeObj, type ObjObject } from "../io/index.js";
import { inheritPositions } from "../mesh/index.js";
import { frameName } from "./frame-name.js";
import { makeFolder } from "./make-folder.js";
import { writeWhole } from "./write-whole.js";

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

export interface FrameWriterOptions {
  /** Folder for `frame_0000.obj`, `frame_0001.obj` and so on, made if it is missing. */
  folder: string;
  /** The name of each cloth in the files. */
  names: readonly string[];
  /** Default: `changing`. */
  topology?: Topology;
  /** Called after each file: how many are there now, of how many that are known by then. */
  onWritten?: (written: number, known: number) => void;
}

/** Takes one frame after the other and makes each a file, whole or not at all. */
export interface FrameWriter {
  /** Always give it the same cloths. Their meshes may have been edited since the frame before; no edit may have been undone. */
  frame(source: FrameSource): Promise<void>;
  /** Writes what is not written yet. Call it after the last frame, even if that came early. */
  finish(): Promise<void>;
}

export async function openFrameWriter(options: FrameWriterOptions): Promise<FrameWriter> {
  const { folder, topology = "changing" } = options;
  const Writer = { changing: ChangingFrames, final: FinalFrames }[topology];
  if (Writer === undefined) {
    throw new RangeError(`topology: expected "changing" or "final", got "${topology as string}"`);
  }
  await makeFolder(folder);
  await removePartialFrames(folder);
  return new Writer(options);
}

/** Each frame is written at once, with the mesh that it has. */
class ChangingFrames implements FrameWriter {
  readonly #options: FrameWriterOptions;
  #written = 0;

  constructor(options: FrameWriterOptions) {
    this.#options = options;
  }

  async frame({ cloths }: FrameSource): Promise<void> {
    await writeFrame(this.#options, this.#written, cloths);
    this.#written++;
    this.#options.onWritten?.(this.#written, this.#written);
  }

  async finish(): Promise<void> {}
}

/** Only the end knows the mesh of all frames: until then their positions are kept, 24 bytes a particle and frame. */
class FinalFrames implements FrameWriter {
  readonly #options: FrameWriterOptions;
  /** By frame, then by cloth: as many positions as there were vertices. */
  readonly #kept: Float64Array[][] = [];
  #latest: FrameSource = { cloths: [] };

  constructor(options: FrameWriterOptions) {
    this.#options = options;
  }

  async frame(source: FrameSource): Promise<void> {
    this.#latest = source;
    this.#kept.push(
      source.cloths.map(({ mesh, positions }) => positions.slice(0, 3 * mesh.vertexCount)),
    );
  }

  async finish(): Promise<void> {
    const frames = this.#kept.splice(0);
    for (const [frame, positionsOf] of frames.entries()) {
      const cloths = this.#latest.cloths.map(({ mesh }, i) => ({
        mesh,
        positions: inheritPositions(mesh, positionsOf[i]!),
      }));
      await writeFrame(this.#options, frame, cloths);
      this.#options.onWritten?.(frame + 1, frames.length);
    }
  }
}

async function writeFrame(
  { folder, names }: FrameWriterOptions,
  frame: number,
  cloths: FrameSource["cloths"],
): Promise<void> {
  const objects = cloths.map(({ mesh, positions }, i) => ({ name: names[i]!, mesh, positions }));
  await writeWhole(join(folder, frameName(frame)), writeObj(objects));
}

/** Clears away what a killed run may have left half written. */
async function removePartialFrames(folder: string): Promise<void> {
  const partial = (await readdir(folder)).filter((file) =>
    /^\.frame_\d+\.obj\.partial$/.test(file),
  );
  for (const file of partial) await rm(join(folder, file), { force: true });
}
