import type { ClothMaterial } from "../../src/cloth/index.js";

/** Soft enough for explicit solvers. */
export const SOFT: ClothMaterial = {
  density: 0.2,
  stiffness: 60,
  shear: 10,
  poisson: 0.2,
  bending: 1e-5,
  bendStiffness: 1,
  damping: 0.15,
};
