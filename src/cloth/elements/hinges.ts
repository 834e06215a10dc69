import { writeAngle } from "../../math/trigonometry.js";
import { cross, writeDot } from "../../math/scratch-vector.js";
import type { TriangleMesh } from "../../mesh/index.js";
import { Conditions, Elements, type Sheet } from "./elements.js";
import { wrapAngle } from "./fold-angle.js";

/**
 * Triangles collapsed to less than this fraction of their rest area exert no bending force: their normal is undefined.
 */
const MIN_AREA = 0.01;

const atRest = new Conditions();
/** Sine and cosine of the angle, times a common factor. */
const fold = new Float64Array(2);

// Stencil written by `#measure`: the edge e, the far corners d and f relative to i, both normals.
const e = new Float64Array(3);
const d = new Float64Array(3);
const f = new Float64Array(3);
const n1 = new Float64Array(3);
const n2 = new Float64Array(3);
const products = new Float64Array(2);
/** |e|², |n1|², |n2|². */
const squares = new Float64Array(3);

/**
 * Bending resistance by the angle between two triangles (Phillips eq. 15–18; with atan2 as in Quddus & Waugh 1.1.3).
 * The index of a hinge is the index of its edge. It exists while exactly two triangles share that edge.
 *
 *              k               C = θ − θ₀, θ = 0 when flat
 *             / \              ∇ₖC = −|e| n₁ / |n₁|²   = −n̂₁ / (height of k over e)
 *            / n₁\             ∇ₗC = −|e| n₂ / |n₂|²
 *        i  •──e──•  j         ∇ⱼC = −(tₖ ∇ₖC + tₗ ∇ₗC)
 *            \ n₂/             ∇ᵢC = −((1 − tₖ) ∇ₖC + (1 − tₗ) ∇ₗC)
 *             \ /
 *              l               t: position of the projection of k or l onto e, 0 at i and 1 at j
 *
 * The weights of i and j are swapped in print in Phillips eq. 17; these conserve angular momentum. With
 * k = B |e|² / ΣA a bent sheet has the energy ½ B κ² per area, exactly for equilateral triangles and along a grid.
 */
export class Hinges extends Elements {
  override readonly kind = "hinge";
  override readonly isCyclic = true;
  /** θ₀, radians. */
  restAngles!: Float64Array;
  /** The same at the start, before anything yielded. */
  #startAngles!: Float64Array;
  /** (2 · area · `MIN_AREA`)² of both triangles. */
  minSquaredAreas!: Float64Array;

