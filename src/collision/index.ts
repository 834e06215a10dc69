/**
 * Collision: what the cloth cannot pass through, and what it pushes.
 *
 * The broad phase finds candidate pairs, the narrow phase where and when two features meet, the response what happens then.
 * None of them keeps a result in a module variable: who calls hands over an object that gets it, and a variable at the top of a
 * file is scratch that one call uses and forgets.
 *
 * A number that goes from one call to another is a field of such an object, not an argument or a result. V8 keeps a field that
 * only ever holds numbers as a bare double and writes it in place; a number that is passed to or returned by a call that it
 * does not inline goes on the heap, and a step must leave nothing there.
 */
export { Ball, DrivenBody, type BallState } from "./bodies.js";
export { BALL, BALL_CHECKS, RENAMED_BALL, COLLIDER, DRIVEN_BODY } from "./check-options.js";
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
