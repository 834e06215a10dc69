/**
 * Finds the times from 0 to 1 at which a cubic changes its sign, in increasing order. The cubic is given by its
 * Bernstein coefficients, so a and d are its exact values at 0 and 1: no sign change is lost between two adjoining
 * cubics. 0 counts as positive. A cubic that only touches 0 does not change its sign.
 *
 *      a ╮
 *         ╲        ╭─ d        between its extrema it is monotone: each interval is bisected
 *     ─────×──────×───         down to neighboring numbers
 *           ╲ __ ╱
 */
export function signChanges(a: number, b: number, c: number, d: number): number[] {
  // The curve lies in the convex hull of its coefficients: most cubics return here.
  const isPositive = a >= 0;
  if (b >= 0 === isPositive && c >= 0 === isPositive && d >= 0 === isPositive) return [];
  const value = (t: number): number => {
    const s = 1 - t;
    return s * s * (s * a + 3 * t * b) + t * t * (3 * s * c + t * d);
  };
  const stops = [0, ...extrema(a, b, c, d), 1];
  const values = [a, ...stops.slice(1, -1).map(value), d];
  const changes: number[] = [];
  for (let i = 1; i < stops.length; i++) {
    const startsPositive = values[i - 1]! >= 0;
    if (startsPositive === values[i]! >= 0) continue;
    let [low, high] = [stops[i - 1]!, stops[i]!];
    for (;;) {
      const center = low + 0.5 * (high - low);
      if (center <= low || center >= high) break;
      if (value(center) >= 0 === startsPositive) low = center;
      else high = center;
    }
    changes.push(high);
  }
  return changes;
}

/** Extrema of a cubic between 0 and 1: the zeros of its derivative, at most two, in increasing order. */
function extrema(a: number, b: number, c: number, d: number): number[] {
  const [first, second, third] = [b - a, c - b, d - c];
  const square = first - 2 * second + third;
  const half = second - first; // square t² + 2 half t + first = 0
  const discriminant = half * half - square * first;
  if (!(discriminant > 0)) return [];
  const root = Math.sqrt(discriminant);
  const sum = half >= 0 ? -half - root : root - half; // no cancellation
  const [s, t] = [sum / square, first / sum];
  return [Math.min(s, t), Math.max(s, t)].filter((time) => time > 0 && time < 1);
}
