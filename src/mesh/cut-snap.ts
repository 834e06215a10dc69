import { number, object, optional, type Checks } from "../math/check-options.js";
import { lerp, type Vec3Tuple } from "../math/vec3.js";
import type { CutSurface } from "./cut-surface.js";
import type { Crossing } from "./edge-stops.js";
import { smallestAngle } from "./measure.js";
import { MeshError } from "./mesh-error.js";

/** A crossing and how it is resolved. */
interface Decision extends Crossing {
  /** Index in the sequence of crossings. */
  index: number;
  /** The vertex that it snaps to, or −1 if the edge is split. */
  vertex: number;
}

/** Options for snapping crossings to vertices. */
export interface SnapOptions {
  /** A crossing closer to an end of its edge than this fraction of the edge's length moves to that end. */
  snap: number;
  /** Minimum angle of new triangles, degrees. If it would be smaller, the crossing moves to a vertex instead. */
  minAngle: number;
}

/** Default snapping of cuts. */
export const CUT_DEFAULTS: SnapOptions = { snap: 0.15, minAngle: 10 };

/** Checks of `SnapOptions`. */
export const SNAPPING = {
  snap: optional(number("a number between 0 and 0.5", (snap) => snap > 0 && snap < 0.5)),
  minAngle: optional(number("0 to 30 degrees", (angle) => angle >= 0 && angle <= 30)),
} satisfies Checks<Partial<SnapOptions>>;

/**
 * Resolves the options of a cut with their defaults.
 *
 * @throws MeshError if an option is out of range.
 */
export function resolveSnapping(operation: string, options: Partial<SnapOptions>): SnapOptions {
  const fault = object<Partial<SnapOptions>>(SNAPPING)(options);
  if (fault !== null) throw new MeshError(`${operation}: ${fault.replace(/^\.|^: /, "")}`);
  const { snap = CUT_DEFAULTS.snap, minAngle = CUT_DEFAULTS.minAngle } = options;
  return { snap, minAngle };
}

/**
 * Resolves each crossing to a new or existing vertex, and returns the vertices in order. Each is connected to the next
 * by an edge of the mesh. Edges are split only where this creates no sliver.
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
  for (const decision of splitOrder(surface, decisions)) {
    decision.vertex = surface.split(decision.edge, decision.t);
  }
  return decisions.map(({ vertex }) => vertex);
}

function nearerEnd({ mesh }: CutSurface, { edge, t }: Crossing): number {
  return t < 0.5 ? mesh.edgeStart(edge) : mesh.edgeEnd(edge);
}

/**
 * Snaps crossings to vertices until no triangle would become too thin. A crossing that moves affects only the triangles
 * of its edge, so only these are checked again.
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
  const unchecked = [...splitsOf.keys()];
  const snapTo = (decision: Decision, vertex: number): void => {
    decision.vertex = vertex;
    for (const triangle of mesh.trianglesOn(decision.edge)) {
      const rest = (splitsOf.get(triangle) ?? []).filter((split) => split !== decision);
      splitsOf.set(triangle, rest);
      unchecked.push(triangle);
    }
  };
  const endDistance = ({ t }: Decision): number => Math.min(t, 1 - t);
  do {
    for (let triangle = unchecked.pop(); triangle !== undefined; triangle = unchecked.pop()) {
      const splits = splitsOf.get(triangle)!;
      if (splits.length === 0 || angleAfter(surface, triangle, splits) >= minAngle) continue;
      const nearest = splits.toSorted((a, b) => endDistance(a) - endDistance(b))[0]!;
      snapTo(nearest, nearerEnd(surface, nearest));
    }
    for (const spur of spursOf(surface, decisions)) {
      snapTo(spur, decisions[spur.index - 1]!.vertex);
    }
  } while (unchecked.length > 0);
}

/** Crossings between two that snapped to the same end of their edge: the cut would only go out and back. */
function spursOf({ mesh }: CutSurface, decisions: readonly Decision[]): Decision[] {
  return decisions.filter((decision, i) => {
    const vertex = decisions[i - 1]?.vertex ?? -1;
    if (vertex === -1 || vertex !== decisions[i + 1]?.vertex || vertex === decision.vertex)
      return false;
    return mesh.edgeStart(decision.edge) === vertex || mesh.edgeEnd(decision.edge) === vertex;
  });
}

/** Smallest angle among the parts of a triangle whose sides are split, degrees. */
function angleAfter(surface: CutSurface, triangle: number, splits: readonly Decision[]): number {
  const [first, second, third] = splits;
  if (third !== undefined) return 0; // the mesh branches; no order of the three is guaranteed to be good
  if (second === undefined) {
    return angleOfHalves(surface, triangle, first!);
  }
  const angles = [
    angleWithDiagonal(surface, first!, second),
    angleWithDiagonal(surface, second, first!),
  ];
  // The split order of consecutive crossings can be chosen, that of others cannot.
  return areConsecutive(first!, second) ? Math.max(...angles) : Math.min(...angles);
}

/** Smallest angle of both halves of a triangle that is split at one side, degrees. */
function angleOfHalves(surface: CutSurface, triangle: number, { edge, t }: Crossing): number {
  const { mesh } = surface;
  const [start, end] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
  const far = surface.at(mesh.cornersIn(triangle).find((v) => v !== start && v !== end)!);
  const splitPoint = surface.onEdge(edge, t);
  return Math.min(
    smallestAngle(surface.at(start), splitPoint, far),
    smallestAngle(splitPoint, surface.at(end), far),
  );
}

/**
 * Smallest angle of the three parts of a triangle that is split at two sides, `first` before `second`, degrees.
 *
 *            shared                 The first split connects its vertex m to the opposite corner y;
 *             /  \                  the second one connects n to m.
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
 * The splits in an order that gives each triangle the better of its two diagonals. The order matters only between
 * consecutive crossings, so runs in which the later one has to be first are reversed.
 */
function splitOrder(surface: CutSurface, decisions: readonly Decision[]): Decision[] {
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
  if (!areConsecutive(a, b)) return false; // a vertex lies between them
  return angleWithDiagonal(surface, b, a) > angleWithDiagonal(surface, a, b);
}

/** True if two crossings are consecutive, and so are on two sides of one triangle. */
function areConsecutive(a: Decision, b: Decision): boolean {
  return Math.abs(a.index - b.index) === 1;
}
