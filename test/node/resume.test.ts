import { totalsOf } from "../../src/sim/stats.js";
import fc from "fast-check";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listScenes, loadSceneFile, openWorld, runScene } from "../../src/node/index.js";
import type { RunOptions } from "../../src/node/index.js";
import { advanceFrame, frameCount, type RunReport, type Scene } from "../../src/scene/index.js";
import { testFolder, writeScene } from "../cli/process.js";
import { runs, sample, SOAK } from "../runs.js";

const folder = testFolder();
writeScene(folder, "torn", { frameRate: 20, duration: 0.4 });
const scene = await loadSceneFile(join(folder, "torn.json"));

/** All files of a run, and its report except for times. */
interface Done {
  files: Record<string, string>;
  report: Partial<RunReport>;
}

async function run(name: string, from: Scene, options: RunOptions): Promise<Done> {
  const out = join(folder, name);
  const { wallSeconds: _, phases: __, ...report } = await runScene(from, options);
  const names = readdirSync(out).toSorted();
  return {
    files: Object.fromEntries(names.map((file) => [file, readFileSync(join(out, file), "hex")])),
    report,
  };
}

/** Aborts a run, as a fault would. */
class BrokenOff extends Error {}

test("a run that is aborted anywhere, repeatedly, ends with the same files", async () => {
  for (const topology of ["changing", "final"] as const) {
    const at = (name: string): RunOptions => ({
      out: join(folder, name),
      record: join(folder, name, "it.tatter"),
      topology,
      checkpointInterval: 0,
    });
    const whole = await run("whole", scene, at("whole"));
    expect(whole.report.tears).toBeGreaterThan(0);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(7), { minLength: 1, maxLength: 3 }), async (breaks) => {
        rmSync(join(folder, "broken"), { recursive: true, force: true });
        for (const [i, frame] of breaks.toSorted((a, b) => a - b).entries()) {
          const stop = new AbortController();
          const broken = runScene(scene, {
            ...at("broken"),
            resume: true,
            signal: stop.signal,
            onFrame: (now) => {
              if (now < frame) return;
              if (i % 2 === 0) throw new BrokenOff();
              stop.abort();
            },
          });
          if (i % 2 === 0) await expect(broken).rejects.toThrow(BrokenOff);
          else expect((await broken).frames).toBe(frame);
        }
        expect(await run("broken", scene, { ...at("broken"), resume: true })).toEqual(whole);
        expect(existsSync(join(folder, "broken/tatter.resume"))).toBe(false);
      }),
      runs(91, 3, 100),
    );
  }
});

test("a run continues only with the same scene, files and options", async () => {
  const options = { out: join(folder, "other"), record: join(folder, "other.tatter") };
  const stop = new AbortController();
  const onFrame = (frame: number): void => {
    if (frame === 2) stop.abort();
  };
  await runScene(scene, { ...options, signal: stop.signal, onFrame });
  const refuse = async (from: Scene, more: RunOptions, why: RegExp): Promise<void> => {
    await expect(runScene(from, { ...options, resume: true, ...more })).rejects.toThrow(why);
  };
  const { solver } = scene;
  await refuse(
    { ...scene, solver: { ...solver, step: 0.01 } },
    {},
    /another solver\.step \(expected 0\.01, got 0\.016666666666666666\)/,
  );
  await refuse(
    scene,
    { record: undefined },
    /another --record \(expected "not given", got "given"\)/,
  );
  await refuse(scene, { topology: "final" }, /another --topology/);
  await refuse(
    scene,
    { frames: 1 },
    /expected more frames than 2, which the checkpoint has already, got 1/,
  );
  rmSync(join(folder, "other/frame_0001.obj"));
  await refuse(
    scene,
    {},
    /frame_0001\.obj: expected this frame of the earlier run, but it is missing/,
  );
  rmSync(options.record);
  await refuse(scene, {}, /other\.tatter: no such file/);
});

/** Number of frames; enough to cover most scenes. */
const FRAMES = 40;

const names = (await listScenes()).map(({ name }) => name);

test.for(sample(names, ["exact-times"]))("%s continues bit-exactly from a state", async (name) => {
  const library = await loadSceneFile(name);
  const last = Math.min(SOAK ? FRAMES : 12, frameCount(library));
  const world = await openWorld(library);
  const states: Uint8Array[] = [];
  const hashes: string[] = [];
  for (let frame = 0; frame < last; frame++) {
    states.push(world.save());
    advanceFrame(world, library.frameRate);
    hashes.push(world.hash());
  }
  const stride = SOAK ? 4 : 8;
  for (let from = stride; from < last; from += stride) {
    const other = await openWorld(library);
    other.load(states[from]!);
    for (let frame = from; frame < last; frame++) {
      advanceFrame(other, library.frameRate);
      expect(other.hash(), `frame ${frame + 1}, from ${from}`).toBe(hashes[frame]);
    }
    expect(other.stats).toEqual(world.stats);
    expect(totalsOf(other)).toEqual(totalsOf(world));
  }
});
