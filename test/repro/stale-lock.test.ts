import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { loadSceneFile, runScene } from "../../src/node/index.js";
import { testFolder, writeScene } from "../cli/process.js";

const folder = testFolder();
writeScene(folder, "small");
const scene = await loadSceneFile(join(folder, "small.json"));

/** The status of a process in Linux, from its state on. */
function factsOf(number: number): string[] {
  const text = readFileSync(`/proc/${number}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

// A run that was killed under a parent that does not reap it, as in many containers, locked its folder forever.
test.runIf(process.platform === "linux")("a zombie process holds no lock", async () => {
  // The shell becomes cat, which never waits for a child process.
  const parent = spawn("sh", ["-c", "sleep 1000 & echo $!; exec cat"]);
  try {
    const lines = createInterface({ input: parent.stdout })[Symbol.asyncIterator]();
    const number = Number((await lines.next()).value);
    parent.stdin.write("it is cat now\n");
    await lines.next();
    process.kill(number, "SIGKILL");
    while (factsOf(number)[0] !== "Z") await setImmediate();

    const out = join(folder, "out");
    mkdirSync(out);
    const began = factsOf(number)[19];
    const holder = { process: number, thread: 0, host: hostname(), began, mark: "x" };
    writeFileSync(join(out, "tatter.lock"), JSON.stringify(holder));
    expect((await runScene(scene, { out, frames: 0 })).frames).toBe(0);
    expect(existsSync(join(out, "tatter.lock"))).toBe(false);
  } finally {
    parent.stdin.end();
    await once(parent, "exit");
  }
});
