import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RunReport } from "../../src/scene/index.js";
import { runHere, shell, testFolder, type Outcome } from "./process.js";

const folder = testFolder();
const tatter = (...args: string[]): Promise<Outcome> => runHere(folder, ...args);

/** A scene of version 0.1 with an unusual layout. */
const OLD = `{
  "name": "old",   "duration": 0.2,
  "wind": {"velocity":[0, 0, 2.0], "gusts": { "strength" : 5e-1, "period": 0.2 }},
  "cloths": [{ "mesh": {"type": "grid", "size": [1,1], "segments": [6,6]},
    "material": { "preset": "paper", "strength": 0.05 },
    "strength": { "noise": { "amount": 0.2, "size": 0.3 } },
    "pins": [
      { "select": { "group": "left" } },
      { "select": { "group": "right" }, "strength": 1000, "each": true,
        "motion": [{"time":0,"move":[0,0,0]},
                   {"time":0.2,"move":[0.7,0,0]}] } ],
    "tearing": { "shortestEdge": 0.2 } }],
  "bodies": [
    { "type": "ball", "position": [0, 0, 0.3], "radius": 0.1, "mass": 0.1,
      "velocity": [0, 0, -4], "spin": [0, 9, 0] }
  ]
}
`;

/** The same with the present names. */
const NEW = `{
  "name": "old",   "duration": 0.2,
  "wind": {"velocity":[0, 0, 2.0], "gusts": { "amplitude" : 5e-1, "period": 0.2 }},
  "cloths": [{ "mesh": {"type": "grid", "size": [1,1], "segments": [6,6]},
    "material": { "preset": "paper", "breakingStrain": 0.05 },
    "strengthMap": { "noise": { "amount": 0.2, "size": 0.3 } },
    "pins": [
      { "select": { "group": "left" } },
      { "select": { "group": "right" }, "breakForce": 1000, "breakPerParticle": true,
        "motion": [{"time":0,"translation":[0,0,0]},
                   {"time":0.2,"translation":[0.7,0,0]}] } ],
    "tearing": { "minEdgeRatio": 0.2 } }],
  "balls": [
    { "position": [0, 0, 0.3], "radius": 0.1, "mass": 0.1,
      "velocity": [0, 0, -4], "angularVelocity": [0, 9, 0] }
  ]
}
`;

