import type { TriangleMesh } from "../../mesh/index.js";
import { Elements, type Conditions } from "./elements.js";

/**
 * Springs between two particles, one slot per edge of the mesh, with damping along the spring (Phillips eq. 10; printed
 * there with the sign reversed):
 *
 *     i •───────• j      C = |xⱼ − xᵢ| − L
 */
export abstract class Springs extends Elements {
  /** Unloaded lengths, m; a tear does not change them. */
  restLengths!: Float64Array;
  /** The order in which an XPBD sweep visits the springs; springs beyond its end follow by index. */
  order: Int32Array = new Int32Array(0);

  /**
   * Largest damping over stiffness that counts where a solver adds forces, s. Explicit solvers set it, to take longer
   * substeps; Infinity: no limit.
   *
   * @internal
   */
  dampingTime = Infinity;

  constructor(mesh: TriangleMesh) {
    super(mesh, "edge", 2, 1);
    this.attach(1, (values) => (this.restLengths = values));
  }

  /** Sets both particles of a spring. */
  setEnds(spring: number, a: number, b: number): void {
    this.particles[2 * spring] = a;
    this.particles[2 * spring + 1] = b;
  }

  override evaluate(
    spring: number,
    positions: Float64Array,
    { values, gradients }: Conditions,
  ): boolean {
    const a = 3 * this.particles[2 * spring]!;
    const b = 3 * this.particles[2 * spring + 1]!;
    const x = positions[b]! - positions[a]!;
    const y = positions[b + 1]! - positions[a + 1]!;
    const z = positions[b + 2]! - positions[a + 2]!;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length === 0) return false; // no direction to push in
    values[0] = length - this.restLengths[spring]!;
    gradients[3] = x / length;
    gradients[4] = y / length;
    gradients[5] = z / length;
    gradients[0] = -gradients[3];
    gradients[1] = -gradients[4];
    gradients[2] = -gradients[5];
    return true;
  }

  /** λ / l perpendicular to the spring, between both ends. */
  override geometricStiffnessBound(
    spring: number,
    { values }: Conditions,
    into: Float64Array,
  ): void {
    const stretch = values[0]!;
    const length = stretch + this.restLengths[spring]!;
    const bound = stretch > 0 ? (2 * this.stiffnesses[spring]! * stretch) / length : 0;
    into[0] = bound;
    into[1] = bound;
  }

  /** λ ∇²C of a spring under tension. */
  override geometricStiffness(
    spring: number,
    positions: Float64Array,
    lambdas: Float64Array,
    first: number,
    into: Float64Array,
  ): boolean {
    const lambda = lambdas[first]!;
    if (!(lambda > 0)) return false;
    this.curvature(spring, 0, positions, into);
    for (let i = 0; i < 36; i++) into[i]! *= lambda;
    return true;
  }

  override curvature(
    spring: number,
    _condition: number,
    positions: Float64Array,
    into: Float64Array,
  ): void {
    const a = 3 * this.particles[2 * spring]!;
    const b = 3 * this.particles[2 * spring + 1]!;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const part = positions[b + k]! - positions[a + k]!;
      squared += part * part;
    }
    const length = Math.sqrt(squared);
    // (I − n nᵀ) / l between equal ends, its negative between different ones.
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        const n =
          (positions[b + row]! - positions[a + row]!) *
          (positions[b + column]! - positions[a + column]!);
        const across = ((row === column ? 1 : 0) - n / squared) / length;
        into[6 * row + column] = across;
        into[6 * (row + 3) + column + 3] = across;
        into[6 * row + column + 3] = -across;
        into[6 * (row + 3) + column] = -across;
      }
    }
  }
}
