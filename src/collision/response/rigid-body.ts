import { quaternionToMatrix, integrateRotation } from "../../math/quaternion.js";
import type { Vec3Tuple } from "../../math/vec3.js";
import { Pose } from "../shapes/pose.js";

/** Numbers in the state of a body. */
export const BODY_NUMBERS = 19;

/** A solid with a mass, which moves with its velocity and is changed by impulses. */
export class RigidBody {
  /** kg; may be Infinity for a driven body. */
  readonly mass: number;
  /** Velocity of its center, m/s. */
  readonly velocity = new Float64Array(3);
  /** Angular velocity, rad/s. */
  readonly angularVelocity = new Float64Array(3);
  /** Unit quaternion x, y, z, w. */
  readonly rotation = Float64Array.of(0, 0, 0, 1);
  /**
   * Pose at the start and at the end of the current substep. Between substeps, the end is the current pose.
   *
   * @internal
   */
  readonly start = new Pose();
  /** @internal */
  readonly end = new Pose();
  /** Sum of all contact impulses, N·s, and of their moments about its center, N·m·s. */
  readonly impulse = new Float64Array(3);
  readonly angularImpulse = new Float64Array(3);
  readonly #vectors = [
    this.position,
    this.rotation,
    this.velocity,
    this.angularVelocity,
    this.impulse,
    this.angularImpulse,
  ];
  /** 1 over the moments of inertia about its own axes, 1/(kg·m²). */
  readonly #inverseInertia: Float64Array;
  /** The same in world axes, row-major. */
  readonly #inverseTensor = new Float64Array(9);

  /**
   * @param inertia Moments about its own axes, kg·m².
   *
   * @internal
   */
  constructor(mass: number, inertia: Vec3Tuple) {
    this.mass = mass;
    this.#inverseInertia = Float64Array.from(inertia, (moment) => 1 / moment);
    this.place();
  }

  /** Center, m. May be written between steps, like `rotation`; call `place` afterwards. */
  get position(): Float64Array {
    return this.end.position;
  }

  /** Updates the pose from `position` and `rotation`, without motion. */
  place(): void {
    quaternionToMatrix(this.rotation, this.end.matrix);
    this.start.copy(this.end);
    this.#updateInertia();
  }

  /**
   * Moves on with its velocity and angular velocity, for `duration`, s.
   *
   * @internal
   */
  move(duration: number): void {
    this.start.copy(this.end);
    for (let k = 0; k < 3; k++) this.end.position[k]! += duration * this.velocity[k]!;
    // Without angular velocity the rotation stays bit-exact, because the broad phase compares poses.
    const { angularVelocity } = this;
    if (angularVelocity[0] !== 0 || angularVelocity[1] !== 0 || angularVelocity[2] !== 0)
      integrateRotation(this.rotation, angularVelocity, duration);
    quaternionToMatrix(this.rotation, this.end.matrix);
    this.#updateInertia();
  }

  #updateInertia(): void {
    const m = this.end.matrix;
    const i = this.#inverseInertia;
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += m[3 * row + k]! * i[k]! * m[3 * column + k]!;
        this.#inverseTensor[3 * row + column] = sum;
      }
    }
  }

  /**
   * Velocity at a point of the world, m/s.
   *
   * @internal
   */
  velocityAt(point: Float64Array, out: Float64Array): void {
    const { angularVelocity, velocity } = this;
    const x = point[0]! - this.position[0]!;
    const y = point[1]! - this.position[1]!;
    const z = point[2]! - this.position[2]!;
    out[0] = velocity[0]! + angularVelocity[1]! * z - angularVelocity[2]! * y;
    out[1] = velocity[1]! + angularVelocity[2]! * x - angularVelocity[0]! * z;
    out[2] = velocity[2]! + angularVelocity[0]! * y - angularVelocity[1]! * x;
  }

  /**
   * Writes the change of speed at a point along a unit vector per impulse of 1 N·s along it, 1/kg.
   *
   * @internal
   */
  mobility(point: Float64Array, direction: Float64Array, out: Float64Array, at: number): void {
    const x = point[0]! - this.position[0]!;
    const y = point[1]! - this.position[1]!;
    const z = point[2]! - this.position[2]!;
    const mx = y * direction[2]! - z * direction[1]!;
    const my = z * direction[0]! - x * direction[2]!;
    const mz = x * direction[1]! - y * direction[0]!;
    const i = this.#inverseTensor;
    out[at] =
      1 / this.mass +
      mx * (i[0]! * mx + i[1]! * my + i[2]! * mz) +
      my * (i[3]! * mx + i[4]! * my + i[5]! * mz) +
      mz * (i[6]! * mx + i[7]! * my + i[8]! * mz);
  }

  /**
   * Applies an impulse, N·s, at a point of the world.
   *
   * @internal
   */
  applyImpulse(point: Float64Array, applied: Float64Array): void {
    const ix = applied[0]!;
    const iy = applied[1]!;
    const iz = applied[2]!;
    const x = point[0]! - this.position[0]!;
    const y = point[1]! - this.position[1]!;
    const z = point[2]! - this.position[2]!;
    const mx = y * iz - z * iy;
    const my = z * ix - x * iz;
    const mz = x * iy - y * ix;
    const { velocity, angularVelocity, mass, impulse, angularImpulse } = this;
    velocity[0]! += ix / mass;
    velocity[1]! += iy / mass;
    velocity[2]! += iz / mass;
    const i = this.#inverseTensor;
    angularVelocity[0]! += i[0]! * mx + i[1]! * my + i[2]! * mz;
    angularVelocity[1]! += i[3]! * mx + i[4]! * my + i[5]! * mz;
    angularVelocity[2]! += i[6]! * mx + i[7]! * my + i[8]! * mz;
    impulse[0]! += ix;
    impulse[1]! += iy;
    impulse[2]! += iz;
    angularImpulse[0]! += mx;
    angularImpulse[1]! += my;
    angularImpulse[2]! += mz;
  }

  /**
   * Writes the state as a list of BODY_NUMBERS numbers.
   *
   * @internal
   */
  write(to: Float64Array | number[], at = 0): void {
    let i = at;
    for (const vector of this.#vectors)
      for (let k = 0; k < vector.length; k++) to[i++] = vector[k]!;
  }

  /**
   * Restores the state from such a list.
   *
   * @internal
   */
  read(from: Float64Array | readonly number[], at = 0): void {
    let i = at;
    for (const vector of this.#vectors)
      for (let k = 0; k < vector.length; k++) vector[k] = from[i++]!;
    this.place();
  }
}
