/** The collision room: what the cloth cannot pass through. */
import type { HalfSpace } from "./half-space.js";

export { collide } from "./collide.js";
export { HalfSpaceCollider, type HalfSpace } from "./half-space.js";

/** Every shape that stands in the way of cloth. */
export type Collider = HalfSpace;
