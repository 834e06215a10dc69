/**
 * Sine, cosine and arc tangent from + − × and floor alone.
 *
 * `Math.sin` and `Math.cos` may differ by a bit between engines, so a simulation that is bit-exact everywhere cannot
 * use them. The error here is under 1e-15 for angles of up to a few turns.
 */

const HALF_PI_HIGH = 1.5707963267341256; // π/2 to 33 bits, so that k · HALF_PI_HIGH is exact
const HALF_PI_LOW = 6.077100506506192e-11;
const HALF_PI = Math.PI / 2;

function sinOnQuarter(x: number): number {
  const s = x * x;
  return (
    x *
    (1 +
      s *
        (-1 / 6 +
          s *
            (1 / 120 +
              s *
                (-1 / 5040 +
                  s *
                    (1 / 362880 +
                      s * (-1 / 39916800 + s * (1 / 6227020800 - s / 1307674368000)))))))
  );
}

function cosOnQuarter(x: number): number {
  const s = x * x;
  return (
    1 +
    s *
      (-1 / 2 +
        s *
          (1 / 24 +
            s *
              (-1 / 720 +
                s *
                  (1 / 40320 +
                    s *
                      (-1 / 3628800 +
                        s * (1 / 479001600 + s * (-1 / 87178291200 + s / 20922789888000)))))))
  );
}

/** Sine of an angle in radians, the same bits on every engine. */
export function sin(angle: number): number {
  return quadrantValue(angle, 0);
}

/** Cosine of an angle in radians, the same bits on every engine. */
export function cos(angle: number): number {
  return quadrantValue(angle, 1);
}

function quadrantValue(angle: number, offset: number): number {
  const k = Math.floor(angle / (HALF_PI_HIGH + HALF_PI_LOW) + 0.5);
  const rest = angle - k * HALF_PI_HIGH - k * HALF_PI_LOW;
  const quadrant = (((k + offset) % 4) + 4) % 4;
  if (quadrant === 0) return sinOnQuarter(rest);
  if (quadrant === 1) return cosOnQuarter(rest);
  if (quadrant === 2) return -sinOnQuarter(rest);
  return -cosOnQuarter(rest);
}

/**
 * Writes the sine and the cosine of the angle at offset `at`, in radians, to `out[0..1]`. The results are the same bits
 * as those of `sin` and `cos`, without heap allocation.
 */
export function writeSineAndCosine(angles: Float64Array, at: number, out: Float64Array): void {
  const angle = angles[at]!;
  const k = Math.floor(angle / (HALF_PI_HIGH + HALF_PI_LOW) + 0.5);
  const rest = angle - k * HALF_PI_HIGH - k * HALF_PI_LOW;
  const quadrant = ((k % 4) + 4) % 4;
  const s = sinOnQuarter(rest);
  const c = cosOnQuarter(rest);
  const isOdd = quadrant === 1 || quadrant === 3;
  const sine = isOdd ? c : s;
  const cosine = isOdd ? s : c;
  out[0] = quadrant === 2 || quadrant === 3 ? -sine : sine;
  out[1] = quadrant === 1 || quadrant === 2 ? -cosine : cosine;
}

/**
 * Angle of the vector (x, y) to the x axis in radians, from −π to π, the same bits on every engine; 0 for the zero
 * vector. The error is under 1e-15.
 */
export function atan2(y: number, x: number): number {
  vector[0] = y;
  vector[1] = x;
  writeAngle(vector, angle, 0);
  return angle[0]!;
}

const vector = new Float64Array(2);
const angle = new Float64Array(1);

/** 1, 1/3, 1/5 … 1/25. */
const ODD_RECIPROCALS = Float64Array.from({ length: 13 }, (_, n) => 1 / (2 * n + 1));

/**
 * Writes `atan2` of y and x, which are `of[0..1]`, to `out[at]`, another array. It is one function, so that no number
 * is boxed for a call.
 */
export function writeAngle(of: Float64Array, out: Float64Array, at: number): void {
  const x = of[1]!;
  const absoluteX = Math.abs(x);
  const absoluteY = Math.abs(of[0]!);
  out[at] = 0;
  if (absoluteX === 0 && absoluteY === 0) return;
  const steep = absoluteY > absoluteX;
  let slope = steep ? absoluteX / absoluteY : absoluteY / absoluteX;
  // Halve the angle twice if the slope is over 0.2, so that the series is short.
  const isLarge = !(slope < 0.2);
  if (isLarge) {
    slope = slope / (1 + Math.sqrt(1 + slope * slope));
    slope = slope / (1 + Math.sqrt(1 + slope * slope));
  }
  const squared = slope * slope;
  // s − s³/3 + s⁵/5 − …, evaluated from its end.
  let sum = ODD_RECIPROCALS[12]!;
  for (let n = 11; n >= 0; n--) sum = ODD_RECIPROCALS[n]! - squared * sum;
  let result = isLarge ? 4 * (slope * sum) : slope * sum;
  if (steep) result = HALF_PI - result;
  if (x < 0) result = Math.PI - result;
  out[at] = of[0]! < 0 ? -result : result;
}

/** Radians to degrees. */
export function degrees(angle: number): number {
  return (angle * 180) / Math.PI;
}

/** Degrees to radians. */
export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
