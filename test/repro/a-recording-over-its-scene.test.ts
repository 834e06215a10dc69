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

/** All that lies in the folder, and what stands in it. */
function contents(): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(name, "hex")]));
}

beforeEach(() => process.chdir(folder));
afterEach(() => process.chdir(home));

async function tatter(line: string): Promise<string> {
  let said = "";
  const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    said += String(text);
    return true;
  });
  try {
    return `${await main([...line.split(" "), "--quiet"], new PlainHost())} ${said}`;
  } finally {
    spy.mockRestore();
  }
}

const needed = "this is a file of the run itself too, choose another";
const RUN = "run small.json --frames 1";

// The scene was gone, and the recording stood in its place; a report took the place of what a run goes on from.
test.each([
  [`${RUN} --record small.json`, "--record small.json: this is the scene too, choose another"],
  [`${RUN} --report small.json`, "--report small.json: this is the scene too, choose another"],
  [
    `${RUN} --record here/x/../small.json`,
    "--record here/x/../small.json: this is the scene too, ",
  ],
  [`${RUN} --record link.json`, "--record link.json: this is the scene too, choose another"],
  ["run link.json --record here/small.json", "--record here/small.json: this is the scene too, "],
  [`${RUN} --record sheet.obj`, "--record sheet.obj: this is a file of the scene too, "],
  [`${RUN} --report here/sheet.obj`, "--report here/sheet.obj: this is a file of the scene too, "],
  [`${RUN} --out kept --record kept/tatter.resume`, `--record kept/tatter.resume: ${needed}`],
  [`${RUN} --out kept --record here/kept/tatter.lock`, `--record here/kept/tatter.lock: ${needed}`],
  [`${RUN} --out kept --report kept/tatter.positions`, `--report kept/tatter.positions: ${needed}`],
  [`${RUN} --out new --report here/new/tatter.lock`, `--report here/new/tatter.lock: ${needed}`],
  [`${RUN} --record r --report r.lock`, `--report r.lock: ${needed}`],
  [`${RUN} --record r --report here/r.resume`, `--report here/r.resume: ${needed}`],
  [`${RUN} --record r --report here/r`, "--report here/r: this is --record too, choose another"],
  [`${RUN} --out r --record r`, "--record r: this is --out too, choose another"],
  [`${RUN} --out new --report here/new/frame_0001.obj`, "this is the name of a frame in --out"],
  ["replay old.tatter --report here/old.tatter", "this is the recording too, choose another"],
  ["replay old.tatter --out new --report new/tatter.lock", `--report new/tatter.lock: ${needed}`],
])("tatter %s is refused, and nothing is lost", async (line, why) => {
  const before = contents();
  const said = await tatter(line);
  expect(said).toMatch(/^2 tatter: .*\n$/);
  expect(said).toContain(why);
  expect(contents()).toEqual(before);
});

test("a scene of the library is known by its file", async () => {
  symlinkSync(join(packageRoot, "scenes/hourglass.json"), "glass.json");
  expect(await tatter("run hourglass --frames 0 --record glass.json")).toBe(
    "2 tatter: --record glass.json: this is the scene too, choose another\n",
  );
});

test("what a run writes that goes on is not written over by the report of another", async () => {
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