  constructor(mesh: TriangleMesh) {
    super(mesh, "edge", 4, 1);
    this.attach(1, (values) => (this.restAngles = values));
    this.attach(1, (values) => (this.#startAngles = values));
    this.attach(2, (values) => (this.minSquaredAreas = values));
  }

  override renewEdge(sheet: Sheet, edge: number): void {
    const { mesh, rest, material } = sheet;
    this.grow(mesh.edgeCount);
    const h = mesh.edgeHalfedges[edge]!;
    const g = mesh.nextOnEdge[h]!;
    const area = mesh.edgeTriangleCount(edge) === 2 ? rest.areaAround(mesh, edge) : 0;
    if (area === 0) {
      this.remove(edge);
      return;
    }
    const { particles } = this;
    particles[4 * edge] = mesh.halfedgeVertices[h]!;
    particles[4 * edge + 1] = mesh.endOf(h);
    particles[4 * edge + 2] = mesh.halfedgeVertices[mesh.previous(h)]!;
    particles[4 * edge + 3] = mesh.halfedgeVertices[mesh.previous(g)]!;
    this.#measure(edge, rest.positions);
    // A split of a triangle without area leaves rounding errors as area, and a meaningless normal.
    const minRatio = 1e-18;
    writeDot(d, d, products, 0);
    writeDot(f, f, products, 1);
    const sizeK = squares[0]! + products[0]!;
    const sizeL = squares[0]! + products[1]!;
    if (!(squares[1]! > minRatio * sizeK * sizeK && squares[2]! > minRatio * sizeL * sizeL)) {
      this.remove(edge);
      return;
    }
    const fraction = MIN_AREA * MIN_AREA;
    this.minSquaredAreas[2 * edge] = fraction * squares[1]!;
    this.minSquaredAreas[2 * edge + 1] = fraction * squares[2]!;
    this.restAngles[edge] = 0;
    this.evaluate(edge, rest.positions, atRest);
    this.#startAngles[edge] = atRest.values[0]!;
    this.renewAngle(sheet, edge);
    const share = squares[0]! / area;
    this.stiffnesses[edge] = material.bending * share;
    this.dampings[edge] = material.bendDamping * share;
  }

  /** Updates the rest angle after the crease of an edge has changed; the rest of its hinge stays as it is. */
  renewAngle({ plastic }: Sheet, edge: number): void {
    const start = this.#startAngles[edge]!;
    this.restAngles[edge] = plastic === null ? start : start + plastic.creases[edge]!;
    if (plastic !== null) wrapAngle(this.restAngles, edge);
  }

  override evaluate(
    hinge: number,
    positions: Float64Array,
    { values, gradients }: Conditions,
  ): boolean {
    const { particles } = this;
    const i = 3 * particles[4 * hinge]!;
    const j = 3 * particles[4 * hinge + 1]!;
    const k = 3 * particles[4 * hinge + 2]!;
    const l = 3 * particles[4 * hinge + 3]!;
    const x = positions[i]!;
    const y = positions[i + 1]!;
    const z = positions[i + 2]!;
    const ex = positions[j]! - x;
    const ey = positions[j + 1]! - y;
    const ez = positions[j + 2]! - z;
    const dx = positions[k]! - x;
    const dy = positions[k + 1]! - y;
    const dz = positions[k + 2]! - z;
    const fx = positions[l]! - x;
    const fy = positions[l + 1]! - y;
    const fz = positions[l + 2]! - z;
    let ax = ey * dz - ez * dy; // n₁
    let ay = ez * dx - ex * dz;
    let az = ex * dy - ey * dx;
    let bx = fy * ez - fz * ey; // n₂
    let by = fz * ex - fx * ez;
    let bz = fx * ey - fy * ex;
    const aa = ax * ax + ay * ay + az * az;
    const bb = bx * bx + by * by + bz * bz;
    const minSquared = this.minSquaredAreas;
    if (!(aa > minSquared[2 * hinge]! && bb > minSquared[2 * hinge + 1]!)) return false;
    const ee = ex * ex + ey * ey + ez * ez;
    const length = Math.sqrt(ee);
    // n₁ × n₂ lies along the edge.
    const sine =
      ((ay * bz - az * by) * ex + (az * bx - ax * bz) * ey + (ax * by - ay * bx) * ez) / length;
    fold[0] = sine;
    fold[1] = ax * bx + ay * by + az * bz;
    writeAngle(fold, values, 0);
    values[0]! -= this.restAngles[hinge]!;
    wrapAngle(values, 0);
    const tk = (dx * ex + dy * ey + dz * ez) / ee;
    const tl = (fx * ex + fy * ey + fz * ez) / ee;
    const scaleK = -length / aa;
    const scaleL = -length / bb;
    ax *= scaleK; // from here on ∇ₖC
    ay *= scaleK;
    az *= scaleK;
    bx *= scaleL; // and ∇ₗC
    by *= scaleL;
    bz *= scaleL;
    const jx = -(tk * ax + tl * bx);
    const jy = -(tk * ay + tl * by);
    const jz = -(tk * az + tl * bz);
    gradients[0] = -(ax + bx + jx);
    gradients[1] = -(ay + by + jy);
    gradients[2] = -(az + bz + jz);
    gradients[3] = jx;
    gradients[4] = jy;
    gradients[5] = jz;
    gradients[6] = ax;
    gradients[7] = ay;
    gradients[8] = az;
    gradients[9] = bx;
    gradients[10] = by;
    gradients[11] = bz;
    return true;
  }

  /**
   * The derivatives of the gradients above, row by row. For k and l: of −|e| n / |n|², where ∂(n/|n|²) is
   * (I − 2 n̂ n̂ᵀ) ∂n / |n|². For j: of their weighted sums. For i: so that all rows sum to zero.
   */
  override curvature(
    hinge: number,
    _condition: number,
    positions: Float64Array,
    into: Float64Array,
  ): void {
    this.#measure(hinge, positions);
    // n₁ = e × d and n₂ = f × e = −e × f: the same stencil except for a sign, so one function writes both rows.
    writeFarRow(into, 2, d, n1, 1);
    writeFarRow(into, 3, f, n2, -1);
    const ee = squares[0]!;
    const length = Math.sqrt(ee);
    writeDot(d, e, products, 0);
    writeDot(f, e, products, 1);
    const tk = products[0]! / ee;
    const tl = products[1]! / ee;
    for (let column = 0; column < 12; column++) {
      const particle = Math.floor(column / 3);
      const axis = column % 3;
      writeProjectionSlope(d, 2, particle, axis, 0);
      writeProjectionSlope(f, 3, particle, axis, 1);
      const slopeK = slopes[0]!;
      const slopeL = slopes[1]!;
      for (let row = 0; row < 3; row++) {
        const k = into[12 * (6 + row) + column]!;
        const l = into[12 * (9 + row) + column]!;
        const gradientK = (-length * n1[row]!) / squares[1]!;
        const gradientL = (-length * n2[row]!) / squares[2]!;
        const j = -(tk * k + gradientK * slopeK + tl * l + gradientL * slopeL);
        into[12 * (3 + row) + column] = j;
        into[12 * row + column] = -(k + l + j);
      }
    }
  }

  /** Writes the stencil of a hinge into the scratch arrays. */
  #measure(hinge: number, positions: Float64Array): void {
    const { particles } = this;
    const i = 3 * particles[4 * hinge]!;
    const j = 3 * particles[4 * hinge + 1]!;
    const k = 3 * particles[4 * hinge + 2]!;
    const l = 3 * particles[4 * hinge + 3]!;
    for (let n = 0; n < 3; n++) {
      const origin = positions[i + n]!;
      e[n] = positions[j + n]! - origin;
      d[n] = positions[k + n]! - origin;
      f[n] = positions[l + n]! - origin;
    }
    cross(n1, e, d);
    cross(n2, f, e);
    writeDot(e, e, squares, 0);
    writeDot(n1, n1, squares, 1);
    writeDot(n2, n2, squares, 2);
  }
}

/** Writes the derivatives of the gradient at a far corner (row block `far`) by each particle: n = sign · e × `to`. */
function writeFarRow(
  into: Float64Array,
  far: number,
  to: Float64Array,
  n: Float64Array,
  sign: number,
): void {
  const nn = squares[far - 1]!;
  const length = Math.sqrt(squares[0]!);
  for (let axis = 0; axis < 3; axis++) {
    // ∂n by the far corner: e × unit; by j: unit × to; by i: minus both.
    const a = (axis + 1) % 3;
    const b = (axis + 2) % 3;
    byFar[axis] = 0;
    byFar[a] = sign * e[b]!;
    byFar[b] = -sign * e[a]!;
    byJ[axis] = 0;
    byJ[a] = -sign * to[b]!;
    byJ[b] = sign * to[a]!;
    writeDot(n, byFar, products, 0);
    writeDot(n, byJ, products, 1);
    const alongFar = (2 * products[0]!) / nn;
    const alongJ = (2 * products[1]!) / nn;
    const growth = e[axis]! / length; // of |e| by j
    for (let row = 0; row < 3; row++) {
      const at = 12 * (3 * far + row) + axis;
      const own = (-length * (byFar[row]! - alongFar * n[row]!)) / nn;
      const j = (-length * (byJ[row]! - alongJ * n[row]!) - growth * n[row]!) / nn;
      into[at] = -own - j;
      into[at + 3] = j;
      into[at + 6] = 0;
      into[at + 9] = 0;
      into[at + 3 * far] = own;
    }
  }
}

const byFar = new Float64Array(3);
const byJ = new Float64Array(3);

const slopes = new Float64Array(2);

/** Writes ∂t of a far corner (index `far` in the stencil, at `to` relative to i) by one coordinate of a particle. */
function writeProjectionSlope(
  to: Float64Array,
  far: number,
  particle: number,
  axis: number,
  out: number,
): void {
  const ee = squares[0]!;
  const byFarCorner = e[axis]! / ee;
  writeDot(to, e, products, 0);
  const byEnd = (to[axis]! - (2 * products[0]! * e[axis]!) / ee) / ee;
  if (particle === far) slopes[out] = byFarCorner;
  else if (particle === 1) slopes[out] = byEnd;
  else slopes[out] = particle === 0 ? -byFarCorner - byEnd : 0;
}
