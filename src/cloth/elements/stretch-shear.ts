import type { Conditions, Sheet } from "./elements.js";
import { directions, lambda, metric, SheetElements, stress, w } from "./sheet-elements.js";

/** Below this stretch a direction has collapsed, and its gradient is undefined. */
const COLLAPSED = 1e-9;

/**
 * The conditions of Baraff and Witkin (Quddus & Waugh 1.1.1–1.1.2): stretch along u and along v, and shear.
 *
 *     C₀ = |w_u| − 1      C₁ = |w_v| − 1      C₂ = w_u · w_v
 *
 * They have the area in the condition, and so squared in the energy. Here it is in the stiffness: k = area · N/m. This
 * makes the stiffness of the sheet independent of the resolution.
 */
export class StretchShear extends SheetElements {
  override readonly kind = "stretch-shear";

  protected override setStiffness({ rest, material }: Sheet, triangle: number): void {
    const area = rest.areas[triangle]!;
    const { weft, warp, shear } = material;
    const at = 3 * triangle;
    this.stiffnesses[at] = area * weft;
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
    const u = Math.sqrt(ux * ux + uy * uy + uz * uz);
    const v = Math.sqrt(vx * vx + vy * vy + vz * vz);
    if (u < COLLAPSED || v < COLLAPSED) return false;
    values[0] = u - 1;
    values[1] = v - 1;
    values[2] = ux * vx + uy * vy + uz * vz;
    directions[0] = ux / u;
    directions[1] = uy / u;
    directions[2] = uz / u;
    directions[3] = 0;
    directions[4] = 0;
    directions[5] = 0;
    this.writeGradient(triangle, gradients, 0);
    directions[0] = 0;
    directions[1] = 0;
    directions[2] = 0;
    directions[3] = vx / v;
    directions[4] = vy / v;
    directions[5] = vz / v;
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
    positions: Float64Array,
    into: Float64Array,
  ): void {
    this.deform(triangle, positions);
    const from = condition === 1 ? 3 : 0;
    let squared = 0;
    for (let n = 0; n < 3; n++) squared += w[from + n]! * w[from + n]!;
    const length = Math.sqrt(squared);
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b < 3; b++) {
        const weight = this.slopeProduct(triangle, condition, a, b);
        for (let row = 0; row < 3; row++) {
          for (let column = 0; column < 3; column++) {
            const identity = row === column ? 1 : 0;
            const block =
              condition === 2
                ? identity
                : (identity - (w[from + row]! * w[from + column]!) / squared) / length;
            into[9 * (3 * a + row) + 3 * b + column] = weight * block;
          }
        }
      }
    }
  }

  protected override setMetric(_triangle: number, at: number): void {
    const { workingValues } = this;
    metric[0] = (1 + workingValues[at]!) * (1 + workingValues[at]!);
    metric[1] = (1 + workingValues[at + 1]!) * (1 + workingValues[at + 1]!);
    metric[2] = workingValues[at + 2]!;
  }

  protected override setStress(triangle: number): void {
    const area = this.areas[triangle]!;
    const u = Math.sqrt(w[0]! * w[0]! + w[1]! * w[1]! + w[2]! * w[2]!);
    const v = Math.sqrt(w[3]! * w[3]! + w[4]! * w[4]! + w[5]! * w[5]!);
    stress[0] = u < COLLAPSED ? 0 : lambda[0]! / (u * area);
    stress[1] = v < COLLAPSED ? 0 : lambda[1]! / (v * area);
    stress[2] = lambda[2]! / area;
  }
}
