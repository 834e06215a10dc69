import { writeSineAndCosine } from "../../math/trigonometry.js";
import { lengthWithoutLoad, type Sheet } from "./elements.js";
import { Springs } from "./springs.js";

/**
 * Rest length of a bend-shear spring from the lengths of the five edges around it (Önal eq. 1–4): the
 * distance between the far corners when the two triangles lie flat. It needs no pose, so a spring that is
 * reborn in the middle of a run gets the same length as at the start.
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
 * cos(α + β) is expanded, so that no inverse cosine is needed.
 *
 * @param sides a, b, c, d, e, and the angle by which the two triangles are folded without load, radians: then the far
 *   corners are nearer, by twice the product of their heights over the edge times 1 − cos. In an array, as what comes of them:
 *   numbers handed from call to call go on the heap.
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
  let nearer = 0;
  if (sides[CREASE] !== 0) {
    writeSineAndCosine(sides, CREASE, turn);
    nearer = 2 * b * sinAlpha * d * sinBeta * (1 - turn[1]!);
  }
  out[at] = Math.sqrt(Math.max(0, flat - nearer));
}

const CREASE = 5;
const turn = new Float64Array(2);
const sides = new Float64Array(6);

/**
 * Springs between the far corners of two triangles across their common edge (Önal 3.1.2): pushing apart they resist
 * bending, pulling together they resist shear. The number of a spring is the number of the edge that it crosses; it
 * lives while just two triangles meet there, so it dies with a torn edge and is born again.
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
    // Both angles stand at the end of h; g runs the other way when the two windings agree.
    const sameDirection = mesh.halfedgeVertices[h] === mesh.halfedgeVertices[g];
    const { halfedgeEdges } = mesh;
    lengthWithoutLoad(sheet, halfedgeEdges[mesh.previous(h)]!, sides, 0);
    lengthWithoutLoad(sheet, halfedgeEdges[mesh.next(h)]!, sides, 1);
    lengthWithoutLoad(sheet, edge, sides, 2);
    const atStart = sameDirection ? mesh.next(g) : mesh.previous(g);
    const atEnd = sameDirection ? mesh.previous(g) : mesh.next(g);
    lengthWithoutLoad(sheet, halfedgeEdges[atStart]!, sides, 3);
    lengthWithoutLoad(sheet, halfedgeEdges[atEnd]!, sides, 4);
    sides[CREASE] = plastic === null ? 0 : plastic.creases[edge]!;
    bendShearRestLength(sides, this.restLengths, edge);
    const restLength = this.restLengths[edge]!;
    const area = rest.areas[mesh.triangleOf(h)]! + rest.areas[mesh.triangleOf(g)]!;
    const share = restLength === 0 ? 0 : area / (restLength * restLength);
    this.stiffnesses[edge] = material.bendStiffness * share;
    this.dampings[edge] = material.shearDamping * share;
  }
}
