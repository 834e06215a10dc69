import { expect, test } from "vitest";
import { MATERIALS, type MaterialName } from "../../src/cloth/index.js";
import { withOldRules } from "../../src/scene/old-rules.js";
import {
  checkScene,
  createWorld,
  decodeRecording,
  encodeRecording,
  SceneRecorder,
} from "../../src/scene/index.js";

/** A recording of 0.2 whose scene does not name the path replayed with "slice", the new default, and tore elsewhere. */
test("scenes of old recordings tear along the path that was the default then", () => {
  const scene = { cloths: [{ tearing: { limit: 1.2 } }, { tearing: { path: "slice" } }, {}] };
  const old = { starts: "any", heldZone: 0 };
  expect(withOldRules(scene)).toEqual({
    cloths: [
      { tearing: { ...old, path: "plane", limit: 1.2 } },
      { tearing: { ...old, path: "slice" } },
      {},
    ],
  });
});

/** A recording of 0.2 named a preset without its values. It replayed with those of now: foil yielded far earlier. */
test("scenes of old recordings have the presets of then, with their own changes", () => {
  const scene = {
    cloths: [
      { material: { preset: "foil", yield: null, stiffness: 5000 } },
      { material: { preset: "wool", strength: 0.7 } }, // the name in version 0.1
      { material: { preset: "no such preset" } },
    ],
  };
  expect(withOldRules(scene)).toEqual({
    cloths: [
      {
        material: {
          preset: "foil",
          bendStiffness: 40,
          damping: 10,
          breakingStrain: 0.18,
          yield: null,
          stiffness: 5000,
        },
      },
      { material: { preset: "wool", breakingStrain: 0.7, yield: 0.3 } },
      { material: { preset: "no such preset" } },
    ],
  });
});

test.each(Object.keys(MATERIALS) as MaterialName[])(
  "a new recording names all values of %s, and keeps them",
  (preset) => {
    const scene = checkScene({
      name: "sheet",
      cloths: [
        {
          mesh: { type: "grid", size: [1, 1], segments: [2, 2] },
          material: { preset, stiffness: 700 },
          tearing: {},
        },
      ],
    });
    const world = createWorld(scene);
    const { recording } = new SceneRecorder(world, scene, {}, "test");
    expect(withOldRules(recording.scene)).toEqual(recording.scene);
    const decoded = decodeRecording(encodeRecording(recording));
    expect(createWorld(decoded.scene).cloths[0]!.material).toEqual(world.cloths[0]!.material);
  },
);
