import { dot } from "../math/scratch-vector.js";
import { cos, radians, sin } from "../math/trigonometry.js";
import type { TearingOptions } from "./options.js";
import type { TearableSurface } from "./surface.js";
import { tipYarn, yarnNear } from "./yarn.js";
import type { TriangleMesh } from "../mesh/index.js";

const weft = new Float64Array(3);
const warp = new Float64Array(3);
const alongU = new Float64Array(3);
const alongV = new Float64Array(3);
/** u and v of the second and third corner of a triangle, relative to the first. */
const corners = new Float64Array(4);

/**
 * A tear turns when the pull along the yarn that it follows is more than this many times the pull along the yarns that
 * it breaks.
 */
const SWITCH_RATIO = 2;
/** Number of edges within which a tear returns to its yarn. */
const LOOK_AHEAD = 2;

const brokenYarn = new Float64Array(3);
const line = new Float64Array(3);

type Yarned = Pick<
  TearableSurface,
  "mesh" | "positions" | "restLengths" | "weaveAngle" | "damage" | "spacing"
>;

/** How closely tears of a surface follow its yarns: from the options, or else from the material. */
export function weaveOf(surface: TearableSurface, options: TearingOptions): number {
  return options.weave ?? surface.weave ?? 0;
}

/**
 * The fraction of a pull that the weave feels (Phillips eq. 32): its component along the weft or the warp, whichever is
 * larger. The axis rotates toward that yarn, so that the tear, perpendicular to the axis, follows the other one.
 *
 * At its end a tear continues along the yarn that it has followed so far. Other yarns break only when the pull along
 * them is more than twice the pull along those that the tear has broken. Otherwise a tear on the bias, with a pull
 * between the yarns, would alternate between both and follow neither. If mesh edges have led the tear off its yarn, the
 * axis brings it back.
 *
 * @param triangles Their texture coordinates define the yarn directions.
 * @param weave 0: the whole pull counts, for any yarns; 1: only its component along one.
 * @param axis Unit vector of the pull; rotated in place.
 * @param tip The vertex that may be the end of a tear; −1: none.
 * @returns The fraction of the pull that counts.
 */
export function followWeave(
  surface: Yarned,
  triangles: readonly number[],
  weave: number,
  axis: Float64Array,
  tip = -1,
): number {
  const { weaveAngle = 0 } = surface;
  weft.fill(0);
  warp.fill(0);
  if (weaveAngle === 0) addYarns(surface, triangles);
  else addRotatedYarns(surface, triangles, radians(weaveAngle));
  normalize(weft);
  normalize(warp);
  const alongWeft = dot(weft, axis);
  const alongWarp = dot(warp, axis);
  const hasYarn = tip !== -1 && yarnNear(surface, tip);
  // The tear breaks the yarns across the one that it follows.
  const breaksWeft = hasYarn && Math.abs(tipYarn.warp) > Math.abs(tipYarn.weft);
  const weftBias = hasYarn ? (breaksWeft ? SWITCH_RATIO : 1 / SWITCH_RATIO) : 1;
  const isWeft = weftBias * Math.abs(alongWeft) >= Math.abs(alongWarp);
  const yarn = isWeft ? weft : warp;
  const along = isWeft ? alongWeft : alongWarp;
  if (dot(yarn, yarn) === 0) return 1; // no texture coordinates, no weave
  const sign = along < 0 ? -1 : 1;
  brokenYarn.set(yarn);
  if (hasYarn && isWeft === breaksWeft) steer(isWeft, surface.spacing);
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    axis[k] = axis[k]! + weave * (sign * brokenYarn[k]! - axis[k]!);
    squared += axis[k]! * axis[k]!;
  }
  const length = Math.sqrt(squared);
  for (let k = 0; k < 3; k++) axis[k]! /= length;
  return 1 - weave * (1 - Math.abs(along));
}

/** Rotates `brokenYarn` so that the perpendicular to it leads back to the followed yarn a few edges ahead. */
function steer(breaksWeft: boolean, spacing: number): void {
  const yarn = breaksWeft ? weft : warp;
  const followed = breaksWeft ? warp : weft;
  const back = breaksWeft ? tipYarn.warp : tipYarn.weft;
  const offset = breaksWeft ? tipYarn.weft : tipYarn.warp;
  const ahead = (back > 0 ? -1 : 1) * LOOK_AHEAD * spacing;
  for (let k = 0; k < 3; k++) line[k] = ahead * followed[k]! + offset * yarn[k]!;
  const component = dot(line, brokenYarn) / dot(line, line);
  for (let k = 0; k < 3; k++) brokenYarn[k]! -= component * line[k]!;
  normalize(brokenYarn);
}

