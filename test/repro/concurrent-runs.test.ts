import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSceneFile, runScene, writeFileAtomic } from "../../src/node/index.js";
import { testFolder, writeScene } from "../cli/process.js";

const folder = testFolder();
writeScene(folder, "small");
const scene = await loadSceneFile(join(folder, "small.json"));
const inFolder = (name: string): string => join(folder, name);

// Both overwrote the frames of the other.
test("of two runs into one folder, or into one recording, the second is refused", async () => {
  for (const options of [{ out: inFolder("out") }, { record: inFolder("one.tatter") }]) {
    const stop = new AbortController();
    let hasBegun!: () => void;
    const begun = new Promise<void>((done) => (hasBegun = done));
    const first = runScene(scene, {
      ...options,
      frames: 99_999,
      signal: stop.signal,
      onFrame: () => hasBegun(),
    });
    await begun;
    const message = await runScene(scene, options).then(
      () => "it was run",
      (error: Error) => error.message,
    );
    stop.abort();
    await first;
    const what = options.out ?? options.record;
    expect(message).toBe(
      `${what}: another run writes there (process ${process.pid}); wait until it ends or choose another place. ` +
        `If it is not running, delete ${options.out ? join(what, "tatter.lock") : `${what}.lock`}`,
    );
    expect((await runScene(scene, { ...options, frames: 2 })).frames).toBe(2); // afterwards it is allowed
  }
});

test("the lock of a dead process is replaced, that of another machine is not", async () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const lock = inFolder("out/tatter.lock");
  const holder = { process: pid, thread: 0, host: hostname(), began: null, mark: "x" };
  writeFileSync(lock, JSON.stringify(holder));
  await runScene(scene, { out: inFolder("out"), frames: 0 });
  expect(existsSync(lock)).toBe(false);
  // Its pid may be that of another process by now.
  writeFileSync(lock, JSON.stringify({ ...holder, process: process.ppid, began: "1" }));
  await runScene(scene, { out: inFolder("out"), frames: 0 });
  writeFileSync(lock, JSON.stringify({ ...holder, host: `not-${hostname()}` }));
  const refused = runScene(scene, { out: inFolder("out"), frames: 0 });
  await expect(refused).rejects.toThrow(`process ${pid} on not-${hostname()}`);
  writeFileSync(lock, "half a lo");
  await expect(runScene(scene, { out: inFolder("out"), frames: 0 })).rejects.toThrow(
    "an unknown process",
  );
});

// Both had the same partial file: one renamed a file with data of both, the other found nothing to rename.
test("two concurrent writes of one file do not interfere", async () => {
  const texts = ["a", "b", "c"].map((letter) => letter.repeat(300_000));
  const file = inFolder("report.json");
  await Promise.all(texts.map((text) => writeFileAtomic(file, text)));
  expect(texts).toContain(readFileSync(file, "utf8"));
  expect(readdirSync(folder).filter((name) => name.endsWith(".partial"))).toEqual([]);
});
