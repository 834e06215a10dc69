import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSceneFile } from "../../src/node/index.js";
import { checkScene, SceneError, setField } from "../../src/scene/index.js";

const CLOTH = '{"mesh":{"type":"grid","size":[1,1],"segments":[2,2]}}';
const LINE = /expected at most 16 levels of nesting, got more$/;

function lineOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(SceneError);
    return (error as Error).message;
  }
  return "good";
}

// The message used JSON.stringify, which ran out of stack.
test.each([
  ["lists", "[", "]"],
  ["objects", '{"a":', "}"],
])("thousands of nested %s are refused in one line", (_, open, close) => {
  const deep = (levels: number): string => `${open.repeat(levels)}1${close.repeat(levels)}`;
  const text = (levels: number): string =>
    `{"name":"x","gravity":${deep(levels)},"cloths":[${CLOTH}]}`;
  for (const levels of [40, 20_000]) {
    const line = lineOf(() => checkScene(JSON.parse(text(levels))));
    expect(line).toMatch(LINE);
    expect(line).toMatch(/^gravity\./);
    expect(line.length).toBeLessThan(200);
    const input: unknown = JSON.parse(text(0));
    expect(lineOf(() => checkScene((setField(input, `gravity=${deep(levels)}`), input)))).toMatch(
      LINE,
    );
  }
});

test("so are thousands of fields in the path of --set", () => {
  const input: unknown = JSON.parse(`{"name":"x","cloths":[${CLOTH}]}`);
  expect(lineOf(() => setField(input, `${"a.".repeat(50_000)}a=1`))).toMatch(LINE);
  expect(input).toEqual(JSON.parse(`{"name":"x","cloths":[${CLOTH}]}`));
});

test("and a file of brackets only", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tatter-deep-"));
  try {
    const path = join(folder, "deep.json");
    writeFileSync(path, "[".repeat(100_000));
    await expect(loadSceneFile(path)).rejects.toThrow(
      /deep\.json: not JSON: line 1, column 100001: /,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

// A million invalid items gave a million errors, which ran out of stack too.
test("a list of many invalid numbers is refused in one line", () => {
  const scene = (vertices: unknown[]): unknown => ({
    name: "x",
    cloths: [{ ...(JSON.parse(CLOTH) as object), strengthMap: { vertices } }],
  });
  expect(lineOf(() => checkScene(scene(Array(150_000).fill(-1))))).toMatch(
    /^cloths\.0\.strengthMap\.vertices: .*150000 items/,
  );
  expect(lineOf(() => checkScene(scene(Array(150_000).fill(null))))).toMatch(
    /^cloths\.0\.strengthMap\.vertices: 150000 items, more than the limit of 10000 .*limits\.items/,
  );
});
