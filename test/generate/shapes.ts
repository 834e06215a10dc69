import type { IrregularOptions } from "../../src/generate/index.js";
import { polygon } from "./quality.js";

/** Patterns of all kinds, with no corner sharper than 36°, small enough to mesh hundreds of them. */
export const SHAPES: Record<string, IrregularOptions> = {
  rectangle: { size: [1, 0.7], spacing: 0.06 },
  L: {
    outline: [
      [0, 0],
      [1, 0],
      [1, 0.4],
      [0.4, 0.4],
      [0.4, 1],
      [0, 1],
    ],
    spacing: 0.06,
  },
  star: { outline: polygon(10, 1, { inner: 0.4 }), spacing: 0.1 },
  disc: { outline: polygon(40, 0.5), spacing: 0.075 },
  "disc of many sides": { outline: polygon(120, 0.5), spacing: 0.08 },
  holes: {
    size: [1, 1],
    holes: [
      polygon(12, 0.15, { x: 0.2, y: 0.2 }),
      [
        [-0.3, -0.3],
        [-0.1, -0.3],
        [-0.2, -0.1],
      ],
      polygon(10, 0.12, { inner: 0.5, x: -0.25, y: 0.25 }),
    ],
    spacing: 0.07,
  },
  "holes near the border": {
    size: [1, 1],
    holes: [
      [
        [-0.48, -0.2],
        [-0.3, -0.2],
        [-0.3, 0.2],
        [-0.48, 0.2],
      ],
      polygon(30, 0.2, { x: 0.28, y: 0.28 }),
    ],
    spacing: 0.08,
  },
  "thin neck": {
    outline: [
      [0, 0],
      [0.6, 0],
      [0.6, 0.29],
      [1, 0.29],
      [1, 0],
      [1.6, 0],
      [1.6, 0.6],
      [1, 0.6],
      [1, 0.31],
      [0.6, 0.31],
      [0.6, 0.6],
      [0, 0.6],
    ],
    spacing: 0.08,
  },
  "hair slit": {
    outline: [
      [0, 0],
      [0.4999999, 0],
      [0.5, 0.6],
      [0.5000001, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
    spacing: 0.08,
  },
  graded: {
    size: [1, 1],
    spacing: 0.1,
    spacingAt: (x, y) => 0.015 + 0.2 * Math.sqrt(x * x + y * y),
  },
  "spacing with a jump": {
    size: [1, 1],
    spacing: 0.12,
    spacingAt: (x) => (x < -0.1 ? 0.04 : 0.12),
  },
  refined: {
    size: [1, 1],
    spacing: 0.1,
    refine: [{ at: [0.3, 0.5], radius: 0.08, spacing: 0.02 }],
  },
  "spacing larger than the cloth": { size: [1, 1], spacing: 3 },
};
