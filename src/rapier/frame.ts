import type { RigidBody } from "@dimforge/rapier3d-compat";
import { normalize } from "./quaternions.js";

/** Center of mass and principal axes of a body, in body coordinates. */
export interface Frame {
  /** m. */
  readonly position: Float64Array;
  /** Unit quaternion x, y, z, w. */
  readonly rotation: Float64Array;
}

/** Mass and moments of inertia of a body, about the axes of its frame. */
export interface BodyMass extends Frame {
  /** kg. */
  readonly mass: number;
  /** kg·m². */
  readonly inertia: [number, number, number];
  /** True for each world axis x, y, z along which the body can move. */
  readonly isFree: readonly boolean[];
  /** True if the body can rotate about all axes. */
  readonly isFreeToRotate: boolean;
}

/**
 * Reads mass and inertia of a body. They are infinite for fixed and kinematic bodies. The mass is infinite if all
 * translations are locked, the inertia if all rotations are locked. With only some of them locked, the cloth treats the
 * body as free, and Rapier drops the locked components of the impulses.
 */
export function massOfBody(body: RigidBody | null): BodyMass {
  const position = new Float64Array(3);
  const rotation = Float64Array.of(0, 0, 0, 1);
  if (body === null || !body.isDynamic()) {
    return {
      position,
      rotation,
      mass: Infinity,
      inertia: [Infinity, Infinity, Infinity],
      isFree: [false, false, false],
      isFreeToRotate: false,
    };
  }
  const center = body.localCom();
  position.set([center.x, center.y, center.z]);
  const axes = body.principalInertiaLocalFrame();
  rotation.set([axes.x, axes.y, axes.z, axes.w]);
  normalize(rotation);
  const { x, y, z } = body.effectiveInvMass();
  const isFree = [x > 0, y > 0, z > 0];
  const { m11, m22, m33 } = body.effectiveWorldInvInertia();
  const moments = body.principalInertia();
  // Rapier does not rotate a body about an axis without a moment of inertia.
  const inertia: [number, number, number] =
    m11 + m22 + m33 > 0
      ? [moments.x || Infinity, moments.y || Infinity, moments.z || Infinity]
      : [Infinity, Infinity, Infinity];
  return {
    position,
    rotation,
    mass: isFree.includes(true) ? body.mass() : Infinity,
    inertia,
    isFree,
    isFreeToRotate: m11 > 0 && m22 > 0 && m33 > 0,
  };
}
