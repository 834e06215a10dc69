import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PlainHost } from "../../src/cli/host.js";
import { main } from "../../src/cli/main.js";
import { loadSceneFile, packageRoot, runScene } from "../../src/node/index.js";
import { testFolder, writeScene } from "../cli/process.js";

const folder = testFolder();
const home = process.cwd();
const mesh = { type: "file", path: "sheet.obj" };
writeFileSync(join(folder, "sheet.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
writeScene(folder, "small", { cloths: [{ mesh }] });
symlinkSync("small.json", join(folder, "link.json"));
symlinkSync(".", join(folder, "here"));
mkdirSync(join(folder, "kept"));
writeFileSync(join(folder, "kept/tatter.resume"), "what is kept");
const scene = await loadSceneFile(join(folder, "small.json"));
await runScene(scene, { record: join(folder, "old.tatter"), frames: 1 });

/** All files in the folder and their content. */
function contents(): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(name, "hex")]));
}

beforeEach(() => process.chdir(folder));
afterEach(() => process.chdir(home));

async function tatter(line: string): Promise<string> {
  let output = "";
  const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    output += String(text);
    return true;
  });
  try {
    return `${await main([...line.split(" "), "--quiet"], new PlainHost())} ${output}`;
  } finally {
    spy.mockRestore();
  }
}

const needed = "expected another file, this is a file of the run itself too";
const RUN = "run small.json --frames 1";

// The recording replaced the scene; a report replaced the checkpoint of a run.
test.each([
  [
    `${RUN} --record small.json`,
    "--record small.json: expected another file, this is the scene too",
  ],
  [
    `${RUN} --report small.json`,
    "--report small.json: expected another file, this is the scene too",
  ],
  [
    `${RUN} --record here/x/../small.json`,
    "--record here/x/../small.json: expected another file, this is the scene too",
  ],
  [`${RUN} --record link.json`, "--record link.json: expected another file, this is the scene too"],
  [
    "run link.json --record here/small.json",
    "--record here/small.json: expected another file, this is the scene too",
  ],
  [
    `${RUN} --record sheet.obj`,
    "--record sheet.obj: expected another file, this is a file of the scene too",
  ],
  [
    `${RUN} --report here/sheet.obj`,
    "--report here/sheet.obj: expected another file, this is a file of the scene too",
  ],
  [`${RUN} --out kept --record kept/tatter.resume`, `--record kept/tatter.resume: ${needed}`],
  [`${RUN} --out kept --record here/kept/tatter.lock`, `--record here/kept/tatter.lock: ${needed}`],
  [`${RUN} --out kept --report kept/tatter.positions`, `--report kept/tatter.positions: ${needed}`],
  [`${RUN} --out new --report here/new/tatter.lock`, `--report here/new/tatter.lock: ${needed}`],
  [`${RUN} --record r --report r.lock`, `--report r.lock: ${needed}`],
  [`${RUN} --record r --report here/r.resume`, `--report here/r.resume: ${needed}`],
  [
    `${RUN} --record r --report here/r`,
    "--report here/r: expected another file, this is --record too",
  ],
  [`${RUN} --out r --record r`, "--record r: expected another file, this is --out too"],
  [
    `${RUN} --out new --report here/new/frame_0001.obj`,
    "expected another name, this is a frame in --out",
  ],
  [
    "replay old.tatter --report here/old.tatter",
    "expected another file, this is the recording too",
  ],
  ["replay old.tatter --out new --report new/tatter.lock", `--report new/tatter.lock: ${needed}`],
])("tatter %s is refused, and nothing is lost", async (line, why) => {
  const before = contents();
  const output = await tatter(line);
  expect(output).toMatch(/^2 tatter: .*\n$/);
  expect(output).toContain(why);
  expect(contents()).toEqual(before);
});

test("a scene of the library is identified by its file", async () => {
  symlinkSync(join(packageRoot, "scenes/hourglass.json"), "glass.json");
  expect(await tatter("run hourglass --frames 0 --record glass.json")).toBe(
    "2 tatter: --record glass.json: expected another file, this is the scene too\n",
  );
});

test("the checkpoint of a run is not overwritten by the report of another", async () => {
  const stop = new AbortController();
  let hasBegun!: () => void;
  const begun = new Promise<void>((done) => (hasBegun = done));
  const options = { out: join(folder, "busy"), record: join(folder, "busy.tatter") };
  const run = runScene(scene, {
    ...options,
    frames: 99_999,
    signal: stop.signal,
    onFrame: () => hasBegun(),
  });
  await begun;
  for (const file of [
    "busy.tatter",
    "busy.tatter.lock",
    "busy.tatter.resume",
    "busy/tatter.lock",
    "busy/tatter.resume",
    "busy/frame_0000.obj",
  ]) {
    for (const flag of ["report", "record"]) {
      expect(await tatter(`${RUN} --${flag} here/${file}`), file).toContain(
        `tatter: here/${file}: another run writes there (process ${process.pid})`,
      );
    }
  }
  expect(await tatter(`${RUN} --report busy/report.json`)).toBe("0 ");
  stop.abort();
  await run;
  expect(await tatter(`${RUN} --report busy/frame_0000.obj`)).toBe("0 ");
});
