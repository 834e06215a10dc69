import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
/** Other packages that a user installs with tatter. */
const NEIGHBOURS = [
  "zod",
  "commander",
  "cli-progress",
  "string-width",
  "three",
  "delaunator",
  "@kninnug",
  "robust-predicates",
  "fast-png",
  "fflate",
  "iobuffer",
];

describe("the published package", () => {
  let app: string;

  beforeAll(() => {
    app = mkdtempSync(join(tmpdir(), "tatter-app-"));
    mkdirSync(join(app, "node_modules"));
    const tarball = process.env["TATTER_TARBALL"] || pack(app);
    execFileSync("tar", ["-xzf", tarball, "-C", join(app, "node_modules")]);
    execFileSync("mv", [join(app, "node_modules/package"), join(app, "node_modules/tatter")]);
    for (const name of NEIGHBOURS) {
      symlinkSync(join(root, "node_modules", name), join(app, "node_modules", name));
    }
    writeFileSync(join(app, "package.json"), '{ "type": "module", "private": true }');
  });

  afterAll(() => rmSync(app, { recursive: true, force: true }));

  test("contains all required files and nothing else", () => {
    const top = readdirSync(join(app, "node_modules/tatter")).toSorted();
    expect(top).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "bin",
      "dist",
      "docs",
      "examples",
      "package.json",
      "scenes",
    ]);
  });

  test("works in a plain Node script, with every export", () => {
    const exports = Object.keys(
      (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { exports: object }).exports,
    ).filter((name) => !name.endsWith(".json"));
    const script = `
      import assert from "node:assert";
      const modules = {};
      for (const name of ${JSON.stringify(exports)}) {
        modules[name] = await import("tatter" + name.slice(1));
        assert(Object.keys(modules[name]).length > 0, name);
      }
      const { World, generateGrid } = modules["."];
      const world = new World({ cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [4, 4] }) }] });
      world.step();
      assert(world.cloths[0].positions[1] < -0.5);
      assert(modules["./mesh"].generateGrid === generateGrid, "one mesh module, not two");
      const scene = await modules["./node"].loadSceneFile("hanging-sheet");
      assert(modules["./scene"].createWorld(scene) instanceof World, "one World class, not two");
      const { default: schema } = await import("tatter/scene.schema.json", { with: { type: "json" } });
      assert.equal(schema.title, "Tatter scene");
      console.log("all good");
    `;
    writeFileSync(join(app, "script.js"), script);
    const { stdout, stderr } = spawnSync(process.execPath, ["--no-warnings", "script.js"], {
      cwd: app,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(stdout).toBe("all good\n");
  });

  test("has a working command line", () => {
    const bin = join(app, "node_modules/tatter/bin/tatter.js");
    const { stdout } = spawnSync(process.execPath, [bin, "run", "hanging-sheet", "--frames", "1"], {
      cwd: app,
      encoding: "utf8",
    });
    expect(stdout).toMatch(/^hanging sheet: 1 frames/);
  });

  test("works in a Vite app, every export except the one for Node; the core adds no dependency", async () => {
    writeFileSync(join(app, "index.html"), '<script type="module" src="./main.js"></script>');
    /** The bundle of a page, and the packages in it. */
    const bundle = async (imports: string[]): Promise<{ code: string; packages: Set<string> }> => {
      const lines = imports.map((name, i) => `import * as m${i} from "${name}";`);
      writeFileSync(
        join(app, "main.js"),
        `${lines.join("\n")}\nconsole.log(${imports.map((_, i) => `m${i}`).join()});`,
      );
      const result = await build({
        root: app,
        logLevel: "error",
        build: { write: false, minify: false },
      });
      const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) =>
        "output" in part ? part.output : [],
      );
      const chunks = outputs.filter((part) => part.type === "chunk");
      // By module paths: names of temporary files and folders are random and may contain any characters.
      const paths = chunks.flatMap(({ modules }) => Object.keys(modules));
      const names = paths.map((path) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
      return {
        code: chunks.map(({ code }) => code).join("\n"),
        packages: new Set(names.filter((name) => name !== undefined)),
      };
    };
    const core = await bundle(["tatter", "tatter/mesh", "tatter/tearing"]);
    expect(core.code).toContain("splitVertex");
    expect(core.code).not.toMatch(/["']node:/);
    expect(core.packages).toEqual(new Set(["tatter"]));
    const files = await bundle(["tatter/io"]);
    expect([...files.packages]).not.toContain("zod");
    expect([...files.packages].some((name) => name.includes("delaun"))).toBe(false);
    const all = await bundle(["tatter/scene", "tatter/three", "tatter/rapier", "tatter/generate"]);
    expect(all.code).toContain("ClothMesh");
    expect(all.code).not.toMatch(/["']node:/);
    expect([...all.packages]).toEqual(expect.arrayContaining(["tatter", "zod", "three"]));
  });
});

function pack(folder: string): string {
  const name = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: root,
    encoding: "utf8",
  });
  return join(folder, name.trim().split("\n").at(-1)!);
}
