import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readObj } from "../src/io/index.js";
import { buildMesh, validate } from "../src/mesh/index.js";

const root = resolve(import.meta.dirname, "..");
let folder: string;

beforeAll(() => {
  mkdirSync(join(root, ".cache"), { recursive: true });
  folder = mkdtempSync(join(root, ".cache", "examples-")); // inside the package, so that "tatter/…" resolves
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return stdout;
}

test("cut-a-disc cuts a disc, writes it and undoes the cut", () => {
  const file = join(folder, "disc.obj");
  const output = run("examples/cut-a-disc.mjs", file);
  expect(output).toMatch(/^\d+ edits opened \d+ edges\n2 pieces; .*\n3 borders, mesh whole\n/);
  expect(output).toMatch(/undone: 1 piece, 1152 triangles as before\n$/);
  const { data } = readObj(readFileSync(file, "utf8"));
  expect(validate(buildMesh(data))).toBeNull();
});

test("tear-your-own tears the cloth of another simulator in two", () => {
  const file = join(folder, "torn.obj");
  const output = run("examples/tear-your-own.mjs", file);
  expect(output).toMatch(/^\d+ tears, [2-9] pieces, mesh whole\nwrote /);
  const { data } = readObj(readFileSync(file, "utf8"));
  expect(data.triangles).toHaveLength(3 * 800);
  expect(data.positions.every(Number.isFinite)).toBe(true);
});

test("rapier-boxes carries a light box and tears under heavy bodies", () => {
  const output = run("examples/rapier-boxes.mjs");
  expect(output).toMatch(/^0\.5 s: 0 tears, bodies at 1\.\d\d m\n/);
  expect(output).toMatch(/\n2\.5 s: [1-9]\d* tears, /);
  expect(output).toMatch(/\n3 of 3 bodies have fallen through\n$/);
});

test("the examples in docs/rapier.md run", () => {
  const [, code] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, "docs/rapier.md"), "utf8"))!;
  const file = join(folder, "rapier.mjs");
  writeFileSync(file, `${code}\nconsole.log(coupling.colliderCount, world.time.toFixed(3));\n`);
  expect(run(file)).toBe("1 1.000\n");
});

test("the first example in docs/mesh.md runs", () => {
  const [, code] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, "docs/mesh.md"), "utf8"))!;
  const file = join(folder, "slit.mjs");
  writeFileSync(file, `${code}\nconsole.log(mesh.editCount);\n`);
  expect(run(file)).toBe("null\n0\n");
});
