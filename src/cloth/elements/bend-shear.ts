import { writeSineAndCosine } from "../../math/trigonometry.js";
import { writeUnloadedLength, type Sheet } from "./elements.js";
import { Springs } from "./springs.js";

/**
 * Writes the rest length of a bend-shear spring, m, from the lengths of the five edges around it (Önal eq. 1–4): the
 * distance between the far corners when the two triangles lie flat. It does not depend on the pose, so a spring that is
 * recreated during a run gets the same length as at the start.
 *
 *           far                a² = b² + c² − 2bc cos α      (eq. 1, for cos α)
 *          / \                 cos β likewise from c, d, e
 *       a /   \ b              p² = b² + d² − 2bd cos(α + β) (eq. 4)
 *        / c   \
 *       ────────•  α above c, β below
 *        \     /
 *       e \   / d
 *          \ /
 *          far
 *
 * cos(α + β) is expanded, so no inverse cosine is needed.
 *
 * @param sides a, b, c, d, e, and the unloaded fold angle of the two triangles, radians. A fold reduces the squared
 *   distance of the far corners by twice the product of their heights over the edge times 1 − cos. Arguments and result
 *   are in arrays, because numbers passed between functions that are not inlined are allocated on the heap.
 */
export function bendShearRestLength(sides: Float64Array, out: Float64Array, at: number): void {
  const a = sides[0]!;
  const b = sides[1]!;
  const c = sides[2]!;
  const d = sides[3]!;
  const e = sides[4]!;
  // Rounding can push the cosine of a flat triangle past one.
  const cosAlpha = Math.max(-1, Math.min(1, (b * b + c * c - a * a) / (2 * b * c)));
  const cosBeta = Math.max(-1, Math.min(1, (d * d + c * c - e * e) / (2 * d * c)));
  const sinAlpha = Math.sqrt(1 - cosAlpha * cosAlpha);
  const sinBeta = Math.sqrt(1 - cosBeta * cosBeta);
  const cosTheta = cosAlpha * cosBeta - sinAlpha * sinBeta;
  const flat = b * b + d * d - 2 * b * d * cosTheta;
  let reduction = 0;
  if (sides[CREASE] !== 0) {
    writeSineAndCosine(sides, CREASE, sineAndCosine);
    reduction = 2 * b * sinAlpha * d * sinBeta * (1 - sineAndCosine[1]!);
  }
  out[at] = Math.sqrt(Math.max(0, flat - reduction));
}

/** Index of the fold angle in `sides`. */
const CREASE = 5;
const sineAndCosine = new Float64Array(2);
const sides = new Float64Array(6);

/**
 * Springs between the far corners of two triangles across their common edge (Önal 3.1.2). In compression they resist
 * bending, in tension they resist shear. The index of a spring is the index of the edge that it crosses. It exists
 * while exactly two triangles share that edge: a tear along the edge removes it, an undo recreates it.
 */
export class BendShearSprings extends Springs {
  override readonly kind = "bend-shear";

  override renewEdge(sheet: Sheet, edge: number): void {
    const { mesh, rest, plastic, material } = sheet;
    this.grow(mesh.edgeCount);
    if (mesh.edgeTriangleCount(edge) !== 2) {
      this.remove(edge);
      return;
    }
    const h = mesh.edgeHalfedges[edge]!;
    const g = mesh.nextOnEdge[h]!;
    this.setEnds(
      edge,
      mesh.halfedgeVertices[mesh.previous(h)]!,
      mesh.halfedgeVertices[mesh.previous(g)]!,
    );
    // Both angles are at the end of h; g has the opposite direction if the two windings agree.
    const sameDirection = mesh.halfedgeVertices[h] === mesh.halfedgeVertices[g];
    const { halfedgeEdges } = mesh;
    writeUnloadedLength(sheet, halfedgeEdges[mesh.previous(h)]!, sides, 0);
    writeUnloadedLength(sheet, halfedgeEdges[mesh.next(h)]!, sides, 1);
    writeUnloadedLength(sheet, edge, sides, 2);
    const atStart = sameDirection ? mesh.next(g) : mesh.previous(g);
    const atEnd = sameDirection ? mesh.previous(g) : mesh.next(g);
    writeUnloadedLength(sheet, halfedgeEdges[atStart]!, sides, 3);
    writeUnloadedLength(sheet, halfedgeEdges[atEnd]!, sides, 4);
    sides[CREASE] = plastic === null ? 0 : plastic.creases[edge]!;
    bendShearRestLength(sides, this.restLengths, edge);
    const restLength = this.restLengths[edge]!;
    const area = rest.areas[mesh.triangleOf(h)]! + rest.areas[mesh.triangleOf(g)]!;
    const share = restLength === 0 ? 0 : area / (restLength * restLength);
    this.stiffnesses[edge] = material.bendStiffness * share;
    this.dampings[edge] = material.shearDamping * share;
  }
}
