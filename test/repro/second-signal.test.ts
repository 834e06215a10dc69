import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BIN, madeBy, testFolder, writeScene } from "../cli/process.js";

const folder = testFolder();

// Signals were only handled between steps: a run inside a step of some minutes could only be ended by SIGKILL.
test("a second signal ends a run inside a long step, and leaves only complete files", async () => {
  const mesh = { type: "grid", size: [1, 1], segments: [100, 100] };
  writeScene(folder, "long", { cloths: [{ mesh }], solver: { type: "xpbd", substeps: 10_000 } });
  const child = spawn(
    process.execPath,
    [BIN, "run", "long.json", "--out", "out", "--record", "long.tatter"],
    { cwd: folder },
  );
  let output = "";
  child.stderr.on("data", (data) => (output += String(data)));
  await madeBy(child, join(folder, "out/frame_0000.obj"));
  child.kill("SIGTERM");
  child.kill("SIGHUP");
  const code = await new Promise((done) => child.once("exit", done));
  expect(code).toBe(1);
  expect(output).toBe("tatter: stopped at once; all written files are complete\n");
  expect(readdirSync(join(folder, "out"))).toEqual(["frame_0000.obj"]);
  expect(readdirSync(folder).toSorted()).toEqual(["long.json", "out"]);
});
