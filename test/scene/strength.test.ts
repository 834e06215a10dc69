import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSceneFile, openWorld } from "../../src/node/index.js";
import { checkScene, createWorld } from "../../src/scene/index.js";
import { makePng } from "../io/make-png.js";

const mesh = { type: "grid", size: [1, 1], segments: [2, 2] } as const;
const image = makePng({ width: 1, height: 2, colorType: 0, depth: 8, samples: [255, 0] });

test("an image beside a scene defines where its cloth is weak: at the bottom, where it is black", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tatter-map-"));
  const scene = { name: "x", cloths: [{ mesh, strengthMap: { image: { file: "weak.png" } } }] };
  writeFileSync(join(folder, "scene.json"), JSON.stringify(scene));
  const path = join(folder, "scene.json");
  await expect(async () => openWorld(await loadSceneFile(path))).rejects.toThrow(
    `cloths.0.strengthMap.image.file: ${join(folder, "weak.png")}: no such file`,
  );
  writeFileSync(join(folder, "weak.png"), image);
  const [cloth] = (await openWorld(await loadSceneFile(path))).cloths;
  for (let v = 0; v < 9; v++) {
    const expected = { "0.5": 1, "0": 0.625, "-0.5": 0.25 }[
      String(cloth!.rest.positions[3 * v + 1])
    ];
    expect(cloth!.strengths.values![v]).toBe(expected);
  }
});

test("an unreadable image is refused by its field and its name", () => {
  const scene = checkScene({
    name: "x",
    cloths: [{ mesh, strengthMap: { image: { file: "a/weak.png", white: 3 } } }],
  });
  const open = (file: string | Uint8Array): unknown =>
    createWorld(scene, { files: { "a/weak.png": file } });
  const where = "cloths.0.strengthMap.image.file: a/weak.png: ";
  expect(() => open("a text")).toThrow(`${where}expected its bytes in files`);
  expect(() => open(image.slice(1))).toThrow(`${where}expected a PNG file, got other data`);
  expect(() => open(image.slice(0, 45))).toThrow(`${where}the image is damaged: `);
  expect(() => open(image)).not.toThrow();
});
