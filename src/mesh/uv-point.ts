import type { SurfacePoint } from "./surface-point.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/** Tolerance for texture coordinates outside a triangle, as a fraction of it: rounding. */
const TOLERANCE = 1e-6;

/**
 * Finds the point of a mesh with these texture coordinates; null if there is none. If several triangles contain them,
 * it returns the one in which the point is deepest, then the lowest. O(triangles).
 */
export function pointAtUv(
  { uvs, triangleCount }: TriangleMesh,
  u: number,
  v: number,
): SurfacePoint | null {
  let found = -1;
  let deepest = -TOLERANCE;
  let weightB = 0;
  let weightC = 0;
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const a = 6 * triangle;
    // Both sides at the first corner, and the offset from there to the point.
    const bu = uvs[a + 2]! - uvs[a]!;
    const bv = uvs[a + 3]! - uvs[a + 1]!;
    const cu = uvs[a + 4]! - uvs[a]!;
    const cv = uvs[a + 5]! - uvs[a + 1]!;
    const pu = u - uvs[a]!;
    const pv = v - uvs[a + 1]!;
    const twiceArea = bu * cv - bv * cu;
    const b = (pu * cv - pv * cu) / twiceArea;
    const c = (bu * pv - bv * pu) / twiceArea;
    const depth = Math.min(1 - b - c, b, c);
    if (!(depth > deepest)) continue; // also if the triangle has no area in texture space
    found = triangle;
    deepest = depth;
    weightB = b;
    weightC = c;
  }
  if (found === -1) return null;
  // Clamp weights that rounding made negative.
  const a = Math.max(0, 1 - weightB - weightC);
  const b = Math.max(0, weightB);
  const c = Math.max(0, weightC);
  const sum = a + b + c;
  return { triangle: found, weights: [a / sum, b / sum, c / sum] };
}
