import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadRecording, loadSceneFile, runScene } from "../../src/node/index.js";
import { BIN, madeBy, shell, testFolder, writeScene } from "../cli/process.js";

const folder = testFolder();

// A recording was written at the end of its run, and was lost if the run was killed.
test("a killed run leaves its recording so far, and --resume ends with the same files", async () => {
  writeScene(folder, "some", { solver: { type: "xpbd", substeps: 400 } });
  const files = ["--out", "killed", "--record", "killed.tatter"];
  const args = [BIN, "run", "some.json", ...files, "--frames", "99999"];
  const child = spawn(process.execPath, args, { cwd: folder });
  await madeBy(child, join(folder, "killed/tatter.resume"));
  child.kill("SIGKILL");
  await new Promise((done) => child.once("exit", done));
  const soFar = await loadRecording(join(folder, "killed.tatter"));
  expect(soFar.frames.length).toBeGreaterThan(0);
  const last =
    readdirSync(join(folder, "killed")).filter((file) => file.endsWith(".obj")).length + 1;
  writeFileSync(join(folder, "killed/.frame_0007.obj.123-0badcafe.partial"), "half");

  const resume = `$TATTER run some.json ${files.join(" ")} --resume --frames ${last}`;
  const other = shell(folder, `${resume} --seed 2`);
  expect(other).toMatchObject({
    status: 2,
    stderr:
      "tatter: killed/tatter.resume: expected a checkpoint of the same run, got another seed (expected 2, got 1); " +
      "use the same, or start again without --resume\n",
  });
  const resumed = shell(folder, `${resume} --report -`);
  expect(resumed.stderr).toMatch(/^tatter: some\.json: resumes after frame \d+\n$/);
  expect(resumed.status).toBe(0);

  const scene = await loadSceneFile(join(folder, "some.json"));
  const [out, record] = [join(folder, "whole"), join(folder, "whole.tatter")];
  const whole = await runScene(scene, { out, record, frames: last });
  const { wallSeconds, phases, ...report } = JSON.parse(resumed.stdout) as typeof whole;
  expect(wallSeconds).toBeGreaterThan(0);
  expect(phases.solve).toBeGreaterThan(0);
  expect(whole).toMatchObject(report);
  expect(report.tears).toBeGreaterThan(0);
  const frames = readdirSync(out);
  expect(readdirSync(join(folder, "killed"))).toEqual(frames);
  for (const file of ["killed.tatter", ...frames.map((frame) => `killed/${frame}`)]) {
    const [mine, theirs] = [file, file.replace("killed", "whole")].map((name) =>
      readFileSync(join(folder, name)),
    );
    expect(mine!.equals(theirs!), file).toBe(true);
  }
});
