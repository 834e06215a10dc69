import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSceneFile, runScene } from "../../src/node/index.js";
import { testFolder, writeScene } from "../cli/process.js";

const folder = testFolder();
writeScene(folder, "small");
const scene = await loadSceneFile(join(folder, "small.json"));
const out = join(folder, "out");
const lock = join(out, "tatter.lock");

const text = (contents: string) => (): void => writeFileSync(lock, contents);
const holder = { process: process.pid, thread: 0, host: hostname(), began: null, mark: "x" };

// A run retried forever: it treated an unreadable path as a lock that was just released.
test.each<[what: string, make: () => void]>([
  ["a folder", () => mkdirSync(lock)],
  ["a link to nowhere", () => symlinkSync("gone", lock)],
  ["a link to itself", () => symlinkSync("tatter.lock", lock)],
  ["a pipe", () => execFileSync("mkfifo", [lock])],
  ["a device", () => symlinkSync("/dev/zero", lock)],
  ["nothing", text("")],
  ["null", text("null")],
  ["a list", text("[]")],
  ["an object", text("{}")],
  ["a number", text("7")],
  ["a holder without a process", text(JSON.stringify({ ...holder, process: 0 }))],
  ["a holder of another kind", text(JSON.stringify({ ...holder, process: "x" }))],
  ["a holder without a mark", text(JSON.stringify({ ...holder, mark: undefined }))],
  ["far too much", text(JSON.stringify({ ...holder, mark: "x".repeat(100_000) }))],
])("%s in place of a lock is refused and not changed", async (_what, make) => {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  make();
  const before = lstatSync(lock);
  await expect(runScene(scene, { out, frames: 0 })).rejects.toThrow(
    `${out}: another run writes there (an unknown process); wait until it ends or choose another place. ` +
      `If it is not running, delete ${lock}`,
  );
  expect(lstatSync(lock).ino).toBe(before.ino);
});
