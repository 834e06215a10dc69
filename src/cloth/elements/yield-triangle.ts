import type { Sheet } from "./elements.js";
import { metric, type SheetElements } from "./sheet-elements.js";

// Plastic flow of one triangle. The functions read `metric`, which `measureStretch` or `measureWorking` writes: w_u ·
// w_u, w_v · w_v and w_u · w_v, where w is relative to the unloaded shape.

/** True if the largest principal stretch of the triangle measured last is over `bound[0]`. */
export function exceedsStretch(bound: Float64Array): boolean {
  const limit = bound[0]!;
  writeLargestSquare(stretch, 0);
  return stretch[0]! > limit * limit;
}

/** An array, because numbers passed between functions that are not inlined are allocated on the heap. */
const stretch = new Float64Array(1);

/** Writes the square of the largest principal stretch. */
function writeLargestSquare(out: Float64Array, at: number): void {
  const half = (metric[0]! - metric[1]!) / 2;
  out[at] = (metric[0]! + metric[1]!) / 2 + Math.sqrt(half * half + metric[2]! * metric[2]!);
}

/** Writes the largest elastic principal stretch of a triangle in a pose: length over unloaded length. */
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
 * Return mapping of the triangle measured last: reduces elastic principal stretches over `bound[0]` to that limit and
 * adds the rest to the plastic deformation. With the elastic stretches λᵢ along the directions Nᵢ in (u, v), from the
 * eigenvalues and eigenvectors of (w_u, w_v)ᵀ(w_u, w_v) = Σ λᵢ² Nᵢ Nᵢᵀ, and the plastic deformation P,
 *
 *     P⁻¹ ← P⁻¹ X,   X = Σ sᵢ Nᵢ Nᵢᵀ,   sᵢ = min(1, limit / λᵢ)
 *
 * Compression does not yield: thin sheets buckle instead.
 *
 * @param longest One number, the largest current stretch: the unloaded shape never gets longer than the current one.
 *   Default null: no such bound.
 */
export function yieldTriangle(
  elements: SheetElements,
  triangle: number,
  sheet: Sheet,
  bound: Float64Array,
  longest: Float64Array | null = null,
): void {
  const limit = bound[0]!;
  const uu = metric[0]!;
  const vv = metric[1]!;
  const uv = metric[2]!;
  const center = (uu + vv) / 2;
  const half = (uu - vv) / 2;
  const radius = Math.sqrt(half * half + uv * uv);
  if (!(center + radius > limit * limit)) return;
  const minFactor = longest === null ? 0 : Math.min(1, 1 / longest[0]!);
  const larger = Math.max(minFactor, limit / Math.sqrt(center + radius));
  const smaller =
    center - radius > limit * limit ? Math.max(minFactor, limit / Math.sqrt(center - radius)) : 1;
  // N₁ N₁ᵀ = ½ (I + [half, uv; uv, −half] / radius)
  const mean = (larger + smaller) / 2;
  const factor = radius > 0 ? (larger - smaller) / 2 / radius : 0;
  const x00 = mean + factor * half;
  const x01 = factor * uv;
  const x11 = mean - factor * half;
  const { deformations, maxStretch } = sheet.plastic!;
  const at = 4 * triangle;
  const a = deformations[at]!;
  const b = deformations[at + 1]!;
  const c = deformations[at + 2]!;
  const d = deformations[at + 3]!;
  const e = a * x00 + b * x01;
  const f = a * x01 + b * x11;
  const g = c * x00 + d * x01;
  const h = c * x01 + d * x11;
  // The smaller singular value is the inverse of the largest plastic stretch.
  const squares = (e * e + f * f + g * g + h * h) / 2;
  const determinant = e * h - f * g;
  const root = Math.sqrt(Math.max(0, squares * squares - determinant * determinant));
  if ((Math.abs(determinant) / Math.sqrt(squares + root)) * maxStretch < 1) return;
  deformations[at] = e;
  deformations[at + 1] = f;
  deformations[at + 2] = g;
  deformations[at + 3] = h;
  elements.renewShape(sheet, triangle);
}
