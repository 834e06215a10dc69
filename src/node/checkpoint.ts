import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  anything,
  digest,
  inRange,
  map,
  oneOf,
  record,
  refuse,
  whole,
  type Check,
} from "../math/check-data.js";
import { resolveLimits, type Limits } from "../math/limits.js";
import {
  RecordingError,
  portableScene,
  type Scene,
  type SceneBookmark,
  type SceneFiles,
} from "../scene/index.js";
import { ContainerError, pack, PHASES, unpack, type Phase } from "../sim/index.js";
import type { OutputFiles } from "./output-lock.js";
import { POSITIONS, type Topology } from "./frame-writer.js";
import { readOrdinaryFile, UnreadableError } from "./read-file.js";
import { writeFileAtomic } from "./atomic-write.js";

const CHECKPOINT = { name: "run", version: 1 };

/** What must be the same when a run is resumed, by name: the scene, digests of its files, and options. */
export type RunIdentity = Record<string, unknown>;

/** The identity of a run. */
export function identityOf(
  scene: Scene,
  files: SceneFiles,
  {
    madeBy,
    out,
    record,
    topology = "changing",
  }: OutputFiles & { madeBy: string; topology?: Topology },
): RunIdentity {
  const portable = portableScene(scene, files);
  return {
    "version of tatter": madeBy,
    scene: JSON.parse(JSON.stringify(portable.scene)) as unknown,
    ...Object.fromEntries(
      Object.entries(portable.files).map(([name, content]) => [
        `contents of ${name}`,
        createHash("sha256").update(content).digest("hex"),
      ]),
    ),
    "--out": out === undefined ? "not given" : "given",
    "--record": record === undefined ? "not given" : "given",
    "--topology": topology,
  };
}

/** A checkpoint: all that is needed to resume a run. */
export interface Checkpoint {
  identity: RunIdentity;
  /** The last complete frame. */
  frame: number;
  /** Steps since that frame. */
  steps: number;
  /** State of the world, as `World.save` writes it. */
  state: Uint8Array;
  /** Position in its recording, and the digest of the frame there; null without a recording. */
  recorded: { bookmark: SceneBookmark; frameHash: string } | null;
  /** Real time so far, s. */
  wallSeconds: number;
  /** Time of each phase so far, ms. */
  phases: Record<Phase, number>;
}

/**
 * The checkpoint file of a run: in its folder of frames or, without one, next to its recording. Null: it has neither.
 */
export function checkpointFile({ out, record }: OutputFiles): string | null {
  if (out !== undefined) return join(out, "tatter.resume");
  return record === undefined ? null : `${record}.resume`;
}

/** Writes a checkpoint atomically. */
export async function writeCheckpoint(file: string, run: Checkpoint): Promise<void> {
  await writeFileAtomic(file, pack(CHECKPOINT, run));
}

/**
 * Reads the checkpoint of an interrupted run; null: there is none.
 *
 * @param limits `fileBytes` is checked.
 * @throws RecordingError with one line if it cannot be read, or belongs to another run.
 */
export async function readCheckpoint(
  file: string,
  identity: RunIdentity,
  limits?: Partial<Limits>,
): Promise<Checkpoint | null> {
  let packed: Uint8Array;
  try {
    packed = await readOrdinaryFile(file, "a checkpoint of a run", resolveLimits(limits));
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    if (error.isMissing) return null;
    throw new RecordingError(`${file}: ${error.message}`);
  }
  let checkpoint: Checkpoint;
  try {
    checkpoint = unpack(CHECKPOINT, packed) as Checkpoint;
    IDENTIFIED(checkpoint, "");
  } catch (error) {
    if (error instanceof ContainerError) throw new RecordingError(`${file}: ${error.message}`);
    throw error;
  }
  const other = firstDifference(checkpoint.identity, identity, "");
  if (other !== null) {
    throw new RecordingError(
      `${file}: expected a checkpoint of the same run, got another ${other}; use the same, or start again without --resume`,
    );
  }
  checkFields(file, checkpoint);
  return checkpoint;
}

const IDENTIFIED = record({ identity: map(anything) }, {}, true);

const bytes: Check = (value, field) => {
  if (!(value instanceof Uint8Array)) refuse(field, "bytes", value);
};

const RECORDED = record({
  bookmark: record({
    step: whole(),
    inputs: whole(),
    time: inRange(0),
    hash: digest,
    frames: whole(),
  }),
  frameHash: digest,
});

/** Checks the fields of a checkpoint whose identity is checked already. */
function checkFields(file: string, checkpoint: Checkpoint): void {
  const check = record({
    identity: anything,
    frame: whole(),
    steps: whole(),
    state: bytes,
    recorded: checkpoint.identity["--record"] === "given" ? RECORDED : oneOf(null),
    wallSeconds: inRange(0),
    phases: record(Object.fromEntries(PHASES.map((phase) => [phase, inRange(0)]))),
  });
  try {
    check(checkpoint, "");
  } catch (error) {
    if (error instanceof ContainerError) throw invalidCheckpoint(file, error.message);
    throw error;
  }
}

/** The error for a checkpoint of this run that is invalid. */
export function invalidCheckpoint(file: string, why: string): RecordingError {
  return new RecordingError(`${file}: ${why}; start again without --resume`);
}

/** Removes the checkpoint of an earlier run; false: there was none. */
export async function removeCheckpoint(output: OutputFiles): Promise<boolean> {
  const file = checkpointFile(output);
  if (file === null) return false;
  if (output.out !== undefined) await rm(join(output.out, POSITIONS), { force: true });
  try {
    await rm(file);
    return true;
  } catch {
    return false;
  }
}

/** The first difference of two plain values, for a message; null: none. */
function firstDifference(a: unknown, b: unknown, path: string): string | null {
  if (Object.is(a, b)) return null;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    const [was, is] = [a, b].map((value) => JSON.stringify(value) ?? "nothing");
    const isShort = was!.length + is!.length < 60;
    return isShort ? `${path} (expected ${is}, got ${was})` : path;
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [before, now] = [a, b].map((value) => (value as Record<string, unknown>)[key]);
    const inner = path === "" || path === "scene" ? key : `${path}.${key}`;
    const found = firstDifference(before, now, inner);
    if (found !== null) return found;
  }
  return null;
}
