/** The tearing module: the public names, and what other modules need. */
export * from "./public.js";
export { MAX_HELD_ZONE } from "./held-zone.js";
export { keepTips } from "./tips.js";
// Option checks, for other modules.
export { LIMITS, TEARING } from "./options.js";
export { isLimitFromMaterial } from "./limit.js";
