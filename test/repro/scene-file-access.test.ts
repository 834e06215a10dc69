import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listScenes, loadSceneFile, openWorld } from "../../src/node/index.js";
import { SceneError } from "../../src/scene/index.js";

const TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
let folder: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "tatter-outside-")));
  mkdirSync(join(folder, "scene/meshes"), { recursive: true });
  mkdirSync(join(folder, "scene-2"));
  for (const file of ["out.obj", "scene/in.obj", "scene/meshes/in.obj", "scene-2/out.obj"]) {
    writeFileSync(join(folder, file), TRIANGLE);
  }
  symlinkSync("../out.obj", join(folder, "scene/link-out.obj"));
  symlinkSync("meshes/in.obj", join(folder, "scene/link-in.obj"));
  symlinkSync("..", join(folder, "scene/up"));
  symlinkSync("scene", join(folder, "scene-link"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function outcome(path: string, allowOutside = false, from = "scene"): Promise<string> {
  const file = join(folder, from, "scene.json");
  const cloth = { mesh: { type: "file", path: path.replace("FOLDER", folder) } };
  writeFileSync(file, JSON.stringify({ name: "x", cloths: [cloth] }));
  try {
    await openWorld(await loadSceneFile(file, [], { allowOutside }));
    return "good";
  } catch (error) {
    expect(error).toBeInstanceOf(SceneError);
    return (error as Error).message;
  }
}

// It could name any file of the machine.
describe("a scene reads files in its own folder", () => {
  test.each(["in.obj", "meshes/in.obj", "./meshes/../in.obj", "link-in.obj", "up/scene/in.obj"])(
    "%s is inside",
    async (path) => {
      expect(await outcome(path)).toBe("good");
      expect(await outcome(path, false, "scene-link")).toBe("good");
    },
  );

  test("an absolute path into it is inside too", async () => {
    expect(await outcome("FOLDER/scene/in.obj")).toBe("good");
    expect(await outcome("FOLDER/scene/in.obj", false, "scene-link")).toBe("good");
    expect(await outcome("FOLDER/scene-link/in.obj")).toBe("good");
  });

  test.each([
    "../out.obj",
    "FOLDER/out.obj",
    "../scene-2/out.obj",
    "meshes/../../out.obj",
    "link-out.obj",
    "up/out.obj",
  ])("%s is outside", async (path) => {
    expect(await outcome(path)).toMatch(
      /scene\.json: cloths\.0\.mesh\.path: \S+: expected a file inside the folder of the scene; move it there, or use --allow-outside \(allowOutside in code\)$/,
    );
    expect(await outcome(path, true)).toBe("good");
  });

  test("the error does not reveal whether an outside file exists", async () => {
    const [there, not] = [await outcome("../out.obj"), await outcome("../not.obj")];
    expect(there.replace("out.obj", "not.obj")).toBe(not);
    expect(await outcome("up/not.obj")).toContain("expected a file inside the folder of the scene");
    expect(await outcome("up/none/not.obj")).toContain(
      "expected a file inside the folder of the scene",
    );
    expect(await outcome("not.obj")).toContain("no such file");
    expect(await outcome("link-in.obj/x.obj")).toContain("cannot be read");
  });

  test("also if the field was set with --set", async () => {
    await outcome("in.obj");
    await expect(
      loadSceneFile(join(folder, "scene/scene.json"), ["cloths.0.mesh.path=../out.obj"]),
    ).rejects.toThrow("expected a file inside the folder of the scene");
  });

  test("files of the library are inside", async () => {
    for (const { name } of await listScenes()) await loadSceneFile(name);
    await expect(loadSceneFile("flag", [`cloths.0.mesh.path=${folder}/out.obj`])).rejects.toThrow(
      "flag: cloths.0.mesh.path",
    );
  });
});
