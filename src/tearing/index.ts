/** The tearing module: the public names, and what other modules need. */
export * from "./public.js";
// Option checks, for other modules.
export { LIMITS, TEARING } from "./options.js";
export { isLimitFromMaterial } from "./limit.js";
