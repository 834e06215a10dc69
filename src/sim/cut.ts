import { told } from "../math/check-options.js";
import { unitVector } from "../math/check-vector.js";
import type { Vector3 } from "../math/vector.js";
import { pointAt, subtract } from "../math/vector3.js";
import {
  closestPoint,
  cutAlong,
  MeshError,
  separateEdge,
  type CutOptions,
  type SurfacePoint,
  type TopologyEdit,
  type TriangleMesh,
} from "../mesh/index.js";
import {
  Candidates,
  resolveTearing,
  tear,
  type Tear,
  type TearableSurface,
  type TearingOptions,
} from "../tearing/index.js";
import type { WorldCloth } from "./world-cloth.js";

/** Where to cut a cloth by hand. */
export type HandCut =
  /** An edge is opened. */
  | { edge: number }
  /** A vertex comes apart by the plane through it that is square to `axis`. */
  | { vertex: number; axis: Vector3 }
  /** Along a line over the cloth as it lies now, from corner to corner: points on it, or near it, m. */
  | ({ line: readonly (Vector3 | SurfacePoint)[] } & CutOptions);

/** Where to tear a cloth by hand, and how: the path of the cloth's own tearing, or another. */
export type HandTear = ({ edge: number } | { vertex: number; axis: Vector3 }) & {
  path?: TearingOptions["path"];
};

/** A cut that can be taken back. */
export interface CutMark {
  /** Number of the cloth. */
  cloth: number;
  /** How many edits it had before. */
  before: number;
  /** Number of the knife that made it; absent: it was made at once. */
  knife?: number;
}

/** What a cut has done. */
export interface CutDone {
  edits: readonly TopologyEdit[];
  /** False where a part of a line could not be followed: it left the cloth and did not come back. */
  complete: boolean;
}

/**
 * Cuts the mesh of a cloth, through held particles too: both sides of the cut are held then. The cloth follows.
 *
 * @throws RangeError that names the field.
 */
export function cutCloth(cloth: WorldCloth, cut: HandCut): CutDone {
  const done = cutMesh(cloth, cut);
  for (const edit of done.edits) cloth.replay(edit);
  return done;
}

function cutMesh(cloth: WorldCloth, cut: HandCut): CutDone {
  const { mesh, positions } = cloth;
  if ("line" in cut) {
    const { line, ...options } = cut;
    const points = line.map((point) => {
      if ("triangle" in point) return point;
      const closest = closestPoint(mesh, positions, point);
      if (closest === null) throw new RangeError("line: there is no cloth to cut");
      return closest;
    });
    return inWords(() => cutAlong(mesh, positions, points, options));
  }
  if ("edge" in cut) {
    requireEdge(mesh, cut.edge);
    const isOpen = mesh.edgeTriangleCount(cut.edge) === 1;
    return { edits: isOpen ? [] : separateEdge(mesh, cut.edge), complete: true };
  }
  const torn = tearMesh(freed(cloth), resolveTearing({ limit: 2, path: "plane" }), cut);
  return { edits: torn?.edits ?? [], complete: true };
}

/**
 * Tears a cloth where its owner says, by the same rules as if it were over its limit there: held particles do not split.
 *
 * @returns Null where it cannot tear.
 * @throws RangeError that names the field.
 */
export function tearByHand(cloth: WorldCloth, { path, ...where }: HandTear): Tear | null {
  const own = cloth.tearing ?? resolveTearing({});
  const options = path === undefined ? own : resolveTearing({ ...own, path });
  const torn = tearMesh(cloth, options, where);
  if (torn === null) return null;
  cloth.followTear(torn);
  cloth.wear([torn], options);
  return torn;
}

/** What tears by hand is at its limit. */
const AT_THE_LIMIT = 1 + 1e-9;

const candidates = new Candidates();

function tearMesh(
  surface: TearableSurface,
  options: TearingOptions,
  where: { edge: number } | { vertex: number; axis: Vector3 },
): Tear | null {
  candidates.clear();
  if ("edge" in where) {
    requireEdge(surface.mesh, where.edge);
    const { mesh, positions } = surface;
    const way = subtract(
      pointAt(positions, mesh.edgeEnd(where.edge)),
      pointAt(positions, mesh.edgeStart(where.edge)),
    );
    candidates.add(where.edge, -1, AT_THE_LIMIT, unitVector("edge", way));
  } else {
    const { vertex, axis } = where;
    if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < surface.mesh.vertexCount)) {
      throw new RangeError(
        `vertex: there is no vertex ${told(vertex)} (0 to ${surface.mesh.vertexCount - 1})`,
      );
    }
    if (surface.mesh.vertexHalfedges[vertex] === -1) return null;
    candidates.add(-1, vertex, AT_THE_LIMIT, unitVector("axis", axis));
  }
  return tear(surface, options, candidates, 1).tears[0] ?? null;
}

/** A cloth of which nothing is held. */
function freed(cloth: WorldCloth): TearableSurface {
  const { mesh, positions, restLengths, triangleWeights, damage, spacing } = cloth;
  const surface = { mesh, positions, restLengths, triangleWeights, damage, spacing };
  return { ...surface, tensionOf: (edge) => cloth.tensionOf(edge), isHeld: () => false };
}

function requireEdge({ edgeCount }: TriangleMesh, edge: number): void {
  if (Number.isInteger(edge) && edge >= 0 && edge < edgeCount) return;
  throw new RangeError(`edge: there is no edge ${told(edge)} (0 to ${edgeCount - 1})`);
}

/** What the mesh refuses, as a wrong field. */
export function inWords<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof MeshError)) throw error;
    throw new RangeError(error.message.replace(/^\w+: /, "")); // which operation it was says the field
  }
}
