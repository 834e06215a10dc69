import { generateGrid } from "../src/mesh/index.js";
import { World, type ClothOptions, type WorldOptions } from "../src/sim/index.js";

/** A horizontal sheet with its center at some height. */
export function sheet(
  height: number,
  change: Partial<ClothOptions> = {},
  segments = 12,
): ClothOptions {
  return {
    mesh: generateGrid({ size: [1, 1], segments: [segments, segments] }),
    transform: { position: [0, height, 0], rotation: [-90, 0, 0] },
    ...change,
  };
}

export function world(change: Partial<WorldOptions> & Pick<WorldOptions, "cloths">): World {
  return new World({ wind: { drag: 0 }, ...change });
}
