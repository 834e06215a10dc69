import { dot } from "../math/scratch-vector.js";
import type { TriangleMesh } from "../mesh/index.js";

const weft = new Float64Array(3);
const warp = new Float64Array(3);
const part = new Float64Array(3);
const otherPart = new Float64Array(3);

/**
 * How much of a pull the weave feels (Phillips eq. 32): its part along the weft (u) or the warp (v), whichever is more.
 * The axis turns towards that yarn, so that the tear, square to the axis, follows the other one.
 *
 * @param triangles Whose texture coordinates tell where the yarns run.
 * @param weave 0: all of the pull counts, whatever the yarns; 1: only its part along one.
 * @param axis Unit vector of the pull; turned in place.
 * @returns The part of the pull that counts.
 */
export function followWeave(
  mesh: TriangleMesh,
  positions: Float64Array,
  triangles: readonly number[],
  weave: number,
  axis: Float64Array,
): number {
  yarnsOf(mesh, positions, triangles);
  const alongWeft = dot(weft, axis);
  const alongWarp = dot(warp, axis);
  const isWeft = Math.abs(alongWeft) >= Math.abs(alongWarp);
  const yarn = isWeft ? weft : warp;
  const along = isWeft ? alongWeft : alongWarp;
  if (dot(yarn, yarn) === 0) return 1; // no texture, no weave
  const sign = along < 0 ? -1 : 1;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    axis[k] = axis[k]! + weave * (sign * yarn[k]! - axis[k]!);
    squared += axis[k]! * axis[k]!;
  }
  const length = Math.sqrt(squared);
  for (let k = 0; k < 3; k++) axis[k]! /= length;
  return 1 - weave * (1 - Math.abs(along));
}

/** Unit directions of weft and warp where they are now, as the mean over some triangles; 0 where the texture has no area. */
function yarnsOf(mesh: TriangleMesh, positions: Float64Array, triangles: readonly number[]): void {
  const { halfedgeVertices, uvs } = mesh;
  weft.fill(0);
  warp.fill(0);
  for (const triangle of triangles) {
    const h = 3 * triangle;
    const u1 = uvs[2 * h + 2]! - uvs[2 * h]!;
    const v1 = uvs[2 * h + 3]! - uvs[2 * h + 1]!;
    const u2 = uvs[2 * h + 4]! - uvs[2 * h]!;
    const v2 = uvs[2 * h + 5]! - uvs[2 * h + 1]!;
    const [a, b, c] = [halfedgeVertices[h]!, halfedgeVertices[h + 1]!, halfedgeVertices[h + 2]!];
    for (let k = 0; k < 3; k++) {
      const ab = positions[3 * b + k]! - positions[3 * a + k]!;
      const ac = positions[3 * c + k]! - positions[3 * a + k]!;
      part[k] = v2 * ab - v1 * ac;
      otherPart[k] = u1 * ac - u2 * ab;
    }
    addYarn(weft, part);
    addYarn(warp, otherPart);
  }
  for (const yarn of [weft, warp]) {
    const length = Math.sqrt(dot(yarn, yarn));
    if (length > 0) for (let k = 0; k < 3; k++) yarn[k]! /= length;
  }
}

/** A yarn runs both ways: where the texture is mirrored, its direction is turned to that of the others. */
function addYarn(yarn: Float64Array, part: Float64Array): void {
  const sign = dot(yarn, part) < 0 ? -1 : 1;
  for (let k = 0; k < 3; k++) yarn[k]! += sign * part[k]!;
}
