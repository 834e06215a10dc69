import type { SceneInput } from "tatter/scene";
import type { SceneSource } from "../../lab/src/scenes/scenes.js";

/** Two sheets over each other that fall 1 cm on a floor, with self-collision. */
const FALLING_SHEETS: SceneInput = {
  name: "falling sheets",
  cloths: [0.01, 0.03].map((height) => ({
    mesh: { type: "grid", size: [0.4, 0.4], segments: [8, 8] },
    transform: { position: [0, height, 0], rotation: [-90, 0, 0] },
    material: { preset: "denim" },
  })),
  colliders: [{ type: "half-space" }],
  selfCollision: "fast",
  contactThickness: 0.004,
  solver: { type: "xpbd", substeps: 8 },
};

export const fallingSheets = (): SceneSource => ({
  name: FALLING_SHEETS.name,
  scene: structuredClone(FALLING_SHEETS),
  files: {},
});
