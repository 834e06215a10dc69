import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Random } from "../../src/math/random.js";
import type { RunReport } from "../../src/scene/index.js";
import { drawnSurface, distanceBetween } from "../node/drawn-surface.js";
import { BIN, runHere, type Outcome } from "./process.js";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tatter-cli-"));
  writeFileSync(
    join(folder, "small.json"),
    JSON.stringify({
      name: "small",
      cloths: [
        {
          mesh: { type: "grid", size: [1, 1], segments: [8, 8] },
          pins: [
            {
              select: {
                uv: [
                  [0, 0],
                  [0.001, 1],
                ],
              },
            },
            {
              select: {
                uv: [
                  [0.999, 0],
                  [1, 1],
                ],
              },
              motion: [
                { time: 0, translation: [0, 0, 0] },
                { time: 0.3, translation: [0.7, 0, 0] },
              ],
            },
          ],
          tearing: { limit: 1.2 },
        },
      ],
      duration: 0.5,
    }),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the built program in a separate process. */
function tatter(...args: string[]): Outcome {
  return spawnSync(process.execPath, [BIN, ...args], { cwd: folder, encoding: "utf8" });
}

/** Runs the program from the sources, without a new process. */
function tatterHere(...args: string[]): Promise<Outcome> {
  return runHere(folder, ...args);
}

function readReport(file: string): RunReport {
  return JSON.parse(readFileSync(join(folder, file), "utf8")) as RunReport;
}

describe("tatter run", () => {
  test("writes all frames, from rest to the end, and a full report", () => {
    const { status, stdout } = tatter(
      "run",
      "small.json",
      "--out",
      "frames",
      "--report",
      "deep/report.json",
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^small: 15 frames, 0\.50 s simulated in /);
    const files = readdirSync(join(folder, "frames")).toSorted();
    expect(files).toHaveLength(16);
    expect([files[0], files[15]]).toEqual(["frame_0000.obj", "frame_0015.obj"]);
    const rest = readFileSync(join(folder, "frames/frame_0000.obj"), "utf8");
    expect(rest.match(/^v /gm)).toHaveLength(81);
    expect(rest.match(/^vt /gm)).toHaveLength(81);
    expect(rest.match(/^f \d+\/\d+ \d+\/\d+ \d+\/\d+$/gm)).toHaveLength(128);

    const report = readReport("deep/report.json");
    expect(Object.keys(report).toSorted()).toEqual(
      [
        ...[
          "scene",
          "version",
          "solver",
          "solverReason",
          "implicit",
          "substeps",
          "seed",
          "frames",
          "seconds",
          "wallSeconds",
          "particles",
          "triangles",
        ],
        ...[
          "pieces",
          "restArea",
          "mass",
          "tears",
          "tearOffs",
          "firstTearTime",
          "cappedSteps",
          "maxStretch",
          "hash",
          "phases",
        ],
      ].toSorted(),
    );
    expect(report).toMatchObject({
      scene: "small",
      version: "0.2.0",
      solver: "implicit",
      frames: 15,
      seconds: 0.5,
    });
    expect(report.particles.start).toBe(81);
    expect(report.particles.end).toBeGreaterThanOrEqual(81 + report.tears); // isolated points separate with a tear
    expect(report.triangles).toEqual({ start: 128, end: 128 });
    expect(report.tears).toBeGreaterThan(0);
    expect(report.firstTearTime).toBeGreaterThan(0);
    expect(report.maxStretch).toBeGreaterThan(1.2);
    expect(Object.keys(report.phases)).toHaveLength(8);
    const last = readFileSync(join(folder, "frames/frame_0015.obj"), "utf8");
    expect(last.match(/^v /gm)).toHaveLength(report.particles.end);
  });

  test("is bit-exact when repeated, and --seed, --set and --frames work", async () => {
    const run = ["run", "small.json", "--report", "-"];
    const reportOf = ({ status, stdout }: Outcome): RunReport => {
      expect(status).toBe(0);
      return JSON.parse(stdout) as RunReport;
    };
    const report = reportOf(tatter(...run));
    expect(reportOf(tatter(...run)).hash).toBe(report.hash);
    const here = async (...args: string[]): Promise<RunReport> =>
      reportOf(await tatterHere(...run, ...args));
    expect((await here()).hash).toBe(report.hash);
    const seeded = await here("--seed", "5");
    expect(seeded).toMatchObject({ seed: 5 });
    expect(seeded.hash).not.toBe(report.hash);
    expect(await here("--set", "cloths.0.tearing.limit=9")).toMatchObject({
      tears: 0,
      firstTearTime: null,
    });
    expect(await here("--frames", "2")).toMatchObject({ frames: 2, seconds: 0.066666667 });
  });

  test("reports only later frames of an earlier run that are still in the folder", async () => {
    const run = (frames: number): Promise<Outcome> =>
      tatterHere("run", "small.json", "--out", "again", "--quiet", "--frames", String(frames));
    expect((await run(3)).stderr).toBe("");
    expect((await run(3)).stderr).toBe("");
    expect((await run(1)).stderr).toMatch(/^tatter: again: 2 later frames of an earlier run/);
    expect(readdirSync(join(folder, "again"))).toHaveLength(4);
  });

  test("prints nothing with --quiet and writes no files without --out", () => {
    const before = readdirSync(folder);
    expect(tatter("run", "small.json", "--quiet", "--frames", "1")).toMatchObject({
      status: 0,
      stdout: "",
      stderr: "",
    });
    expect(readdirSync(folder)).toEqual(before);
  });

  test("killed during a run leaves only complete files", async () => {
    const child = spawn(process.execPath, [BIN, "run", "curtain", "--out", "killed", "--quiet"], {
      cwd: folder,
    });
    const out = join(folder, "killed");
    while (!existsSync(join(out, "frame_0002.obj"))) await setTimeout(20);
    child.kill("SIGKILL");
    await new Promise((done) => child.once("exit", done));
    const frames = readdirSync(out).filter((file) => file.endsWith(".obj"));
    expect(frames.length).toBeGreaterThan(2);
    for (const frame of frames) {
      const text = readFileSync(join(out, frame), "utf8");
      expect(text.match(/^f /gm)).toHaveLength(2 * 48 * 42);
      expect(text.endsWith("\n")).toBe(true);
    }
    writeFileSync(join(out, ".frame_0007.obj.partial"), "half"); // as left by a kill during a write
    expect(tatter("run", "curtain", "--out", "killed", "--frames", "0").status).toBe(0);
    expect(readdirSync(out).filter((file) => !/^frame_\d+\.obj$/.test(file))).toEqual([]);
  });

  test("interrupted stops after the current frame and reports it", async () => {
    const child = spawn(process.execPath, [BIN, "run", "curtain", "--out", "stopped"], {
      cwd: folder,
    });
    let output = "";
    child.stderr.on("data", (data) => (output += String(data)));
    while (!existsSync(join(folder, "stopped/frame_0001.obj"))) await setTimeout(20);
    child.kill("SIGINT");
    const code = await new Promise((done) => child.once("exit", done));
    expect(code).toBe(1);
    expect(output).toMatch(/stopped after frame \d+ of 180; all written files are complete/);
  });
});

describe("tatter run --record and tatter replay", () => {
  test("a replay shows the same frames, reports that, and can be written in one topology", () => {
    const run = tatter(
      "run",
      "small.json",
      "--record",
      "rec/small.tatter",
      "--out",
      "run-frames",
      "--set",
      "cloths.0.tearing.resolve=exact",
    );
    expect(run.status).toBe(0);
    expect(run.stdout).toMatch(/recording in rec\/small.tatter/);
    const replay = tatter(
      "replay",
      "rec/small.tatter",
      "--out",
      "replay-frames",
      "--report",
      "replay.json",
    );
    expect(replay.status).toBe(0);
    expect(replay.stdout).toMatch(/all frames are identical to the recording/);
    const frames = readdirSync(join(folder, "run-frames"));
    expect(frames).toHaveLength(16);
    for (const file of frames) {
      const [a, b] = ["run-frames", "replay-frames"].map((out) =>
        readFileSync(join(folder, out, file), "utf8"),
      );
      expect(b).toBe(a);
    }
    expect(run.stdout).toContain(readReport("replay.json").hash);
    expect(readReport("replay.json").tears).toBeGreaterThan(0);
    const short = tatter(
      "replay",
      "rec/small.tatter",
      "--frames",
      "5",
      "--out",
      "five",
      "--topology",
      "final",
      "--quiet",
    );
    expect(short).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(readdirSync(join(folder, "five"))).toHaveLength(6);
    expect(tatter("replay", "rec/small.tatter", "--frames", "99").stderr).toContain(
      "the recording has only 15 frames",
    );
  });

  test("an invalid or damaged file is refused in one line", async () => {
    const good = readFileSync(join(folder, "rec/small.tatter"));
    const bad = Buffer.from(good);
    bad[good.length >> 1]! ^= 4;
    writeFileSync(join(folder, "bad.tatter"), bad);
    writeFileSync(join(folder, "short.tatter"), good.subarray(0, 1000));
    for (const [file, why] of [
      [
        "bad.tatter",
        /^tatter: bad.tatter: the file is damaged: its digest does not match its contents\n$/,
      ],
      [
        "short.tatter",
        /^tatter: short.tatter: the file is cut short: expected \d+ bytes, got 1000\n$/,
      ],
      [
        "small.json",
        /^tatter: small.json: expected a recording of Tatter, got another kind of file\n$/,
      ],
      ["none.tatter", /^tatter: none.tatter: no such file\n$/],
    ] as const) {
      const { status, stderr } = await tatterHere("replay", file);
      expect(status).toBe(2);
      expect(stderr).toMatch(why);
    }
    const frame = await tatterHere(
      "run",
      "small.json",
      "--out",
      "o",
      "--record",
      "o/frame_0001.obj",
    );
    expect(frame.status).toBe(2);
    expect(frame.stderr).toContain(
      "--record o/frame_0001.obj: expected another name, this is a frame in --out",
    );
  });
});

describe("tatter run --topology final", () => {
  test("gives every frame the final mesh with the surface of its time", async () => {
    const frames = async (...args: string[]): Promise<string[]> => {
      const out = args.join("-") || "default";
      const path = ["--set", "cloths.0.tearing.path=weak-point"];
      const { status, stdout } = await tatterHere(
        "run",
        "small.json",
        ...path,
        "--out",
        out,
        ...args,
      );
      expect(status).toBe(0);
      expect(stdout).toMatch(/; 81 → \d+ particles/);
      const files = readdirSync(join(folder, out)).toSorted();
      expect(files).toHaveLength(16);
      return files.map((file) => readFileSync(join(folder, out, file), "utf8"));
    };
    const changing = await frames();
    const final = await frames("--topology", "final");
    expect(await frames("--topology", "changing")).toEqual(changing);
    expect(final[15]).toBe(changing[15]);
    const [rest, end] = [changing[0]!, changing[15]!];
    expect(end.match(/^f /gm)!.length).toBeGreaterThan(rest.match(/^f /gm)!.length);
    const random = new Random(3);
    for (const [i, text] of final.entries()) {
      expect(text.replaceAll(/^v .*$/gm, "v")).toBe(end.replaceAll(/^v .*$/gm, "v"));
      const gap = distanceBetween(drawnSurface(changing[i]!), drawnSurface(text), random);
      expect(gap.distance).toBeLessThan(1e-6);
      expect(gap.uv).toBeLessThan(1e-6);
    }
  });

  test("interrupted writes the frames so far", async () => {
    const child = spawn(
      process.execPath,
      [BIN, "run", "curtain", "--out", "stopped-final", "--topology", "final", "--frames", "9999"],
      { cwd: folder },
    );
    let output = "";
    child.stderr.on("data", (data) => (output += String(data)));
    while (!existsSync(join(folder, "stopped-final"))) await setTimeout(20);
    await setTimeout(500); // some time into the run
    child.kill("SIGINT");
    const code = await new Promise((done) => child.once("exit", done));
    expect(code).toBe(1);
    const [, last] = /stopped after frame (\d+) of 9999; all written files are complete/.exec(
      output,
    )!;
    const all = readdirSync(join(folder, "stopped-final"));
    const files = all.filter((file) => file.endsWith(".obj"));
    expect(files).toHaveLength(Number(last) + 1);
    expect(all.slice(files.length)).toEqual(["tatter.positions", "tatter.resume"]);
    for (const file of files) {
      const text = readFileSync(join(folder, "stopped-final", file), "utf8");
      expect(text.match(/^f /gm)).toHaveLength(2 * 48 * 42);
      expect(text.endsWith("\n")).toBe(true);
    }
  });
});

describe("invalid input gives one line and exit code 2", () => {
  test.for([
    [["run", "nothing.json"], /^tatter: nothing\.json: no such file/],
    [
      ["run", "small.json", "--set", "cloths.0.tearing.limit=x"],
      /^tatter: small\.json: cloths\.0\.tearing\.limit: expected a number, got "x"$/,
    ],
    [["run", "small.json", "--frames", "-3"], /--frames/],
    [
      ["run", "small.json", "--out", "small.json"],
      /^tatter: --out small\.json: cannot be written \(a file has this name\)$/,
    ],
    [
      ["run", "small.json", "--report", "."],
      /^tatter: --report \.: expected a file, but this is a folder/,
    ],
    [
      ["run", "small.json", "--report", "/dev/null"],
      /^tatter: --report \/dev\/null: expected a regular file/,
    ],
    [
      ["run", "small.json", "--out", "/proc/none"],
      /^tatter: --out \/proc\/none: cannot be written/,
    ],
    [["run", "small.json", "--report", ""], /^tatter: --report: expected a file name$/],
    [
      ["run", "small.json", "--out", "o", "--report", "o/frame_0000.obj"],
      /expected another name, this is a frame in --out/,
    ],
    [
      ["run", "small.json", "--set", 'cloths.0.pins=[{"select":{"uv":[[2,2],[3,3]]}}]'],
      /^tatter: small\.json: cloths\.0\.pins\.0/,
    ],
    [
      ["run", "small.json", "--topology", "final"],
      /^tatter: --topology final: expected --out too, because no frames are written without it; add --out <dir>$/,
    ],
    [
      ["run", "small.json", "--out", "o", "--topology", "last"],
      /^tatter: option '--topology <kind>' argument 'last' is invalid. Allowed choices are changing, final/,
    ],
    [["run", "small.json", "--fast"], /^tatter: unknown option '--fast'/],
    [["run"], /^tatter: missing required argument 'scene'/],
    [["rnu"], /^tatter: unknown command 'rnu'.*Did you mean run/],
    [["check", "."], /^tatter: \.: expected a scene file, but this is a folder/],
    [
      ["run", "small.json", "--limit", "vertices=80"],
      /^tatter: small\.json: cloths\.0\.mesh\.segments: 81 vertices, more than the limit of 80 \(raise it: --limit vertices=81, in code limits\.vertices\)$/,
    ],
    [
      ["check", "small.json", "--limit", "values=9", "--limit", "vertices=9"],
      /^tatter: small\.json: \d+ values, more than the limit of 9 /,
    ],
    [
      ["run", "small.json", "--frames", "1000001"],
      /^tatter: --frames: 1000001 frames, more than the limit of 1000000 /,
    ],
    [
      ["run", "small.json", "--set", "duration=40000"],
      /^tatter: small\.json: duration: 1200000 frames, more than the limit of 1000000 /,
    ],
    [
      ["check", "small.json", "--limit", "constructor=1"],
      /^tatter: --limit constructor=1: unknown limit, expected one of vertices, triangles/,
    ],
    [
      ["check", "small.json", "--limit", "vertices=0"],
      /^tatter: --limit vertices=0: expected a whole number of 1 or more, got 0$/,
    ],
    [
      ["replay", "small.json", "--limit", "vertices"],
      /^tatter: --limit vertices: expected name=number, as in vertices=2000000$/,
    ],
    [
      ["replay", "small.json", "--limit", "fileBytes=9"],
      /^tatter: small\.json: \d+ bytes, more than the limit of 9 /,
    ],
  ] as const)("%s", async ([args, line]) => {
    const { status, stdout, stderr } = await tatterHere(...args);
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr.trim()).toMatch(line);
  });

  // In a process, too, the exit code is that of main().
  test("a scene that names a file outside its folder, unless allowed", async () => {
    mkdirSync(join(folder, "inner"));
    writeFileSync(join(folder, "outer.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const cloths = [{ mesh: { type: "file", path: "../outer.obj" } }];
    writeFileSync(join(folder, "inner/scene.json"), JSON.stringify({ name: "x", cloths }));
    for (const command of ["check", "run"]) {
      const refused = await tatterHere(command, "inner/scene.json");
      expect(refused.status).toBe(2);
      expect(refused.stderr).toMatch(
        /^tatter: inner\/scene\.json: cloths\.0\.mesh\.path: \.\.\/outer\.obj: expected a file inside the folder of the scene;[^\n]*\n$/,
      );
    }
    const allowed = await tatterHere("check", "inner/scene.json", "--allow-outside");
    expect(allowed).toMatchObject({ status: 0, stderr: "" });
    const args = ["inner/scene.json", "--allow-outside", "--frames", "0", "--report", "-"];
    expect((await tatterHere("run", ...args)).status).toBe(0);
  });

  test("a scene that is not JSON", () => {
    writeFileSync(join(folder, "broken.json"), '{ "name": 3,\n"cloths": [}\n');
    expect(tatter("check", "broken.json")).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^tatter: broken\.json: not JSON: [^\n]*\n$/) as string,
    });
  });
});

