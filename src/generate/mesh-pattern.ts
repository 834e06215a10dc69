import { Random } from "../math/random.js";
import { borderOf, type BorderLoop } from "./border.js";
import { cutSharpCorners } from "./cut-corners.js";
import { restoreDelaunay } from "./flip.js";
import { InsideTest } from "./inside-test.js";
import { triangleSharpness, type PlanarMesh } from "./planar-mesh.js";
import { boundsOf, type Loop } from "./polygon.js";
import { repair } from "./repair.js";
import { findNarrowPlaces, sampleBorder } from "./sample-border.js";
import { sampleInside } from "./sample-inside.js";
import type { SizeField } from "./size-field.js";
import { smooth, widenAngles } from "./smooth.js";
import { triangulate } from "./triangulate.js";

/** Default maximum number of vertices. */
export const MAX_VERTICES = 2_000_000;

/** Cosine of 30°, the target for the smallest angle. */
const TARGET_COSINE = 0.866;

const SMOOTHINGS = 12;
const REPAIRS = 12;

/** A meshed pattern: its triangles, without the sharp corners that were cut off, and the points on its border. */
export interface MeshedPattern {
  mesh: PlanarMesh;
  border: BorderLoop[];
}

/**
 * Meshes a pattern: border first, then random points inside, then smoothing, then repairs where an angle is still
 * sharp.
 */
export function meshPattern(
  pattern: readonly Loop[],
  userField: SizeField,
  seed: number,
  maxVertices: number,
): MeshedPattern {
  const bounds = boundsOf(pattern[0]!);
  const random = new Random(seed);
  const corners = cutSharpCorners(borderOf(pattern), userField, bounds);
  const field = userField.with(findNarrowPlaces(corners, userField, bounds, 4 * maxVertices));
  let border = sampleBorder(corners, field, maxVertices);
  const inside = new InsideTest(
    bounds,
    corners.map((loop) => loop.map(({ at }) => at)),
    field.spacing,
  );
  const inner = sampleInside(border, inside, field, bounds, random, maxVertices);
  let mesh = triangulate(border, inner);
  relax(mesh, field, SMOOTHINGS);

  let best = { mesh, border };
  let bestFaults = faultsOf(mesh);
  for (let round = 0; round < REPAIRS; round++) {
    const change = repair(mesh, border, field, inside, TARGET_COSINE);
    if (!change) break;
    border = change.border;
    mesh = triangulate(border, change.inner);
    relax(mesh, field, 3);
    const faults = faultsOf(mesh);
    if (faults >= bestFaults) continue;
    best = { mesh, border };
    bestFaults = faults;
  }
  return best;
}

/** Smooths the inner vertices, then widens the sharpest remaining angles. */
function relax(mesh: PlanarMesh, field: SizeField, rounds: number): void {
  for (let round = 0; round < rounds; round++) {
    smooth(mesh, field);
    restoreDelaunay(mesh);
  }
  for (let round = 0; round < 2; round++) {
    widenAngles(mesh);
    restoreDelaunay(mesh);
  }
}

/** Penalty for angles below the target; sharper ones count much more. */
function faultsOf(mesh: PlanarMesh): number {
  let faults = 0;
  for (let triangle = 0; triangle < mesh.triangles.length / 3; triangle++) {
    const over = triangleSharpness(mesh, triangle) - TARGET_COSINE;
    if (over > 0) faults += over * over;
  }
  return faults;
}
