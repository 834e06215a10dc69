import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { RunProfile, RunReport } from "../../src/scene/index.js";
import { PHASES } from "../../src/sim/index.js";
import { runHere, testFolder, writeScene, type Outcome } from "./process.js";

const folder = testFolder();

/** Two steps per frame. */
function run(...args: string[]): Promise<Outcome> {
  return runHere(folder, "run", "sheet.json", ...args);
}

/** The rows of the table: name and numbers. */
function rowsOf(stdout: string): Map<string, number[]> {
  const rows = stdout.matchAll(/^ {2}(\w+) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) %$/gm);
  return new Map([...rows].map(([, name, ...cells]) => [name!, cells.map(Number)]));
}

function profileIn(file: string): RunProfile {
  const report = JSON.parse(readFileSync(join(folder, file), "utf8")) as RunReport;
  return report.profile!;
}

describe("tatter run --profile", () => {
  beforeAll(() => writeScene(folder, "sheet", { solver: { type: "xpbd" } }));

  test("prints the phases after the summary, and adds them to the report", async () => {
    const { status, stdout, stderr } = await run(
      ...["--profile", "--frames", "16", "--report", "long.json"],
      ...["--set", "cloths.0.tearing.limit=9"],
    );
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^sheet: 16 frames/);
    expect(stdout).toContain("\n  profile of 22 steps; the first 10 are left out (warm-up)\n");
    const rows = rowsOf(stdout);
    expect([...rows.keys()]).toEqual([...PHASES, "step"]);

    const profile = profileIn("long.json");
    expect(profile).toMatchObject({
      ...{ steps: 22, warmUpSteps: 10, substeps: 20, particles: 81, solver: "xpbd" },
      elements: 208 + 176, // edges, and those between two triangles
    });
    expect(stdout).toContain(
      `\n  xpbd, kernels ${profile.kernels}; 20 substeps per step, 81 particles, 384 elements\n`,
    );
    expect(stdout).toMatch(
      /\n {2}[\d.]+ ms per step, [\d.]+x real time; solve: [\d.]+ ns per element and substep\n/,
    );
    expect(profile.kernels).toMatch(/^\w+$/);
    const { msPerStep, phases, realTimeFactor, solveNanoseconds } = profile;
    expect(msPerStep).toBeGreaterThan(0);
    expect(realTimeFactor! * msPerStep).toBeCloseTo(1000 / 60, 1);
    expect(solveNanoseconds! * 384 * 20 * 22 * 1e-6).toBeCloseTo(phases.solve.total, 1);
    const all = Object.values(phases);
    expect(all.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 2);
    expect(all.reduce((sum, { perStep }) => sum + perStep, 0)).toBeCloseTo(msPerStep, 2);
    for (const phase of PHASES) {
      const { total, perStep, max } = phases[phase];
      expect(total).toBeCloseTo(22 * perStep, 1);
      expect(max).toBeGreaterThanOrEqual(perStep);
      expect(rows.get(phase)!.slice(0, 3)).toEqual([
        ...[Number(total.toFixed(1)), Number(perStep.toFixed(3)), Number(max.toFixed(3))],
      ]);
    }
  });

  test("says that a short run includes the warm-up, and works without steps", async () => {
    const short = await run("--profile", "--frames", "1");
    expect(short.stdout).toContain("\n  profile of 2 steps; includes the warm-up,");
    expect(rowsOf(short.stdout).size).toBe(PHASES.length + 1);
    const none = await run("--profile", "--frames", "0");
    expect([none.status, none.stdout]).toEqual([0, expect.stringContaining("no steps were made")]);
  });

  test("prints no table into a report, and needs one with --quiet", async () => {
    const { stdout } = await run("--profile", "--frames", "1", "--report", "-");
    expect((JSON.parse(stdout) as RunReport).profile!.steps).toBe(2);
    const quiet = ["--profile", "--quiet", "--frames", "1"];
    expect(await run(...quiet, "--report", "quiet.json")).toMatchObject({ status: 0, stdout: "" });
    expect(profileIn("quiet.json").steps).toBe(2);
    expect(await run(...quiet)).toMatchObject({
      status: 2,
      stderr:
        "tatter: --profile: expected --report too, because --quiet prints no table; add --report <file>\n",
    });
  });

  test("is off by default, and the help names its limits", async () => {
    const { stdout } = await run("--frames", "1", "--report", "-");
    expect(JSON.parse(stdout)).not.toHaveProperty("profile");
    const help = (await runHere(folder, "run", "--help")).stdout.replaceAll(/\s+/g, " ");
    expect(help).toMatch(/--profile .*About three substeps per step are timed/);
  });
});
