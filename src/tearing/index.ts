/** The tearing room: measure → order → choose a path → split. Needs a mesh and positions, no solver of ours. */
export { Candidates } from "./candidates.js";
export { measure } from "./criteria.js";
export { resolveTearing, TEARING_DEFAULTS, type TearingOptions } from "./options.js";
export { orderBySeverity } from "./order.js";
export { trianglesBelowPlane } from "./plane-path.js";
export type { TearableSurface } from "./surface.js";
export { tear, type Tear, type TearResult } from "./tear.js";
