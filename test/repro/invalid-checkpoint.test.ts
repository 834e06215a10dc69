import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { loadSceneFile, runScene } from "../../src/node/index.js";
import { pack, unpack } from "../../src/sim/index.js";
import { testFolder, writeScene } from "../cli/process.js";

const CHECKPOINT = { name: "run", version: 1 };

const folder = testFolder();
writeScene(folder, "small");
const scene = await loadSceneFile(join(folder, "small.json"));
const out = join(folder, "out");
const record = join(folder, "small.tatter");

async function goOn(options: object): Promise<string> {
  return runScene(scene, { ...options, frames: 3, resume: true }).then(
    () => "it goes on",
    (error: Error) => `${error.name}: ${error.message.replaceAll(`${folder}/`, "")}`,
  );
}

// A pipe blocked forever, /dev/zero filled the memory.
describe.each([
  [{ out }, "out/tatter.resume"],
  [{ record }, "small.tatter.resume"],
])("only a regular file can be resumed: %j", (options, name) => {
  const file = join(folder, name);
  beforeEach(() => {
    rmSync(file, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
  });

  test.each<[kind: string, make: () => void]>([
    ["not a regular file", () => execFileSync("mkfifo", [file])],
    ["not a regular file", () => symlinkSync("/dev/zero", file)],
    ["a folder", () => mkdirSync(file)],
  ])("%s", async (kind, make) => {
    make();
    expect(await goOn(options)).toBe(
      `RecordingError: ${name}: expected a checkpoint of a run, but this is ${kind}`,
    );
  });

  test("a checkpoint over the limit is refused too", async () => {
    writeFileSync(file, "x".repeat(5000));
    expect(await goOn({ ...options, limits: { fileBytes: 4000 } })).toMatch(
      /resume: 5000 bytes, more than the limit of 4000 \(raise it: --limit fileBytes=5000/,
    );
  });
});

type Checkpoint = Record<string, unknown> & { recorded: { bookmark: object; frameHash: string } };

// It was refused with a line about a step, or about the engine, without the file name.
test.each<[field: string, change: (checkpoint: Checkpoint) => object]>([
  ["recorded: expected an object, got null", () => ({ recorded: null })],
  ["recorded: it is missing", () => ({ recorded: undefined })],
  ["recorded.bookmark: it is missing", () => ({ recorded: { frameHash: "0".repeat(16) } })],
  [
    "recorded.bookmark.time: expected a number of 0 or more, got NaN",
    ({ recorded }) => ({
      recorded: { ...recorded, bookmark: { ...recorded.bookmark, time: NaN } },
    }),
  ],
  [
    "recorded.bookmark: expected the time of the state, got another",
    ({ recorded }) => ({
      recorded: { ...recorded, bookmark: { ...recorded.bookmark, time: 99 } },
    }),
  ],
  [
    "recorded.bookmark: expected the time of the state, got another",
    ({ recorded }) => ({
      recorded: { ...recorded, bookmark: { ...recorded.bookmark, frames: 9 } },
    }),
  ],
  [
    "recorded.bookmark: expected the time of the state, got another",
    ({ recorded }) => ({
      recorded: { ...recorded, bookmark: { ...recorded.bookmark, step: 1e6 } },
    }),
  ],
  ["frame: expected a whole number of 0 or more, got -1", () => ({ frame: -1 })],
  ["phases: expected an object, got null", () => ({ phases: null })],
  ["state: expected bytes, got a list of 0", () => ({ state: [] })],
  ['it: unknown field "more"', () => ({ more: 1 })],
])("an invalid checkpoint is refused by its name: %s", async (line, change) => {
  const both = { out: join(folder, "both"), record: join(folder, "both.tatter") };
  const file = join(both.out, "tatter.resume");
  const stop = new AbortController();
  const onFrame = (frame: number): void => {
    if (frame === 1) stop.abort();
  };
  await runScene(scene, { ...both, frames: 3, signal: stop.signal, onFrame });
  const checkpoint = unpack(CHECKPOINT, readFileSync(file)) as Checkpoint;
  writeFileSync(file, pack(CHECKPOINT, { ...checkpoint, ...change(checkpoint) }));
  expect(await goOn(both)).toBe(
    `RecordingError: both/tatter.resume: ${line}; start again without --resume`,
  );
  writeFileSync(file, pack(CHECKPOINT, { ...checkpoint, identity: null }));
  expect(await goOn(both)).toBe(
    "RecordingError: both/tatter.resume: identity: expected an object, got null",
  );
});
