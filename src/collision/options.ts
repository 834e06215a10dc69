import type { Vec3 } from "../math/vec3.js";

/** What all colliders have in common. */
interface ColliderCommon {
  /** Coulomb's coefficient; with that of the cloth it makes the geometric mean. Default 0.5. */
  friction?: number;
  /** How far off the surface the cloth stays, m; default 0.002. */
  thickness?: number;
  /** Where it goes, linear between keyframes, constant before the first and after the last. Absent: it stands still. */
  motion?: readonly ColliderKeyframe[];
}

export interface ColliderKeyframe {
  /** s. */
  time: number;
  /** Displacement from the start, m; default (0, 0, 0). */
  translation?: Vec3;
  /** Turn about its own middle, on top of the one that it starts with: degrees, intrinsic XYZ; default (0, 0, 0). */
  rotation?: Vec3;
}

export interface SphereCollider extends ColliderCommon {
  type: "sphere";
  /** m. */
  center: Vec3;
  /** m. */
  radius: number;
}

/** All that is within `radius` of a line. */
export interface CapsuleCollider extends ColliderCommon {
  type: "capsule";
  /** One end of the line, m. */
  from: Vec3;
  /** The other end, m. */
  to: Vec3;
  /** m. */
  radius: number;
}

export interface BoxCollider extends ColliderCommon {
  type: "box";
  /** m. */
  center: Vec3;
  /** Its three lengths, m. */
  size: Vec3;
  /** Degrees, intrinsic XYZ; default (0, 0, 0). */
  rotation?: Vec3;
}

/** Everything on one side of a plane: a floor, a wall. */
export interface HalfSpaceCollider extends ColliderCommon {
  type: "half-space";
  /** A point on its surface, m. */
  point: Vec3;
  /** Out of the solid, into the free side; any length. */
  normal: Vec3;
}

/** Any surface of triangles, closed or open. A closed one is solid, an open one a sheet with two sides. */
export interface MeshCollider extends ColliderCommon {
  type: "mesh";
  /** Where its vertices are, m, three numbers each. */
  positions: Float64Array | readonly number[];
  /** Three vertex numbers each, anticlockwise as seen from outside. */
  triangles: Uint32Array | Int32Array | readonly number[];
  /** Moved by `position` (m) after a turn by `rotation` (degrees, intrinsic XYZ). */
  transform?: { position?: Vec3; rotation?: Vec3 };
  /**
   * The shapes that it takes in turn, with as many vertices as `positions`; linear between their times, constant before
   * the first and after the last. Absent: it keeps its shape.
   */
  shapes?: readonly { time: number; positions: Float64Array | readonly number[] }[];
}

/** Every shape that stands in the way of cloth. Immovable: it goes where it is told, whatever pushes at it. */
export type ColliderOptions =
  | SphereCollider
  | CapsuleCollider
  | BoxCollider
  | HalfSpaceCollider
  | MeshCollider;

export const COLLIDER_DEFAULTS = { friction: 0.5, thickness: 0.002 };

/** A ball that pushes the cloth and feels it. */
export interface BallOptions {
  /** Of its middle, m. */
  position: Vec3;
  /** m. */
  radius: number;
  /** kg. */
  mass: number;
  /** m/s; default: at rest. */
  velocity?: Vec3;
  /** Angular velocity, rad/s; default: none. */
  angularVelocity?: Vec3;
  /** Coulomb's coefficient; default 0.5. */
  friction?: number;
  /** How far off its surface the cloth stays, m; default 0.002. */
  thickness?: number;
}

/** A shape of such a body; lengths in m. The length of a capsule, along y, is that of its middle line. */
export type DrivenShape = (
  | { type: "sphere"; radius: number }
  | { type: "capsule"; length: number; radius: number }
  | { type: "box"; size: Vec3 }
) & {
  /** Where its middle is, as seen from the middle of the mass of the body, in the axes of the body; default (0, 0, 0). */
  position?: Vec3;
  /** How it is turned in the body: unit quaternion x, y, z, w; default: not at all. */
  rotation?: readonly [number, number, number, number];
  /** Default: that of the body. */
  friction?: number;
};

/** A body that another simulation moves, and that feels the cloth. */
export interface DrivenBodyOptions {
  /** One shape, or all of which it is made. */
  shape: DrivenShape | readonly DrivenShape[];
  /** kg; Infinity: no impulse moves it. */
  mass: number;
  /** Moments of inertia about its own axes, kg·m²; Infinity: no impulse turns it about that axis. */
  inertia: Vec3;
  /** Coulomb's coefficient; default 0.5. */
  friction?: number;
  /** How far off its surface the cloth stays, m; default 0.002. */
  thickness?: number;
}
