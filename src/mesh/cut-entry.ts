import { lerp, dot, scale, norm, subtract } from "../math/vec3.js";
import { lineBetween, LINE_TOLERANCE, progress, zeroBetween } from "./cut-line.js";
import type { Crossing } from "./edge-stops.js";
import type { CutSurface, Place } from "./cut-surface.js";
import type { Walk } from "./cut-walk.js";

/**
 * Finds where a line that starts inside a triangle crosses its nearest side, forwards or backwards, because a cut
 * starts on an edge. Returns null if both places coincide.
 */
export function findNearestSide(
  surface: CutSurface,
  from: Place & { kind: "face" },
  towards: Place,
): Crossing | null {
  const { mesh } = surface;
  const { side } = lineBetween(surface, from, towards);
  const heights = mesh
    .cornersIn(from.triangle)
    .map((vertex) => dot(subtract(surface.at(vertex), from.position), side));
  let best: Crossing | null = null;
  let nearest = Infinity;
  for (let i = 0; i < 3; i++) {
    const h = 3 * from.triangle + i;
    const a = heights[i]!;
    const b = heights[(i + 1) % 3]!;
    if (a >= 0 === b >= 0) continue;
    const edge = mesh.halfedgeEdges[h]!;
    const along = mesh.edgeStart(edge) === mesh.halfedgeVertices[h];
    const t = along ? zeroBetween(a, b) : 1 - zeroBetween(a, b);
    const distance = norm(subtract(surface.onEdge(edge, t), from.position));
    if (distance < nearest) [nearest, best] = [distance, { edge, t }];
  }
  return best;
}

/**
 * Finds where a line that has left the surface enters it again: after a hole, or on the other side of an older cut.
 * Checks every border edge of the mesh. Returns null if the line does not return before its goal.
 */
export function findReentry(surface: CutSurface, { crossings, line }: Walk): Crossing | null {
  const { mesh } = surface;
  const { start, direction, side } = line;
  const last = crossings.at(-1);
  const left = last === undefined ? start : surface.onEdge(last.edge, last.t);
  const leftAt = progress(line, left);
  const reach = norm(direction);
  let found: Crossing | null = null;
  let nearest = 1;
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const h = mesh.edgeHalfedges[edge]!;
    if (mesh.nextOnEdge[h] !== h || edge === last?.edge) continue;
    const [from, to] = [surface.at(mesh.edgeStart(edge)), surface.at(mesh.edgeEnd(edge))];
    const a = dot(subtract(from, start), side);
    const b = dot(subtract(to, start), side);
    if (a >= 0 === b >= 0) continue;
    const t = zeroBetween(a, b);
    const at = lerp(from, to, t);
    const progressed = progress(line, at);
    if (progressed < leftAt - LINE_TOLERANCE || progressed >= nearest) continue;
    const inwards = subtract(surface.at(mesh.halfedgeVertices[mesh.previous(h)]!), at);
    if (dot(inwards, direction) <= 0) continue; // the line leaves the surface here
    // Another layer of cloth may lie in the same plane. The surface continues at about the height at which it was left.
    const gap = (progressed - leftAt) * reach;
    const jump = norm(subtract(subtract(at, left), scale(direction, progressed - leftAt)));
    if (jump > gap + norm(subtract(to, from))) continue;
    nearest = progressed;
    found = { edge, t };
  }
  return found;
}
