import { Random } from "../../src/math/random.js";
import {
  buildMesh,
  triangleAreas,
  type MeshData,
  type TriangleMesh,
} from "../../src/mesh/index.js";
import {
  Candidates,
  Damage,
  measure,
  order,
  resolveTearing,
  tear,
  type TearableSurface,
  type TearingOptions,
  type TearResult,
} from "../../src/tearing/index.js";

/** A surface as from another simulator: plain arrays without a solver of the library. */
export function surfaceOf(data: MeshData, change: Partial<TearableSurface> = {}): TearableSurface {
  const mesh = buildMesh(data);
  const { positions } = data;
  const restLengths = new Float64Array(mesh.edgeCount);
  for (let e = 0; e < mesh.edgeCount; e++) {
    restLengths[e] = distanceOf(positions, mesh.edgeStart(e), mesh.edgeEnd(e));
  }
  return {
    mesh,
    positions: positions.slice(),
    restLengths,
    triangleWeights: triangleAreas(mesh, positions),
    damage: new Damage(mesh),
    spacing: restLengths.reduce((sum, length) => sum + length, 0) / mesh.edgeCount,
    tensionOf: () => 0,
    isHeld: () => false,
    ...change,
  };
}

export function distanceOf(positions: Float64Array, a: number, b: number): number {
  return Math.hypot(...[0, 1, 2].map((k) => positions[3 * a + k]! - positions[3 * b + k]!));
}

/** Loaded edges with their severities, each with its axis. */
export function loadedEdges(
  surface: TearableSurface,
  ...list: [edge: number, severity: number][]
): Candidates {
  const { mesh, positions } = surface;
  const candidates = new Candidates();
  for (const [edge, severity] of list) {
    const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
    const length = distanceOf(positions, a, b);
    const axis = [0, 1, 2].map((k) => (positions[3 * b + k]! - positions[3 * a + k]!) / length);
    candidates.add(edge, -1, severity, axis);
  }
  return candidates;
}

/** One vertex under load along an axis. */
export function loadedVertex(vertex: number, axis: number[], severity = 2): Candidates {
  const candidates = new Candidates();
  const length = Math.hypot(...axis);
  candidates.add(
    -1,
    vertex,
    severity,
    axis.map((part) => part / length),
  );
  return candidates;
}

/** Options under which every candidate tears. Tests of `starts` and of the zone around held vertices set their own. */
export const CLASSIC = { path: "plane", starts: "any", heldZone: 0 } as const;

/** Orders and tears, and updates the surface so that it can be torn again. */
export function tearNow(
  surface: TearableSurface,
  options: Partial<TearingOptions>,
  candidates: Candidates,
): TearResult {
  const resolved = resolveTearing({ ...CLASSIC, ...options });
  order(candidates, resolved.order, surface, new Random(1));
  return tear(surface, resolved, candidates);
}

/** All phases: measures, orders and tears. */
export function measureAndTear(
  surface: TearableSurface,
  options: Partial<TearingOptions>,
): TearResult {
  const candidates = new Candidates();
  measure(surface, resolveTearing({ ...CLASSIC, ...options }), candidates);
  return tearNow(surface, options, candidates);
}

/** The triangles at a vertex, in ascending order. */
export function trianglesAt(mesh: TriangleMesh, vertex: number): number[] {
  return mesh.trianglesOf(vertex).toSorted((a, b) => a - b);
}

/** The weak vertices. */
export function weakOf({ mesh, damage }: TearableSurface): number[] {
  return Array.from({ length: mesh.vertexCount }, (_, v) => v).filter((v) => damage.isWeak(v));
}
