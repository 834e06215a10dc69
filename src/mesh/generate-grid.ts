import type { MeshData } from "./triangle-mesh.js";

export interface GridOptions {
  /** Width and height in metres. */
  size: readonly [width: number, height: number];
  /** Cells along the width and the height. */
  segments: readonly [columns: number, rows: number];
  /** How cells are halved: all alike, or every second one mirrored, which favours no direction (the default). */
  diagonals?: "one-way" | "alternating";
}

/**
 * A rectangular sheet in the xy-plane, centred on the origin: u along x, v along y, uv (0,0) to (1,1).
 *
 *     v+1  c ─── d      one-way: every cell is halved along a–d;
 *          │   ╱ │      alternating: every second cell along b–c, which has no preferred direction.
 *          │ ╱   │
 *     v    a ─── b
 */
export function generateGrid(options: GridOptions): MeshData {
  const [width, height] = options.size;
  const [columns, rows] = options.segments;
  const alternating = options.diagonals !== "one-way";
  const positions = new Float64Array(3 * (columns + 1) * (rows + 1));
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
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const right = column + 1;
      const top = row + 1;
      const mirrored = alternating && (column + row) % 2 === 1;
      corner(column, row);
      corner(right, row);
      corner(mirrored ? column : right, top);
      corner(mirrored ? right : column, row);
      corner(right, top);
      corner(column, top);
    }
  }
  return { positions, triangles, uvs };
}
