import { checkOptions, object, over0, wholeNumber } from "../math/check-options.js";
import { cos, sin } from "../math/trigonometry.js";
import { checkVertexCount, MeshError } from "./mesh-error.js";
import type { MeshData } from "./triangle-mesh.js";

/** Options of `generateDisc`. */
export interface DiscOptions {
  /** Radius, m. */
  radius: number;
  /** Number of rings of triangles around the center; ring k has 6 k vertices. */
  rings: number;
}

const DISC = object<DiscOptions>({
  radius: over0("a length over 0 m"),
  rings: wholeNumber(1),
});

/**
 * Generates a round sheet in the xy plane, centered on the origin: u along x, v along y, uv (0, 0) to (1, 1) over the
 * square around it. Rings of 6, 12, 18 … vertices keep all triangles nearly equilateral. The last ring is the group
 * `rim`.
 *
 * @throws MeshError if an option is out of range; MeshSizeError for more than 2²⁴ vertices.
 *
 * @example
 * import { generateDisc, World } from "tatter";
 * const mesh = generateDisc({ radius: 0.5, rings: 12 }); // m
 * const world = new World({ cloths: [{ mesh, pins: [{ select: { group: "rim" } }] }] });
 */
export function generateDisc(options: DiscOptions): MeshData {
  checkOptions("", options, DISC, MeshError);
  const { radius, rings } = options;
  const vertexCount = 1 + 3 * rings * (rings + 1);
  checkVertexCount("rings", vertexCount);
  const positions = new Float64Array(3 * vertexCount);
  for (let ring = 1; ring <= rings; ring++) {
    const distance = (radius * ring) / rings;
    for (let k = 0; k < 6 * ring; k++) {
      const angle = (Math.PI * k) / (3 * ring);
      positions[3 * ringVertex(ring, k)] = distance * cos(angle);
      positions[3 * ringVertex(ring, k) + 1] = distance * sin(angle);
    }
  }

  // Six equal sectors. In each, ring k adds k triangles that point inwards and k − 1 that point outwards.
  const triangles: number[] = [];
  for (let ring = 1; ring <= rings; ring++) {
    for (let sector = 0; sector < 6; sector++) {
      for (let k = 0; k < ring; k++) {
        const outer = sector * ring + k;
        const inner = sector * (ring - 1) + k;
        triangles.push(
          ringVertex(ring - 1, inner),
          ringVertex(ring, outer),
          ringVertex(ring, outer + 1),
        );
        if (k === ring - 1) continue;
        triangles.push(
          ringVertex(ring - 1, inner),
          ringVertex(ring, outer + 1),
          ringVertex(ring - 1, inner + 1),
        );
      }
    }
  }
  const uvs = Float64Array.from({ length: 2 * triangles.length }, (_, i) => {
    const coordinate = positions[3 * triangles[Math.floor(i / 2)]! + (i % 2)]!;
    return Math.max(0, Math.min(1, 0.5 + coordinate / (2 * radius)));
  });
  const rim = Array.from({ length: 6 * rings }, (_, k) => ringVertex(rings, k));
  return { positions, triangles: Int32Array.from(triangles), uvs, groups: { rim } };
}

/** Index of the k-th vertex of a ring; ring 0 is the center. */
function ringVertex(ring: number, k: number): number {
  return ring === 0 ? 0 : 1 + 3 * ring * (ring - 1) + (k % (6 * ring));
}
