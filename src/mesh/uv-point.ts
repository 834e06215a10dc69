import type { SurfacePoint } from "./surface-point.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/** Texture coordinates that miss the cloth by this part of a triangle lie on it: rounding. */
const ON_THE_CLOTH = 1e-6;

/**
 * The point of a mesh with these texture coordinates, null where there is none; of several that of the triangle that it
 * lies deepest in, then the lowest. Looks at every triangle.
 */
export function pointAtUv(
  { uvs, triangleCount }: TriangleMesh,
  u: number,
  v: number,
): SurfacePoint | null {
  let found = -1;
  let deepest = -ON_THE_CLOTH;
  let weightB = 0;
  let weightC = 0;
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const a = 6 * triangle;
    // Both sides at the first corner, and the way from there to the point.
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
    if (!(depth > deepest)) continue; // nor where the triangle has no area in texture space
    found = triangle;
    deepest = depth;
    weightB = b;
    weightC = c;
  }
  if (found === -1) return null;
  // Without what rounding has pushed a little under 0.
  const a = Math.max(0, 1 - weightB - weightC);
  const b = Math.max(0, weightB);
  const c = Math.max(0, weightC);
  const sum = a + b + c;
  return { triangle: found, weights: [a / sum, b / sum, c / sum] };
}
