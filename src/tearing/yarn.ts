import { cos, radians, sin } from "../math/trigonometry.js";
import type { TearableSurface } from "./surface.js";

/** Number of edges along each side of a tear that are inspected. */
const MAX_STEPS_BACK = 6;
/** How far mesh edges may lead a tear off its yarn, in mean edges. */
const MAX_OFFSET = 0.8;

/** Offset from a tear tip back along the tear: meters of unstressed cloth along the weft and along the warp. */
export const tipYarn = { weft: 0, warp: 0 };

const step = new Float64Array(2);
/** Displacement of the walk along each side in u and v, m. */
const sides = new Float64Array(4);
/** Border halfedge and vertex of each of the two walks. */
const borders = new Int32Array(2);
const vertices = new Int32Array(2);

/**
 * Writes to `tipYarn` the offset from the tip back along the tear that ends in a vertex, as far as the tear lies on one
 * yarn within about an edge, and for six edges at most. Measured in the unstressed cloth, where the two sides coincide
 * and neither stretch nor shear matters.
 *
 *      ════════╗              torn edges, from the tip back on both sides;
 *     ─ ─  yarn  ─• tip       the tear lies between them
 *      ════════╝
 *
 * @returns false if no tear that follows a yarn ends there: inside the cloth, along the side of a tear, where a single
 *   vertex connects pieces, and at the end of a cut across the yarns.
 */
export function yarnAtTip(surface: Tip, vertex: number): boolean {
  const { mesh, damage } = surface;
  if (!damage.isTorn(vertex)) return false;
  let count = 0;
  for (let h = mesh.vertexHalfedges[vertex]!; h !== -1; h = mesh.nextAtVertex[h]!) {
    for (let side = 0; side < 2; side++) {
      const border = side === 0 ? h : mesh.previous(h);
      if (mesh.nextOnEdge[border] !== border) continue;
      if (count === 2) return false;
      borders[count++] = border;
    }
  }
  if (count !== 2) return false;
  const angle = radians(surface.weaveAngle ?? 0);
  const cosine = cos(angle);
  const sine = sin(angle);
  vertices.fill(vertex);
  sides.fill(0);
  let isFound = false;
  for (let n = 0; n < MAX_STEPS_BACK; n++) {
    if (!walkBack(surface, 0) || !walkBack(surface, 1)) break;
    if (!(sides[0]! * sides[2]! + sides[1]! * sides[3]! > 0)) break; // the sides diverge: not a tip
    const u = (sides[0]! + sides[2]!) / 2;
    const v = (sides[1]! + sides[3]!) / 2;
    const alongWeft = cosine * u + sine * v;
    const alongWarp = cosine * v - sine * u;
    const offset = Math.min(Math.abs(alongWeft), Math.abs(alongWarp));
    const length = Math.max(Math.abs(alongWeft), Math.abs(alongWarp));
    if (!(offset <= MAX_OFFSET * surface.spacing && offset < length)) break;
    tipYarn.weft = alongWeft;
    tipYarn.warp = alongWarp;
    isFound = true;
  }
  return isFound;
}

/**
 * The same for a vertex that a tear may reach next: the tip itself, or a neighbor of it, which then counts as the next
 * point on the yarn. Of several tips, the one with the nearest yarn counts.
 */
