import { expected } from "../../math/check-options.js";
import { length, triangleCross } from "../../math/vector.js";
import type { MeshCollider } from "../options.js";

type Numbers = ArrayLike<number>;

/** Checks how the lists of a mesh, all of finite numbers, fit together; null if they do. */
export function meshFault({ positions, triangles, shapes = [] }: MeshCollider): string | null {
  if (positions.length === 0 || positions.length % 3 !== 0) {
    return `.positions: expected three numbers per vertex, got ${positions.length} numbers`;
  }
  if (triangles.length === 0 || triangles.length % 3 !== 0) {
    return `.triangles: expected three vertex indices per triangle, got ${triangles.length} numbers`;
  }
  const count = positions.length / 3;
  for (let i = 0; i < triangles.length; i++) {
    const vertex = triangles[i]!;
    if (Number.isInteger(vertex) && vertex >= 0 && vertex < count) continue;
    return `.triangles.${i}${expected(`a vertex index from 0 to ${count - 1}`, vertex)}`;
  }
  for (const [i, shape] of shapes.entries()) {
    if (shape.positions.length === positions.length) continue;
    const { length: count } = shape.positions;
    return `.shapes.${i}.positions: expected ${positions.length} numbers, as in positions, got ${count}`;
  }
  const all = shapes.length > 0 ? shapes.map((shape) => shape.positions) : [positions];
  return all.some((shape) => hasArea(shape, triangles))
    ? null
    : ".triangles: expected at least one triangle with an area, got none";
}

function hasArea(positions: Numbers, triangles: Numbers): boolean {
  const points = Float64Array.from(positions);
  const normal = new Float64Array(3);
  for (let i = 0; i < triangles.length; i += 3) {
    triangleCross(normal, points, 3 * triangles[i]!, 3 * triangles[i + 1]!, 3 * triangles[i + 2]!);
    if (length(normal, 0) > 0) return true;
  }
  return false;
}
