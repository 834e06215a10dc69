import type { RigidBody } from "@dimforge/rapier3d-compat";
import { normalize } from "./turns.js";

/** The middle of the mass of a body and its principal axes, as seen from the body. */
export interface Frame {
  /** m. */
  readonly position: Float64Array;
  /** Unit quaternion x, y, z, w. */
  readonly turn: Float64Array;
}

/** What a body weighs, and how it resists to be turned about the axes of its frame. */
export interface MassOfBody extends Frame {
  /** kg. */
  readonly mass: number;
  /** kg·m². */
  readonly inertia: [number, number, number];
}

/**
 * Nothing moves what is fixed or kinematic, nor what is locked in all directions; nothing turns what is locked about all axes.
 * A lock of some of them only is Rapier's own affair: the cloth takes the body for free, and Rapier drops what it must not feel.
 */
export function massOfBody(body: RigidBody | null): MassOfBody {
  const position = new Float64Array(3);
  const turn = Float64Array.of(0, 0, 0, 1);
  const rigid: [number, number, number] = [Infinity, Infinity, Infinity];
  if (body === null || !body.isDynamic()) {
    return { position, turn, mass: Infinity, inertia: rigid };
  }
  const middle = body.localCom();
  position.set([middle.x, middle.y, middle.z]);
  const axes = body.principalInertiaLocalFrame();
  turn.set([axes.x, axes.y, axes.z, axes.w]);
  normalize(turn);
  const { x, y, z } = body.effectiveInvMass();
  const isLocked = x === 0 && y === 0 && z === 0;
  const moments = body.principalInertia();
  const isTurnLocked = body.effectiveWorldInvInertia().elements.every((part) => part === 0);
  return {
    position,
    turn,
    mass: isLocked ? Infinity : body.mass(),
    // Without a moment of its own a body is not turned by Rapier.
    inertia: isTurnLocked
      ? rigid
      : [moments.x || Infinity, moments.y || Infinity, moments.z || Infinity],
  };
}
