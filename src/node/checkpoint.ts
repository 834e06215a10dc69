import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  anything,
  digest,
  from,
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

const KEPT = { name: "run", version: 1 };

/** What must be the same when a run goes on, in words: the scene, digests of its files, and the rest. */
export type RunIdentity = Record<string, unknown>;

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
  const toKeep = portableScene(scene, files);
  return {
    "version of tatter": madeBy,
    scene: JSON.parse(JSON.stringify(toKeep.scene)) as unknown,
    ...Object.fromEntries(
      Object.entries(toKeep.files).map(([name, content]) => [
        `contents of ${name}`,
        createHash("sha256").update(content).digest("hex"),
      ]),
    ),
    "--out": out === undefined ? "not given" : "given",
    "--record": record === undefined ? "not given" : "given",
    "--topology": topology,
  };
}

/** A run that is not over: what it takes to go on from there. */
export interface Checkpoint {
  identity: RunIdentity;
  /** The last frame that is over, and the steps since. */
  frame: number;
  steps: number;
  /** Of the world. */
  state: Uint8Array;
  /** Where its recording is, and the digest of the frame there; null without one. */
  recorded: { bookmark: SceneBookmark; frameHash: string } | null;
  /** What the report sums up over the whole run: real time, s, and ms of each phase. */
  wallSeconds: number;
  phases: Record<Phase, number>;
}

/** The file that keeps a run: in its folder of frames or, where it has none, beside its recording. */
export function keptFile({ out, record }: OutputFiles): string | null {
  if (out !== undefined) return join(out, "tatter.resume");
  return record === undefined ? null : `${record}.resume`;
}

export async function writeKept(file: string, run: Checkpoint): Promise<void> {
  await writeFileAtomic(file, pack(KEPT, run));
}

/**
 * Reads the file of a run that was broken off; null: there is none.
 *
 * @param limits That of `fileBytes` counts.
 * @throws RecordingError with one line where it cannot be read, or is of another run than this one.
 */
export async function readKept(
  file: string,
  identity: RunIdentity,
  limits?: Partial<Limits>,
): Promise<Checkpoint | null> {
  let packed: Uint8Array;
  try {
    packed = await readOrdinaryFile(file, "the state of a run", resolveLimits(limits));
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    if (error.isMissing) return null;
    throw new RecordingError(`${file}: ${error.message}`);
  }
  let kept: Checkpoint;
  try {
    kept = unpack(KEPT, packed) as Checkpoint;
    IDENTIFIED(kept, "");
  } catch (error) {
    if (error instanceof ContainerError) throw new RecordingError(`${file}: ${error.message}`);
    throw error;
  }
  const other = firstDifference(kept.identity, identity, "");
  if (other !== null) {
    throw new RecordingError(
      `${file}: the run was begun with another ${other}; go on with the same, or begin anew without --resume`,
    );
  }
  checkKept(file, kept);
  return kept;
}

const IDENTIFIED = record({ identity: map(anything) }, {}, true);

const bytes: Check = (value, field) => {
  if (!(value instanceof Uint8Array)) refuse(field, "bytes", value);
};

const RECORDED = record({
  bookmark: record({
    step: whole(),
    inputs: whole(),
    time: from(0),
    hash: digest,
    frames: whole(),
  }),
  frameHash: digest,
});

/** @param kept Of the same run as this one, which is known by now. */
function checkKept(file: string, kept: Checkpoint): void {
  const check = record({
    identity: anything,
    frame: whole(),
    steps: whole(),
    state: bytes,
    recorded: kept.identity["--record"] === "given" ? RECORDED : oneOf(null),
    wallSeconds: from(0),
    phases: record(Object.fromEntries(PHASES.map((phase) => [phase, from(0)]))),
  });
  try {
    check(kept, "");
  } catch (error) {
    if (error instanceof ContainerError) throw senseless(file, error.message);
    throw error;
  }
}

/** What to say of a file that fits the run and cannot be gone on from. */
export function senseless(file: string, why: string): RecordingError {
  return new RecordingError(`${file}: ${why}; begin anew without --resume`);
}

/** Gives up what was kept of an earlier run; false: there was nothing. */
export async function removeKept(claimed: OutputFiles): Promise<boolean> {
  const file = keptFile(claimed);
  if (file === null) return false;
  if (claimed.out !== undefined) await rm(join(claimed.out, POSITIONS), { force: true });
  try {
    await rm(file);
    return true;
  } catch {
    return false;
  }
}

/** Where two plain values are not the same, in words; null: nowhere. */
function firstDifference(a: unknown, b: unknown, path: string): string | null {
  if (Object.is(a, b)) return null;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    const [was, is] = [a, b].map((value) => JSON.stringify(value) ?? "nothing");
    const isShort = was!.length + is!.length < 60;
    return isShort ? `${path} (${was}, here it is ${is})` : path;
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [before, now] = [a, b].map((value) => (value as Record<string, unknown>)[key]);
    const inner = path === "" || path === "scene" ? key : `${path}.${key}`;
    const found = firstDifference(before, now, inner);
    if (found !== null) return found;
  }
  return null;
}
