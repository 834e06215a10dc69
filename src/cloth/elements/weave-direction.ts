import { cos, radians, sin } from "../../math/trigonometry.js";
import { cross, dot, pointAt, scale, norm, subtract, type Vec3Tuple } from "../../math/vec3.js";
import type { Sheet } from "./elements.js";

/** Texture triangles thinner than this part of their size have no direction that could be trusted. */
const MIN_ROTATION = 1e-9;

/**
 * Unit vector of the weft in an unstressed triangle: along which u grows and v does not (Phillips eq. 32), turned towards v by
 * the angle of the weave. Without usable uvs it is the direction closest to the x axis, or to the y axis: one that both
 * halves of a divided triangle agree on.
 *
 * @param a From the first corner to the second; `b` to the third.
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
  const turn = ua * vb - ub * va;
  const spread = ua * ua + va * va + ub * ub + vb * vb;
  if (Math.abs(turn) > MIN_ROTATION * spread) {
    const sign = turn < 0 ? -1 : 1;
    const alongU = unit(subtract(scale(a, sign * vb), scale(b, sign * va)));
    return turned(alongU, normal, sign * material.weaveAngle);
  }
  const squared = dot(normal, normal);
  const axis: Vec3Tuple = normal[0] * normal[0] < 0.9 * squared ? [1, 0, 0] : [0, 1, 0];
  const nearest = unit(subtract(axis, scale(normal, dot(normal, axis) / squared)));
  return turned(nearest, normal, material.weaveAngle);
}

/**
 * Stiffness of the sheet for a spring along an edge, N/m: weft · cos²θ + warp · sin²θ at the angle θ to the weft in the
 * unstressed triangles on the edge, as their mean by area.
 */
export function stiffnessOnEdge(sheet: Sheet, edge: number): number {
  const { mesh, rest, material } = sheet;
  if (material.warp === material.weft) return material.weft;
  const along = subtract(
    pointAt(rest.positions, mesh.edgeEnd(edge)),
    pointAt(rest.positions, mesh.edgeStart(edge)),
  );
  const squared = dot(along, along);
  let [weighed, area] = [0, 0];
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
      weighed += twiceArea * onWeft * onWeft;
      area += twiceArea;
    }
    h = mesh.nextOnEdge[h]!;
  } while (h !== first);
  if (!(area > 0 && squared > 0)) return (material.warp + material.weft) / 2;
  return material.warp + (material.weft - material.warp) * (weighed / (area * squared));
}

/** A unit vector in a plane, turned about its normal. */
function turned(direction: Vec3Tuple, normal: Vec3Tuple, degrees: number): Vec3Tuple {
  if (degrees === 0) return direction;
  const [cosine, sine] = [cos(radians(degrees)), sin(radians(degrees))];
  const across = scale(cross(normal, direction), sine / norm(normal));
  return [0, 1, 2].map((k) => cosine * direction[k]! + across[k]!) as unknown as Vec3Tuple;
}

function unit(vector: Vec3Tuple): Vec3Tuple {
  return scale(vector, 1 / norm(vector));
}
