/** The collision room: what the cloth cannot pass through, and what it pushes. */
export { Ball, DrivenBody, type BallState } from "./body.js";
export { BALL, BALL_CHECKS, COLLIDER, DRIVEN_BODY } from "./check-options.js";
export { BODY_NUMBERS, type RigidBody } from "./rigid-body.js";
export { ClothCollision } from "./cloth-collision.js";
export { collideBalls } from "./collide-balls.js";
export { Collider } from "./collider.js";
export type { ColliderState } from "./collider-motion.js";
export {
  COLLIDER_DEFAULTS,
  type BallOptions,
  type BoxCollider,
  type CapsuleCollider,
  type ColliderKeyframe,
  type ColliderOptions,
  type DrivenBodyOptions,
  type DrivenShape,
  type HalfSpaceCollider,
  type MeshCollider,
  type SphereCollider,
} from "./options.js";
export type { Pose } from "./pose.js";
export type { Solid } from "./solid.js";
