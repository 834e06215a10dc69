import { number, object, optional, type Checks } from "../math/check-options.js";
import { lerp, type Vec3Tuple } from "../math/vec3.js";
import type { CutSurface } from "./cut-surface.js";
import type { Crossing } from "./edge-stops.js";
import { smallestAngle } from "./measure.js";
import { MeshError } from "./mesh-error.js";

/** A crossing and what becomes of it. */
interface Decision extends Crossing {
  /** Its place in the row. */
  index: number;
  /** The vertex that it is rounded to, or −1 where the edge is to be split. */
  vertex: number;
}

/** How crossings are rounded. */
export interface SnapOptions {
  /** A crossing nearer to an end of its edge than this part of the edge's length moves into that end. */
  snap: number;
  /** No triangle that the cut makes gets an angle under this, in degrees: the crossing moves into a vertex instead. */
  minAngle: number;
}

export const CUT_DEFAULTS: SnapOptions = { snap: 0.15, minAngle: 10 };

/** What they have to be. */
export const SNAPPING = {
  snap: optional(number("a number between 0 and 0.5", (snap) => snap > 0 && snap < 0.5)),
  minAngle: optional(number("0 to 30 degrees", (angle) => angle >= 0 && angle <= 30)),
} satisfies Checks<Partial<SnapOptions>>;

/**
 * The options of a cut with everything said.
 *
 * @throws MeshError when an option is out of range.
 */
export function resolveSnapping(operation: string, options: Partial<SnapOptions>): SnapOptions {
  const fault = object<Partial<SnapOptions>>(SNAPPING)(options);
  if (fault !== null) throw new MeshError(`${operation}: ${fault.replace(/^\.|^: /, "")}`);
  const { snap = CUT_DEFAULTS.snap, minAngle = CUT_DEFAULTS.minAngle } = options;
  return { snap, minAngle };
}

/**
 * Puts a vertex where each crossing is, or takes one that is there already, and returns them in order: each is joined
 * to the next by an edge of the mesh. Edges are split only where no sliver comes of it.
 */
export function insertCrossings(
  surface: CutSurface,
  crossings: readonly Crossing[],
  options: SnapOptions,
): number[] {
  const decisions = crossings.map((crossing, index): Decision => {
    const isNear = Math.min(crossing.t, 1 - crossing.t) < options.snap;
    return { ...crossing, index, vertex: isNear ? nearerEnd(surface, crossing) : -1 };
  });
  avoidSlivers(surface, decisions, options.minAngle);
  for (const decision of inSplitOrder(surface, decisions)) {
    decision.vertex = surface.split(decision.edge, decision.t);
  }
  return decisions.map(({ vertex }) => vertex);
}

function nearerEnd({ mesh }: CutSurface, { edge, t }: Crossing): number {
  return t < 0.5 ? mesh.edgeStart(edge) : mesh.edgeEnd(edge);
}

/**
 * Moves crossings into vertices until no triangle would become too thin. A crossing that moves changes the triangles of
 * its edge only, so these are looked at again and no others.
 */
function avoidSlivers(surface: CutSurface, decisions: readonly Decision[], minAngle: number): void {
  const { mesh } = surface;
  const splitsOf = new Map<number, Decision[]>();
  for (const decision of decisions) {
    if (decision.vertex !== -1) continue;
    for (const triangle of mesh.trianglesOn(decision.edge)) {
      splitsOf.set(triangle, [...(splitsOf.get(triangle) ?? []), decision]);
    }
  }
  const doubtful = [...splitsOf.keys()];
  const moveInto = (decision: Decision, vertex: number): void => {
    decision.vertex = vertex;
    for (const triangle of mesh.trianglesOn(decision.edge)) {
      const rest = (splitsOf.get(triangle) ?? []).filter((split) => split !== decision);
      splitsOf.set(triangle, rest);
      doubtful.push(triangle);
    }
  };
  const endDistance = ({ t }: Decision): number => Math.min(t, 1 - t);
  do {
    for (let triangle = doubtful.pop(); triangle !== undefined; triangle = doubtful.pop()) {
      const splits = splitsOf.get(triangle)!;
      if (splits.length === 0 || angleAfter(surface, triangle, splits) >= minAngle) continue;
      const nearest = splits.toSorted((a, b) => endDistance(a) - endDistance(b))[0]!;
      moveInto(nearest, nearerEnd(surface, nearest));
    }
    for (const spur of spursOf(surface, decisions)) {
      moveInto(spur, decisions[spur.index - 1]!.vertex);
    }
  } while (doubtful.length > 0);
}

