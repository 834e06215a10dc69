import { MATERIALS } from "tatter";
import type { SceneInput } from "tatter/scene";
import { describe, expect, test } from "vitest";
import { nudged } from "../../lab/src/controls/scale.js";
import { materialText, readMaterial } from "../../lab/src/panel/material-json.js";
import {
  materialOf,
  materialSettingsOf,
  setParameter,
  applyPreset,
} from "../../lab/src/panel/material-settings.js";
import { gravityOf, sceneWith, settingsOf } from "../../lab/src/panel/settings.js";
import { meshKindsOf } from "../../lab/src/scenes/mesh-kind.js";

type Cloth = SceneInput["cloths"][number];

const GRID = { type: "grid", size: [1.5, 1], segments: [24, 16] } as const satisfies Cloth["mesh"];
const TOP: [[number, number], [number, number]] = [
  [0, 0.999],
  [1, 1],
];

const settingsWith = (scene: Partial<SceneInput>, cloth: Partial<Cloth> = {}) =>
  settingsOf({
    name: "own",
    scene: { name: "own", cloths: [{ mesh: { ...GRID, size: [1.5, 1] }, ...cloth }], ...scene },
    files: {},
  });

describe("panel settings of a scene", () => {
  test("gravity keeps the direction of the scene; its default is down", () => {
    const settings = settingsWith({ gravity: [3, 0, 4] });
    expect(settings.gravity).toBe(5);
    settings.gravity = 10;
    expect(gravityOf(settings)).toEqual([6, 0, 8]);
    const floating = settingsWith({ gravity: [0, 0, 0] });
    expect(gravityOf(floating)).toEqual([0, 0, 0]);
    floating.gravity = 1.62;
    expect(gravityOf(floating).map(Number)).toEqual([0, -1.62, 0]);
    expect(sceneWith(floating).gravity).toEqual(gravityOf(floating));
  });

  test("object friction is that of the scene until it is set", () => {
    const floor = { type: "half-space", friction: 0.7 } as const;
    const settings = settingsWith({ colliders: [floor, { type: "half-space" }] });
    expect(sceneWith(settings).colliders).toEqual([floor, { type: "half-space" }]);
    settings.objectFriction = 0.1;
    expect(sceneWith(settings).colliders!.map(({ friction }) => friction)).toEqual([0.1, 0.1]);
  });

  test("a rectangle can be a grid or irregular, with the same size, resolution, position and pins", () => {
    const place = { transform: { position: [0, 1, 0] as [number, number, number] } };
    const cloth: Partial<Cloth> = {
      ...place,
      pins: [{ select: { uv: TOP } }, { select: { group: "left" } }],
    };
    const settings = settingsWith({}, cloth);
    expect(meshKindsOf(settings.source.scene.cloths[0]!)).toEqual(["grid", "irregular"]);
    settings.meshKind = "irregular";
    settings.resolution = 30;
    const [other] = sceneWith(settings).cloths;
    expect(other!.mesh).toEqual({ type: "irregular", size: [1.5, 1], spacing: 0.05 });
    expect(other!.pins!.map(({ select }) => select.uv)).toEqual([
      TOP,
      [
        [0, 0],
        [0.001, 1],
      ],
    ]);
    expect(other!.transform).toEqual(place.transform);
    const mesh = { type: "irregular", size: [1.5, 1], spacing: 0.05 } as Cloth["mesh"];
    const back = settingsWith({}, { mesh });
    Object.assign(back, { meshKind: "grid", diagonals: "one-way" });
    expect(sceneWith(back).cloths[0]!.mesh).toEqual({
      ...{ type: "grid", size: [1.5, 1], segments: [30, 20], diagonals: "one-way" },
    });
  });

  test.each<[string, Partial<Cloth>]>([
    ["a disc", { mesh: { type: "disc", radius: 1, rings: 4 } }],
    ["a cloth with pins at vertices", { pins: [{ select: { ids: [0] } }] }],
    [
      "a triangle",
      {
        mesh: {
          type: "irregular",
          spacing: 0.1,
          outline: [
            [-1, -1],
            [1, -1],
            [0, 1],
          ],
        },
      },
    ],
  ])("%s keeps its mesh type", (_, cloth) => {
    const [first] = settingsWith({}, cloth).source.scene.cloths;
    expect(meshKindsOf(first!)).toEqual([first!.mesh.type]);
  });
});

describe("a material as JSON", () => {
  test("contains only values that differ from the preset", () => {
    const settings = materialSettingsOf({}, "springs");
    expect(JSON.parse(materialText(settings))).toEqual({ preset: "cotton" });
    applyPreset(settings, "denim");
    setParameter(settings, "stiffness", 700); // warp and weft keep their ratio
    setParameter(settings, "stiffness", 1300);
    setParameter(settings, "yield", 0.1);
    expect(JSON.parse(materialText(settings))).toEqual({
      preset: "denim",
      stiffness: 1300,
      yield: 0.1,
    });
  });

  test.each(Object.keys(MATERIALS) as (keyof typeof MATERIALS)[])(
    "%s is read back with all changes",
    async (preset) => {
      const settings = materialSettingsOf({ preset }, "membrane");
      Object.assign(settings, { stiffness: 4321, warp: null, weft: 99, yield: null });
      Object.assign(settings, { bendYield: 3, plasticity: "vertex", thickness: 0.002 });
      const { warp, ...read } = await readMaterial(materialText(settings), "membrane");
      expect(warp === null || warp === 4321).toBe(true); // both mean: equal to the stiffness
      expect({ ...read, warp: null }).toEqual(settings);
      expect(materialOf({ ...read, warp }).stiffness).toBe(4321);
    },
  );

  test.each([
    ["{ preset: denim }", /^Not valid JSON: /],
    ['{ "preset": "tweed" }', /^material\.preset: expected .*, got "tweed"$/],
    ['{ "stiffness": -1 }', /^material\.stiffness: expected a number of more than 0, got -1$/],
    ['{ "color": "red" }', /^material\.color: unknown field, expected one of preset, /],
    ["[]", /^material: expected an object/],
  ])("%s is refused with one line that names the field", async (text, message) => {
    await expect(readMaterial(text, "springs")).rejects.toThrow(message);
  });
});

test("arrow keys move a slider by at least one step", () => {
  expect(nudged({ min: 0, max: 1, step: 0.05 }, 0.5, 1)).toBe(0.55);
  expect(nudged({ min: 0, max: 1, step: 0.05 }, 0.02, -1)).toBe(0);
  expect(nudged({ min: 1, max: 60, step: 1 }, 60, 1)).toBe(60);
  const scale = { min: 0.01, max: 50, isLog: true, hasZero: true };
  expect(nudged(scale, 0, 1)).toBe(0.01);
  expect(nudged(scale, 2, 1)).toBeGreaterThan(2);
  expect(nudged(scale, 0.01, -10)).toBe(0);
});
