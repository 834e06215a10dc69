import { generateGrid, World } from "../dist/index.js";

/** A cotton sheet of 1 m × 1 m with `segments` cells per side, pinned along its top row. */
export function hangingSheet(segments, substeps) {
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
        tearing: { limit: 3 },
      },
    ],
    solver: { substeps },
  });
}
