import type { Sheet } from "./elements.js";
import { metric, type SheetElements } from "./sheet-elements.js";

// Both read what `measureStretch` says of a triangle: w_u · w_u, w_v · w_v and w_u · w_v, w being relative to its shape without load.

/** Whether the triangle that was measured last is stretched in any direction by more than `most`. */
export function isOver(most: number): boolean {
  const half = (metric[0]! - metric[1]!) / 2;
  const radius = Math.sqrt(half * half + metric[2]! * metric[2]!);
  return (metric[0]! + metric[1]!) / 2 + radius > most * most;
}

/** The largest elastic stretch of a triangle in a pose: what a metre of it without load has become at most. */
export function largestStretch(
  elements: SheetElements,
  triangle: number,
  positions: Float64Array,
): number {
  elements.measureStretch(triangle, positions);
  const [uu, vv, uv] = [metric[0]!, metric[1]!, metric[2]!];
  const half = (uu - vv) / 2;
  return Math.sqrt((uu + vv) / 2 + Math.sqrt(half * half + uv * uv));
}

/**
 * The return mapping of the triangle that was measured last: principal stretches over `most` go back to it, and what is left over stays. With the
 * elastic stretches λᵢ along the directions Nᵢ in (u, v), eigenvalues and eigenvectors of (w_u, w_v)ᵀ(w_u, w_v) = Σ λᵢ² Nᵢ Nᵢᵀ,
 *
 *     P⁻¹ ← P⁻¹ X,   X = Σ sᵢ Nᵢ Nᵢᵀ,   sᵢ = min(1, most / λᵢ)
 *
 * P being the plastic deformation. Pressure does not yield: thin sheets buckle instead.
 *
 * @returns Whether anything has yielded.
 */
export function yieldTriangle(
  elements: SheetElements,
  triangle: number,
  sheet: Sheet,
  most: number,
): boolean {
  const [uu, vv, uv] = [metric[0]!, metric[1]!, metric[2]!];
  const middle = (uu + vv) / 2;
  const half = (uu - vv) / 2;
  const radius = Math.sqrt(half * half + uv * uv);
  if (!(middle + radius > most * most)) return false;
  const larger = most / Math.sqrt(middle + radius);
  const smaller = middle - radius > most * most ? most / Math.sqrt(middle - radius) : 1;
  // N₁ N₁ᵀ = ½ (I + [half, uv; uv, −half] / radius)
  const mean = (larger + smaller) / 2;
  const factor = radius > 0 ? (larger - smaller) / 2 / radius : 0;
  const x00 = mean + factor * half;
  const x01 = factor * uv;
  const x11 = mean - factor * half;
  const { deformations } = sheet.plastic!;
  for (let row = 4 * triangle; row < 4 * triangle + 4; row += 2) {
    const a = deformations[row]!;
    const b = deformations[row + 1]!;
    deformations[row] = a * x00 + b * x01;
    deformations[row + 1] = a * x01 + b * x11;
  }
  elements.renewShape(sheet, triangle);
  return true;
}
