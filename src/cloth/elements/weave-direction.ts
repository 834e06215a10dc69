import { cos, radians, sin } from "../../math/trigonometry.js";
import { cross, dot, pointAt, scale, norm, subtract, type Vec3Tuple } from "../../math/vec3.js";
import type { Sheet } from "./elements.js";

/** Texture triangles with less area than this fraction of the sum of their squared sides are treated as degenerate. */
const MIN_UV_AREA = 1e-9;

/**
 * Returns the unit vector of the weft in an unstressed triangle: the direction in which u grows and v is constant
 * (Phillips eq. 32), rotated toward v by `weaveAngle`. Without usable uvs it is the direction closest to the x axis, or
 * to the y axis: both halves of a split triangle get the same direction.
 *
 * @param a From the first corner to the second, m.
 * @param b From the first corner to the third, m.
 * @param normal a × b.
 */
export function weftDirection(
  { mesh, material }: Sheet,
  triangle: number,
  a: Vec3Tuple,
  b: Vec3Tuple,
  normal: Vec3Tuple,
): Vec3Tuple {
  const { uvs } = mesh;
  const at = 6 * triangle;
  const ua = uvs[at + 2]! - uvs[at]!;
  const va = uvs[at + 3]! - uvs[at + 1]!;
  const ub = uvs[at + 4]! - uvs[at]!;
  const vb = uvs[at + 5]! - uvs[at + 1]!;
  const determinant = ua * vb - ub * va;
  const spread = ua * ua + va * va + ub * ub + vb * vb;
  if (Math.abs(determinant) > MIN_UV_AREA * spread) {
    const sign = determinant < 0 ? -1 : 1;
    const alongU = unit(subtract(scale(a, sign * vb), scale(b, sign * va)));
    return rotated(alongU, normal, sign * material.weaveAngle);
  }
  const squared = dot(normal, normal);
  const axis: Vec3Tuple = normal[0] * normal[0] < 0.9 * squared ? [1, 0, 0] : [0, 1, 0];
  const closest = unit(subtract(axis, scale(normal, dot(normal, axis) / squared)));
  return rotated(closest, normal, material.weaveAngle);
}

/**
 * Returns the stiffness of the sheet for a spring along an edge, N/m: weft · cos²θ + warp · sin²θ, with the angle θ to
 * the weft in the unstressed triangles on the edge, as the area-weighted mean over these triangles.
 */
export function stiffnessOnEdge(sheet: Sheet, edge: number): number {
  const { mesh, rest, material } = sheet;
  if (material.warp === material.weft) return material.weft;
  const along = subtract(
    pointAt(rest.positions, mesh.edgeEnd(edge)),
    pointAt(rest.positions, mesh.edgeStart(edge)),
  );
  const squared = dot(along, along);
  let [weighted, area] = [0, 0];
  const first = mesh.edgeHalfedges[edge]!;
  let h = first;
  do {
    const triangle = mesh.triangleOf(h);
    const [origin, second, third] = [0, 1, 2].map((n) =>
      pointAt(rest.positions, mesh.halfedgeVertices[3 * triangle + n]!),
    ) as [Vec3Tuple, Vec3Tuple, Vec3Tuple];
    const [a, b] = [subtract(second, origin), subtract(third, origin)];
    const normal = cross(a, b);
    const twiceArea = norm(normal);
    if (twiceArea > 0) {
      const onWeft = dot(along, weftDirection(sheet, triangle, a, b, normal));
      weighted += twiceArea * onWeft * onWeft;
      area += twiceArea;
    }
    h = mesh.nextOnEdge[h]!;
  } while (h !== first);
  if (!(area > 0 && squared > 0)) return (material.warp + material.weft) / 2;
  return material.warp + (material.weft - material.warp) * (weighted / (area * squared));
}

/** Rotates a unit vector in a plane about the normal of the plane. */
function rotated(direction: Vec3Tuple, normal: Vec3Tuple, degrees: number): Vec3Tuple {
  if (degrees === 0) return direction;
  const [cosine, sine] = [cos(radians(degrees)), sin(radians(degrees))];
  const across = scale(cross(normal, direction), sine / norm(normal));
  return [0, 1, 2].map((k) => cosine * direction[k]! + across[k]!) as unknown as Vec3Tuple;
}

function unit(vector: Vec3Tuple): Vec3Tuple {
  return scale(vector, 1 / norm(vector));
}
