import type { Sheet } from "./elements.js";
import { metric, type SheetElements } from "./sheet-elements.js";

// Both read what `measureStretch` says of a triangle: w_u · w_u, w_v · w_v and w_u · w_v, w being relative to its shape without load.

/** Whether the triangle that was measured last is stretched in any direction by more than `bound[0]`. */
export function isOver(bound: Float64Array): boolean {
  const most = bound[0]!;
  writeLargestSquare(stretch, 0);
  return stretch[0]! > most * most;
}

/** Here, because numbers that are handed from call to call go on the heap. */
const stretch = new Float64Array(1);

/** The square of its largest stretch. */
function writeLargestSquare(out: Float64Array, at: number): void {
  const half = (metric[0]! - metric[1]!) / 2;
  out[at] = (metric[0]! + metric[1]!) / 2 + Math.sqrt(half * half + metric[2]! * metric[2]!);
}

/** Writes the largest elastic stretch of a triangle in a pose: what a metre of it without load has become at most. */
export function writeLargestStretch(
  elements: SheetElements,
  triangle: number,
  positions: Float64Array,
  out: Float64Array,
): void {
  elements.measureStretch(triangle, positions);
  writeLargestSquare(out, 0);
  out[0] = Math.sqrt(out[0]!);
}

/**
 * The return mapping of the triangle that was measured last: principal stretches over `bound[0]`, `most`, go back to it, and what is left over stays. With the
 * elastic stretches λᵢ along the directions Nᵢ in (u, v), eigenvalues and eigenvectors of (w_u, w_v)ᵀ(w_u, w_v) = Σ λᵢ² Nᵢ Nᵢᵀ,
 *
 *     P⁻¹ ← P⁻¹ X,   X = Σ sᵢ Nᵢ Nᵢᵀ,   sᵢ = min(1, most / λᵢ)
 *
 * P being the plastic deformation. Pressure does not yield: thin sheets buckle instead.
 *
 * @param longest One number, how far it is stretched at most by now: it does not get longer without load than that.
 */
export function yieldTriangle(
  elements: SheetElements,
  triangle: number,
  sheet: Sheet,
  bound: Float64Array,
  longest: Float64Array | null = null,
): void {
  const most = bound[0]!;
  const uu = metric[0]!;
  const vv = metric[1]!;
  const uv = metric[2]!;
  const middle = (uu + vv) / 2;
  const half = (uu - vv) / 2;
  const radius = Math.sqrt(half * half + uv * uv);
  if (!(middle + radius > most * most)) return;
  const least = longest === null ? 0 : Math.min(1, 1 / longest[0]!);
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
  // The smaller singular value: how much it is stretched at least.
  const squares = (e * e + f * f + g * g + h * h) / 2;
  const determinant = e * h - f * g;
  const root = Math.sqrt(Math.max(0, squares * squares - determinant * determinant));
  if ((Math.abs(determinant) / Math.sqrt(squares + root)) * mostPlastic < 1) return;
  deformations[at] = e;
  deformations[at + 1] = f;
  deformations[at + 2] = g;
  deformations[at + 3] = h;
  elements.renewShape(sheet, triangle);
}
