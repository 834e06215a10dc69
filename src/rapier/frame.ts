import type { RigidBody } from "@dimforge/rapier3d-compat";
import { normalize } from "./quaternions.js";

/** The middle of the mass of a body and its principal axes, as seen from the body. */
export interface Frame {
  /** m. */
  readonly position: Float64Array;
  /** Unit quaternion x, y, z, w. */
  readonly rotation: Float64Array;
}

/** What a body weighs, and how it resists to be turned about the axes of its frame. */
export interface BodyMass extends Frame {
  /** kg. */
  readonly mass: number;
  /** kg·m². */
  readonly inertia: [number, number, number];
  /** Whether it is free to move along x, y and z of the world. */
  readonly isFree: readonly boolean[];
  /** Whether it is free to rotation about all axes. */
  readonly isFreeToTurn: boolean;
}

/**
 * Nothing moves what is fixed or kinematic, nor what is locked in all directions; nothing turns what is locked about all axes.
 * Where some of them are locked only, the cloth takes the body for free, and Rapier drops what it must not feel.
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
      isFreeToTurn: false,
    };
  }
  const middle = body.localCom();
  position.set([middle.x, middle.y, middle.z]);
  const axes = body.principalInertiaLocalFrame();
  rotation.set([axes.x, axes.y, axes.z, axes.w]);
  normalize(rotation);
  const { x, y, z } = body.effectiveInvMass();
  const isFree = [x > 0, y > 0, z > 0];
  const { m11, m22, m33 } = body.effectiveWorldInvInertia();
  const moments = body.principalInertia();
  // What has no moment about an axis is not turned about it by Rapier.
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
    isFreeToTurn: m11 > 0 && m22 > 0 && m33 > 0,
  };
}
