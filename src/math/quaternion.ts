/** Rotations as unit quaternions x, y, z, w, updated in place. */

/** Writes the row-major 3×3 matrix of a rotation. */
export function quaternionToMatrix(rotation: Float64Array, matrix: Float64Array): void {
  const x = rotation[0]!;
  const y = rotation[1]!;
  const z = rotation[2]!;
  const w = rotation[3]!;
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

/** Rotates with an angular velocity (rad/s, world frame) for `duration`, s: first order, then normalized. */
export function integrateRotation(
  rotation: Float64Array,
  angularVelocity: Float64Array,
  duration: number,
): void {
  const half = duration / 2;
  const ax = half * angularVelocity[0]!;
  const ay = half * angularVelocity[1]!;
  const az = half * angularVelocity[2]!;
  const x = rotation[0]!;
  const y = rotation[1]!;
  const z = rotation[2]!;
  const w = rotation[3]!;
  rotation[0] = x + ax * w + ay * z - az * y;
  rotation[1] = y + ay * w + az * x - ax * z;
  rotation[2] = z + az * w + ax * y - ay * x;
  rotation[3] = w - ax * x - ay * y - az * z;
  const length = Math.sqrt(
    rotation[0] * rotation[0] +
      rotation[1] * rotation[1] +
      rotation[2] * rotation[2] +
      rotation[3] * rotation[3],
  );
  for (let k = 0; k < 4; k++) rotation[k]! /= length;
}
