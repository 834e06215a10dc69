import { generateGrid } from "../src/mesh/index.js";
import { World, type SolverOptions, type WorldOptions } from "../src/sim/index.js";

export const LEFT = [
  [0, 0],
  [0.001, 1],
] as const;
const RIGHT = [
  [0.999, 0],
  [1, 1],
] as const;

/** A small sheet that is pulled apart until it tears. */
export function pulledSheet(change: Partial<WorldOptions> = {}, segments = 10): World {
  return new World({
    gravity: [0, 0, 0],
    wind: { drag: 0 },
    solver: { substeps: 8 },
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [segments, segments] }),
        pins: [
          { select: { uv: LEFT } },
          {
            select: { uv: RIGHT },
            motion: [
              { time: 0, translation: [0, 0, 0] },
              { time: 0.5, translation: [0.8, 0.2, 0] },
            ],
            release: 0.6,
          },
        ],
        tearing: { criterion: "stretch", limit: 1.2, starts: "any", heldZone: 0, path: "plane" },
      },
    ],
    ...change,
  });
}

/** A square sheet of soft cloth that hangs from its top row. */
export function hangingSheet(segments: number, solver: Partial<SolverOptions> = {}): World {
  return new World({
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [segments, segments] }),
        pins: [
          {
            select: {
              uv: [
                [0, 0.999],
                [1, 1],
              ],
            },
          },
        ],
        material: { density: 0.2, stiffness: 400, bendStiffness: 2, damping: 4 },
      },
    ],
    solver,
  });
}

/**
 * The same world on the reference kernels, in double precision. By default `xpbd` and `euler` run in single precision; all
 * other solvers run on the reference kernels anyway.
 */
export function inDoublePrecision({ options }: World): World {
  return new World({ ...options, kernels: "reference" });
}
