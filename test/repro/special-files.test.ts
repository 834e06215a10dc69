import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadRecording, loadSceneFile, openWorld } from "../../src/node/index.js";
import { RecordingError, SceneError } from "../../src/scene/index.js";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tatter-files-"));
  mkdirSync(join(folder, "folder.obj"));
  for (const name of ["pipe.json", "pipe.obj", "pipe.png", "pipe.tatter"]) {
    execFileSync("mkfifo", [join(folder, name)]);
  }
  for (const name of ["zero.json", "zero.obj", "zero.png", "zero.tatter"]) {
    symlinkSync("/dev/zero", join(folder, name));
  }
  writeFileSync(join(folder, "large.json"), `{"name":"${"x".repeat(2000)}"}`);
  writeFileSync(join(folder, "large.tatter"), "x".repeat(2000));
  writeFileSync(join(folder, "large.obj"), "# large\n".repeat(200));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function refusal(kind: typeof SceneError, read: () => Promise<unknown>): Promise<string> {
  const error: unknown = await read().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(kind);
  return (error as Error).message.replaceAll(`${folder}/`, "");
}

/** The error for a file that a scene names. */
function ofNamed(file: string, limits = {}): Promise<string> {
  const path = join(folder, "scene.json");
  const mesh = file.endsWith(".obj")
    ? { type: "file", path: file }
    : { type: "grid", size: [1, 1], segments: [2, 2] };
  const strength = file.endsWith(".png") ? { map: { file } } : undefined;
  writeFileSync(path, JSON.stringify({ name: "x", cloths: [{ mesh, strength }] }));
  return refusal(SceneError, async () => {
    const scene = await loadSceneFile(path, [], { allowOutside: true });
    await openWorld(scene, { limits });
  });
}

// A pipe blocked forever, /dev/zero filled the memory.
describe("only regular files are read", () => {
  test.each(["pipe.json", "zero.json"])("as scenes: %s", async (name) => {
    expect(await refusal(SceneError, () => loadSceneFile(join(folder, name)))).toBe(
      `${name}: expected a scene file, but this is not a regular file`,
    );
  });

  test.each(["pipe.tatter", "zero.tatter"])("as recordings: %s", async (name) => {
    expect(await refusal(RecordingError, () => loadRecording(join(folder, name)))).toBe(
      `${name}: expected a recording, but this is not a regular file`,
    );
  });

  test.each([
    ["pipe.obj", "cloths.0.mesh.path: pipe.obj: expected a mesh, but this is not a regular file"],
    ["zero.obj", "cloths.0.mesh.path: zero.obj: expected a mesh, but this is not a regular file"],
    ["folder.obj", "cloths.0.mesh.path: folder.obj: expected a mesh, but this is a folder"],
    [
      "pipe.png",
      "cloths.0.strengthMap.image.file: pipe.png: expected an image, but this is not a regular file",
    ],
    [
      "zero.png",
      "cloths.0.strengthMap.image.file: zero.png: expected an image, but this is not a regular file",
    ],
  ])("as files of a scene: %s", async (file, line) => {
    expect(await ofNamed(file)).toContain(line);
  });
});

describe("files larger than the limit are not read", () => {
  const limits = { fileBytes: 1000 };
  const tail =
    /: \d+ bytes, more than the limit of 1000 \(raise it: --limit fileBytes=\d+, in code limits\.fileBytes\)$/;

  test("scenes, recordings, meshes", async () => {
    expect(
      await refusal(SceneError, () => loadSceneFile(join(folder, "large.json"), [], { limits })),
    ).toMatch(tail);
    expect(
      await refusal(RecordingError, () => loadRecording(join(folder, "large.tatter"), { limits })),
    ).toMatch(tail);
    expect(await ofNamed("large.obj", limits)).toMatch(tail);
  });

  test("files whose size the system does not report", async () => {
    const line = await refusal(SceneError, () =>
      loadSceneFile("/proc/self/environ", [], { limits: { fileBytes: 10 } }),
    );
    expect(line).toContain("11 bytes, more than the limit of 10");
  });
});
