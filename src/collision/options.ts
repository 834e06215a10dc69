import type { Vec3 } from "../math/vec3.js";

/** Options that all colliders have. */
export interface ColliderCommon {
  /** Coulomb friction coefficient; combined with that of the cloth by the geometric mean. Default 0.5. */
  friction?: number;
  /** Distance that the cloth keeps from the surface, m; default 0.002. */
  thickness?: number;
  /** Its motion, linear between keyframes, constant before the first and after the last. Absent: it is static. */
  motion?: readonly ColliderKeyframe[];
}

/** A keyframe of the motion of a collider. */
export interface ColliderKeyframe {
  /** s. */
  time: number;
  /** Displacement from the start, m; default (0, 0, 0). */
  translation?: Vec3;
  /** Rotation about its center, applied after its initial rotation: degrees, intrinsic XYZ; default (0, 0, 0). */
  rotation?: Vec3;
}

/** Options of a sphere. */
export interface SphereCollider extends ColliderCommon {
  type: "sphere";
  /** m. */
  center: Vec3;
  /** m. */
  radius: number;
}

/** All points within `radius` of a line segment. */
export interface CapsuleCollider extends ColliderCommon {
  type: "capsule";
  /** One end of the segment, m. */
  from: Vec3;
  /** The other end, m. */
  to: Vec3;
  /** m. */
  radius: number;
}

/** Options of a box. */
export interface BoxCollider extends ColliderCommon {
  type: "box";
  /** m. */
  center: Vec3;
  /** Edge lengths, m. */
  size: Vec3;
  /** Degrees, intrinsic XYZ; default (0, 0, 0). */
  rotation?: Vec3;
}

/** Everything on one side of a plane: a floor, a wall. */
export interface HalfSpaceCollider extends ColliderCommon {
  type: "half-space";
  /** A point on its surface, m. */
  point: Vec3;
  /** Direction out of the solid, of any length. */
  normal: Vec3;
}

/** A triangle surface, closed or open. A closed one is solid, an open one is a sheet with two sides. */
export interface MeshCollider extends ColliderCommon {
  type: "mesh";
  /** Vertex positions, m, three numbers each. */
  positions: Float64Array | readonly number[];
  /** Three vertex indices each, counterclockwise as seen from outside. */
  triangles: Uint32Array | Int32Array | readonly number[];
  /** Moved by `position` (m) after a rotation by `rotation` (degrees, intrinsic XYZ). */
  transform?: { position?: Vec3; rotation?: Vec3 };
  /**
   * Its shapes over time, with as many vertices as `positions`; linear between their times (s), constant before the
   * first and after the last. Absent: the shape does not change.
   */
  shapes?: readonly { time: number; positions: Float64Array | readonly number[] }[];
}

/** Options of a collider of any shape. Colliders are immovable: nothing can push them. */
export type ColliderOptions =
  | SphereCollider
  | CapsuleCollider
  | BoxCollider
  | HalfSpaceCollider
  | MeshCollider;

/**
 * Defaults of colliders, balls and driven bodies: Coulomb friction, and thickness in m.
 *
 * @example
 * import { COLLIDER_DEFAULTS } from "tatter";
 * console.log(COLLIDER_DEFAULTS.friction, COLLIDER_DEFAULTS.thickness); // 0.5, 0.002
 */
export const COLLIDER_DEFAULTS = { friction: 0.5, thickness: 0.002 };

/** Options of a ball, which pushes the cloth and is pushed by it. */
export interface BallOptions {
  /** Center, m. */
  position: Vec3;
  /** m. */
  radius: number;
  /** kg. */
  mass: number;
  /** m/s; default: at rest. */
  velocity?: Vec3;
  /** rad/s; default: none. */
  angularVelocity?: Vec3;
  /** Coulomb friction coefficient; default 0.5. */
  friction?: number;
  /** Distance that the cloth keeps from its surface, m; default 0.002. */
  thickness?: number;
}

/** A shape of a driven body; lengths in m. The length of a capsule, along y, is that of its center line. */
export type DrivenShape = (
  | { type: "sphere"; radius: number }
  | { type: "capsule"; length: number; radius: number }
  | { type: "box"; size: Vec3 }
) & {
  /** Center, relative to the center of mass of the body, in body axes, m; default (0, 0, 0). */
  position?: Vec3;
  /** Rotation in the body: unit quaternion x, y, z, w; default: none. */
  rotation?: readonly [number, number, number, number];
  /** Coulomb friction coefficient; default: that of the body. */
  friction?: number;
};

/** Options of a body that another simulation moves, and that the cloth pushes. */
export interface DrivenBodyOptions {
  /** One shape, or all shapes of a compound. */
  shape: DrivenShape | readonly DrivenShape[];
  /** kg; Infinity: no impulse moves it. */
  mass: number;
  /** Moments of inertia about its own axes, kg·m²; Infinity: no impulse rotates it about that axis. */
  inertia: Vec3;
  /** Coulomb friction coefficient; default 0.5. */
  friction?: number;
  /** Distance that the cloth keeps from its surface, m; default 0.002. */
  thickness?: number;
}