const RENAMED = 11;

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function read(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

describe("tatter migrate", () => {
  test("rewrites a scene in place, and names every field", async () => {
    write("in-place.json", OLD);
    const { status, stdout, stderr } = await tatter("migrate", "in-place.json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(read("in-place.json")).toBe(NEW);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(RENAMED);
    expect(lines).toContain("in-place.json: wind.gusts.strength → amplitude");
    expect(lines).toContain("in-place.json: cloths.0.pins.1.motion.1.move → translation");
    expect(lines).toContain("in-place.json: bodies.0.type no longer needed");
    expect(readdirSync(folder).filter((file) => file.includes("in-place"))).toEqual([
      "in-place.json",
    ]);
  });

  test("rewrites the file that a link points to, and keeps its permissions", async () => {
    write("target.json", OLD);
    chmodSync(join(folder, "target.json"), 0o600);
    symlinkSync("target.json", join(folder, "link.json"));
    expect((await tatter("migrate", "link.json")).status).toBe(0);
    expect(lstatSync(join(folder, "link.json")).isSymbolicLink()).toBe(true);
    expect(read("target.json")).toBe(NEW);
    expect(statSync(join(folder, "target.json")).mode & 0o777).toBe(0o600);
  });

  test("into a folder that does not exist, or over a folder, is refused in words", async () => {
    write("good.json", OLD);
    mkdirSync(join(folder, "a-folder"));
    const nowhere = await tatter("migrate", "good.json", "--out", "nowhere/new.json");
    expect(nowhere.stderr).toMatch(/^tatter: nowhere\/new\.json: .*its folder does not exist\)\n$/);
    const over = await tatter("migrate", "good.json", "--out", "a-folder");
    expect(over.stderr).toMatch(/^tatter: .*a-folder: cannot be written \(it is a folder\)\n$/);
    expect([nowhere.status, over.status]).toEqual([1, 1]);
  });

  test("finds a migrated scene up to date and leaves it unchanged", async () => {
    write("new.json", NEW);
    const before = statSync(join(folder, "new.json"));
    const done = { status: 0, stdout: "new.json: up to date\n", stderr: "" };
    expect(await tatter("migrate", "new.json")).toEqual(done);
    expect(await tatter("migrate", "new.json", "--check")).toEqual(done);
    expect(read("new.json")).toBe(NEW);
    const after = statSync(join(folder, "new.json"));
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  });

  test("with --out does not change the old scene", async () => {
    write("kept.json", OLD);
    const { status, stderr } = await tatter("migrate", "kept.json", "--out", "written.json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect([read("kept.json"), read("written.json")]).toEqual([OLD, NEW]);
    // The requested file exists, even if there was nothing to rename.
    const again = await tatter("migrate", "written.json", "--out", "copy.json");
    expect(again).toEqual({ status: 0, stdout: "written.json: up to date\n", stderr: "" });
    expect(read("copy.json")).toBe(NEW);
  });

  test("with --check writes nothing and exits with 1", async () => {
    mkdirSync(join(folder, "checked"));
    write("checked/scene.json", OLD);
    const { status, stdout, stderr } = await tatter("migrate", "checked/scene.json", "--check");
    expect(status).toBe(1);
    expect(stdout.trimEnd().split("\n")).toHaveLength(RENAMED);
    expect(stderr).toBe(
      `tatter: checked/scene.json: ${RENAMED} fields to rename; run: tatter migrate checked/scene.json\n`,
    );
    expect(read("checked/scene.json")).toBe(OLD);
    expect(readdirSync(join(folder, "checked"))).toEqual(["scene.json"]);
  });

  test("refuses --check with --out", async () => {
    write("both.json", OLD);
    expect(await tatter("migrate", "both.json", "--check", "--out", "never.json")).toEqual({
      status: 2,
      stdout: "",
      stderr: "tatter: --check: expected no --out, because --check writes nothing; remove one\n",
    });
    expect(existsSync(join(folder, "never.json"))).toBe(false);
  });

  test.each([
    ["not JSON", "{", /not JSON: line 1, column 2: expected/],
    ["not a scene", "[1, 2]", /expected an object/],
    ["an unknown field", OLD.replace('"duration"', '"duraton"'), /duraton: unknown field/],
    ["a bad value", OLD.replace('"strength": 1000', '"strength": -1'), /breakForce: expected/],
    [
      "both names",
      OLD.replace('"strength": 1000', '"strength": 1000, "breakForce": 1'),
      /cloths\.0\.pins\.1\.strength: expected only breakForce, its new name since 0\.2, got both; remove one/,
    ],
    ["nothing", "", /not JSON/],
    [
      "lists without end",
      `{"bodies":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
      /levels of nesting/,
    ],
  ])("refuses a scene with %s in one line, and does not change the file", async (_, text, line) => {
    mkdirSync(join(folder, "bad"), { recursive: true });
    write("bad/scene.json", text);
    for (const args of [[], ["--check"], ["--out", "bad/out.json"]]) {
      const { status, stdout, stderr } = await tatter("migrate", "bad/scene.json", ...args);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toMatch(/^tatter: bad\/scene\.json: [^\n]+\n$/);
      expect(stderr).toMatch(line);
      expect(read("bad/scene.json")).toBe(text);
      expect(readdirSync(join(folder, "bad"))).toEqual(["scene.json"]);
    }
  });

  test("refuses a file that is missing, or is a folder, in one line", async () => {
    expect(await tatter("migrate", "missing.json")).toEqual({
      status: 2,
      stdout: "",
      stderr: "tatter: missing.json: no such file\n",
    });
    expect(existsSync(join(folder, "missing.json"))).toBe(false);
    mkdirSync(join(folder, "folder.json"));
    const { status, stderr } = await tatter("migrate", "folder.json");
    expect(status).toBe(2);
    expect(stderr).toMatch(/^tatter: folder\.json: expected a scene file, but this is a folder\n$/);
  });

  test("reports in one line that it cannot write, and does not change the scene", async () => {
    write("unwritten.json", OLD);
    const { status, stderr } = await tatter(
      "migrate",
      "unwritten.json",
      "--out",
      "none/at/all.json",
    );
    expect(status).toBeGreaterThan(0);
    expect(stderr).toMatch(/^tatter: [^\n]*none\/at\/all\.json[^\n]*\n$/);
    expect(read("unwritten.json")).toBe(OLD);
  });

  test("works in a separate process", () => {
    write("process.json", OLD);
    const line = "$TATTER migrate process.json --check; echo $?; $TATTER migrate process.json";
    const { status, stdout } = shell(folder, line);
    expect(status).toBe(0);
    expect(stdout).toMatch(/bodies → balls\n1\n[^]*bodies → balls\n$/);
    expect(read("process.json")).toBe(NEW);
  });
});

describe("tatter run and check of a scene of version 0.1", () => {
  const NOTE =
    /^tatter: old\.json: the scene has field names of version 0\.1: wind\.gusts\.strength is now amplitude, .*, and 8 more; update it: tatter migrate old\.json\n$/;
  const reportOf = ({ stdout }: Outcome): RunReport => JSON.parse(stdout) as RunReport;

  test("gives a note, and the same run as the migrated scene", async () => {
    write("old.json", OLD);
    write("today.json", NEW);
    const old = await tatter("run", "old.json", "--report", "-");
    const today = await tatter("run", "today.json", "--report", "-");
    expect([old.status, today.status]).toEqual([0, 0]);
    expect(old.stderr).toMatch(NOTE);
    expect(today.stderr).toBe("");
    const [{ hash, tears, balls }, same] = [reportOf(old), reportOf(today)];
    expect({ hash, tears, balls }).toEqual({ hash: same.hash, tears: same.tears, balls: 1 });
    expect(tears).toBeGreaterThan(0);
    expect(read("old.json")).toBe(OLD);
  });

  test("gives no note with --quiet", async () => {
    write("old.json", OLD);
    expect(await tatter("run", "old.json", "--frames", "1", "--quiet")).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
  });

  test("accepts --set with old and with new paths", async () => {
    write("old.json", OLD);
    const run = async (...assignments: string[]): Promise<string> => {
      const flags = assignments.flatMap((assignment) => ["--set", assignment]);
      const done = await tatter("run", "old.json", "--frames", "3", "--report", "-", ...flags);
      expect([done.status, done.stderr]).toEqual([0, expect.stringMatching(NOTE)]);
      return reportOf(done).hash;
    };
    const plain = await run();
    const byOld = await run("bodies.0.spin=[0,0,5]", "cloths.0.pins.1.motion.1.move=[0,0,1]");
    const byNew = await run(
      "balls.0.angularVelocity=[0,0,5]",
      "cloths.0.pins.1.motion.1.translation=[0,0,1]",
    );
    expect(byOld).toBe(byNew);
    expect(byOld).not.toBe(plain);
    const { status, stderr } = await tatter("run", "old.json", "--set", "__proto__.x=1");
    expect(status).toBe(2);
    expect(stderr).toContain("--set __proto__: expected another field name\n");
  });

  test("passes tatter check, with the note", async () => {
    write("old.json", OLD);
    const { status, stdout } = await tatter("check", "old.json");
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^old\.json: the scene has field names of version 0\.1: .*\nold\.json: valid /,
    );
  });
});
