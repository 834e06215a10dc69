import type { Sheet } from "./elements.js";
import { metric, type SheetElements } from "./sheet-elements.js";

// Both read what `measureStretch` says of a triangle: w_u · w_u, w_v · w_v and w_u · w_v, w being relative to its shape without load.

/** Whether the triangle that was measured last is stretched in any direction by more than `most`. */
export function isOver(most: number): boolean {
  return largestSquare() > most * most;
}

/** The square of its largest stretch. */
function largestSquare(): number {
  const half = (metric[0]! - metric[1]!) / 2;
  return (metric[0]! + metric[1]!) / 2 + Math.sqrt(half * half + metric[2]! * metric[2]!);
}

/** The largest elastic stretch of a triangle in a pose: what a metre of it without load has become at most. */
export function largestStretch(
  elements: SheetElements,
  triangle: number,
  positions: Float64Array,
): number {
  elements.measureStretch(triangle, positions);
  return Math.sqrt(largestSquare());
}

/**
 * The return mapping of the triangle that was measured last: principal stretches over `most` go back to it, and what is left over stays. With the
 * elastic stretches λᵢ along the directions Nᵢ in (u, v), eigenvalues and eigenvectors of (w_u, w_v)ᵀ(w_u, w_v) = Σ λᵢ² Nᵢ Nᵢᵀ,
 *
 *     P⁻¹ ← P⁻¹ X,   X = Σ sᵢ Nᵢ Nᵢᵀ,   sᵢ = min(1, most / λᵢ)
 *
 * P being the plastic deformation. Pressure does not yield: thin sheets buckle instead.
 *
 * @param longest How far it is stretched at most by now: it does not get longer without load than that.
 */
export function yieldTriangle(
  elements: SheetElements,
  triangle: number,
  sheet: Sheet,
  most: number,
  longest = Infinity,
): void {
  const uu = metric[0]!;
  const vv = metric[1]!;
  const uv = metric[2]!;
  const middle = (uu + vv) / 2;
  const half = (uu - vv) / 2;
  const radius = Math.sqrt(half * half + uv * uv);
  if (!(middle + radius > most * most)) return;
  const least = Math.min(1, 1 / longest);
  const larger = Math.max(least, most / Math.sqrt(middle + radius));
  const smaller =
    middle - radius > most * most ? Math.max(least, most / Math.sqrt(middle - radius)) : 1;
  // N₁ N₁ᵀ = ½ (I + [half, uv; uv, −half] / radius)
  const mean = (larger + smaller) / 2;
  const factor = radius > 0 ? (larger - smaller) / 2 / radius : 0;
  const x00 = mean + factor * half;
  const x01 = factor * uv;
  const x11 = mean - factor * half;
  const { deformations, most: mostPlastic } = sheet.plastic!;
  const at = 4 * triangle;
  const a = deformations[at]!;
  const b = deformations[at + 1]!;
  const c = deformations[at + 2]!;
  const d = deformations[at + 3]!;
  const e = a * x00 + b * x01;
  const f = a * x01 + b * x11;
  const g = c * x00 + d * x01;
  const h = c * x01 + d * x11;
  if (leastStretch(e, f, g, h) * mostPlastic < 1) return;
  deformations[at] = e;
  deformations[at + 1] = f;
  deformations[at + 2] = g;
  deformations[at + 3] = h;
  elements.renewShape(sheet, triangle);
}

/** The smaller singular value of a matrix of two rows. */
function leastStretch(a: number, b: number, c: number, d: number): number {
  const half = (a * a + b * b + c * c + d * d) / 2;
  const determinant = a * d - b * c;
  const root = Math.sqrt(Math.max(0, half * half - determinant * determinant));
  return Math.abs(determinant) / Math.sqrt(half + root);
}
