import { atan2, degrees } from "../math/trigonometry.js";
import { distance, length, triangleCross, type NumberArray } from "../math/vector.js";
import { cross as crossOf, dot, pointAt, norm, subtract, type Vec3Tuple } from "../math/vec3.js";
import type { TriangleMesh } from "./triangle-mesh.js";

const cross = [0, 0, 0];

/** Area of each triangle, m². */
export function triangleAreas(mesh: TriangleMesh, positions: NumberArray): Float64Array {
  const { halfedgeVertices } = mesh;
  const areas = new Float64Array(mesh.triangleCount);
  for (let t = 0; t < areas.length; t++) {
    const a = 3 * halfedgeVertices[3 * t]!;
    const b = 3 * halfedgeVertices[3 * t + 1]!;
    const c = 3 * halfedgeVertices[3 * t + 2]!;
    triangleCross(cross, positions, a, b, c);
    areas[t] = length(cross, 0) / 2;
  }
  return areas;
}

/** Signed area of each triangle in texture space; negative where the texture is mirrored. */
export function uvAreas(mesh: TriangleMesh): Float64Array {
  const { uvs } = mesh;
  const areas = new Float64Array(mesh.triangleCount);
  for (let t = 0; t < areas.length; t++) {
    const a = 6 * t;
    const [u, v] = [uvs[a]!, uvs[a + 1]!];
    areas[t] = ((uvs[a + 2]! - u) * (uvs[a + 5]! - v) - (uvs[a + 4]! - u) * (uvs[a + 3]! - v)) / 2;
  }
  return areas;
}

/** The angle at each corner, degrees, in the order of the halfedges. */
export function cornerAngles(mesh: TriangleMesh, positions: NumberArray): Float64Array {
  const { halfedgeVertices } = mesh;
  const angles = new Float64Array(3 * mesh.triangleCount);
  const at = (v: number): Vec3Tuple => pointAt(positions, v);
  for (let h = 0; h < angles.length; h++) {
    angles[h] = angleAt(
      at(halfedgeVertices[h]!),
      at(mesh.endOf(h)),
      at(halfedgeVertices[mesh.previous(h)]!),
    );
  }
  return angles;
}

/** The smallest angle of the triangle a, b, c, degrees. */
export function smallestAngle(a: Vec3Tuple, b: Vec3Tuple, c: Vec3Tuple): number {
  return Math.min(angleAt(a, b, c), angleAt(b, c, a), angleAt(c, a, b));
}

/**
 * The angle at `a` between the directions to `b` and `c`, degrees. The arc tangent is accurate for thin triangles too.
 */
function angleAt(a: Vec3Tuple, b: Vec3Tuple, c: Vec3Tuple): number {
  const u = subtract(b, a);
  const v = subtract(c, a);
  return degrees(atan2(norm(crossOf(u, v)), dot(u, v)));
}

/**
 * Vertices − edges + triangles: 1 for a sheet, 0 for a tube, 2 for a sphere. Each hole subtracts one, each split-off
 * piece adds one. Isolated vertices do not count.
 */
export function eulerCharacteristic(mesh: TriangleMesh): number {
  let vertices = 0;
  for (let v = 0; v < mesh.vertexCount; v++) if (mesh.vertexHalfedges[v] !== -1) vertices++;
  return vertices - mesh.edgeCount + mesh.triangleCount;
}

/** Length of the longest side of a triangle, m. */
export function longestSide(mesh: TriangleMesh, positions: Float64Array, triangle: number): number {
  const [a, b, c] = mesh.cornersIn(triangle);
  return Math.max(
    distance(positions, 3 * a, 3 * b),
    distance(positions, 3 * b, 3 * c),
    distance(positions, 3 * c, 3 * a),
  );
}
