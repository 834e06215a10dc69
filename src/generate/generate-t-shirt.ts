import { checkOptions, object, optional, over0, seed } from "../math/check-options.js";
import { MeshError, MeshSizeError, type MeshData } from "../mesh/index.js";
import { generateIrregular, type IrregularOptions } from "./generate-irregular.js";
import { MAX_VERTICES } from "./mesh-pattern.js";
import { nearestOnSegment, pointDistance, type Point } from "./polygon.js";
import { drawTShirt, type TShirtPattern } from "./t-shirt-pattern.js";

/** Options of `generateTShirt`; defaults in `T_SHIRT_DEFAULTS`. */
export interface TShirtOptions {
  /** Width from armpit to armpit when flat, m. */
  width?: number;
  /** Length from hem to neck, m. */
  length?: number;
  /** Maximum distance between front and back, m. */
  depth?: number;
  /** Edge length, m; half of it at the armpits. */
  spacing?: number;
  /** Seed of the random mesh points. */
  seed?: number;
  /** Maximum number of vertices; default 4 million. */
  maxVertices?: number;
}

/** An adult's size M. */
export const T_SHIRT_DEFAULTS: Required<Omit<TShirtOptions, "maxVertices">> = {
  width: 0.52,
  length: 0.72,
  depth: 0.24,
  spacing: 0.025,
  seed: 1,
};

const size = optional(over0("a length over 0 m"));
const T_SHIRT = object<TShirtOptions>({
  width: size,
  length: size,
  depth: size,
  spacing: size,
  seed: optional(seed),
  maxVertices: optional(over0("a count over 0")),
});

/** A point closer to a line of the pattern than this fraction of the width is on the line. */
const LINE_TOLERANCE = 1e-9;

/**
 * Generates a T-shirt in the xy plane, y up, with its front towards +z: two panels of one pattern that share vertices
 * along the seams (sides, undersides and tops of the sleeves, shoulders). Neck, cuffs and hem are open. The panels
 * bulge apart between the seams, with their faces outwards. The front uses u 0 to ½ of the texture and the back ½ to 1,
 * each as seen from outside. The openings are the groups `neck`, `hem`, `left-cuff` (the wearer's left, at +x) and
 * `right-cuff`.
 *
 * @throws MeshError if an option is out of range; MeshSizeError for too many vertices.
 */
export function generateTShirt(options: TShirtOptions = {}): MeshData {
  checkOptions("", options, T_SHIRT, MeshError);
  const all: Required<TShirtOptions> = { ...T_SHIRT_DEFAULTS, maxVertices: 2 * MAX_VERTICES };
  for (const [field, value] of Object.entries(options) as [keyof TShirtOptions, number?][]) {
    if (value !== undefined) all[field] = value;
  }
  checkSizes(all);
  const { width, depth, spacing, seed, maxVertices } = all;
  const pattern = drawTShirt(all.width, all.length);
  const panel = generatePanel(
    {
      outline: pattern.outline,
      spacing,
      refine: pattern.armpits.map((at) => ({ at, radius: 0.06 * width, spacing: spacing / 2 })),
      seed,
    },
    maxVertices,
  );
  return sewPanels(panel, pattern, width, depth);
}

/** @param maxVertices Maximum number of vertices of both panels. */
function generatePanel(options: IrregularOptions, maxVertices: number): MeshData {
  try {
    return generateIrregular({ ...options, maxVertices: Math.floor(maxVertices / 2) });
  } catch (error) {
    if (!(error instanceof MeshSizeError)) throw error;
    throw new MeshSizeError(error.field, 2 * error.count, maxVertices);
  }
}

function checkSizes(options: Required<TShirtOptions>): void {
  const { width, length, spacing } = options;
  if (length < 0.7 * width) {
    throw new MeshError(
      `length: expected at least 0.7 times the width (${rounded(0.7 * width)} m), to leave space under the sleeves, ` +
        `got ${length}`,
    );
  }
  if (spacing > width / 10) {
    throw new MeshError(
      `spacing: expected at most a tenth of the width (${rounded(width / 10)} m), to leave vertices between the ` +
        `seams of the sleeves, got ${spacing}`,
    );
  }
}

function rounded(length: number): number {
  return Number(length.toPrecision(6));
}

/** Joins two copies of a panel along the seams; the second one is reversed. */
function sewPanels(
  panel: MeshData,
  pattern: TShirtPattern,
  width: number,
  depth: number,
): MeshData {
  const panelCount = panel.positions.length / 3;
  const cornerCount = panel.triangles.length;
  const backs = new Int32Array(panelCount);
  const positions = [...panel.positions];
  for (let vertex = 0; vertex < panelCount; vertex++) {
    const at = pointOf(panel.positions, vertex);
    const height = bulge(at, pattern, width) * (depth / 2);
    backs[vertex] = height === 0 ? vertex : positions.length / 3;
    if (height === 0) continue;
    positions[3 * vertex + 2] = height;
    positions.push(at[0], at[1], -height);
  }

  const triangles = new Int32Array(2 * cornerCount);
  const uvs = new Float64Array(4 * cornerCount);
  for (let h = 0; h < cornerCount; h++) {
    const vertex = panel.triangles[h]!;
    const [u, v] = [panel.uvs[2 * h]!, panel.uvs[2 * h + 1]!];
    triangles[h] = vertex;
    uvs[2 * h] = u / 2;
    uvs[2 * h + 1] = v;
    // The back has the same corners in reverse order: it faces −z.
    const k = 2 * cornerCount - 1 - h;
    triangles[k] = backs[vertex]!;
    uvs[2 * k] = 1 - u / 2;
    uvs[2 * k + 1] = v;
  }
  const groups = Object.fromEntries(
    Object.entries(pattern.openings).map(([name, line]) => {
      const front = panel.groups!["border"]!.filter(
        (vertex) => lineDistance(pointOf(panel.positions, vertex), line) < LINE_TOLERANCE * width,
      );
      const both = new Set([...front, ...front.map((vertex) => backs[vertex]!)]);
      return [name, [...both].toSorted((a, b) => a - b)];
    }),
  );
  return { positions: Float64Array.from(positions), triangles, uvs, groups };
}

/**
 * Bulge of a point, from 0 on a seam to 1 far from all. The distances to the seams are combined as 1/d² = Σ 1/dᵢ²,
 * because the minimum alone would leave a crease halfway between two seams.
 */
function bulge(at: Point, { seams }: TShirtPattern, width: number): number {
  let sum = 0;
  for (const seam of seams) {
    const nearest = lineDistance(at, seam);
    if (nearest < LINE_TOLERANCE * width) return 0;
    sum += 1 / (nearest * nearest);
  }
  const ratio = Math.min(1, 1 / (Math.sqrt(sum) * 0.35 * width));
  return ratio * (2 - ratio);
}

function pointOf(positions: Float64Array, vertex: number): Point {
  return [positions[3 * vertex]!, positions[3 * vertex + 1]!];
}

/** Distance from a point to a polyline, m. */
function lineDistance(at: Point, line: readonly Point[]): number {
  let nearest = Infinity;
  for (let i = 1; i < line.length; i++) {
    nearest = Math.min(nearest, pointDistance(at, nearestOnSegment(at, line[i - 1]!, line[i]!)));
  }
  return nearest;
}
