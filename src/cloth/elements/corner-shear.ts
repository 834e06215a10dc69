import { atan2 } from "../../math/trigonometry.js";
import { grown, grownCapacity, withSpare } from "../../math/grow.js";
import { Elements, type Conditions, type Sheet } from "./elements.js";

/** A side shorter than this part of its rest length has no angle worth keeping: the force would go to infinity. */
const SHORTEST_SIDE = 0.1;
/** Sides closer to one line than this have no plane to turn in. */
const SMALLEST_SINE = 1e-9;
/** Makes the shear stiffness of a sheet of equilateral triangles what the material says. */
const EQUILATERAL = 8 / 9;

const side = new Float64Array(6); // the two sides u, v
const normal = new Float64Array(3);
const lengths = new Float64Array(3); // of u, v and u × v

/**
 * Shear as the angle at a corner of a triangle (Phillips eq. 12–14), three elements a triangle; the number of an element
 * is the number of the corner.
 *
 *        k •
 *          │ v          C = α − α₀
 *        α │
 *        i •────• j     ∇ⱼC = −(n × û) / |u|      n: the normal of the triangle
 *            u          ∇ₖC =  (n × v̂) / |v|      ∇ᵢC = −∇ⱼC − ∇ₖC
 */
export class CornerShear extends Elements {
  override readonly kind = "corner-shear";
  /** α₀, radians. */
  restAngles: Float64Array;
  /** Rest lengths of both sides, m, times `SHORTEST_SIDE`. */
  #shortest: Float64Array;

  constructor(count: number) {
    super(3, 1, count);
    this.restAngles = new Float64Array(withSpare(count));
    this.#shortest = new Float64Array(2 * withSpare(count));
  }

  override grow(count: number): void {
    super.grow(count);
    const capacity = grownCapacity(this.restAngles.length, count);
    this.restAngles = grown(this.restAngles, capacity);
    this.#shortest = grown(this.#shortest, 2 * capacity);
  }

  override renewTriangle({ mesh, rest, material }: Sheet, triangle: number): void {
    this.grow(3 * mesh.triangleCount);
    const stiffness = EQUILATERAL * material.shear * rest.areas[triangle]!;
    const damping = EQUILATERAL * material.shearDamping * rest.areas[triangle]!;
    for (let h = 3 * triangle; h < 3 * triangle + 3; h++) {
      const i = mesh.halfedgeVertices[h]!;
      const j = mesh.endOf(h);
      const k = mesh.halfedgeVertices[mesh.previous(h)]!;
      if (!measureSides(rest.positions, i, j, k)) {
        this.remove(h);
        continue;
      }
      this.particles[3 * h] = i;
      this.particles[3 * h + 1] = j;
      this.particles[3 * h + 2] = k;
      this.restAngles[h] = angleBetween();
      this.#shortest[2 * h] = SHORTEST_SIDE * lengths[0]!;
      this.#shortest[2 * h + 1] = SHORTEST_SIDE * lengths[1]!;
      this.stiffnesses[h] = stiffness;
      this.dampings[h] = damping;
    }
  }

