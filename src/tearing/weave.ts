import { dot } from "../math/scratch-vector.js";
import { cos, radians, sin } from "../math/trigonometry.js";
import type { TearingOptions } from "./options.js";
import type { TearableSurface } from "./surface.js";
import { tipYarn, yarnNear } from "./yarn.js";
import type { TriangleMesh } from "../mesh/index.js";

const weft = new Float64Array(3);
const warp = new Float64Array(3);
const part = new Float64Array(3);
const otherPart = new Float64Array(3);
/** u and v of the second corner of a triangle, and of the third, from the first. */
const corners = new Float64Array(4);

/** How much more the yarns along the thread of a tear have to bear than those across it before the tear turns. */
const TURNING = 2;
/** In how many edges a tear is to be back on its thread. */
const LOOK_AHEAD = 2;

const wanted = new Float64Array(3);
const line = new Float64Array(3);

type Yarned = Pick<
  TearableSurface,
  "mesh" | "positions" | "restLengths" | "weaveAngle" | "damage" | "spacing"
>;

/** How closely tears of a surface follow its yarns: as the options say, or else as its material does. */
export function weaveOf(surface: TearableSurface, options: TearingOptions): number {
  return options.weave ?? surface.weave ?? 0;
}

/**
 * How much of a pull the weave feels (Phillips eq. 32): its part along the weft or the warp, whichever is more. The axis turns
 * towards that yarn, so that the tear, square to the axis, follows the other one.
 *
 * Where a tear ends, it goes on along the thread that it has followed so far: other yarns break only when the pull along them is
 * more than twice that along those which the tear has broken. Else a tear on the bias, with a pull between the yarns, would
 * follow now the one and now the other, and run along neither. Where the edges of the mesh have led it off its thread, the axis
 * brings it back.
 *
 * @param triangles Whose texture coordinates tell where the yarns run.
 * @param weave 0: all of the pull counts, whatever the yarns; 1: only its part along one.
 * @param axis Unit vector of the pull; turned in place.
 * @param tip The vertex that may be the end of a tear; −1: none.
 * @returns The part of the pull that counts.
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
  else addTurnedYarns(surface, triangles, radians(weaveAngle));
  normalise(weft);
  normalise(warp);
  const alongWeft = dot(weft, axis);
  const alongWarp = dot(warp, axis);
  const hasThread = tip !== -1 && yarnNear(surface, tip);
  // The tear breaks the yarns across its thread.
  const breaksWeft = hasThread && Math.abs(tipYarn.warp) > Math.abs(tipYarn.weft);
  const weftBias = hasThread ? (breaksWeft ? TURNING : 1 / TURNING) : 1;
  const isWeft = weftBias * Math.abs(alongWeft) >= Math.abs(alongWarp);
  const yarn = isWeft ? weft : warp;
  const along = isWeft ? alongWeft : alongWarp;
  if (dot(yarn, yarn) === 0) return 1; // no texture, no weave
  const sign = along < 0 ? -1 : 1;
  wanted.set(yarn);
  if (hasThread && isWeft === breaksWeft) steer(isWeft, surface.spacing);
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    axis[k] = axis[k]! + weave * (sign * wanted[k]! - axis[k]!);
    squared += axis[k]! * axis[k]!;
  }
  const length = Math.sqrt(squared);
  for (let k = 0; k < 3; k++) axis[k]! /= length;
  return 1 - weave * (1 - Math.abs(along));
}

/** Turns `wanted`, the yarn that breaks, so that what is square to it leads back to the thread a few edges ahead. */
function steer(breaksWeft: boolean, spacing: number): void {
  const yarn = breaksWeft ? weft : warp;
  const followed = breaksWeft ? warp : weft;
  const back = breaksWeft ? tipYarn.warp : tipYarn.weft;
  const offThread = breaksWeft ? tipYarn.weft : tipYarn.warp;
  const ahead = (back > 0 ? -1 : 1) * LOOK_AHEAD * spacing;
  for (let k = 0; k < 3; k++) line[k] = ahead * followed[k]! + offThread * yarn[k]!;
  const part = dot(line, wanted) / dot(line, line);
  for (let k = 0; k < 3; k++) wanted[k]! -= part * line[k]!;
  normalise(wanted);
}

/** Sums the directions of weft and warp of some triangles where they are now; 0 where the texture has no area. */
function addYarns({ mesh, positions }: Yarned, triangles: readonly number[]): void {
  for (const triangle of triangles) {
    readTriangle(mesh, positions, triangle);
    addYarn(weft, part);
    addYarn(warp, otherPart);
  }
}

/**
 * The same for yarns that are turned against the texture: w_u cos + w_v sin and w_v cos − w_u sin, where w_u and w_v are what a
 * metre of the unstressed cloth along u and along v has become, so that the yarns turn with the cloth when it is stretched.
 */
function addTurnedYarns(
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
    const turn = u1 * v2 - u2 * v1;
    const h = 3 * triangle;
    const ab = restLengths[mesh.halfedgeEdges[h]!]!;
    const bc = restLengths[mesh.halfedgeEdges[h + 1]!]!;
    const ac = restLengths[mesh.halfedgeEdges[h + 2]!]!;
    const mixed = ab * ab + ac * ac - bc * bc; // twice the product of ab and ac
    const alongU = v2 * v2 * ab * ab - v1 * v2 * mixed + v1 * v1 * ac * ac;
    const alongV = u1 * u1 * ac * ac - u1 * u2 * mixed + u2 * u2 * ab * ab;
    if (!(alongU > 0 && alongV > 0)) continue;
    // Weighed by the texture, and turned the right way where it is mirrored.
    const perU = turn / Math.sqrt(alongU);
    const perV = turn / Math.sqrt(alongV);
    for (let k = 0; k < 3; k++) {
      const wu = perU * part[k]!;
      const wv = perV * otherPart[k]!;
      part[k] = cosine * wu + sine * wv;
      otherPart[k] = cosine * wv - sine * wu;
    }
    addYarn(weft, part);
    addYarn(warp, otherPart);
  }
}

/** Writes the texture of a triangle, and where u and where v grows in its pose, times the area of the texture. */
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
    part[k] = v2 * ab - v1 * ac;
    otherPart[k] = u1 * ac - u2 * ab;
  }
}

function normalise(yarn: Float64Array): void {
  const length = Math.sqrt(dot(yarn, yarn));
  if (length > 0) for (let k = 0; k < 3; k++) yarn[k]! /= length;
}

/** A yarn runs both ways: where the texture is mirrored, its direction is turned to that of the others. */
function addYarn(yarn: Float64Array, part: Float64Array): void {
  const sign = dot(yarn, part) < 0 ? -1 : 1;
  for (let k = 0; k < 3; k++) yarn[k]! += sign * part[k]!;
}
