/** Where in the answer of `footOnSegment` the way from the segment to the point begins (three numbers). */
export const FOOT_WAY = 1;
/** Where in it the square of the distance is. */
export const FOOT_SQUARE = 4;

/**
 * Nearest point of a segment to a point: `out` gets where it is between start (0) and end (1), the way from there to the
 * point, and the square of its length. A segment without length is its start.
 */
export function footOnSegment(
  points: Float64Array,
  p: number,
  start: number,
  end: number,
  out: Float64Array,
): void {
  const dx = points[end]! - points[start]!;
  const dy = points[end + 1]! - points[start + 1]!;
  const dz = points[end + 2]! - points[start + 2]!;
  let x = points[p]! - points[start]!;
  let y = points[p + 1]! - points[start + 1]!;
  let z = points[p + 2]! - points[start + 2]!;
  const square = dx * dx + dy * dy + dz * dz;
  let s = 0;
  if (square > 0) {
    s = Math.min(1, Math.max(0, (x * dx + y * dy + z * dz) / square));
    x -= s * dx;
    y -= s * dy;
    z -= s * dz;
    if (s > 0 && s < 1) {
      // Once more: a short way is left over from long numbers, and must still be square to the segment.
      const more = (x * dx + y * dy + z * dz) / square;
      x -= more * dx;
      y -= more * dy;
      z -= more * dz;
      s = Math.min(1, Math.max(0, s + more));
    }
  }
  out[0] = s;
  out[FOOT_WAY] = x;
  out[FOOT_WAY + 1] = y;
  out[FOOT_WAY + 2] = z;
  out[FOOT_SQUARE] = x * x + y * y + z * z;
}
