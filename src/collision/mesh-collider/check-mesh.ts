import { told } from "../../math/check-options.js";
import { length, triangleCross } from "../../math/vector.js";
import type { MeshCollider } from "../options.js";

type Numbers = ArrayLike<number>;

/** @throws RangeError that names the field. */
export function checkMesh({ positions, triangles, shapes = [] }: MeshCollider): void {
  checkPositions("positions", positions);
  const count = positions.length / 3;
  if (triangles.length === 0 || triangles.length % 3 !== 0) {
    throw new RangeError(
      `triangles: expected three vertex numbers each, got ${triangles.length} numbers`,
    );
  }
  for (let i = 0; i < triangles.length; i++) {
    const vertex = triangles[i]!;
    if (Number.isInteger(vertex) && vertex >= 0 && vertex < count) continue;
    throw new RangeError(
      `triangles[${i}]: expected a vertex number from 0 to ${count - 1}, got ${told(vertex)}`,
    );
  }
  for (const [i, shape] of shapes.entries()) {
    if (i > 0 && !(shape.time > shapes[i - 1]!.time)) {
      throw new RangeError(`shapes[${i}].time: expected rising times, got ${shape.time}`);
    }
    checkPositions(`shapes[${i}].positions`, shape.positions);
    if (shape.positions.length === positions.length) continue;
    throw new RangeError(
      `shapes[${i}].positions: expected ${positions.length} numbers, as in positions, got ${shape.positions.length}`,
    );
  }
  const all = shapes.length > 0 ? shapes.map((shape) => shape.positions) : [positions];
  if (all.some((shape) => hasArea(shape, triangles))) return;
  throw new RangeError("triangles: expected at least one with an area");
}

function checkPositions(field: string, positions: Numbers): void {
  if (positions.length === 0 || positions.length % 3 !== 0) {
    throw new RangeError(
      `${field}: expected three numbers a vertex, got ${positions.length} numbers`,
    );
  }
  for (let i = 0; i < positions.length; i++) {
    if (Number.isFinite(positions[i])) continue;
    throw new RangeError(`${field}[${i}]: expected a finite number, got ${told(positions[i])}`);
  }
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
