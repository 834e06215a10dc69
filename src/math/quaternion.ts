/** Turns as unit quaternions x, y, z, w, written over in place. */

/** The row-major 3×3 matrix of a turn. */
export function quaternionToMatrix(turn: Float64Array, matrix: Float64Array): void {
  const x = turn[0]!;
  const y = turn[1]!;
  const z = turn[2]!;
  const w = turn[3]!;
  matrix[0] = 1 - 2 * (y * y + z * z);
  matrix[1] = 2 * (x * y - z * w);
  matrix[2] = 2 * (x * z + y * w);
  matrix[3] = 2 * (x * y + z * w);
  matrix[4] = 1 - 2 * (x * x + z * z);
  matrix[5] = 2 * (y * z - x * w);
  matrix[6] = 2 * (x * z - y * w);
  matrix[7] = 2 * (y * z + x * w);
  matrix[8] = 1 - 2 * (x * x + y * y);
}

/** Turns on at an angular velocity (rad/s, in the world) for `duration`, s: first order, and a unit again after it. */
export function integrateRotation(turn: Float64Array, spin: Float64Array, duration: number): void {
  const half = duration / 2;
  const ax = half * spin[0]!;
  const ay = half * spin[1]!;
  const az = half * spin[2]!;
  const x = turn[0]!;
  const y = turn[1]!;
  const z = turn[2]!;
  const w = turn[3]!;
  turn[0] = x + ax * w + ay * z - az * y;
  turn[1] = y + ay * w + az * x - ax * z;
  turn[2] = z + az * w + ax * y - ay * x;
  turn[3] = w - ax * x - ay * y - az * z;
  const length = Math.sqrt(
    turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3],
  );
  for (let k = 0; k < 4; k++) turn[k]! /= length;
}
