import type { Random } from "../../math/random.js";
import { length, triangleCross } from "../../math/vector.js";
import type { MeshData } from "../../mesh/index.js";

/** Positions moved along their vertex normals by a random distance, at most `amount` (m) in either direction. */
export function withImperfection(data: MeshData, amount: number, random: Random): Float64Array {
  const { positions, triangles } = data;
  const normals = new Float64Array(positions.length);
  const cross = [0, 0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!] as const;
    triangleCross(cross, positions, ...corners);
    for (const corner of corners) for (let k = 0; k < 3; k++) normals[corner + k]! += cross[k]!;
  }
  const moved = positions.slice();
  for (let i = 0; i < moved.length; i += 3) {
    const norm = length(normals, i);
    const shift = random.uniform(-amount, amount);
    if (norm === 0) continue;
    for (let k = 0; k < 3; k++) moved[i + k]! += (shift * normals[i + k]!) / norm;
  }
  return moved;
}
