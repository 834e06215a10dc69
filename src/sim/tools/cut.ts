import { list, record, whole } from "../../math/check-data.js";
import { describeValue } from "../../math/check-options.js";
import { unitVector } from "../../math/check-vector.js";
import { pointAt, subtract, type Vec3Tuple, type Tuples } from "../../math/vec3.js";
import {
  closestPoint,
  cutAlong,
  MeshError,
  separateEdge,
  type TopologyEdit,
  type TriangleMesh,
} from "../../mesh/index.js";
import {
  Candidates,
  resolveTearing,
  tear,
  type Tear,
  type TearableSurface,
  type TearingOptions,
} from "../../tearing/index.js";
import type { Cloth } from "../../cloth/index.js";
import type { StateContext, Store } from "../../stores/index.js";
import type { Tears } from "../cloth/tears.js";
import type { CutTarget, TearTarget } from "../options/options.js";

/** A cut that can be undone. */
export interface CutRecord {
  /** Index of the cloth. */
  cloth: number;
  /** Number of edits of the cloth before the cut. */
  before: number;
  /** Number of the knife that made it; absent: `World.cut`. */
  knife?: number;
}

/** The cuts that can be undone, the latest last. */
export class Cuts implements Store {
  readonly name = "cuts";
  readonly records: CutRecord[] = [];

  /** Adds a cut. All cuts of one knife through one cloth are undone together. */
  add(mark: CutRecord): void {
    const { cloth, knife } = mark;
    const isKnown =
      knife !== undefined && this.records.some((one) => one.knife === knife && one.cloth === cloth);
    if (!isKnown) this.records.push(mark);
  }

  get state(): CutRecord[] {
    return this.records.map((mark) => ({ ...mark }));
  }

  set state(records: readonly CutRecord[]) {
    this.records.length = 0;
    for (const mark of records) this.records.push({ ...mark });
  }

  check(value: unknown, field: string, { cloths }: StateContext): void {
    const count = whole();
    list(record({ cloth: whole(0, cloths.length - 1), before: count }, { knife: count }))(
      value,
      field,
    );
    for (const [i, { cloth, before }] of (value as CutRecord[]).entries()) {
      whole(0, cloths[cloth]!.edits)(before, `${field}.${i}.before`);
    }
  }
}

/** A cloth that can be cut and torn from code. */
export interface CuttableCloth extends Cloth {
  readonly tears: Tears;
}

/** Result of a cut. */
export interface CutReport {
  /** The edits of the mesh, in order. */
  edits: readonly TopologyEdit[];
  /** False if a part of a line could not be cut: it left the cloth and did not come back. */
  complete: boolean;
}

/**
 * Cuts the mesh of a cloth, also through pinned and grabbed particles: both sides of the cut stay pinned or grabbed.
 *
 * @throws RangeError that names the field.
 */
export function cutCloth(cloth: CuttableCloth, cut: Tuples<CutTarget>): CutReport {
  const done = cutMesh(cloth, cut);
  const followed = "vertex" in cut ? cloth.tears.damageAlone : undefined;
  for (const edit of done.edits) cloth.replay(edit, followed);
  return done;
}

function cutMesh(cloth: CuttableCloth, cut: Tuples<CutTarget>): CutReport {
  const { mesh } = cloth;
  const { positions } = cloth.particles;
  if ("line" in cut) {
    const { line, ...options } = cut;
    const points = line.map((point) => {
      if ("triangle" in point) return point;
      const closest = closestPoint(mesh, positions, point);
      if (closest === null) throw new RangeError("line: expected a cloth with triangles");
      return closest;
    });
    return withRangeErrors(() => cutAlong(mesh, positions, points, options));
  }
  if ("edge" in cut) {
    requireEdge(mesh, cut.edge);
    const isOpen = mesh.edgeTriangleCount(cut.edge) === 1;
    return { edits: isOpen ? [] : separateEdge(mesh, cut.edge), complete: true };
  }
  const torn = tearMesh(
    withoutConstraints(cloth.tears.surface),
    resolveTearing({ limit: 2, path: "plane" }),
    cut,
  );
  return { edits: torn?.edits ?? [], complete: true };
}

/**
 * Tears a cloth at a given place, by the same rules as if it were over its limit there. Pinned and grabbed particles do
 * not split.
 *
 * @returns Null if it cannot tear there.
 * @throws RangeError that names the field.
 */
export function tearAt(cloth: CuttableCloth, { path, ...where }: Tuples<TearTarget>): Tear | null {
  const { tears } = cloth;
  const own = tears.options ?? resolveTearing({});
  // The caller chooses the place, so nothing is stronger near held particles.
  const options = resolveTearing({ ...own, path: path ?? own.path, starts: "any", heldZone: 0 });
  const torn = tearMesh(tears.surface, options, where);
  if (torn !== null) tears.commit([torn], options);
  return torn;
}

/** Severity of a tear from code: just over the limit. */
const AT_THE_LIMIT = 1 + 1e-9;

const candidates = new Candidates();

function tearMesh(
  surface: TearableSurface,
  options: TearingOptions,
  where: { edge: number } | { vertex: number; axis: Vec3Tuple },
): Tear | null {
  candidates.clear();
  if ("edge" in where) {
    requireEdge(surface.mesh, where.edge);
    const { mesh, positions } = surface;
    const direction = subtract(
      pointAt(positions, mesh.edgeEnd(where.edge)),
      pointAt(positions, mesh.edgeStart(where.edge)),
    );
    candidates.add(where.edge, -1, AT_THE_LIMIT, unitVector("edge", direction));
  } else {
    const { vertex, axis } = where;
    if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < surface.mesh.vertexCount)) {
      throw new RangeError(
        `vertex: expected 0 to ${surface.mesh.vertexCount - 1}, got ${describeValue(vertex)}`,
      );
    }
    if (surface.mesh.vertexHalfedges[vertex] === -1) return null;
    candidates.add(-1, vertex, AT_THE_LIMIT, unitVector("axis", axis));
  }
  return tear(surface, options, candidates, 1).tears[0] ?? null;
}

/** A surface without pins, grabs, seams and strengths, so that a cut goes exactly where the user says. */
function withoutConstraints(surface: TearableSurface): TearableSurface {
  const { mesh, positions, restLengths, triangleWeights, damage, spacing } = surface;
  const own = { mesh, positions, restLengths, triangleWeights, damage, spacing };
  return { ...own, tensionOf: (edge) => surface.tensionOf(edge), isHeld: () => false };
}

function requireEdge({ edgeCount }: TriangleMesh, edge: number): void {
  if (Number.isInteger(edge) && edge >= 0 && edge < edgeCount) return;
  throw new RangeError(`edge: expected 0 to ${edgeCount - 1}, got ${describeValue(edge)}`);
}

/** Runs an operation on a mesh, and turns its MeshError into a RangeError without the name of the operation. */
export function withRangeErrors<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof MeshError)) throw error;
    throw new RangeError(error.message.replace(/^\w+: /, "")); // the caller adds the field
  }
}
