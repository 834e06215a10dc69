/**
 * Sine, cosine and angle made of + − × and floor alone.
 *
 * `Math.sin` and `Math.cos` may differ by a bit from one engine to the next; a simulation that is to give
 * the same bits everywhere cannot call them. The error here stays under 1e-15 for angles up to a few turns.
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
  return quarterTurns(angle, 0);
}

/** Cosine of an angle in radians, the same bits on every engine. */
export function cos(angle: number): number {
  return quarterTurns(angle, 1);
}

function quarterTurns(angle: number, offset: number): number {
  const k = Math.floor(angle / (HALF_PI_HIGH + HALF_PI_LOW) + 0.5);
  const rest = angle - k * HALF_PI_HIGH - k * HALF_PI_LOW;
  const quadrant = (((k + offset) % 4) + 4) % 4;
  if (quadrant === 0) return sinOnQuarter(rest);
  if (quadrant === 1) return cosOnQuarter(rest);
  if (quadrant === 2) return -sinOnQuarter(rest);
  return -cosOnQuarter(rest);
}

/**
 * Angle of the vector (x, y) against the x axis in radians, from −π to π, the same bits on every engine; 0 for the
 * zero vector. The error stays under 1e-15.
 */
export function atan2(y: number, x: number): number {
  const absoluteX = Math.abs(x);
  const absoluteY = Math.abs(y);
  if (absoluteX === 0 && absoluteY === 0) return 0;
  const steep = absoluteY > absoluteX;
  const slope = steep ? absoluteX / absoluteY : absoluteY / absoluteX;
  let angle = atanOfSlope(slope);
  if (steep) angle = HALF_PI - angle;
  if (x < 0) angle = Math.PI - angle;
  return y < 0 ? -angle : angle;
}

/** Inverse tangent of a slope from 0 to 1: halved twice where it is over 0.2, below which the series is short. */
function atanOfSlope(slope: number): number {
  if (slope < 0.2) return atanSeries(slope);
  const half = slope / (1 + Math.sqrt(1 + slope * slope));
  const quarter = half / (1 + Math.sqrt(1 + half * half));
  return 4 * atanSeries(quarter);
}

/** 1, 1/3, 1/5 … 1/25. */
const ODD_PARTS = Float64Array.from({ length: 13 }, (_, n) => 1 / (2 * n + 1));

/** s − s³/3 + s⁵/5 − …, from its end. */
function atanSeries(slope: number): number {
  const squared = slope * slope;
  let sum = ODD_PARTS[12]!;
  for (let n = 11; n >= 0; n--) sum = ODD_PARTS[n]! - squared * sum;
  return slope * sum;
}

/** Radians to degrees. */
export function degrees(angle: number): number {
  return (angle * 180) / Math.PI;
}

/** Degrees to radians. */
export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
