import { cos, radians, sin } from "../math/trigonometry.js";
import type { TearableSurface } from "./surface.js";

/** How far back along its two sides a tear is looked at, edges. */
const REACH = 6;
/** How far off its thread the edges of the mesh may lead a tear, in usual edges. */
const OFF_THREAD = 0.8;

/** Where a tear that ends in a vertex comes from: metres of the unstressed cloth along the weft and along the warp. */
export const tipYarn = { weft: 0, warp: 0 };

const step = new Float64Array(2);
/** How far the walk along either side has come along u and v, m. */
const sides = new Float64Array(4);
/** The border halfedges and the vertices where the two walks are. */
const borders = new Int32Array(2);
const places = new Int32Array(2);

/**
 * Writes to `thread` where the tear that ends in a vertex comes from, as far back as it lies on one thread, to within an edge,
 * and for six edges at most. It is measured in the unstressed cloth: there its two sides lie on each other, and no stretch or shear is
 * in the way.
 *
 *      ════════╗              torn edges, from the tip back on both sides;
 *     ─ ─ thread ─• tip       what lies between them is the tear
 *      ════════╝
 *
 * @returns false where no tear ends that follows a yarn: inside the cloth, in the middle of a side, where pieces hang
 *   together by a vertex, at the end of a cut that runs across the yarns.
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
  places.fill(vertex);
  sides.fill(0);
  let isFound = false;
  for (let n = 0; n < REACH; n++) {
    if (!walkBack(surface, 0) || !walkBack(surface, 1)) break;
    if (!(sides[0]! * sides[2]! + sides[1]! * sides[3]! > 0)) break; // they part: no tip
    const u = (sides[0]! + sides[2]!) / 2;
    const v = (sides[1]! + sides[3]!) / 2;
    const alongWeft = cosine * u + sine * v;
    const alongWarp = cosine * v - sine * u;
    const least = Math.min(Math.abs(alongWeft), Math.abs(alongWarp));
    const most = Math.max(Math.abs(alongWeft), Math.abs(alongWarp));
    if (!(least <= OFF_THREAD * surface.spacing && least < most)) break;
    tipYarn.weft = alongWeft;
    tipYarn.warp = alongWarp;
    isFound = true;
  }
  return isFound;
}

/**
 * The same for a vertex that a tear may come to next: the tip itself, or a neighbour of it, which then counts as the next place
 * on the thread. Of several tips the one whose thread runs nearest.
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
    // What lies beside the tip is off the thread, and yet on no other.
    weft = isWarp ? alongWeft : tipYarn.weft;
    warp = isWarp ? tipYarn.warp : alongWarp;
  }
  if (nearest === Infinity) return false;
  const most = OFF_THREAD * surface.spacing;
  const isWarp = Math.abs(warp) > Math.abs(weft);
  tipYarn.weft = isWarp ? Math.max(-most, Math.min(most, weft)) : weft;
  tipYarn.warp = isWarp ? warp : Math.max(-most, Math.min(most, warp));
  return true;
}

type Tip = Pick<TearableSurface, "mesh" | "damage" | "restLengths" | "spacing" | "weaveAngle">;

/** One edge farther back along a side; false where it is torn no longer. */
function walkBack(surface: Tip, side: number): boolean {
  const { mesh, damage } = surface;
  const h = borders[side]!;
  if (h === -1) return false;
  const isForward = mesh.halfedgeVertices[h] === places[side];
  const to = isForward ? mesh.endOf(h) : mesh.halfedgeVertices[h]!;
  if (!damage.isTorn(to)) return false;
  restStep(surface, h);
  const sign = isForward ? 1 : -1;
  sides[2 * side]! += sign * step[0]!;
  sides[2 * side + 1]! += sign * step[1]!;
  borders[side] = nextBorder(surface, h, to);
  places[side] = to;
  return true;
}

/** The border halfedge on the other side of the triangles at a vertex; −1 where the mesh branches. */
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

/** Writes to `step` how far a halfedge leads along u and along v, metres of the unstressed cloth. */
function restStep({ mesh, restLengths }: Tip, halfedge: number): void {
  const { uvs } = mesh;
  const h = 3 * mesh.triangleOf(halfedge);
  const u1 = uvs[2 * h + 2]! - uvs[2 * h]!;
  const v1 = uvs[2 * h + 3]! - uvs[2 * h + 1]!;
  const u2 = uvs[2 * h + 4]! - uvs[2 * h]!;
  const v2 = uvs[2 * h + 5]! - uvs[2 * h + 1]!;
  const turn = Math.abs(u1 * v2 - u2 * v1);
  const ab = restLengths[mesh.halfedgeEdges[h]!]!;
  const bc = restLengths[mesh.halfedgeEdges[h + 1]!]!;
  const ac = restLengths[mesh.halfedgeEdges[h + 2]!]!;
  const mixed = ab * ab + ac * ac - bc * bc; // twice the product of ab and ac
  const alongU = Math.max(0, v2 * v2 * ab * ab - v1 * v2 * mixed + v1 * v1 * ac * ac);
  const alongV = Math.max(0, u1 * u1 * ac * ac - u1 * u2 * mixed + u2 * u2 * ab * ab);
  const end = mesh.next(halfedge);
  const u = uvs[2 * end]! - uvs[2 * halfedge]!;
  const v = uvs[2 * end + 1]! - uvs[2 * halfedge + 1]!;
  step[0] = turn > 0 ? (u * Math.sqrt(alongU)) / turn : 0;
  step[1] = turn > 0 ? (v * Math.sqrt(alongV)) / turn : 0;
}
