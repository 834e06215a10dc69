import { checkOptions, object, over0, wholeNumber } from "../math/check-options.js";
import { cos, sin } from "../math/trigonometry.js";
import { checkVertexCount, MeshError } from "./mesh-error.js";
import type { MeshData } from "./triangle-mesh.js";

export interface DiscOptions {
  /** In metres. */
  radius: number;
  /** Rings of triangles around the middle; the k-th has 6 k vertices. */
  rings: number;
}

const DISC = object<DiscOptions>({
  radius: over0("a length over 0 in metres"),
  rings: wholeNumber(1),
});

/**
 * A round sheet in the xy-plane, centred on the origin: u along x, v along y, uv (0,0) to (1,1) over the square
 * around it. Rings of 6, 12, 18 … vertices keep all triangles nearly equilateral. The last ring is the group `rim`.
 *
 * @throws MeshError when an option is out of range; MeshSizeError for more than 2²⁴ vertices.
 */
export function generateDisc(options: DiscOptions): MeshData {
  checkOptions("", options, DISC, MeshError);
  const { radius, rings } = options;
  const vertexCount = 1 + 3 * rings * (rings + 1);
  checkVertexCount("rings", vertexCount);
  const positions = new Float64Array(3 * vertexCount);
  for (let ring = 1; ring <= rings; ring++) {
    const away = (radius * ring) / rings;
    for (let k = 0; k < 6 * ring; k++) {
      const angle = (Math.PI * k) / (3 * ring);
      positions[3 * ringVertex(ring, k)] = away * cos(angle);
      positions[3 * ringVertex(ring, k) + 1] = away * sin(angle);
    }
  }

  // Six equal sectors; in each, ring k adds k triangles that point inwards and k − 1 that point outwards.
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
    const place = positions[3 * triangles[Math.floor(i / 2)]! + (i % 2)]!;
    return Math.max(0, Math.min(1, 0.5 + place / (2 * radius)));
  });
  const rim = Array.from({ length: 6 * rings }, (_, k) => ringVertex(rings, k));
  return { positions, triangles: Int32Array.from(triangles), uvs, groups: { rim } };
}

/** Number of the k-th vertex of a ring; ring 0 is the middle. */
function ringVertex(ring: number, k: number): number {
  return ring === 0 ? 0 : 1 + 3 * ring * (ring - 1) + (k % (6 * ring));
}
