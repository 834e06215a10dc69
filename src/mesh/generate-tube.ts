import { checkOptions, object, over0, pairOf } from "../math/check-options.js";
import { cos, sin } from "../math/trigonometry.js";
import { halveCells, numbersFrom } from "./generate-grid.js";
import { checkVertexCount, MeshError } from "./mesh-error.js";
import type { MeshData } from "./triangle-mesh.js";

/** Options of `generateTube`. */
export interface TubeOptions {
  /** Radius, m. */
  radius: number;
  /** Height along y, m. */
  height: number;
  /** Cells around the axis and along it. */
  segments: readonly [around: number, along: number];
}

const length = over0("a length over 0 m");
const TUBE = object<TubeOptions>({
  radius: length,
  height: length,
  segments: pairOf("two whole numbers, around and along", Number.isInteger),
});

/**
 * Generates a tube about the y axis, centered on the origin and open at both ends, with its faces outward: u goes
 * around from +z through +x, v goes up. The tube is closed: both sides of the uv seam share their vertices, while the
 * corners there have u = 1 on one side and u = 0 on the other. Its ends are the groups `top` and `bottom`.
 *
 * @throws MeshError if an option is out of range; MeshSizeError for more than 2²⁴ vertices.
 *
 * @example
 * import { generateTube, World } from "tatter";
 * const mesh = generateTube({ radius: 0.1, height: 0.6, segments: [24, 24] }); // m; cells around and along
 * const world = new World({ cloths: [{ mesh, pins: [{ select: { group: "top" } }] }] });
 */
export function generateTube(options: TubeOptions): MeshData {
  checkOptions("", options, TUBE, MeshError);
  const { radius, height, segments } = options;
  const [around, along] = segments;
  if (around < 3) {
    throw new MeshError(`segments.0: expected a whole number of 3 or more around, got ${around}`);
  }
  if (along < 1) {
    throw new MeshError(`segments.1: expected a whole number of 1 or more along, got ${along}`);
  }
  const vertexCount = around * (along + 1);
  checkVertexCount("segments", vertexCount);
  const positions = new Float64Array(3 * vertexCount);
  for (let row = 0; row <= along; row++) {
    for (let column = 0; column < around; column++) {
      const i = 3 * (row * around + column);
      const angle = (2 * Math.PI * column) / around;
      positions[i] = radius * sin(angle);
      positions[i + 1] = height * (row / along - 0.5);
      positions[i + 2] = radius * cos(angle);
    }
  }

  const triangles = new Int32Array(6 * around * along);
  const uvs = new Float64Array(12 * around * along);
  let h = 0;
  const corner = (column: number, row: number): void => {
    triangles[h] = row * around + (column % around);
    uvs[2 * h] = column / around;
    uvs[2 * h + 1] = row / along;
    h++;
  };
  halveCells(around, along, "union-jack", corner);
  const groups = { top: numbersFrom(around * along, around), bottom: numbersFrom(0, around) };
  return { positions, triangles, uvs, groups };
}
