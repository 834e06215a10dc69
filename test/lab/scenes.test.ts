import { readdirSync, readFileSync } from "node:fs";
import { generateTShirt } from "tatter/generate";
import { writeObj } from "tatter/io";
import { buildMesh } from "tatter/mesh";
import { checkScene, createWorld } from "tatter/scene";
import { describe, expect, test } from "vitest";
import { errorText } from "../../lab/src/controls/error-text.js";
import { kindOf } from "../../lab/src/scenes/file-kinds.js";
import { GROUPS, matches, sceneTitle } from "../../lab/src/scenes/groups.js";
import { sceneOfMesh } from "../../lab/src/scenes/user-mesh.js";
import { sceneOfJson } from "../../lab/src/scenes/user-scene.js";
import { loadFiles, librarySource, SCENES } from "../../lab/src/scenes/scenes.js";
import { squareObj } from "./square-obj.js";

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("the scenes of the gallery", () => {
  const names = [...SCENES.keys()];

  test("are in exactly one group each", () => {
    const onShelves = GROUPS.flatMap(({ scenes }) => scenes);
    expect(onShelves.toSorted()).toEqual(names.toSorted());
  });

  test("have one thumbnail each, without extra thumbnails", () => {
    const pictures = readdirSync("lab/public/thumbnails");
    expect(pictures.toSorted()).toEqual(names.map((name) => `${name}.webp`).toSorted());
  });

  test("are found by any of their words", () => {
    expect(sceneTitle("ball-in-net")).toBe("Ball in net");
    expect(matches("NET catch", "Ball in net", "A net catches a ball.")).toBe(true);
    expect(matches("net silk", "Ball in net")).toBe(false);
    expect(matches("", "anything")).toBe(true);
  });

  test("load the files that they refer to, and no others", async () => {
    expect(Object.keys(await loadFiles(librarySource("outgrown-shirt")))).toEqual([
      "meshes/body.obj",
      "meshes/body-grown.obj",
    ]);
    const map = await loadFiles(librarySource("strength-map"));
    expect(map["maps/lightning.png"]).toBeInstanceOf(Uint8Array);
    expect(await loadFiles(librarySource("curtain"))).toEqual({});
  });
});

describe("user files", () => {
  test.each([
    ["a.json", "{}", "scene"],
    ["a.json", "broken", "scene"],
    ["a", '\xef\xbb\xbf { "name": 1', "scene"],
    ["a.OBJ", "", "obj"],
    ["garment", "# made by hand\nv 0 1.5 -2\n", "obj"],
    ["a.node", "4 2 0 0", "triangle"],
    ["a.png", "", "png"],
    ["photo.jpg", "\x89PNG\r\n", "png"],
    ["a.webp", "RIFF1234WEBP", "image"],
    ["drawing", '<?xml version="1.0"?>\n<svg xmlns=""', "image"],
    ["video", "\x1a\x45\xdf\xa3", "video"],
    ["a.mp4", "\0\0\0\x20ftypisom", "video"],
    ["a.bin", "tatter recording 1\n", "recording"],
    ["a.tatter", "", "recording"],
    ["notes.txt", "very nice", null],
    ["none", "", null],
  ])("%s of %j is %s", (name, head, kind) => {
    expect(kindOf(name, bytes(head))).toBe(kind);
  });

  test("a mesh hangs by its top, centered, above the floor", () => {
    const { source, size, isUnusualSize } = sceneOfMesh("square.obj", squareObj());
    expect(size).toBeCloseTo(0.9, 6);
    expect(isUnusualSize).toBe(false);
    const world = createWorld(checkScene(source.scene), { files: source.files });
    const [cloth] = world.cloths;
    expect(cloth!.pins[0]!.particles).toEqual(Array.from({ length: 11 }, (_, i) => 110 + i));
    const at = (k: number): number[] =>
      Array.from({ length: 121 }, (_, i) => cloth!.positions[3 * i + k]!);
    expect(Math.min(...at(1))).toBeCloseTo(0.5, 3);
    expect(Math.min(...at(0)) + Math.max(...at(0))).toBeCloseTo(0, 3);
    expect(Math.abs(at(2)[0]!)).toBeLessThan(0.001);
  });

  test("a garment is welded, and the top of the welded mesh is pinned", () => {
    const shirt = generateTShirt({ spacing: 0.05 });
    const { positions } = shirt;
    const text = writeObj([{ name: "shirt", mesh: buildMesh(shirt), positions }]);
    const { source } = sceneOfMesh("shirt", text);
    expect(Object.keys(source.files)).toEqual(["shirt.obj"]);
    const world = createWorld(checkScene(source.scene), { files: source.files });
    for (let i = 0; i < 30; i++) world.step();
    expect(world.cloths[0]!.edits.length).toBe(0); // it does not tear at rest
  });

  test("a flat mesh hangs by two corners, and unusual sizes are detected", () => {
    const flat = squareObj(100).replace(/^v (\S+) (\S+) 3$/gm, "v $1 7 $2");
    const { source, isUnusualSize } = sceneOfMesh("flat.obj", flat);
    expect(isUnusualSize).toBe(true);
    expect(source.scene.cloths[0]!.pins![0]!.select).toEqual({ ids: [0, 10] });
    expect(sceneOfMesh("flat.obj", flat, 1 / 90).size).toBeCloseTo(1, 6);
    expect(() => sceneOfMesh("far.obj", squareObj(1e22))).toThrow("far.obj is larger than 1000 km");
  });

  const flag = (path: string): string =>
    readFileSync("scenes/flag.json", "utf8").replace("meshes/flag.obj", path);

  test("a scene finds files that were dropped with it, and those of the library", async () => {
    const read = async (): Promise<Uint8Array> => bytes(squareObj());
    const own = await sceneOfJson("a.json", flag("x/Mine.obj"), [{ path: "mine.obj", read }]);
    expect(own.files).toEqual({ "x/Mine.obj": squareObj() });
    const library = await sceneOfJson("a.json", flag("meshes/flag.obj"), []);
    expect(library.files["meshes/flag.obj"]).toContain("\nf ");
  });

  test.each([
    ["{ name", "a.json is not valid JSON"],
    ["[1, 2]", 'a.json is not a scene: it has no "cloths"'],
    ['{ "cloths": [] }', "a.json: name: expected a string"],
    [flag("mine.obj"), "a.json needs the file mine.obj (cloths.0.mesh.path). Drop it together"],
    [
      '{ "name": "x", "cloths": [{ "mesh": { "type": "grid", "size": [1, 1], "segments": [900, 900] } }] }',
      "a.json has 1,620,000 triangles. The maximum is 200,000.",
    ],
  ])("the scene %j is refused", async (text, message) => {
    await expect(sceneOfJson("a.json", text, [])).rejects.toThrow(message);
  });
});

test("an error about a limit does not mention command-line options", () => {
  const mesh = { type: "grid", size: [1, 1], segments: [2000, 2000] };
  try {
    createWorld(checkScene({ name: "x", cloths: [{ mesh }] }));
  } catch (error) {
    expect(errorText(error)).toBe(
      "cloths.0.mesh.segments: 4004001 vertices, more than the limit of 300000.",
    );
    return;
  }
  expect.unreachable();
});
