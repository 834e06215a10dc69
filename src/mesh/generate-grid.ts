import { checkOptions, object, oneOf, optional, pairOf } from "../math/check-options.js";
import { checkVertexCount, MeshError } from "./mesh-error.js";
import type { MeshData } from "./triangle-mesh.js";

/** Options of `generateGrid`. */
export interface GridOptions {
  /** Width and height, m. */
  size: readonly [width: number, height: number];
  /** Cells along the width and the height. */
  segments: readonly [columns: number, rows: number];
  /** How cells are split; default "union-jack". */
  diagonals?: GridDiagonals;
}

/**
 * How the cells of a grid are split: all in the same direction; every second row mirrored, which is symmetric in left
 * and right; or every second cell mirrored like a chessboard, so that vertices have eight and four edges in turn, as in
 * the Union Jack.
 *
 *      one-way       alternating    union-jack
 *     ╱ ╱ ╱ ╱        ╲ ╲ ╲ ╲        ╲ ╱ ╲ ╱
 *     ╱ ╱ ╱ ╱        ╱ ╱ ╱ ╱        ╱ ╲ ╱ ╲
 */
export type GridDiagonals = "one-way" | "alternating" | "union-jack";

/**
 * All values of `GridDiagonals`; the default of `generateGrid` is "union-jack".
 *
 * @example
 * import { generateGrid, GRID_DIAGONALS } from "tatter";
 * for (const diagonals of GRID_DIAGONALS) generateGrid({ size: [1, 1], segments: [4, 4], diagonals });
 */
export const GRID_DIAGONALS: readonly [GridDiagonals, ...GridDiagonals[]] = [
  "one-way",
  "alternating",
  "union-jack",
];

const GRID = object<GridOptions>({
  size: pairOf("two lengths over 0 m", (length) => length > 0 && length < Infinity),
  segments: pairOf(
    "two whole numbers of 1 or more",
    (count) => Number.isInteger(count) && count > 0,
  ),
  diagonals: optional(oneOf(GRID_DIAGONALS)),
});

/**
 * Generates a rectangular sheet in the xy plane, centered on the origin: u along x, v along y, uv (0, 0) to (1, 1). Its
 * sides are the groups `top`, `bottom`, `left` and `right`.
 *
 *     v+1  c ─── d      A cell is split along a–d, a mirrored one along b–c.
 *          │   ╱ │
 *          │ ╱   │
 *     v    a ─── b
 *
 * @throws MeshError that names the option; MeshSizeError for more than 2²⁴ vertices.
 *
 * @example
 * import { generateGrid, World } from "tatter";
 * const mesh = generateGrid({ size: [1.2, 0.8], segments: [36, 24] }); // m; cells along x and y
 * const world = new World({ cloths: [{ mesh, pins: [{ select: { group: "top" } }] }] });
 */
export function generateGrid(options: GridOptions): MeshData {
  checkOptions("", options, GRID, MeshError);
  const [width, height] = options.size;
  const [columns, rows] = options.segments;
  const diagonals = options.diagonals ?? "union-jack";
  const vertexCount = (columns + 1) * (rows + 1);
  checkVertexCount("segments", vertexCount);
  const positions = new Float64Array(3 * vertexCount);
  const triangles = new Int32Array(6 * columns * rows);
  const uvs = new Float64Array(12 * columns * rows);

  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const i = 3 * (row * (columns + 1) + column);
      positions[i] = width * (column / columns - 0.5);
      positions[i + 1] = height * (row / rows - 0.5);
    }
  }

  let h = 0;
  const corner = (column: number, row: number): void => {
    triangles[h] = row * (columns + 1) + column;
    uvs[2 * h] = column / columns;
    uvs[2 * h + 1] = row / rows;
    h++;
  };
  halveCells(columns, rows, diagonals, corner);
  const groups = {
    top: numbersFrom(rows * (columns + 1), columns + 1),
    bottom: numbersFrom(0, columns + 1),
    left: numbersFrom(0, rows + 1, columns + 1),
    right: numbersFrom(columns, rows + 1, columns + 1),
  };
  return { positions, triangles, uvs, groups };
}

/** `count` numbers, starting at `first`, with a distance of `step`. */
export function numbersFrom(first: number, count: number, step = 1): number[] {
  return Array.from({ length: count }, (_, i) => first + step * i);
}

/** Visits the corners of both halves of each cell, row by row, counterclockwise. */
export function halveCells(
  columns: number,
  rows: number,
  diagonals: GridDiagonals,
  corner: (column: number, row: number) => void,
): void {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const right = column + 1;
      const top = row + 1;
      const mirrored = isMirrored(diagonals, column, row);
      corner(column, row);
      corner(right, row);
      corner(mirrored ? column : right, top);
      corner(mirrored ? right : column, row);
      corner(right, top);
      corner(column, top);
    }
  }
}

function isMirrored(diagonals: GridDiagonals, column: number, row: number): boolean {
  if (diagonals === "one-way") return false;
  return (diagonals === "alternating" ? row : column + row) % 2 === 1;
}
