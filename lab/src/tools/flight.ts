import type { Vector3 } from "three";

/**
 * The velocity of a ball that flies from one point through another, by the lower of the two ways there are. With the time t
 * of the flight, v t = d − g t² / 2 has to be as long as the speed says: a quadratic equation in t². Where the speed is too
 * low for that, the ball goes half way between the point and the vertical, which takes it furthest up a slope.
 *
 * @param speed m/s, over 0.
 * @param gravity m/s².
 */
export function launch(from: Vector3, to: Vector3, speed: number, gravity: Vector3): Vector3 {
  const way = to.clone().sub(from);
  const b = speed * speed + way.dot(gravity);
  const discriminant = b * b - gravity.lengthSq() * way.lengthSq();
  if (b > 0 && discriminant >= 0) {
    // The smaller solution, in the form that holds without gravity too.
    const squaredTime = (2 * way.lengthSq()) / (b + Math.sqrt(discriminant));
    way.addScaledVector(gravity, -squaredTime / 2);
  } else way.normalize().sub(gravity.clone().normalize());
  return way.setLength(speed);
}

/** Where a ball is after a time, s, if it meets nothing. */
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