  override evaluate(
    corner: number,
    positions: Float64Array,
    { values, gradients }: Conditions,
  ): boolean {
    const { particles } = this;
    const i = particles[3 * corner]!;
    const j = particles[3 * corner + 1]!;
    const k = particles[3 * corner + 2]!;
    if (!measureSides(positions, i, j, k)) return false;
    if (lengths[0]! < this.#shortest[2 * corner]!) return false;
    if (lengths[1]! < this.#shortest[2 * corner + 1]!) return false;
    values[0] = angleBetween() - this.restAngles[corner]!;
    crossWithNormal(gradients, 3, 0, -1 / (lengths[0]! * lengths[0]!));
    crossWithNormal(gradients, 6, 3, 1 / (lengths[1]! * lengths[1]!));
    for (let n = 0; n < 3; n++) gradients[n] = -gradients[3 + n]! - gradients[6 + n]!;
    return true;
  }

  /**
   * Within the plane α is the difference of two polar angles, whose second derivatives are −(û pᵀ + p ûᵀ) / |u|² with
   * p = n × û. Out of the plane a side that rises by δ changes α by cot α · δ² / 2|u|², and two that rise together by
   * −δ ε / (sin α |u| |v|).
   */
  override curvature(
    corner: number,
    _condition: number,
    positions: Float64Array,
    into: Float64Array,
  ): void {
    const { particles } = this;
    measureSides(
      positions,
      particles[3 * corner]!,
      particles[3 * corner + 1]!,
      particles[3 * corner + 2]!,
    );
    const [u, v] = [lengths[0]!, lengths[1]!];
    crossWithNormal(across, 0, 0, 1 / u);
    crossWithNormal(across, 3, 3, 1 / v);
    const cosine = (side[0]! * side[3]! + side[1]! * side[4]! + side[2]! * side[5]!) / (u * v);
    const sine = lengths[2]! / (u * v);
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        const outward = normal[row]! * normal[column]!;
        const turnU = side[row]! * across[column]! + across[row]! * side[column]!;
        const turnV = side[3 + row]! * across[3 + column]! + across[3 + row]! * side[3 + column]!;
        const jj = (turnU / u + (cosine / sine) * outward) / (u * u);
        const kk = (-turnV / v + (cosine / sine) * outward) / (v * v);
        const jk = -outward / (sine * u * v);
        put(into, 1, 1, row, column, jj);
        put(into, 2, 2, row, column, kk);
        put(into, 1, 2, row, column, jk);
        put(into, 2, 1, row, column, jk);
        put(into, 0, 1, row, column, -jj - jk);
        put(into, 1, 0, row, column, -jj - jk);
        put(into, 0, 2, row, column, -kk - jk);
        put(into, 2, 0, row, column, -kk - jk);
        put(into, 0, 0, row, column, jj + kk + 2 * jk);
      }
    }
  }
}

const across = new Float64Array(6); // p = n × û and q = n × v̂

function put(
  into: Float64Array,
  a: number,
  b: number,
  row: number,
  column: number,
  value: number,
): void {
  into[9 * (3 * a + row) + 3 * b + column] = value;
}

/** Both sides, their lengths and the unit normal; false where there is none. */
function measureSides(positions: Float64Array, i: number, j: number, k: number): boolean {
  for (let n = 0; n < 3; n++) {
    side[n] = positions[3 * j + n]! - positions[3 * i + n]!;
    side[3 + n] = positions[3 * k + n]! - positions[3 * i + n]!;
  }
  const x = side[1]! * side[5]! - side[2]! * side[4]!;
  const y = side[2]! * side[3]! - side[0]! * side[5]!;
  const z = side[0]! * side[4]! - side[1]! * side[3]!;
  const size = Math.sqrt(x * x + y * y + z * z);
  lengths[0] = Math.sqrt(side[0]! * side[0]! + side[1]! * side[1]! + side[2]! * side[2]!);
  lengths[1] = Math.sqrt(side[3]! * side[3]! + side[4]! * side[4]! + side[5]! * side[5]!);
  if (!(size > SMALLEST_SINE * lengths[0] * lengths[1])) return false;
  normal[0] = x / size;
  normal[1] = y / size;
  normal[2] = z / size;
  lengths[2] = size;
  return true;
}

function angleBetween(): number {
  return atan2(lengths[2]!, side[0]! * side[3]! + side[1]! * side[4]! + side[2]! * side[5]!);
}

/** `out` at `to` = factor · normal × the side at `from`. */
function crossWithNormal(out: Float64Array, to: number, from: number, factor: number): void {
  out[to] = factor * (normal[1]! * side[from + 2]! - normal[2]! * side[from + 1]!);
  out[to + 1] = factor * (normal[2]! * side[from]! - normal[0]! * side[from + 2]!);
  out[to + 2] = factor * (normal[0]! * side[from + 1]! - normal[1]! * side[from]!);
}
