import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSceneFile, openWorld } from "../../src/node/index.js";
import { FileFormatError, readObj, readPng, readTriangle } from "../../src/io/index.js";
import { SceneError } from "../../src/scene/index.js";

const SECRETS = [
  "root:secret:0:0:secret:/secret:/bin/sh\n",
  "secret\n",
  "# secret\nsecret = secret\n",
  "f secret secret secret\n",
  "v secret of somebody 1\n",
  "vt secret\n",
  "v 1 2 3\nsecret\n",
  '{"secret": "secret"}',
  "[secret",
  "# a list\n1 secret of somebody\n",
  "4 secret\n",
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tatter-strange-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function lineOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(FileFormatError);
    return (error as Error).message;
  }
  return "good";
}

// A scene that named /etc/passwd as its mesh printed lines of it.
describe("an error does not quote a file of another format", () => {
  test.each(SECRETS)("%j", async (text) => {
    const lines = [
      lineOf(() => readObj(text)),
      lineOf(() => readTriangle(text, "1 3\n1 1 2 3\n")),
      lineOf(() => readTriangle("3 2\n1 0 0\n2 1 0\n3 0 1\n", text)),
      lineOf(() => readPng(new TextEncoder().encode(text))),
    ];
    for (const [i, line] of lines.entries()) {
      expect(line, `reader ${i}`).not.toBe("good");
      expect(line, `reader ${i}`).not.toContain("secret");
    }
  });

  test.each(SECRETS)("as a scene: %j", async (text) => {
    const path = join(folder, "scene.json");
    writeFileSync(path, text);
    const error: unknown = await loadSceneFile(path).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SceneError);
    if (text.startsWith('{"')) return; // it is JSON, and its fields are named
    expect((error as Error).message).toMatch(/scene\.json: not JSON: line \d+, column \d+: /);
    expect((error as Error).message).not.toContain("secret");
  });

  test("nor does a note", async () => {
    const notes: string[] = [];
    writeFileSync(
      join(folder, "a.obj"),
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nsecret of somebody\n",
    );
    const mesh = { type: "file", path: "a.obj" };
    writeFileSync(join(folder, "scene.json"), JSON.stringify({ name: "x", cloths: [{ mesh }] }));
    const scene = await loadSceneFile(join(folder, "scene.json"));
    await openWorld(scene, { note: (line) => notes.push(line) });
    expect(notes.join("\n")).toContain('unknown keyword "secret"'); // it is a mesh: a word of it may be quoted
    expect(notes.join("\n")).not.toContain("of somebody");
  });
});