/** Crossings between two that went into one end of their edge: the cut would only run out and back. */
function spursOf({ mesh }: CutSurface, decisions: readonly Decision[]): Decision[] {
  return decisions.filter((own, i) => {
    const vertex = decisions[i - 1]?.vertex ?? -1;
    if (vertex === -1 || vertex !== decisions[i + 1]?.vertex || vertex === own.vertex) return false;
    return mesh.edgeStart(own.edge) === vertex || mesh.edgeEnd(own.edge) === vertex;
  });
}

/** Smallest angle among the parts of a triangle whose sides are split. */
function angleAfter(surface: CutSurface, triangle: number, splits: readonly Decision[]): number {
  const [first, second, third] = splits;
  if (third !== undefined) return 0; // where the mesh branches; no order of the three is surely good
  if (second === undefined) {
    return angleOfHalves(surface, triangle, first!);
  }
  const angles = [
    angleWithDiagonal(surface, first!, second),
    angleWithDiagonal(surface, second, first!),
  ];
  // The order of neighbours in the row can be chosen, that of others cannot.
  return areNeighbours(first!, second) ? Math.max(...angles) : Math.min(...angles);
}

/** Smallest angle of both halves of a triangle that is split at one side. */
function angleOfHalves(surface: CutSurface, triangle: number, { edge, t }: Crossing): number {
  const { mesh } = surface;
  const [start, end] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
  const far = surface.at(mesh.cornersIn(triangle).find((v) => v !== start && v !== end)!);
  const middle = surface.onEdge(edge, t);
  return Math.min(
    smallestAngle(surface.at(start), middle, far),
    smallestAngle(middle, surface.at(end), far),
  );
}

/**
 * Smallest angle of the three parts of a triangle that is split at two sides, `first` before `second`.
 *
 *            shared                 The first split joins its vertex m to the corner y across from it;
 *             /  \                  the second one then joins n to m.
 *          m /────\ n
 *           /  ╲   \
 *          x ────── y
 */
function angleWithDiagonal(surface: CutSurface, first: Crossing, second: Crossing): number {
  const { mesh } = surface;
  const ends = (edge: number): number[] => [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
  const shared = ends(first.edge).find((vertex) => ends(second.edge).includes(vertex))!;
  const other = (edge: number): number => ends(edge).find((vertex) => vertex !== shared)!;
  const [s, x, y] = [shared, other(first.edge), other(second.edge)].map((v) => surface.at(v)) as [
    Vec3Tuple,
    Vec3Tuple,
    Vec3Tuple,
  ];
  const along = ({ edge, t }: Crossing): number => (mesh.edgeStart(edge) === shared ? t : 1 - t);
  const m = lerp(s, x, along(first));
  const n = lerp(s, y, along(second));
  return Math.min(smallestAngle(s, m, n), smallestAngle(m, n, y), smallestAngle(m, x, y));
}

/**
 * The splits in an order in which each triangle gets the better of its two diagonals. The order matters only between
 * neighbours in the row, so runs in which the later one has to go first are turned round.
 */
function inSplitOrder(surface: CutSurface, decisions: readonly Decision[]): Decision[] {
  const splits = decisions.filter(({ vertex }) => vertex === -1);
  const ordered: Decision[] = [];
  for (let i = 0; i < splits.length;) {
    let last = i;
    while (last + 1 < splits.length && laterGoesFirst(surface, splits[last]!, splits[last + 1]!)) {
      last++;
    }
    for (let k = last; k >= i; k--) ordered.push(splits[k]!);
    i = last + 1;
  }
  return ordered;
}

function laterGoesFirst(surface: CutSurface, a: Decision, b: Decision): boolean {
  if (!areNeighbours(a, b)) return false; // a vertex lies between them
  return angleWithDiagonal(surface, b, a) > angleWithDiagonal(surface, a, b);
}

/** Whether two crossings follow each other, and so lie on two sides of one triangle. */
function areNeighbours(a: Decision, b: Decision): boolean {
  return Math.abs(a.index - b.index) === 1;
}
