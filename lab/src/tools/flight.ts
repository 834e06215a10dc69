import type { Vector3 } from "three";

/**
 * Returns the launch velocity of a ball that flies through a target, on the lower of the two trajectories. With the
 * flight time t, the length of v t = d − g t² / 2 must be speed × t, a quadratic equation in t². If the speed is too
 * low, the direction is halfway between the target and the vertical, which reaches farthest up a slope.
 *
 * @param speed m/s, positive.
 * @param gravity m/s².
 */
export function launch(from: Vector3, to: Vector3, speed: number, gravity: Vector3): Vector3 {
  const displacement = to.clone().sub(from);
  const b = speed * speed + displacement.dot(gravity);
  const discriminant = b * b - gravity.lengthSq() * displacement.lengthSq();
  if (b > 0 && discriminant >= 0) {
    // The smaller solution, in the form that also holds without gravity.
    const squaredTime = (2 * displacement.lengthSq()) / (b + Math.sqrt(discriminant));
    displacement.addScaledVector(gravity, -squaredTime / 2);
  } else displacement.normalize().sub(gravity.clone().normalize());
  return displacement.setLength(speed);
}

/** Returns the position of a ball after `time`, s, without collisions. */
export function flightAt(
  from: Vector3,
  velocity: Vector3,
  gravity: Vector3,
  time: number,
  out: Vector3,
): Vector3 {
  return out
    .copy(from)
    .addScaledVector(velocity, time)
    .addScaledVector(gravity, (time * time) / 2);
}
