import { between } from "../math/vector3.js";
import type { Vector3 } from "../math/vector.js";
import type { CutSurface } from "./cut-surface.js";
import type { Crossing } from "./cut-walk.js";
import { smallestAngle } from "./measure.js";

/** A crossing and what becomes of it: a vertex that it is rounded to, or −1 where the edge is to be split. */
interface Decision extends Crossing {
  vertex: number;
}

/** How crossings are rounded. */
export interface SnapOptions {
  /** A crossing nearer to an end of its edge than this part of the edge's length moves into that end. */
  snap: number;
  /** No triangle that the cut makes gets an angle under this, in degrees: the crossing moves into a vertex instead. */
  minAngle: number;
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
  const decisions = crossings.map((crossing): Decision => ({ ...crossing, vertex: -1 }));
  for (const decision of decisions) {
    if (Math.min(decision.t, 1 - decision.t) < options.snap) snapToEnd(surface, decision);
  }
  while (snapSliver(surface, decisions, options.minAngle) || snapSpur(surface, decisions));
  for (const decision of inSplitOrder(surface, decisions)) {
    decision.vertex = surface.split(decision.edge, decision.t);
  }
  return decisions.map(({ vertex }) => vertex);
}

function snapToEnd({ mesh }: CutSurface, decision: Decision): void {
  const { edge, t } = decision;
  decision.vertex = t < 0.5 ? mesh.edgeStart(edge) : mesh.edgeEnd(edge);
}

/** Moves one crossing into a vertex if a triangle would become too thin; false when all are well. */
function snapSliver(surface: CutSurface, decisions: Decision[], minAngle: number): boolean {
  const splitsOf = splitsByTriangle(surface, decisions);
  for (const [triangle, splits] of splitsOf) {
    if (angleAfter(surface, triangle, splits) >= minAngle) continue;
    const endDistance = ({ t }: Decision): number => Math.min(t, 1 - t);
    snapToEnd(surface, splits.toSorted((a, b) => endDistance(a) - endDistance(b))[0]!);
    return true;
  }
  return false;
}

/** A crossing between two that went into one end of its edge goes there too: the cut would only run out and back. */
function snapSpur({ mesh }: CutSurface, decisions: Decision[]): boolean {
  for (let i = 1; i + 1 < decisions.length; i++) {
    const { vertex } = decisions[i - 1]!;
    const own = decisions[i]!;
    if (vertex === -1 || vertex !== decisions[i + 1]!.vertex || vertex === own.vertex) continue;
    if (mesh.edgeStart(own.edge) !== vertex && mesh.edgeEnd(own.edge) !== vertex) continue;
    own.vertex = vertex;
    return true;
  }
  return false;
}

/** The edges to be split of every triangle that has one. */
function splitsByTriangle(
  { mesh }: CutSurface,
  decisions: readonly Decision[],
): Map<number, Decision[]> {
  const splits = new Map<number, Decision[]>();
  for (const decision of decisions) {
    if (decision.vertex !== -1) continue;
    for (const h of mesh.ringOf(decision.edge)) {
      const triangle = mesh.triangleOf(h);
      const known = splits.get(triangle);
      if (known === undefined) splits.set(triangle, [decision]);
      else known.push(decision);
    }
  }
  return splits;
}

/** Smallest angle among the parts of a triangle whose sides are split. */
function angleAfter(surface: CutSurface, triangle: number, splits: readonly Decision[]): number {
  const [first, second] = splits;
  if (second === undefined) {
    const h = halfedgeIn(surface, triangle, first!.edge);
    return Math.min(...halves(surface, h, first!));
  }
  return Math.max(
    angleWithDiagonal(surface, first!, second),
    angleWithDiagonal(surface, second, first!),
  );
}

/** The angles of both halves of a triangle that is split at one side. */
function halves(surface: CutSurface, h: number, { edge, t }: Crossing): [number, number] {
  const { mesh } = surface;
  const middle = surface.onEdge(edge, t);
  const a = surface.at(mesh.halfedgeVertices[h]!);
  const b = surface.at(mesh.endOf(h));
  const far = surface.at(mesh.halfedgeVertices[mesh.previous(h)]!);
  return [smallestAngle(a, middle, far), smallestAngle(middle, b, far)];
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
    Vector3,
    Vector3,
    Vector3,
  ];
  const along = ({ edge, t }: Crossing): number => (mesh.edgeStart(edge) === shared ? t : 1 - t);
  const m = between(s, x, along(first));
  const n = between(s, y, along(second));
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
  const { mesh } = surface;
  const around = new Set(mesh.ringOf(a.edge).map((h) => mesh.triangleOf(h)));
  const areNeighbours = mesh.ringOf(b.edge).some((h) => around.has(mesh.triangleOf(h)));
  if (!areNeighbours) return false; // a vertex lies between them
  return angleWithDiagonal(surface, b, a) > angleWithDiagonal(surface, a, b);
}

function halfedgeIn({ mesh }: CutSurface, triangle: number, edge: number): number {
  return [3 * triangle, 3 * triangle + 1, 3 * triangle + 2].find(
    (h) => mesh.halfedgeEdges[h] === edge,
  )!;
}
