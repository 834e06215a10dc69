import { generateIrregular } from "../../dist/generate/index.js";
import { generateGrid } from "../../dist/index.js";

/** The same for every engine: a square sheet that hangs from its top row. */
export const SIDE = 2; // m
export const MASS = 1; // kg
export const GRAVITY = 9.81; // m/s²
export const STEP = 1 / 60; // s

/** A sheet of n × n particles in rows; `diagonals` as in `generateGrid`. */
export function gridSheet(n, diagonals) {
  return sheetOf(generateGrid({ size: [SIDE, SIDE], segments: [n - 1, n - 1], diagonals }));
}

/** A sheet of about n × n particles of an irregular mesh, within 1 %. */
export function irregularSheet(n) {
  const target = n * n;
  let spacing = SIDE / n;
  let mesh = generateIrregular({ size: [SIDE, SIDE], spacing });
  for (let attempt = 0; attempt < 3; attempt++) {
    const count = mesh.positions.length / 3;
    if (Math.abs(count / target - 1) < 0.01) break;
    spacing *= Math.sqrt(count / target);
    mesh = generateIrregular({ size: [SIDE, SIDE], spacing });
  }
  return sheetOf(mesh);
}

/** What the engines need of a mesh: its constraints, its masses, and the rows that are pinned and measured. */
function sheetOf(mesh) {
  const { positions } = mesh;
  const count = positions.length / 3;
  const vertices = [...Array(count).keys()];
  const rowAt = (y) => vertices.filter((v) => Math.abs(positions[3 * v + 1] - y) < 1e-9);
  const pinned = rowAt(SIDE / 2);
  const bottom = rowAt(-SIDE / 2);
  const pairs = pairsOf(mesh, pinned);
  const constraints = pairs.length / 2;
  return { mesh, count, pinned, bottom, masses: massesOf(mesh), pairs, constraints };
}

/** Each triangle gives a third of its mass to each corner, kg. */
function massesOf({ positions, triangles }) {
  const masses = new Float64Array(positions.length / 3);
  for (let h = 0; h < triangles.length; h += 3) {
    const [a, b, c] = [3 * triangles[h], 3 * triangles[h + 1], 3 * triangles[h + 2]];
    const cross =
      (positions[b] - positions[a]) * (positions[c + 1] - positions[a + 1]) -
      (positions[c] - positions[a]) * (positions[b + 1] - positions[a + 1]);
    const mass = ((MASS / SIDE ** 2) * Math.abs(cross)) / 2;
    for (let k = 0; k < 3; k++) masses[triangles[h + k]] += mass / 3;
  }
  return masses;
}

/**
 * The distance constraints as pairs of vertices: all edges, then the line between the opposite corners of the two
 * triangles at each inner edge. Pairs of pinned vertices do nothing and are left out, as jolt does.
 */
function pairsOf({ positions, triangles }, pinned) {
  const count = positions.length / 3;
  const isPinned = new Uint8Array(count);
  for (const vertex of pinned) isPinned[vertex] = 1;
  const opposite = new Map(); // by edge: the first corner that is opposite to it
  const edges = [];
  const crossing = [];
  const add = (list, a, b) => {
    if (isPinned[a] + isPinned[b] < 2) list.push(a, b);
  };
  for (let h = 0; h < triangles.length; h++) {
    const first = h - (h % 3);
    const a = triangles[h];
    const b = triangles[first + ((h + 1) % 3)];
    const c = triangles[first + ((h + 2) % 3)];
    const edge = Math.min(a, b) * count + Math.max(a, b);
    if (opposite.has(edge)) {
      add(crossing, opposite.get(edge), c);
    } else {
      add(edges, a, b);
      opposite.set(edge, c);
    }
  }
  return Int32Array.from(edges.concat(crossing));
}

/** How much longer the sheet hangs than at rest, %: the mean over its bottom row. */
export function hangOf({ sheet, heightOf }) {
  const mean =
    sheet.bottom.reduce((sum, vertex) => sum + heightOf(vertex), 0) / sheet.bottom.length;
  return (100 * (-SIDE / 2 - mean)) / SIDE;
}