/** Sums the current directions of weft and warp over some triangles; 0 if the texture coordinates have no area. */
function addYarns({ mesh, positions }: Yarned, triangles: readonly number[]): void {
  for (const triangle of triangles) {
    readTriangle(mesh, positions, triangle);
    addYarn(weft, alongU);
    addYarn(warp, alongV);
  }
}

/**
 * The same for yarns that are rotated against the texture: w_u cos + w_v sin and w_v cos − w_u sin. Here w_u and w_v
 * are the images of a meter of unstressed cloth along u and v, so that the yarns shear with the cloth when it is
 * stretched.
 */
function addRotatedYarns(
  { mesh, positions, restLengths }: Yarned,
  triangles: readonly number[],
  angle: number,
): void {
  const cosine = cos(angle);
  const sine = sin(angle);
  for (const triangle of triangles) {
    readTriangle(mesh, positions, triangle);
    const u1 = corners[0]!;
    const v1 = corners[1]!;
    const u2 = corners[2]!;
    const v2 = corners[3]!;
    const area = u1 * v2 - u2 * v1;
    const h = 3 * triangle;
    const ab = restLengths[mesh.halfedgeEdges[h]!]!;
    const bc = restLengths[mesh.halfedgeEdges[h + 1]!]!;
    const ac = restLengths[mesh.halfedgeEdges[h + 2]!]!;
    const mixed = ab * ab + ac * ac - bc * bc; // twice the product of ab and ac
    const squaredU = v2 * v2 * ab * ab - v1 * v2 * mixed + v1 * v1 * ac * ac;
    const squaredV = u1 * u1 * ac * ac - u1 * u2 * mixed + u2 * u2 * ab * ab;
    if (!(squaredU > 0 && squaredV > 0)) continue;
    // Weighted by the area in texture coordinates; the sign corrects mirrored ones.
    const perU = area / Math.sqrt(squaredU);
    const perV = area / Math.sqrt(squaredV);
    for (let k = 0; k < 3; k++) {
      const wu = perU * alongU[k]!;
      const wv = perV * alongV[k]!;
      alongU[k] = cosine * wu + sine * wv;
      alongV[k] = cosine * wv - sine * wu;
    }
    addYarn(weft, alongU);
    addYarn(warp, alongV);
  }
}

/**
 * Writes the texture coordinates of a triangle, and the directions of u and v in the current pose, times the area in
 * texture coordinates.
 */
function readTriangle(mesh: TriangleMesh, positions: Float64Array, triangle: number): void {
  const { halfedgeVertices, uvs } = mesh;
  const h = 3 * triangle;
  const u1 = uvs[2 * h + 2]! - uvs[2 * h]!;
  const v1 = uvs[2 * h + 3]! - uvs[2 * h + 1]!;
  const u2 = uvs[2 * h + 4]! - uvs[2 * h]!;
  const v2 = uvs[2 * h + 5]! - uvs[2 * h + 1]!;
  corners[0] = u1;
  corners[1] = v1;
  corners[2] = u2;
  corners[3] = v2;
  const a = halfedgeVertices[h]!;
  const b = halfedgeVertices[h + 1]!;
  const c = halfedgeVertices[h + 2]!;
  for (let k = 0; k < 3; k++) {
    const ab = positions[3 * b + k]! - positions[3 * a + k]!;
    const ac = positions[3 * c + k]! - positions[3 * a + k]!;
    alongU[k] = v2 * ab - v1 * ac;
    alongV[k] = u1 * ac - u2 * ab;
  }
}

function normalize(yarn: Float64Array): void {
  const length = Math.sqrt(dot(yarn, yarn));
  if (length > 0) for (let k = 0; k < 3; k++) yarn[k]! /= length;
}

/** A yarn has no sign: for mirrored texture coordinates, its direction is flipped to match the others. */
function addYarn(yarn: Float64Array, direction: Float64Array): void {
  const sign = dot(yarn, direction) < 0 ? -1 : 1;
  for (let k = 0; k < 3; k++) yarn[k]! += sign * direction[k]!;
}
