import type { TriangleMesh } from "../../mesh/index.js";
import type { Conditions, Sheet } from "./elements.js";
import { directions, lambda, metric, SheetElements, stress, w } from "./sheet-elements.js";

/**
 * A constant-strain triangle of an orthotropic St. Venant–Kirchhoff sheet. With the Green strain
 * ε_uu = ½(w_u · w_u − 1), ε_vv likewise, γ = w_u · w_v, the energy is area · ½ (ε_uu, ε_vv, γ) D (ε_uu, ε_vv, γ)ᵀ,
 *
 *         ⎡ E_u      ν √(E_u E_v)   0          ⎤
 *     D = ⎢ …        E_v            0          ⎥ / (1 − ν²)     ν = √(ν_uv ν_vu)
 *         ⎣ 0        0              G (1 − ν²) ⎦
 *
 * and, with D decomposed into squares, three independent conditions:
 *
 *     C₀ = ε_uu + ν √(E_v / E_u) ε_vv   k₀ = area · E_u / (1 − ν²)
 *     C₁ = ε_vv                         k₁ = area · E_v
 *     C₂ = γ                            k₂ = area · G
 */
export class Membrane extends SheetElements {
  override readonly kind = "membrane";
  /** ν √(E_v / E_u) of each triangle: the weight of the strain along v in the first condition. */
  crossStrains!: Float64Array;

  constructor(mesh: TriangleMesh) {
    super(mesh);
    this.attach(1, (values) => (this.crossStrains = values));
  }

  protected override setStiffness({ rest, material }: Sheet, triangle: number): void {
    const area = rest.areas[triangle]!;
    const { weft, warp, shear, poisson } = material;
    const at = 3 * triangle;
    this.crossStrains[triangle] = poisson * Math.sqrt(warp / weft);
    this.stiffnesses[at] = (area * weft) / (1 - poisson * poisson);
    this.stiffnesses[at + 1] = area * warp;
    this.stiffnesses[at + 2] = area * shear;
  }

  override evaluate(
    triangle: number,
    positions: Float64Array,
    { values, gradients }: Conditions,
  ): boolean {
    this.deform(triangle, positions);
    const ux = w[0]!;
    const uy = w[1]!;
    const uz = w[2]!;
    const vx = w[3]!;
    const vy = w[4]!;
    const vz = w[5]!;
    const crossStrain = this.crossStrains[triangle]!;
    const strainV = (vx * vx + vy * vy + vz * vz - 1) / 2;
    values[0] = (ux * ux + uy * uy + uz * uz - 1) / 2 + crossStrain * strainV;
    values[1] = strainV;
    values[2] = ux * vx + uy * vy + uz * vz;
    directions[0] = ux;
    directions[1] = uy;
    directions[2] = uz;
    directions[3] = crossStrain * vx;
    directions[4] = crossStrain * vy;
    directions[5] = crossStrain * vz;
    this.writeGradient(triangle, gradients, 0);
    directions[0] = 0;
    directions[1] = 0;
    directions[2] = 0;
    directions[3] = vx;
    directions[4] = vy;
    directions[5] = vz;
    this.writeGradient(triangle, gradients, 9);
    directions[0] = vx;
    directions[1] = vy;
    directions[2] = vz;
    directions[3] = ux;
    directions[4] = uy;
    directions[5] = uz;
    this.writeGradient(triangle, gradients, 18);
    return true;
  }

  override curvature(
    triangle: number,
    condition: number,
    _positions: Float64Array,
    into: Float64Array,
  ): void {
    const crossStrain = condition === 0 ? this.crossStrains[triangle]! : 0;
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b < 3; b++) {
        const weight =
          this.slopeProduct(triangle, condition, a, b) +
          crossStrain * this.slopeProduct(triangle, 1, a, b);
        for (let row = 0; row < 3; row++) {
          for (let column = 0; column < 3; column++) {
            into[9 * (3 * a + row) + 3 * b + column] = row === column ? weight : 0;
          }
        }
      }
    }
  }

  protected override setMetric(triangle: number, at: number): void {
    const { workingValues } = this;
    metric[0] =
      1 + 2 * (workingValues[at]! - this.crossStrains[triangle]! * workingValues[at + 1]!);
    metric[1] = 1 + 2 * workingValues[at + 1]!;
    metric[2] = workingValues[at + 2]!;
  }

  protected override setStress(triangle: number): void {
    const area = this.areas[triangle]!;
    stress[0] = lambda[0]! / area;
    stress[1] = (this.crossStrains[triangle]! * lambda[0]! + lambda[1]!) / area;
    stress[2] = lambda[2]! / area;
  }
}
