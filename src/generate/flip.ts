import { doubleArea, nextHalfedge, previousHalfedge, type PlanarMesh } from "./planar-mesh.js";

/**
 * Flips inner edges until the mesh is Delaunay again after its vertices moved (Lawson 1977). All triangles must be
 * counterclockwise. Border edges have no twin and are not flipped.
 */
export function restoreDelaunay(mesh: PlanarMesh): void {
  const { triangles, twins } = mesh;
  const stack: number[] = [];
  for (let h = 0; h < triangles.length; h++) if (twins[h]! > h) stack.push(h);
  // Rounding could flip four cocircular points forever; no real mesh comes near this number.
  let flipsLeft = 20 * triangles.length;
  for (let h = stack.pop(); h !== undefined; h = stack.pop()) {
    const twin = twins[h]!;
    if (twin === -1 || !shouldFlip(mesh, h, twin)) continue;
    if (flipsLeft-- === 0) return;
    flip(mesh, h, twin);
    // The four sides of the pair of triangles may have to flip now.
    stack.push(h, twin, previousHalfedge(h), previousHalfedge(twin));
  }
}

/**
 * True if the edge should be flipped.
 *
 *          r             p → q is the edge, r and s are opposite. The angles at r and s add up to more than
 *        ╱   ╲           180° if the sine of their sum is negative; then r–s is the better edge.
 *      p ───── q
 *        ╲   ╱
 *          s
 */
function shouldFlip({ points, triangles }: PlanarMesh, h: number, twin: number): boolean {
  const p = triangles[h]!;
  const q = triangles[twin]!;
  const r = triangles[previousHalfedge(h)]!;
  const s = triangles[previousHalfedge(twin)]!;
  const cosR = dot(points, r, p, q);
  const cosS = dot(points, s, p, q);
  const sinR = doubleArea(points, p, q, r);
  const sinS = doubleArea(points, q, p, s);
  const scale = (Math.abs(cosR) + sinR) * (Math.abs(cosS) + sinS);
  if (!(sinR * cosS + cosR * sinS < -1e-10 * scale)) return false;
  return doubleArea(points, p, s, r) > 0 && doubleArea(points, q, r, s) > 0;
}

/** (a − o) · (b − o). */
function dot(points: Float64Array, o: number, a: number, b: number): number {
  const x = points[2 * o]!;
  const y = points[2 * o + 1]!;
  return (
    (points[2 * a]! - x) * (points[2 * b]! - x) +
    (points[2 * a + 1]! - y) * (points[2 * b + 1]! - y)
  );
}

/** Triangles p q r and q p s become p s r and q r s. */
function flip({ triangles, twins }: PlanarMesh, h: number, twin: number): void {
  const qr = nextHalfedge(h);
  const ps = nextHalfedge(twin);
  const r = triangles[previousHalfedge(h)]!;
  const s = triangles[previousHalfedge(twin)]!;
  const beyondQr = twins[qr]!;
  const beyondPs = twins[ps]!;
  triangles[qr] = s;
  triangles[ps] = r;
  join(twins, h, beyondPs);
  join(twins, twin, beyondQr);
  join(twins, qr, ps);
}

function join(twins: Int32Array, h: number, other: number): void {
  twins[h] = other;
  if (other !== -1) twins[other] = h;
}
