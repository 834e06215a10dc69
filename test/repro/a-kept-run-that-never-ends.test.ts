import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { loadSceneFile, runScene } from "../../src/node/index.js";
import { pack, unpack } from "../../src/sim/index.js";
import { testFolder, writeScene } from "../cli/process.js";

const KEPT = { name: "run", version: 1 };

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

// A pipe blocked for ever, /dev/zero filled the memory.
describe.each([
  [{ out }, "out/tatter.resume"],
  [{ record }, "small.tatter.resume"],
])("only an ordinary file is gone on from: %j", (options, name) => {
  const file = join(folder, name);
  beforeEach(() => {
    rmSync(file, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
  });

  test.each<[kind: string, make: () => void]>([
    ["no ordinary file", () => execFileSync("mkfifo", [file])],
    ["no ordinary file", () => symlinkSync("/dev/zero", file)],
    ["a folder", () => mkdirSync(file)],
  ])("%s", async (kind, make) => {
    make();
    expect(await goOn(options)).toBe(
      `RecordingError: ${name}: this is ${kind}, expected the state of a run`,
    );
  });

  test("nor one over the limit", async () => {
    writeFileSync(file, "x".repeat(5000));
    expect(await goOn({ ...options, limits: { fileBytes: 4000 } })).toMatch(
      /resume: 5000 bytes, more than the limit of 4000 \(raise it: --limit fileBytes=5000/,
    );
  });
});

type Kept = Record<string, unknown> & { recorded: { bookmark: object; frameHash: string } };

// It was refused with a line about a step, or about the engine, that named no file.
test.each<[field: string, change: (kept: Kept) => object]>([
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
    "recorded.bookmark: it is of another moment than the state",
    ({ recorded }) => ({
      recorded: { ...recorded, bookmark: { ...recorded.bookmark, time: 99 } },
    }),
  ],
  [
    "recorded.bookmark: it is of another moment than the state",
    ({ recorded }) => ({
      recorded: { ...recorded, bookmark: { ...recorded.bookmark, frames: 9 } },
    }),
  ],
  [
    "recorded.bookmark: it is of another moment than the state",
    ({ recorded }) => ({
      recorded: { ...recorded, bookmark: { ...recorded.bookmark, step: 1e6 } },
    }),
  ],
  ["frame: expected a whole number of 0 or more, got -1", () => ({ frame: -1 })],
  ["phases: expected an object, got null", () => ({ phases: null })],
  ["state: expected bytes, got a list of 0", () => ({ state: [] })],
  ['it: there is no field "more"', () => ({ more: 1 })],
])("a kept run that makes no sense is refused by its name: %s", async (line, change) => {
  const both = { out: join(folder, "both"), record: join(folder, "both.tatter") };
  const file = join(both.out, "tatter.resume");
  const stop = new AbortController();
  const onFrame = (frame: number): void => {
    if (frame === 1) stop.abort();
  };
  await runScene(scene, { ...both, frames: 3, signal: stop.signal, onFrame });
  const kept = unpack(KEPT, readFileSync(file)) as Kept;
  writeFileSync(file, pack(KEPT, { ...kept, ...change(kept) }));
  expect(await goOn(both)).toBe(
    `RecordingError: both/tatter.resume: ${line}; begin anew without --resume`,
  );
  writeFileSync(file, pack(KEPT, { ...kept, identity: null }));
  expect(await goOn(both)).toBe(
    "RecordingError: both/tatter.resume: identity: expected an object, got null",
  );
});
