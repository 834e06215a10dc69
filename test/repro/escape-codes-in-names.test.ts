import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PlainHost } from "../../src/cli/host.js";
import { main } from "../../src/cli/main.js";
import { readObj } from "../../src/io/index.js";
import { checkScene, setField } from "../../src/scene/index.js";

const ESCAPE = "\u001b[31m\u001b]0;title\u0007\u009b2J\u202e\u2028";
/** All characters that a terminal may interpret, except line ends. */
const HOSTILE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u{202a}-\u{202e}\u{2066}-\u{2069}]/u;
const CLOTH = { mesh: { type: "grid", size: [1, 1], segments: [2, 2] } };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tatter-escape-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function printed(scene: object, ...args: string[]): Promise<string> {
  const path = join(folder, "scene.json");
  writeFileSync(path, JSON.stringify(scene));
  let output = "";
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      output += String(text);
      return true;
    }),
  );
  try {
    await main(
      args.map((arg) => arg.replace("SCENE", path)),
      new PlainHost(),
    );
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  expect(output).not.toBe("");
  return output;
}

// Scenes from other people could send them to the terminal.
describe("escape codes do not reach the terminal", () => {
  test.each<[string, object, string[]]>([
    ["the name of a scene", { name: ESCAPE, cloths: [CLOTH] }, ["check", "SCENE"]],
    [
      "the name of a cloth",
      { name: "x", cloths: [{ ...CLOTH, name: ESCAPE }] },
      ["check", "SCENE"],
    ],
    ["an unknown field", { name: "x", [ESCAPE]: 1, cloths: [CLOTH] }, ["check", "SCENE"]],
    ["a value", { name: "x", gravity: ESCAPE, cloths: [CLOTH] }, ["check", "SCENE"]],
    [
      "a path",
      { name: "x", cloths: [{ mesh: { type: "file", path: `${ESCAPE}.obj` } }] },
      ["check", "SCENE"],
    ],
    [
      "a group",
      { name: "x", cloths: [{ ...CLOTH, pins: [{ select: { group: ESCAPE } }] }] },
      ["check", "SCENE"],
    ],
    [
      "what is set",
      { name: "x", cloths: [CLOTH] },
      ["run", "SCENE", "--set", `a${ESCAPE}=${ESCAPE}`],
    ],
    ["no assignment", { name: "x", cloths: [CLOTH] }, ["run", "SCENE", "--set", ESCAPE]],
    ["an option", {}, ["run", "SCENE", `--${ESCAPE}`]],
    ["the name of a file", {}, ["check", ESCAPE]],
    ["the name of a recording", {}, ["replay", ESCAPE]],
  ])("from %s", async (_, scene, args) => {
    const output = await printed(scene, ...args);
    expect(output.endsWith("\n")).toBe(true);
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(output.trim()).not.toMatch(HOSTILE);
  });

  test("a name with them is refused", () => {
    expect(() => checkScene({ name: "a\u001bb", cloths: [CLOTH] })).toThrow(
      'name: expected a string without control characters, got "a\\u001bb"',
    );
    expect(() => checkScene({ name: "x", cloths: [{ ...CLOTH, name: "a\nb" }] })).toThrow(
      'cloths.0.name: expected a string without control characters, got "a\\nb"',
    );
    checkScene({ name: "Önals Bälle № 5 👕", cloths: [{ ...CLOTH, name: "Segel 帆" }] });
  });

  test("from a mesh, of which a word is quoted", () => {
    const text = `v 0 0 0\nv 1 ${ESCAPE.replace("\u2028", "")} 0\n`;
    expect(() => readObj(text)).toThrow(/\\u001b/);
    let line = "";
    try {
      readObj(text);
    } catch (error) {
      line = (error as Error).message;
    }
    expect(line).not.toMatch(HOSTILE);
  });

  test("a field name of a megabyte is shortened", () => {
    const input: unknown = { name: "x", cloths: [CLOTH] };
    setField(input, `${"a".repeat(1e6)}=1`);
    try {
      checkScene(input);
    } catch (error) {
      expect((error as Error).message.length).toBeLessThan(500);
      return;
    }
    expect.unreachable();
  });
});
