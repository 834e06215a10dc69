/** The collision room: what the cloth cannot pass through, and what it pushes. */
export { Ball, DrivenBody, type BallState } from "./bodies.js";
export { BALL, BALL_CHECKS } from "./check-options.js";
export { BODY_NUMBERS, type RigidBody } from "./response/rigid-body.js";
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
export type { Pose } from "./shapes/pose.js";
export type { Solid } from "./solids/solid.js";