describe("the other commands", () => {
  test("list, check, print the schema and help", async () => {
    expect((await tatterHere("scenes")).stdout).toMatch(/^lateral-pull +A square sheet/m);
    expect((await tatterHere("check", "lateral-pull")).stdout).toMatch(
      /^lateral-pull: valid \("lateral pull", 1681 particles.*\n {2}cloth 0: 1 × 1 × 0 m, 1681 particles, 0\.15 kg\n$/,
    );
    const mesh = { type: "grid", size: [120, 80], segments: [4, 4] };
    writeFileSync(
      join(folder, "large.json"),
      JSON.stringify({ name: "large", duration: 1, cloths: [{ mesh }] }),
    );
    expect((await tatterHere("check", join(folder, "large.json"))).stdout).toMatch(
      /large\.json: cloths\.0\.mesh\.size: the largest extent of the cloth is 120 m;.*centimeters\n.*: valid/,
    );
    const materials = (await tatterHere("materials")).stdout.split("\n");
    expect(materials[0]).toMatch(/^ +density +thickness +warp +weft +bias +shear/);
    expect(materials[1]).toMatch(/^ +kg\/m² +mm +N\/m +N\/m +N\/m/);
    expect(materials).toHaveLength(2 + 10 + 1);
    expect(materials.find((line) => line.startsWith("denim"))).toMatch(
      /^denim +0\.4 +0\.9 +16000 +10000 +587 +150 +0\.00006 +6 +25 +0\.9 +- +- +0\.6$/,
    );
    expect((await tatterHere("materials", "--help")).stdout).toMatch(/material\.preset/);
    expect(JSON.parse((await tatterHere("schema")).stdout)).toMatchObject({
      title: "Tatter scene",
    });
    expect(await tatterHere("--help")).toMatchObject({ status: 0 });
    expect((await tatterHere("run", "--help")).stdout).toMatch(/--set <path=value>/);
    expect(tatter("--version").stdout).toBe("0.2.0\n");
  });
});
