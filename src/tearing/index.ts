/** The tearing module: what users of the library see, and what other modules need. */
export * from "./public.js";
// Checks of options, for other modules.
export { LIMITS, TEARING } from "./options.js";
