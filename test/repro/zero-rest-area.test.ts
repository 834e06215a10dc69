import { expect, test } from "vitest";
import { MODELS } from "../../src/cloth/index.js";
import { World } from "../../src/sim/index.js";
import { meshData } from "../meshes.js";

// The air force on a face without rest area was 0 / 0 in explicit solvers: with imperfections the face has a small
// area.
test.each(MODELS)("a face with collinear corners does not break a cloth of %s", (model) => {
  const mesh = meshData(
    [
      [0, 1, 2],
      [1, 3, 2],
      [0, 4, 1],
    ],
    [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
      [0.5, 0, 0],
    ],
  );
  const material = { density: 0.2, stiffness: 50, bendStiffness: 1, damping: 0.1 };
  for (const type of ["xpbd", "rk4"] as const) {
    const world = new World({
      cloths: [{ mesh, material, model, pins: [{ select: { ids: [2] } }] }],
      solver: { type },
      wind: { velocity: [0, 0, 2] },
    });
    for (let i = 0; i < 30; i++) world.step();
    expect(world.isFinite()).toBe(true);
  }
});
