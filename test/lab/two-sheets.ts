import type { SceneInput } from "tatter/scene";
import type { SceneSource } from "../../lab/src/scenes/scenes.js";

/** Two sheets side by side that hang by their tops: denim on the left, paper on the right with a coarser mesh. */
export const TWO_SHEETS: SceneInput = {
  name: "two sheets",
  cloths: [
    {
      mesh: { type: "grid", size: [0.9, 0.9], segments: [12, 12] },
      transform: { position: [-0.6, 1, 0] },
      pins: [{ select: { group: "top" } }],
      material: { preset: "denim" },
      tearing: { limit: 1.5, criterion: "stretch" },
    },
    {
      mesh: { type: "grid", size: [0.9, 0.9], segments: [8, 8], diagonals: "one-way" },
      transform: { position: [0.6, 1, 0.05] },
      pins: [{ select: { group: "top" } }],
      material: { preset: "paper", stiffness: 900 },
      tearing: { limit: 1.2, criterion: "stretch" },
      strengthMap: { noise: { amount: 0.2, size: 0.1 } },
    },
  ],
  solver: { type: "xpbd", substeps: 10 },
};

export const twoSheets = (): SceneSource => ({
  name: TWO_SHEETS.name,
  scene: structuredClone(TWO_SHEETS),
  files: {},
});
