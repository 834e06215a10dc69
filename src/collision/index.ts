/**
 * Collision of cloth with colliders, balls and driven bodies.
 *
 * The broad phase finds candidate pairs. The narrow phase finds where and when two features meet. The response resolves
 * the contacts. No module variable carries a result: the caller passes an object that receives it. A variable at the
 * top of a file is scratch for one call.
 *
 * A number that passes from one call to another is a field of such an object, not an argument or a result. V8 stores a
 * field that only ever holds numbers as a bare double and updates it in place. A number that is passed to, or returned
 * by, a call that V8 does not inline is allocated on the heap, and a step must not allocate.
 */
export { Ball, DrivenBody, type BallState } from "./bodies.js";
export { BALL, BALL_CHECKS, RENAMED_BALL, COLLIDER, DRIVEN_BODY } from "./check-options.js";
export { BODY_NUMBERS, type RigidBody } from "./response/rigid-body.js";
export { ClothCollision } from "./cloth-collision.js";
export {
  ClothContact,
  CONTACT_RESPONSES,
  SELF_COLLISIONS,
  type ContactResponse,
  type SelfCollision,
} from "./contact/cloth-contact.js";
export { collideBalls } from "./collide-balls.js";
export { Collider } from "./collider.js";
export type { ColliderState } from "./collider-motion.js";
export {
  COLLIDER_DEFAULTS,
  type BallOptions,
  type BoxCollider,
  type CapsuleCollider,
  type ColliderCommon,
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