export function yarnNear(surface: Tip, vertex: number): boolean {
  if (yarnAtTip(surface, vertex)) return true;
  const { mesh, damage } = surface;
  const angle = radians(surface.weaveAngle ?? 0);
  const cosine = cos(angle);
  const sine = sin(angle);
  let nearest = Infinity;
  let weft = 0;
  let warp = 0;
  for (const edge of mesh.edgesOf(vertex)) {
    const tip = mesh.otherEnd(edge, vertex);
    if (!damage.isTorn(tip) || !yarnAtTip(surface, tip)) continue;
    const h = mesh.edgeHalfedges[edge]!;
    restStep(surface, h);
    const sign = mesh.halfedgeVertices[h] === vertex ? 1 : -1;
    const alongWeft = tipYarn.weft + sign * (cosine * step[0]! + sine * step[1]!);
    const alongWarp = tipYarn.warp + sign * (cosine * step[1]! - sine * step[0]!);
    const isWarp = Math.abs(tipYarn.warp) > Math.abs(tipYarn.weft);
    const off = Math.abs(isWarp ? alongWeft : alongWarp);
    if (!(off < nearest)) continue;
    nearest = off;
    // A vertex beside the tip is off this yarn, but not on another one.
    weft = isWarp ? alongWeft : tipYarn.weft;
    warp = isWarp ? tipYarn.warp : alongWarp;
  }
  if (nearest === Infinity) return false;
  const maxOffset = MAX_OFFSET * surface.spacing;
  const isWarp = Math.abs(warp) > Math.abs(weft);
  tipYarn.weft = isWarp ? Math.max(-maxOffset, Math.min(maxOffset, weft)) : weft;
  tipYarn.warp = isWarp ? warp : Math.max(-maxOffset, Math.min(maxOffset, warp));
  return true;
}

type Tip = Pick<TearableSurface, "mesh" | "damage" | "restLengths" | "spacing" | "weaveAngle">;

/** Moves one edge back along a side. Returns false if that edge is not torn. */
function walkBack(surface: Tip, side: number): boolean {
  const { mesh, damage } = surface;
  const h = borders[side]!;
  if (h === -1) return false;
  const isForward = mesh.halfedgeVertices[h] === vertices[side];
  const to = isForward ? mesh.endOf(h) : mesh.halfedgeVertices[h]!;
  if (!damage.isTorn(to)) return false;
  restStep(surface, h);
  const sign = isForward ? 1 : -1;
  sides[2 * side]! += sign * step[0]!;
  sides[2 * side + 1]! += sign * step[1]!;
  borders[side] = nextBorder(surface, h, to);
  vertices[side] = to;
  return true;
}

/** The other border halfedge of the fan at a vertex; −1 at a non-manifold edge. */
function nextBorder({ mesh }: Tip, border: number, vertex: number): number {
  let h = border;
  for (;;) {
    h = mesh.halfedgeVertices[h] === vertex ? mesh.previous(h) : mesh.next(h);
    const across = mesh.nextOnEdge[h]!;
    if (across === h) return h;
    if (mesh.nextOnEdge[across] !== h) return -1;
    h = across;
  }
}

/** Writes to `step` the vector of a halfedge along u and v, meters of unstressed cloth. */
function restStep({ mesh, restLengths }: Tip, halfedge: number): void {
  const { uvs } = mesh;
  const h = 3 * mesh.triangleOf(halfedge);
  const u1 = uvs[2 * h + 2]! - uvs[2 * h]!;
  const v1 = uvs[2 * h + 3]! - uvs[2 * h + 1]!;
  const u2 = uvs[2 * h + 4]! - uvs[2 * h]!;
  const v2 = uvs[2 * h + 5]! - uvs[2 * h + 1]!;
  const area = Math.abs(u1 * v2 - u2 * v1);
  const ab = restLengths[mesh.halfedgeEdges[h]!]!;
  const bc = restLengths[mesh.halfedgeEdges[h + 1]!]!;
  const ac = restLengths[mesh.halfedgeEdges[h + 2]!]!;
  const mixed = ab * ab + ac * ac - bc * bc; // twice the product of ab and ac
  const alongU = Math.max(0, v2 * v2 * ab * ab - v1 * v2 * mixed + v1 * v1 * ac * ac);
  const alongV = Math.max(0, u1 * u1 * ac * ac - u1 * u2 * mixed + u2 * u2 * ab * ab);
  const end = mesh.next(halfedge);
  const u = uvs[2 * end]! - uvs[2 * halfedge]!;
  const v = uvs[2 * end + 1]! - uvs[2 * halfedge + 1]!;
  step[0] = area > 0 ? (u * Math.sqrt(alongU)) / area : 0;
  step[1] = area > 0 ? (v * Math.sqrt(alongV)) / area : 0;
}
